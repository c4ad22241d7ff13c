//! `git memory init` where there is a folder called `memory` already, and what hooks do where it
//! was never run.

use std::fs;

use crate::common::{World, ends, has, lacks};

#[test]
fn pages_are_counted_and_foreign_files_are_named() {
    let world = World::new();
    world.write("memory/decisions/use-x.md", "# Use X\n\nIt is small.\n");
    world.write("memory/MEMORY.md", "# Memory\n");
    world.write("memory/index.md", "# By hand\n");
    let answer = world.memory("init");
    let found = "found: 2 pages without an id in memory; memory/index.md of another program\n\
                 next: git memory adopt\n";
    ends(&answer.err, found);
    assert_eq!(world.read("memory/index.md"), "# By hand\n");
    let json = world.memory("init --json").json();
    assert_eq!(
        (json["pages"].as_u64(), &json["foreign"][0]),
        (Some(2), &"memory/index.md".into())
    );
    world.memory(["adopt"]).ok();
    lacks(&world.memory(["init"]).err, "without an id");
    let doctor = world.memory(["doctor"]).out;
    let expected = "; memory/index.md was not written by git-memory, and stays as it is\n";
    has(&doctor, expected);
}

#[test]
fn a_file_that_only_names_another_is_not_offered_twice() {
    let world = World::new();
    world.write("AGENTS.md", "# Rules\n\n- Never push to main.\n");
    world.write("CLAUDE.md", "@AGENTS.md\n");
    let err = world.memory("init").err;
    assert_eq!(err.matches("AGENTS.md (").count(), 1, "{err}");
}

#[test]
fn a_hook_manager_is_named_with_the_command_that_tells_it() {
    let world = World::new();
    world.git("config core.hooksPath .husky/_").ok();
    world.write(".husky/_/h", "");
    let command = "'git memory hooks install --write'";
    has(&world.memory("init").err, command);
    has(
        &world.memory("status").ok(),
        format!("next: run {command}").as_str(),
    );
    ends(
        &world.memory("hooks install").err,
        format!("hint: {command} adds them there\n").as_str(),
    );
    world.memory("hooks install --write").ok();
    lacks(&world.memory("status").ok(), "hooks install");
}

#[test]
fn shared_hooks_are_silent_where_memory_is_source_code() {
    let mut world = World::new();
    let folder = world.root().join("home/hooks");
    fs::create_dir_all(&folder).unwrap();
    for name in ["pre-commit", "post-checkout", "post-merge", "post-rewrite"] {
        let file = folder.join(name);
        fs::write(
            &file,
            format!("#!/bin/sh\nexec git-memory hook {name} \"$@\"\n"),
        )
        .unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&file, mode).unwrap();
    }
    world.set("GIT_CONFIG_COUNT", "1");
    world.set("GIT_CONFIG_KEY_0", "core.hooksPath");
    world.set("GIT_CONFIG_VALUE_0", folder.to_str().unwrap());
    for (path, text) in [
        ("memory/README.md", "# The allocator\n"),
        ("memory/notes/todo.md", "---\nid: dec-badbad\n---\n"),
        ("memory/index.md", "By hand\n"),
        ("memory/pool.c", "int pool;\n"),
        ("memory/latin.md", "caf\u{e9}\n"),
    ] {
        world.write(path, text);
    }
    fs::write(world.here.join("memory/latin.md"), b"caf\xe9\n").unwrap();
    std::os::unix::fs::symlink("pool.c", world.here.join("memory/link.c")).unwrap();
    world.git("add .").ok();
    let listing = "find memory .git -path '*memory*' | sort; cat memory/*.md memory/*/*.md";
    let before = world.shell(listing).ok();
    for command in [
        &["commit", "-q", "-m", "Source"][..],
        &["checkout", "-q", "-b", "side"],
        &["commit", "-q", "--amend", "-m", "Source code"],
        &["checkout", "-q", "main"],
        &[
            "merge",
            "-q",
            "side",
            "--allow-unrelated-histories",
            "-m",
            "m",
        ],
    ] {
        let answer = world.git(command);
        assert_eq!(answer.status, 0, "{command:?}: {}", answer.err);
        assert!(
            !answer.err.contains("memory/"),
            "{command:?}: {}",
            answer.err
        );
    }
    assert_eq!(world.status(), "");
    let after = world.shell(listing).ok();
    let is_own = |line: &&str| !line.starts_with(".git/logs") && !line.contains("refs");
    assert_eq!(
        after.lines().filter(is_own).collect::<Vec<_>>(),
        before.lines().filter(is_own).collect::<Vec<_>>()
    );
    // A secret is one wherever it is.
    world.write("memory/pool.c", crate::common::token());
    let err = world.git("commit -q -a -m x").fails(1);
    assert!(err.contains("memory/pool.c:1:1: error[secret]"), "{err}");
}

