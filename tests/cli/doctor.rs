//! `git memory doctor`.

use std::fs;

use serde_json::Value;

use crate::common::{World, begins, has};

/// Returns the result of a check: (true if it is good, its message).
fn check(report: &Value, name: &str) -> (bool, String) {
    let found = report["checks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|check| check["name"] == name)
        .unwrap();
    (
        found["is_good"] == true,
        found["message"].as_str().unwrap().to_owned(),
    )
}

fn report(world: &World) -> Value {
    serde_json::from_str(&world.memory("doctor --json").out).unwrap()
}

#[test]
fn a_ready_repository_is_well_and_every_net_holds_the_canary() {
    let world = World::with_memory();
    let out = world.memory("doctor").ok();
    has(
        &out,
        "canary    ok      held by the clean filter, pre-commit, pre-push\n",
    );
    assert!(!out.contains("wrong"), "{out}");
    world.git("config memory.strict true").ok();
    world.memory("hooks install").ok();
    let out = world.memory("doctor").ok();
    has(
        &out,
        "held by the clean filter, pre-commit, pre-push, reference-transaction\n",
    );
    assert_eq!(world.status(), "");
}

#[test]
fn a_net_that_is_gone_is_named_and_fixed() {
    let world = World::with_memory();
    world.memory("hooks uninstall").ok();
    let ill = report(&world);
    assert_eq!(
        check(&ill, "filter"),
        (
            false,
            "the clean filter is not set up in this clone".to_owned()
        )
    );
    begins(
        &check(&ill, "hooks").1,
        "not installed: pre-commit, pre-merge-commit",
    );
    let expected = "pre-commit is not installed; pre-push is not installed";
    has(&check(&ill, "canary").1, expected);
    let out = world.memory("doctor").out;
    let expected = "run 'git memory hooks install', or 'git memory doctor --fix'\n";
    has(&out, expected);
    world.memory("doctor").fails(1);
    let said = world.memory("doctor --fix").ok();
    has(&said, "hooks     fixed   all hooks installed\n");
    world.memory("doctor").ok();
}

#[test]
fn a_net_with_a_hole_is_found_by_the_canary() {
    let world = World::with_memory();
    // Everything looks installed, but what runs looks at nothing, or stops everything.
    let program = world.root().join("bin/git-memory");
    for (script, why) in [
        (
            "case \"$1\" in hook) exit 0;; esac",
            "pre-commit lets a secret through; pre-push lets a secret through",
        ),
        (
            "case \"$1\" in hook) echo no >&2; exit 1;; esac",
            "'git commit' was refused without a secret: no",
        ),
    ] {
        fs::remove_file(&program).unwrap();
        let real = crate::common::BINARY;
        fs::write(
            &program,
            format!("#!/bin/sh\n{script}\nexec '{real}' \"$@\"\n"),
        )
        .unwrap();
        fs::set_permissions(
            &program,
            std::os::unix::fs::PermissionsExt::from_mode(0o755),
        )
        .unwrap();
        let report = report(&world);
        assert_eq!(check(&report, "canary"), (false, why.to_owned()));
        assert!(
            check(&report, "hooks").0 && check(&report, "filter").0 && check(&report, "program").0
        );
    }
    fs::remove_file(&program).unwrap();
    has(&check(&report(&world), "program").1, "is not on PATH");
}

#[test]
fn a_repository_without_memory_is_made_ready() {
    let world = World::new();
    assert_eq!(
        check(&report(&world), "memory"),
        (false, "this repository has no memory yet".to_owned())
    );
    world.memory("doctor --fix").ok();
    assert!(world.has("memory/summary.md"));
}

#[test]
fn it_tells_how_a_repository_is_stored_and_what_is_around_it() {
    let world = World::with_memory();
    world.memory("add-note Seen --commit HEAD").ok();
    let good = report(&world);
    let format = world.git("rev-parse --show-object-format").ok();
    let hash = if format.trim() == "sha1" {
        "SHA-1"
    } else {
        "SHA-256"
    };
    let (is_good, storage) = check(&good, "storage");
    assert!(is_good && storage.contains(hash), "{storage}");
    let (is_good, notes) = check(&good, "notes");
    assert!(is_good && !notes.contains("kept for"), "{notes}");
    assert_eq!(
        check(&good, "manual"),
        (true, "no manual pages and completion".to_owned())
    );

    // A commit that nothing holds any more, with a note.
    world.git("switch -q -c dropped").ok();
    let commit = ["commit", "-q", "--allow-empty", "-m", "Dropped"];
    world.git(commit).ok();
    world.memory("add-note Gone --commit HEAD").ok();
    world.git("switch -q main").ok();
    world.git("branch -q -D dropped").ok();
    let (is_good, notes) = check(&report(&world), "notes");
    assert!(
        is_good && notes.contains("kept for 1 commit that"),
        "{notes}"
    );
    world.git("config --unset notes.rewriteRef").ok();
    assert!(!check(&report(&world), "notes").0);
    world.memory("doctor --fix").ok();
    assert!(check(&report(&world), "notes").0);

    world.memory("install-man").ok();
    let installed = "manual pages and completion are installed";
    assert_eq!(
        check(&report(&world), "manual"),
        (true, installed.to_owned())
    );
    world
        .shell("sed -i 's/git-memory [0-9.]*\\\"/git-memory 0.0.1\"/' ~/.local/share/man/man1/git-memory.1")
        .ok();
    let (is_good, manual) = check(&report(&world), "manual");
    assert!(
        !is_good && manual.contains("are those of 0.0.1"),
        "{manual}"
    );

    // Something is in the way of caches.
    fs::remove_dir_all(world.here.join(".git/memory")).unwrap();
    world.write(".git/memory", "");
    let (is_good, caches) = check(&report(&world), "caches");
    assert!(!is_good && caches.contains("cannot write"), "{caches}");
}

#[test]
fn what_agents_read_is_fresh_or_made_so() {
    let world = World::with_memory();
    let agents = |world: &World| check(&report(world), "agents");
    assert_eq!(agents(&world), (true, "not connected".to_owned()));
    let rule = "memory/rules/ask.md";
    world.write(rule, "<!-- budget: 5 lines -->\n# Ask first\n");
    assert_eq!(
        agents(&world),
        (true, "1 rule, not in any file that agents read".to_owned())
    );
    world.memory("rules build --for claude --for cursor").ok();
    let fresh = "1 rule, in AGENTS.md, CLAUDE.md, .cursor/rules, .agents/rules";
    assert_eq!(agents(&world), (true, fresh.to_owned()));
    world.write(rule, "<!-- budget: 5 lines -->\n# Ask twice\n");
    std::fs::remove_file(world.here.join(".agents/rules/ask.md")).unwrap();
    let stale =
        "older than the rules in memory: AGENTS.md, .cursor/rules/ask.mdc, .agents/rules/ask.md";
    assert_eq!(agents(&world), (false, stale.to_owned()));
    let out = world.memory("doctor").out;
    let advice =
        "run 'git memory rules build', with --for for each agent, or 'git memory doctor --fix'";
    assert!(out.contains(advice), "{out}");
    let out = world.memory("doctor --fix").ok();
    has(&out, &format!("agents    fixed   {fresh}\n"));
    assert!(world.read("AGENTS.md").contains("# Ask twice"));
    // Too long a rule is its author's to shorten.
    world.write(rule, "<!-- budget: 1 lines -->\n# Ask\n\nTwice.\n");
    world.memory("rules build --for claude --for cursor").ok();
    let (is_good, message) = agents(&world);
    assert!(
        !is_good && message.starts_with("memory/rules/ask.md: it has "),
        "{message}"
    );
    let out = world.memory("doctor --fix").out;
    has(&out, "agents    failed  memory/rules/ask.md: it has ");
    assert!(!out.contains("--fix'"), "{out}");
}

#[test]
fn a_clone_needs_only_what_no_clone_brings_along() {
    let mut world = World::with_memory();
    world.git("clone -q . ../clone").ok();
    world.at("../clone");
    let out = world.memory("doctor").out;
    has(&out, "the clean filter is not set up in this clone");
    assert!(out.contains("run 'git memory hooks install', or"), "{out}");
    assert!(!out.contains("commit what it writes"), "{out}");
    world.memory("hooks install").ok();
    let report = report(&world);
    assert!(
        check(&report, "filter").0 && check(&report, "merges").0,
        "{report}"
    );
    assert_eq!(world.status(), "");
}
