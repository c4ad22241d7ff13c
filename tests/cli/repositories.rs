//! The shapes that a repository may have: what works in one works in all of them.

use std::fs;

use crate::common::{World, has};

/// Adds, lists, commits and checks; fails the test where anything is left over.
#[track_caller]
fn a_day_of_work(world: &World) {
    let (id, path) = world.decision("Work here");
    assert!(world.memory("list").ok().contains(&id));
    world.memory(["set", &id, "category=test"]).ok();
    world.git("commit -q -m 'Work here'").ok();
    assert_eq!(world.status(), "");
    has(
        &world.git(["show", &format!("HEAD:./{path}")]).ok(),
        "category: test",
    );
    assert!(world.memory("list --rev HEAD").ok().contains(&id));
    world.memory("check").ok();
    world.memory("check --staged").ok();
    world.memory("refresh --check").ok();
}

#[test]
fn with_any_setting_of_the_index() {
    for setting in [
        "sparse-checkout set --cone --sparse-index memory",
        "update-index --split-index",
        "update-index --untracked-cache",
        "update-index --index-version 4",
        "config index.threads true",
        "config feature.manyFiles true",
        "config core.autocrlf true",
        "config core.autocrlf input",
        "config core.safecrlf true",
        "config core.quotePath false",
        "config core.fsmonitor false",
        "config status.showUntrackedFiles no",
        "config commit.gpgSign false",
        "config core.logAllRefUpdates false",
    ] {
        let world = World::with_memory();
        world.write("web/src/a.txt", "a\n");
        world.commit("More folders");
        world.git(setting).ok();
        world.shell("touch code.txt && git status -s").ok();
        a_day_of_work(&world);
        world.git("fsck --strict").ok();
    }
}

#[test]
fn the_index_keeps_its_extensions() {
    let world = World::with_memory();
    world.git("update-index --untracked-cache").ok();
    world.git("status").ok();
    let has = |extension: &[u8]| {
        fs::read(world.here.join(".git/index"))
            .unwrap()
            .windows(4)
            .any(|window| window == extension)
    };
    assert!(has(b"UNTR"));
    world.decision("Staged");
    assert!(has(b"UNTR"), "staging a record keeps the untracked cache");
}

#[test]
fn memory_outside_the_sparse_checkout_is_not_a_deletion() {
    let world = World::with_memory();
    let (id, _) = world.decision("Sparse");
    world.write("web/a.txt", "a\n");
    world.git("add .").ok();
    world.git("commit -q -m More").ok();
    world.git("sparse-checkout set --cone web").ok();
    world.write("web/a.txt", "b\n");
    world.git("commit -q -a -m Elsewhere").ok();
    assert_eq!(world.status(), "");
    assert!(world.memory("list --rev HEAD").ok().contains(&id));
    world.memory("check --rev HEAD").ok();
}

#[test]
fn from_a_partial_and_a_shallow_clone() {
    let mut world = World::with_memory();
    world.decision("First");
    world.git("commit -q -m First").ok();
    world.git("config uploadpack.allowFilter true").ok();
    let url = format!("file://{}", world.here.display());
    for (flag, folder) in [
        ("--filter=blob:none", "../partial"),
        ("--depth=1", "../shallow"),
    ] {
        world.git(["clone", "-q", flag, &url, folder]).ok();
        world.at(folder);
        world.memory("init").ok();
        assert!(world.memory("list").ok().contains("First"));
        a_day_of_work(&world);
        assert!(world.memory("log").ok().contains("Work here"));
        assert!(world.memory("diff HEAD~1..").ok().starts_with("added: "));
        world.at("../repo");
    }
}

#[test]
fn in_a_linked_worktree_with_another_branch() {
    let mut world = World::with_memory();
    let (on_main, _) = world.decision("On main");
    world.git("commit -q -m 'On main'").ok();
    world.git("worktree add -q -b side ../side HEAD~1").ok();
    world.at("../side");
    a_day_of_work(&world);
    assert!(!world.memory("list").ok().contains(&on_main));
    world.at("../repo");
    assert_eq!(world.memory("list --count").ok().trim(), "1");
    assert_eq!(world.status(), "");
}