#[test]
fn a_folder_of_source_code_is_left_alone_until_somebody_insists() {
    let world = World::new();
    world.write("memory/pool.c", "int pool;\n");
    world.write("memory/README.md", "# The allocator\n");
    world.git("add .").ok();
    world.git("commit -q -m Code").ok();
    assert_eq!(
        world.memory("init").fails(128),
        "fatal: memory/ holds source code, and was not set up: nothing was changed\n  holds \
         memory/pool.c\n  would write memory/.gitattributes\n  would write memory/.gitignore\n  \
         would write memory/summary.md\nhint: a filter and hooks would look for secrets in every \
         file below memory/\nhint: to keep memory elsewhere: git memory init --folder \
         docs/memory\nhint: to keep code and memory in one folder: git memory init --force; \
         else move the code\n"
    );
    assert_eq!(world.status(), "");
    assert!(!world.has(".git/hooks/pre-commit"));
    let doctor = world.memory("doctor --fix");
    has(&doctor.out, "memory/ holds source code");
    assert_eq!(world.status(), "");
    world.memory("init --force").ok();
    world.memory("init").ok();
    assert!(world.has("memory/summary.md"));
}

#[test]
fn where_there_is_no_memory_a_read_says_so_in_one_line() {
    let world = World::new();
    world.write("code.txt", "one\n");
    // A folder of source code with the same name is not memory, either.
    for source in ["pool.c", "memory/pool.c"] {
        world.write(source, "int pool;\n");
        for arguments in [
            "list",
            "list --count",
            "check",
            "review",
            "recall queue",
            "why code.txt",
            "list --json",
        ] {
            let answer = world.memory(arguments);
            assert_eq!(answer.status, 0, "{arguments:?}: {}", answer.err);
            let absent = "this repository has no memory yet: 'git memory init' starts one\n";
            assert_eq!(answer.err, absent, "{arguments:?} {source:?}");
        }
    }
    fs::remove_dir_all(world.here.join("memory")).unwrap();
    world.memory("init").ok();
    assert_eq!(world.memory("list").err, "no records\n");
}

#[test]
fn the_first_change_after_the_first_commit_writes_the_id_of_the_project() {
    let world = World::new();
    world.memory(["init"]).ok();
    assert!(
        world
            .read("memory/summary.md")
            .contains("\nnot known before the first commit\n")
    );
    world.git(["commit", "-q", "-m", "Begin"]).ok();
    assert!(!world.memory(["check"]).out.contains("summary"));
    let (_, path) = world.decision("One");
    let identity = world.memory(["identity", "--json"]).json();
    let id = identity["project_id"].as_str().unwrap();
    let section = format!("## Project id\n\n{id}\n\n## Status\n");
    let summary = world.read("memory/summary.md");
    assert!(summary.contains(&section), "{summary}");
    assert_eq!(world.status(), format!("A  {path}\nM  memory/summary.md\n"));
    has(&world.memory(["init"]).ok(), "memory is already set up");
}

#[test]
fn a_summary_that_somebody_is_editing_is_not_staged_for_its_id() {
    let world = World::new();
    world.memory(["init"]).ok();
    world.git(["commit", "-q", "-m", "Begin"]).ok();
    let text = world
        .read("memory/summary.md")
        .replace("## Status\n", "## Status\n\nGreen.\n");
    world.write("memory/summary.md", &text);
    world.decision("One");
    assert_eq!(world.read("memory/summary.md"), text);
    world.git(["add", "memory"]).ok();
    world.decision("Two");
    assert!(!world.read("memory/summary.md").contains("not known"));
}

