//! Ids that two files have: the file that had it first is the record, and every command reports it.

use serde_json::json;

use crate::common::{Answer, World, has};

const ID: &str = "dec-aaaaaa";
const RECORD: &str = "memory/decisions/use-postgres-aaaaaa.md";
const COPY: &str = "memory/aaa/x.md";

fn record(title: &str) -> String {
    format!(
        "---\nid: {ID}\ntitle: {title}\nstatus: active\nscope: project\nupdated: 2026-11-20\n\
         paths: ['src/**']\n---\n\n{title} for events.\n"
    )
}

fn commit(world: &World, message: &str, day: &str) {
    world.git("add --all").ok();
    let date = format!("{day}T12:00:00Z");
    let mut commit = world.command("git");
    commit.args(["commit", "--quiet", "--no-verify", "-m", message]);
    commit
        .env("GIT_COMMITTER_DATE", &date)
        .env("GIT_AUTHOR_DATE", &date);
    assert!(commit.status().unwrap().success());
}

/// A decision, and a copy of it that came later, by a commit that claims to be older.
fn world() -> World {
    let world = World::with_memory();
    world.write("src/a.rs", "a\n");
    world.write(RECORD, record("Use Postgres"));
    commit(&world, "Decide", "2026-11-20");
    world.write(COPY, record("Use Oracle"));
    commit(&world, "Copy", "2001-01-01");
    world
}

#[track_caller]
fn says_it(answer: &Answer) {
    let told = format!(
        "warning: {RECORD} and {COPY} have one id, {ID}: the first file had it first\n\
         hint: give the other file an id of its own, or remove it; a path names one of two\n"
    );
    assert!(answer.err.contains(&told), "{}", answer.err);
}

#[test]
fn the_file_that_had_an_id_first_is_the_record() {
    let world = world();
    let shown = world.memory(["show", ID]);
    assert!(shown.out.contains("Use Postgres"), "{}", shown.out);
    says_it(&shown);
    let read = world.memory(["show", ID, "--json"]).json();
    assert_eq!(read["same_id"], json!([COPY]));
    assert_eq!(
        world.memory(["show", COPY, "--json"]).json()["same_id"],
        json!([RECORD])
    );
    for command in [
        &["show", "dec-aaa"][..],
        &["show", COPY],
        &["list"],
        &["why", "src/a.rs"],
        &["recall", "postgres"],
        &["context", "--query", "postgres for events"],
        &["related", ID],
        &["show", "--files", ID],
    ] {
        says_it(&world.memory(command));
    }
}

#[test]
fn a_record_that_was_moved_still_had_its_id_first() {
    let world = world();
    let moved = "memory/decisions/zzz.md";
    world.git(["mv", RECORD, moved]).ok();
    commit(&world, "Move", "2026-11-21");
    let shown = world.memory(["show", ID]);
    assert!(shown.out.contains("Use Postgres"), "{}", shown.out);
    has(&shown.err, "the first file had it first");
    // An older file that takes an id over has not had it before.
    world.write("memory/aaa/b.md", "---\ntitle: Old\n---\nOld.\n");
    commit(&world, "Page", "2026-11-22");
    world
        .memory("add-decision --id dec-bbbbbb New --rationale r")
        .ok();
    commit(&world, "New", "2026-11-23");
    world.write("memory/aaa/b.md", record("Old").replace(ID, "dec-bbbbbb"));
    let shown = world.memory("show dec-bbbbbb");
    assert!(shown.out.contains("New"), "{}", shown.out);
}

#[test]
fn what_changes_an_id_of_two_files_changes_the_record_and_says_so() {
    let world = world();
    let set = world.memory(["set", ID, "tags=x"]);
    says_it(&set);
    assert!(
        world.read(RECORD).contains("tags: [x]"),
        "{}",
        world.read(RECORD)
    );
    assert_eq!(world.read(COPY), record("Use Oracle"));
    let new = ["supersede", ID, "--title", "Use SQLite", "--rationale", "r"];
    says_it(&world.memory(new));
    assert!(world.read(RECORD).contains("status: superseded"));
    assert_eq!(world.read(COPY), record("Use Oracle"));
}