#[test]
fn in_a_submodule_and_beside_one() {
    let mut world = World::with_memory();
    world.git("clone -q . ../inner").ok();
    world
        .git("-c protocol.file.allow=always submodule --quiet add ../inner inner")
        .ok();
    world.git("commit -q -m 'A submodule'").ok();
    a_day_of_work(&world);
    world.at("inner");
    world.memory("init").ok();
    a_day_of_work(&world);
    world.at("../../repo");
    assert_eq!(world.status(), " M inner\n");
}

#[cfg(unix)]
#[test]
fn a_repository_of_somebody_else_is_refused_as_git_refuses_it() {
    let world = World::with_memory();
    // Only the superuser can give a folder away; for others there is nothing to see here.
    if world.shell("chown -R 12345 .").status != 0 {
        return;
    }
    let err = world.memory("list").fails(128);
    has(&err, "detected dubious ownership");
    has(&err, "hint: if you trust its owner");
    let here = world.here.display().to_string();
    world
        .git(["config", "--global", "--add", "safe.directory", &here])
        .ok();
    a_day_of_work(&world);
}

#[test]
fn with_a_separate_git_directory_and_variables_that_name_it() {
    let mut world = World::with_memory();
    world.git("init -q --separate-git-dir ../apart.git").ok();
    a_day_of_work(&world);
    let (git_dir, tree) = (world.root().join("apart.git"), world.here.clone());
    world.at(world.root());
    world
        .set("GIT_DIR", git_dir.to_str().unwrap())
        .set("GIT_WORK_TREE", tree.to_str().unwrap());
    assert!(world.memory("list").ok().contains("Work here"));
}

#[test]
fn scopes_and_free_topics_are_found_by_themselves() {
    let world = World::with_memory();
    let record = |id: &str, scope: &str| {
        format!(
            "---\nid: {id}\ntitle: {id}\nstatus: active\nscope: {scope}\nupdated: 2026-01-01\n---\nText.\n"
        )
    };
    let text = "memory/scopes/services/billing/_decisions/a.md";
    world.write(text, record("dec-aaaaaa", "services/billing"));
    world.write("memory/_lessons/b.md", record("les-bbbbbb", "project"));
    world.write("memory/runbooks/c.md", record("top-cccccc", "project"));
    let listed = |arguments: &[&str]| {
        let out = world.memory([&["list"], arguments].concat()).ok();
        out.lines()
            .map(|line| line.split("  ").next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(listed(&["--kind", "decision"]), ["dec-aaaaaa"]);
    assert_eq!(listed(&["--kind", "lesson"]), ["les-bbbbbb"]);
    assert_eq!(listed(&["--scope", "services/billing"]), ["dec-aaaaaa"]);
    assert!(world.memory("topic list").ok().contains("runbooks"));
    has(&world.memory("topic read runbooks").ok(), "top-cccccc");
    world.memory("check").ok();
}

#[test]
fn the_end_of_a_shallow_clone_is_evidence_of_nothing() {
    let mut world = World::with_memory();
    let (id, _) = world.decision("First");
    world.decision("Second");
    let message = format!("Decide\n\nDecision: {id}");
    world.git(["commit", "-q", "-m", &message]).ok();
    let url = format!("file://{}", world.here.display());
    let clone = ["clone", "-q", "--depth=1", &url, "../shallow"];
    world.git(clone).ok();
    world.at("../shallow");
    let why = world.memory("why code.txt");
    assert_eq!(why.out, "");
    has(&why.err, "note: this clone is shallow");
    let records = world.memory("suggest HEAD --json").json()["records"].clone();
    assert_eq!(records.as_array().map(Vec::len), Some(1), "{records}");
    assert_eq!(records[0]["reasons"][0], "the message names it");
    let log = world.memory("log");
    assert!(log.out.starts_with('^'), "{}", log.out);
    assert!(log.err.contains("may be older"), "{}", log.err);
    let log = world.memory("log --json").json();
    assert_eq!(log["commits"][0]["boundary"], true);
    world.git("fetch -q --unshallow").ok();
    assert!(!world.memory("log").out.contains('^'));
    assert!(world.memory("why code.txt").err.contains("no records"));
}
