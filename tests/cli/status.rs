//! `git memory status`, and `git memory` without a command.

use serde_json::json;

use crate::common::{World, ends, has, lacks};

#[test]
fn what_is_new_since_the_last_look_is_told_once() {
    let mut world = World::with_memory();
    let (old, _) = world.decision("Use files");
    world.git("commit -q -m One").ok();
    let first = world.memory([""; 0]).ok();
    assert_eq!(
        first,
        "repo (main): 1 record (decisions 1)\n\nNothing to review; 'git memory check' reads every \
         text.\n\nnext: 'git memory add TITLE' records a decision\n"
    );
    let written = world
        .memory(["supersede", &old, "Use a database", "--json"])
        .json();
    let new = written["id"].as_str().unwrap();
    world.git("commit -q -m Two").ok();
    world.set("GIT_MEMORY_CLOCK", "2026-11-22T13:00:00Z");
    // A program that asks takes no news away.
    let asked = world.memory("status --json").json();
    assert_eq!(asked["news"]["changes"][0]["what"], "added");
    assert_eq!(asked["next"][0]["code"], "show-changes");
    let second = world.memory("status").ok();
    let news = format!(
        "New since you last looked, 2 days ago:\n  \
         added       {new}  Use a database\n  \
         superseded  {old}  Use files\n"
    );
    assert!(second.contains(&news), "{second}");
    assert!(second.contains("\nnext: 'git memory diff "), "{second}");
    assert!(!world.memory("status").ok().contains("New since"));
    // Damaged state is dropped.
    for damaged in ["", "x", &format!("{} 1\n", "f".repeat(64)), "0123 x"] {
        world.write(".git/memory/seen/last-look", damaged);
        world.write(".git/memory/seen/stale", damaged);
        assert!(!world.memory("status").ok().contains("New since"));
    }
}

#[test]
fn what_needs_a_look_comes_with_the_command_that_fits() {
    let mut world = World::with_memory();
    world.write("src/a.rs", "a\n");
    let (stale, _) = world.decision("Use a file");
    world.memory(["set", &stale, "paths=src/gone.rs"]).ok();
    world.commit("One");
    world.decision("Use two");
    world.write("memory/decisions/bad.md", "---\nid: dec-badbad\n---\n");
    world.memory("hooks uninstall").ok();
    let out = world.memory([""; 0]).ok();
    has(
        &out,
        ["  4 errors in memory\n", "  1 record may be out of date\n"],
    );
    has(&out, "  1 file of memory not committed\n");
    has(&out, "  not installed in this clone: pre-commit, ");
    let way = "\nnext: 'git memory check' names the errors, and how to correct them\n";
    ends(&out, way);
    // The count is kept, and found out anew where something changed.
    assert_eq!(world.memory("status --json").json()["stale"], 1);
    // Later than any commit that git makes here by its own clock.
    world.set("GIT_MEMORY_CLOCK", "2050-01-01T00:00:00Z");
    world.memory(["set", &stale, "paths=src/a.rs"]).ok();
    assert_eq!(world.memory("status --json").json()["stale"], 0);
}

#[test]
fn every_file_of_memory_that_is_not_committed_counts() {
    let world = World::new();
    world.memory("init").ok();
    let told = |count: usize| {
        let line = format!("  {count} files of memory not committed\n");
        has(&world.memory("status").ok(), line.as_str());
    };
    let files = || world.status().matches("  memory/").count();
    assert!(files() > 1);
    told(files());
    world.decision("Use a file");
    told(files());
    world.commit("One");
    lacks(&world.memory("status").ok(), "not committed");
    world.write("memory/.gitattributes", "# Mine.\n");
    has(&world.memory("status").ok(), "  1 file of memory not");
}

#[test]
fn private_memory_that_the_remote_has_not_is_counted() {
    let world = World::with_memory();
    world.bare("../remote.git");
    world.memory("add-note Here --private").ok();
    let unsynced = || world.memory("status --json").json()["unsynced"].clone();
    assert_eq!(unsynced(), json!(null));
    world.git("config memory.remote ../remote.git").ok();
    assert_eq!(unsynced()["count"], 1);
    let out = world.memory([""; 0]).ok();
    has(&out, "  1 work-log entry not synced with ../remote.git\n");
    world.memory("sync").ok();
    assert_eq!(unsynced()["count"], 0);
}

#[test]
fn where_there_is_nothing_it_says_how_to_begin() {
    let world = World::new();
    let out = world.memory([""; 0]).ok();
    assert_eq!(out, "repo (main): no memory yet\nnext: git memory init\n");
    assert_eq!(world.status(), "");
    let err = World::empty().memory([""; 0]).fails(128);
    assert!(err.contains("not a git repository"), "{err}");
}

#[test]
fn a_clone_that_lacks_hooks_says_so_once_a_day() {
    let mut world = World::with_memory();
    world.memory("hooks uninstall").ok();
    let add = |title: &str| world.memory(["add-note", title]).err;
    let first = add("One");
    has(&first, "note: not installed in this clone: pre-commit, ");
    has(&first, "clean-filter, merge-driver\n");
    has(&first, "git memory hooks install");
    assert!(!add("Two").contains("not installed"));
    world.set("GIT_MEMORY_CLOCK", "2026-11-21T00:00:00Z");
    assert!(world.memory("add-note Three").err.contains("not installed"));
    let doctor = world.memory("doctor").out;
    assert!(doctor.contains("not installed: pre-commit, "), "{doctor}");
    // With the hooks installed, or without `init`, there is no notice.
    world.memory("hooks install").ok();
    world.set("GIT_MEMORY_CLOCK", "2026-11-22T00:00:00Z");
    assert!(!world.memory("add-note Four").err.contains("not installed"));
}