#[test]
fn nothing_is_changed_where_history_does_not_tell_which_file_is_the_record() {
    let world = World::with_memory();
    world.write("src/a.rs", "a\n");
    world.write(RECORD, record("Use Postgres"));
    world.write(COPY, record("Use Oracle"));
    commit(&world, "Both", "2026-11-20");
    let shown = world.memory(["show", ID]);
    has(&shown.err, "history does not tell which had it first");
    for command in [
        "set ID tags=x",
        "close ID",
        "edit ID --body-file src/a.rs",
        "add-decision --id ID --update 'Use SQLite' --rationale r",
        "supersede ID --title 'Use SQLite' --rationale r",
    ] {
        let refused = world.memory(&command.replace("ID", ID)).fails(128);
        let hint = format!("hint: give the path of the file, {COPY} or {RECORD}; or");
        assert!(refused.contains(&hint), "{command:?}: {refused}");
    }
    assert_eq!(world.read(RECORD), record("Use Postgres"));
    // A path is unambiguous.
    world.memory(["set", RECORD, "tags=x"]).ok();
    assert!(world.read(RECORD).contains("tags: [x]"));
    assert_eq!(world.read(COPY), record("Use Oracle"));
}

#[test]
fn hits_and_rows_carry_the_mark_of_a_double() {
    let world = world();
    let list = world.memory("list --json").json();
    let marks = |path: &str| {
        let rows = list["records"].as_array().unwrap().iter();
        let row = rows.clone().find(|row| row["record_path"] == path).unwrap();
        (row["same_id"].clone(), row["copy_of"].clone())
    };
    assert_eq!(marks(RECORD), (json!([COPY]), json!(null)));
    assert_eq!(marks(COPY), (json!([RECORD]), json!(RECORD)));
    let format = ["list", "--format", "%(copy_of)%(same_id)"];
    let listed = world.memory(format).ok();
    assert!(listed.contains(&format!("{RECORD}{RECORD}\n")), "{listed}");
    for (words, copy_of) in [("postgres", json!(null)), ("oracle", json!(RECORD))] {
        let hits = world.memory(["recall", words, "--json"]).json();
        let hit = &hits["hits"][0];
        assert!(hit["same_id"].is_array(), "{hits}");
        assert_eq!(hit["copy_of"], copy_of, "{hits}");
    }
    let shown = world.memory(["show", COPY, "--json"]).json();
    assert_eq!(shown["copy_of"], RECORD);
}

#[test]
fn a_copy_of_the_same_bytes_is_a_double_too() {
    let world = World::with_memory();
    world.write(RECORD, record("Use Postgres"));
    commit(&world, "Decide", "2026-11-20");
    world.write(COPY, record("Use Postgres"));
    let recalled = world.memory("recall postgres");
    says_it(&recalled);
    let hits = world.memory("recall postgres --json").json();
    assert_eq!(hits["hits"][0]["copy_of"], RECORD, "{hits}");
}

#[test]
fn a_path_closes_the_file_that_it_names() {
    let world = World::with_memory();
    let loops = ["memory/open-loops/a.md", "memory/open-loops/b.md"];
    for path in loops {
        let text = "---\nid: loop-aaaaaa\ntitle: Ask\nstatus: open\nscope: project\n---\n\nAsk.\n";
        world.write(path, text);
        commit(&world, path, "2026-11-20");
    }
    world.memory(["close", loops[1]]).ok();
    assert!(world.read(loops[1]).contains("status: closed"));
    assert!(world.read(loops[0]).contains("status: open"));
    world.memory("close loop-aaaaaa").ok();
    assert!(world.read(loops[0]).contains("status: closed"));
}

#[test]
fn an_agent_is_told_both_before_an_edit() {
    let world = world();
    let call = json!({
        "session_id": "s1", "hook_event_name": "PreToolUse", "tool_name": "Edit",
        "tool_input": {
            "file_path": world.here.join("src/a.rs"), "old_string": "a", "new_string": "b",
        },
    });
    let told = world
        .memory_with("hook pre-tool-use", &call.to_string())
        .ok();
    assert!(told.contains(&format!("same_id={COPY}")), "{told}");
    assert!(told.contains(&format!("copy_of={RECORD}")), "{told}");
    has(&told, ["Use Postgres", "Use Oracle"]);
}