#[test]
fn attributes_of_the_folders_above_change_no_byte_of_memory() {
    for line in [
        "*.md text working-tree-encoding=UTF-16LE",
        "* ident",
        "*.md text eol=crlf",
        "* -text",
    ] {
        let world = World::new();
        world.write(".gitattributes", format!("{line}\n"));
        world.memory("init -q").ok();
        let (id, path) = world.decision("What $Id$ stands for");
        let written = world.read(&path);
        world.commit("All");
        assert_eq!(world.git(["show", &format!("HEAD:{path}")]).ok(), written);
        let call = "rm -r memory && git checkout -q -- memory";
        world.shell(call).ok();
        let again = world.read(&path).replace("\r\n", "\n");
        assert_eq!(again, written, "{line}");
        world.memory(["set", &id, "tags=a"]).ok();
        let diff = format!("diff --cached --numstat --text -- {path}");
        let changed = world.git(&diff).ok();
        assert_eq!(changed, format!("1\t0\t{path}\n"), "{line}");
        world.memory("check").ok();
    }
}

#[test]
fn doctor_takes_attributes_away_that_change_bytes() {
    let world = World::with_memory();
    for (name, value) in [("ident", "set"), ("working-tree-encoding", "UTF-16LE")] {
        let given = if value == "set" {
            name.to_owned()
        } else {
            format!("{name}={value}")
        };
        world.write(".gitattributes", format!("*.md {given}\n"));
        world.write("memory/.gitattributes", "* filter=git-memory\n");
        let out = world.memory("doctor").out;
        let said = format!("failed  files below memory/ have the attribute '{name}' ({value})");
        assert!(out.contains(&said), "{out}");
        world.memory("doctor --fix").ok();
        let out = world.memory("doctor").ok();
        assert!(out.contains("filter    ok"), "{out}");
    }
}

/// A world with everything that `init` can find, and nothing that was used of it.
fn full() -> World {
    let world = World::new();
    let decision =
        |title: &str| format!("# {title}\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n");
    for (path, text) in [
        ("docs/our decisions/0001-one.md", decision("One")),
        (".adr-dir", "docs/our decisions\n".to_owned()),
        ("docs/architecture/adr-1.md", decision("Two")),
        ("docs/architecture/adr-2.md", decision("Three")),
        (
            "docs/architecture/layers.md",
            "# How it is built\n".to_owned(),
        ),
        ("docs/choices/a.md", decision("Four")),
        ("docs/choices/b.md", decision("Five")),
        (
            "docs/guide/1-install.md",
            "# Install\n\n## Steps\n\nRun it.\n".to_owned(),
        ),
        ("AGENTS.md", "# Rules\n\nBe brief.\n".to_owned()),
        (".serena/memories/style.md", "# Style\n\nTabs.\n".to_owned()),
        ("memory-bank/progress.md", "# Progress\n".to_owned()),
        (
            ".cursor/rules/a.mdc",
            "---\nalwaysApply: true\n---\nBe kind.\n".to_owned(),
        ),
        (".github/copilot-instructions.md", "Be quick.\n".to_owned()),
        (".husky/pre-commit", "npm test\n".to_owned()),
        ("memory/page.md", "# A page\n".to_owned()),
    ] {
        world.write(path, text);
    }
    world.git(["add", "."]).ok();
    world.git(["commit", "-q", "-m", "All", "--no-verify"]).ok();
    world
}