#[test]
fn pages_that_were_never_set_up_are_counted_and_init_is_proposed() {
    let world = World::new();
    world.write("memory/build.md", "# Build\n\nRun make.\n");
    let out = world.memory([""; 0]).ok();
    has(&out, "  not set up: no hooks and no derived files\n");
    assert!(
        out.contains("\nnext: run 'git memory init' first\n"),
        "{out}"
    );
    assert!(!out.contains("pre-commit"), "{out}");
}

#[test]
fn folders_that_are_read_where_they_are_count_like_memory() {
    let world = World::new();
    world.git("config memory.roots docs/adr").ok();
    world.write("docs/adr/0001-use-x.md", "# Use X\n\nIt is small.\n");
    world.git("add docs").ok();
    world.git("commit -q -m One").ok();
    let out = world.memory([""; 0]).ok();
    assert!(
        out.starts_with("repo (main): 1 record (decisions 1)\n"),
        "{out}"
    );
    assert!(!out.contains("not committed"), "{out}");
    assert_eq!(world.memory("list").err, "");
    world.write("docs/adr/0002-use-y.md", "# Use Y\n\nX is large.\n");
    // Their owner decides about committing them.
    assert_eq!(world.memory("status --json").json()["uncommitted"], 0);
    world.git("add docs").ok();
    world.git("commit -q -m Two").ok();
    let out = world.memory([""; 0]).ok();
    assert!(out.contains("docs/adr/0002-use-y.md  Use Y\n"), "{out}");
}

#[test]
fn a_page_about_its_folder_is_no_record_of_the_count() {
    let world = World::with_memory();
    for name in ["README.md", "OVERVIEW.md", "index.md"] {
        world.write(&format!("memory/decisions/{name}"), "# All\n");
    }
    world.decision("One");
    let answer = world.memory("status --json").json();
    assert_eq!(answer["kinds"], json!({"decision": 1}), "{answer}");
}

#[test]
fn what_waits_for_a_person_is_counted() {
    let mut world = World::with_memory();
    let question = ["add", "loop", "Who owns the queue", "--why", "Mail is lost"];
    world
        .memory([&question[..], &["--next-trigger", "2026-11-20"]].concat())
        .ok();
    let step = ["summary", "append", "--run", "r", "--step", "1"];
    world
        .memory([&step[..], &["--title", "Ask", "--follow-up", "Call them"]].concat())
        .ok();
    world.commit("One");
    world.set("GIT_MEMORY_CLOCK", "2026-11-22T13:00:00Z");
    let out = world.memory("status").ok();
    has(&out, "  1 open question due\n");
    has(&out, "  1 follow-up open in this branch's work log\n");
    let json = world.memory("status --json").json();
    assert_eq!((&json["due"], &json["follow_ups"]), (&json!(1), &json!(1)));
}

#[test]
fn a_repository_without_memory_is_told_what_memory_could_use() {
    let world = World::empty();
    world.git("init -q -b main").ok();
    world.write(
        "docs/adr/0001-use-a-queue.md",
        "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nSo.\n",
    );
    world.write("CLAUDE.md", "# Rules\n");
    world.write(".claude/settings.json", "{}\n");
    let out = world.memory([""; 0]).ok();
    assert_eq!(
        out,
        "repo (main): no memory yet\nagents: Claude Code not connected\n\
         found: 1 decision record in docs/adr; CLAUDE.md ('git memory import claude-md' \
         makes rules, conventions or topics)\nnext: git memory init --root docs/adr\n"
    );
    let err = world.memory("init --root docs/adr").err;
    ends(&err, "next: git memory agents install claude\n");
}

#[test]
fn a_memory_without_records_is_told_the_same_as_by_init() {
    let world = World::with_decisions();
    world.write("CLAUDE.md", "# Rules\n");
    let told = world.memory("init").err;
    let (_, next) = told.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(next, "next: git memory init --root docs/adr");
    let out = world.memory([""; 0]).ok();
    has(&out, "memory has no records yet\n");
    has(&out, "\nfound: 2 decision records in docs/adr; CLAUDE.md (");
    ends(&out, format!("\n\n{next}\n").as_str());
    assert!(!out.contains("Nothing to review"), "{out}");
    world.memory("init --root docs/adr").ok();
    let out = world.memory("status").ok();
    assert!(!out.contains("found: "), "{out}");
    // Records that no agent hears of help no agent.
    world.write(".cursor/rules/a.mdc", "Use tabs.\n");
    let out = world.memory("status").ok();
    ends(&out, "\nnext: git memory agents install claude cursor\n");
    world.memory("agents install cursor").ok();
    ends(
        &world.memory("status").ok(),
        "next: 'git memory add TITLE' records a decision\n",
    );
}

#[test]
fn a_conflict_is_named_once_with_its_file() {
    let world = World::with_memory();
    let (id, path) = world.decision("Use files");
    world.commit("One");
    world.git("switch -q -c side").ok();
    world.memory(["set", &id, "title=Use a database"]).ok();
    world.commit("Two");
    world.git("switch -q main").ok();
    world.memory(["set", &id, "title=Use tables"]).ok();
    world.commit("Three");
    world.git("merge -q side").fails(1);
    let out = world.memory("status").ok();
    let line = format!("  1 record in conflict between 'main' and 'side': {path}\n");
    has(&out, line.as_str());
    assert!(!out.contains("not committed"), "{out}");
}