#[test]
fn what_is_here_is_named_once_with_the_command_that_uses_it() {
    let world = full();
    let json = world.memory(["init", "--json"]).json();
    let err = world.memory(["init"]).err;
    // All series that can be read in place, the largest first.
    ends(
        &err,
        "next: git memory init --root 'docs/choices=decision' --root 'docs/our decisions'\n",
    );
    for (found, command) in [
        (
            "1 decision record in docs/our decisions",
            "init --root 'docs/our decisions'",
        ),
        (
            "2 decision records in docs/architecture among other pages",
            "import adr docs/architecture",
        ),
        (
            "2 decision records in docs/choices",
            "init --root 'docs/choices=decision'",
        ),
        ("1 page without an id in memory", "adopt"),
        ("AGENTS.md", "import agents-md"),
        (".serena/memories/style.md", "import serena"),
        ("memory-bank/progress.md", "import cline"),
        (".cursor/rules/a.mdc", "import cursor-rules"),
        (".github/copilot-instructions.md", "import copilot"),
        ("husky", "hooks install --write"),
        ("Cursor", "agents install"),
    ] {
        assert_eq!(err.matches(found).count(), 1, "{found}\n{err}");
        let command = format!("git memory {command}");
        let offers = json["offers"].as_array().unwrap();
        let offer = offers
            .iter()
            .find(|it| it["command"].as_str().unwrap().starts_with(&command));
        has(offer.unwrap()["found"].as_str().unwrap(), found);
    }
    assert!(!err.contains("docs/guide"), "{err}");
}

#[cfg(unix)]
#[test]
fn on_a_terminal_the_answer_decides_what_is_used() {
    let world = World::with_decisions();
    let decisions = || world.memory("list --count --kind decision").ok();
    let question = "found 2 decision records in docs/adr; use them? [y/N]";
    // What is asked beyond the first answer gets the end of the input.
    for (typed, used) in [("\n", "0\n"), ("no\n", "0\n"), ("Y\n", "2\n")] {
        let shown = world.typing(200, "init", &format!("{typed}\u{4}\u{4}\u{4}\u{4}"));
        has(&shown, question);
        assert_eq!(decisions(), used, "{shown}");
    }
    let shown = world.typing(200, "init", "\u{4}\u{4}\u{4}\u{4}");
    lacks(&shown, "docs/adr");
    world.write("memory/config.yaml", "");
    let elsewhere = world.memory("init").err;
    has(&elsewhere, "git memory init --root docs/adr");
    lacks(&elsewhere, "[y/N]");
}

#[test]
fn everything_that_is_here_is_used_with_yes() {
    let world = full();
    let json = world.memory(["init", "--yes", "--json"]).json();
    let offers = json["offers"].as_array().unwrap();
    assert_eq!(offers.len(), 11, "{offers:#?}");
    assert!(
        offers.iter().all(|offer| offer["is_done"] == true),
        "{offers:#?}"
    );
    // Two in place and two imported, and one of our own.
    assert_eq!(
        world.memory(["list", "--count", "--kind", "decision"]).ok(),
        "5\n"
    );
    assert!(world.read(".husky/pre-commit").contains("npm test\n"));
    assert!(world.read(".husky/pre-push").contains("hook pre-push"));
    let again = world.memory(["init", "--json"]).json();
    assert_eq!(again["offers"], serde_json::json!([]));
    world.memory(["hooks", "uninstall"]).ok();
    assert_eq!(world.read(".husky/pre-commit"), "npm test\n");
    assert!(!world.has(".husky/pre-push"));
}

#[test]
fn the_files_outside_of_memory_that_were_written_are_named() {
    let world = World::new();
    world.write(".gitignore", ".claude/\n");
    world.write("AGENTS.md", "# Rules\n");
    std::fs::create_dir_all(world.here.join(".claude")).unwrap();
    world.write(".claude/settings.json", "{}\n");
    let found = "AGENTS.md ('git memory import agents-md' makes rules, conventions or topics)";
    has(&world.memory("init").err, found);
    has(
        &world.memory("init -y").err,
        "connected Claude Code; written, not staged: .mcp.json, .claude/settings.json (git \
         ignores it)\n",
    );
    lacks(&world.memory("init -y").err, "written");
}

#[test]
fn a_clone_is_told_which_hooks_it_got() {
    let world = World::with_memory();
    world.memory("hooks uninstall").ok();
    let told = world.memory("init").err;
    has(&told, "installed in this clone: pre-commit, ");
    has(
        &told,
        "clean-filter, merge-driver; to remove them: git memory hooks uninstall\n",
    );
    lacks(&told, "reference-transaction");
    lacks(&world.memory("init").err, "installed in this clone");
    world.memory("hooks uninstall").ok();
    lacks(
        &world.memory("init --no-hooks").err,
        "installed in this clone",
    );
}

#[test]
fn decisions_to_try_a_program_with_are_no_offer_beside_those_of_the_project() {
    let world = World::new();
    let page = "# Use it\n\n- Status: accepted\n\n## Decision\n\nUse it.\n";
    for folder in ["core/integration-tests/site/log", "init/assets"] {
        world.write(&format!("{folder}/one.md"), page);
        world.write(&format!("{folder}/two.md"), page);
    }
    world.commit("Samples");
    has(&world.memory("status").ok(), "init --root 'core/integ");
    world.write("web/log/one.md", page);
    world.write("web/log/two.md", page);
    world.commit("Decisions");
    let status = world.memory("status").ok();
    has(&status, "found: 2 decision records in web/log\n");
    has(&status, "next: git memory init --root 'web/log=decision'\n");
}

#[test]
fn a_file_of_rules_is_found_by_its_own_form() {
    let world = World::new();
    world.write("AGENTS.md", "# Rules\n\nUse tabs.\n");
    world.write("CLAUDE.md", "@AGENTS.md\n");
    world.commit("Rules");
    let found = "AGENTS.md ('git memory import agents-md' makes rules, conventions or topics)";
    has(&world.memory("status").ok(), found);
    has(&world.memory("init").err, found);
}

#[test]
fn a_series_of_decisions_at_the_top_is_found() {
    let world = World::new();
    let page = |number: usize, text: &str| {
        let text = format!("# Use {number}\n\n{text}\n");
        world.write(&format!("000{number}-use-{number}.md"), &text);
    };
    (1..4).for_each(|number| page(number, "Some steps."));
    world.commit("Chapters");
    let none = world.memory("status").ok();
    lacks(&none, "found: ");
    (1..4).for_each(|number| page(number, "## Decision\n\nUse it."));
    world.commit("Decisions");
    let err = world.memory("init").err;
    has(&err, "found: 3 decision records in the top folder\n");
    has(&err, "next: git memory import adr .\n");
    world.memory("import adr .").ok();
    assert_eq!(world.memory("list --count").ok(), "3\n");
}

#[test]
fn a_status_makes_no_decision_where_a_folder_is_named_for_decisions() {
    let world = World::new();
    for folder in ["docs/specs", "docs/choices"] {
        for nth in 1..5 {
            let section = if folder.ends_with("choices") {
                "Decision"
            } else {
                "Contract"
            };
            let text = format!("# It {nth}\n\n- Status: active\n\n## {section}\n\nSo.\n");
            world.write(&format!("{folder}/it-{nth}.md"), text);
        }
    }
    world.commit("Specs");
    has(
        &world.memory("status").ok(),
        ["4 decision records in docs/specs"],
    );
    let decision = "# Use A\n\n## Status\n\nAccepted\n\n## Decision\n\nA.\n";
    world.write("docs/adr/0001-use-a.md", decision);
    world.commit("A decision");
    let out = world.memory("status").ok();
    has(
        &out,
        [
            "4 decision records in docs/choices",
            "1 decision record in docs/adr",
        ],
    );
    lacks(&out, "specs");
    // Nor once the folder is read.
    lacks(&world.memory("init --root docs/adr").err, "specs");
}

#[test]
fn references_and_decisions_in_folders_of_agents_are_named() {
    let world = World::with_memory();
    world.write(".agents/references/locks.md", "# Locks\n\nBy name.\n");
    let decision = "# Use A\n\n## Status\n\nAccepted\n\n## Decision\n\nA.\n";
    for nth in 1..3 {
        world.write(&format!(".claude/plans/000{nth}-use-a.md"), decision);
    }
    world.write(".claude/skills/a/SKILL.md", "---\nname: a\n---\nDo.\n");
    world.commit("References");
    let err = world.memory("init").err;
    has(&err, "1 document in .agents/references");
    has(&err, "2 decision records in .claude/plans");
    lacks(&err, "skills");
    world.memory("init --root .agents/references").ok();
    has(
        &world.memory("recall locks").ok(),
        ".agents/references/locks.md",
    );
}
