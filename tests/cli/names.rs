//! File names that are invalid on some system are never made, and no two that differ only in case.

use serde_json::json;

use crate::common::{World, has};

/// Every file below `memory/`.
fn files(world: &World) -> Vec<String> {
    let all = world.shell("find memory -type f").ok();
    all.lines().map(str::to_owned).collect()
}

#[track_caller]
fn has_none_that_windows_reserves(world: &World) {
    for path in files(world) {
        for part in path.to_lowercase().split('/') {
            let stem = part.split('.').next().unwrap();
            assert!(
                !["con", "aux", "nul", "com1", "prn"].contains(&stem),
                "{path}"
            );
            assert!(
                !part.ends_with(['.', ' ']) && !part.contains([':', '?', '*', '"']),
                "{path}"
            );
        }
    }
}

#[test]
fn titles_and_topics_with_the_name_of_a_device_get_another_file_name() {
    let world = World::with_memory();
    for title in ["CON", "aux", "NUL.txt", "What: a \"name\"?", "dot."] {
        world.memory(["add-decision", title]).ok();
        world
            .memory_with(["topic", "write", title, "--body-file", "-"], "Text.\n")
            .ok();
        let read = world.memory(["topic", "read", title]).ok();
        assert!(read.contains("Text."), "{title}: {read}");
    }
    has_none_that_windows_reserves(&world);
    assert!(
        world.has("memory/topics/con-topic.md"),
        "{:?}",
        files(&world)
    );
    world.memory("check").ok();
}

#[test]
fn a_scope_with_the_name_of_a_device_is_refused_with_the_reason() {
    let world = World::with_memory();
    let err = world
        .memory("add-decision X --scope services/aux")
        .fails(128);
    has(
        &err,
        [
            "cannot be made on Windows: 'aux' is the name of a device",
            "hint: choose another title or scope",
        ],
    );
    let err = world
        .memory_with("user write aux --body-file -", "x\n")
        .fails(128);
    assert!(err.contains("has a name that Windows reserves"), "{err}");
    has_none_that_windows_reserves(&world);
}

fn record(id: &str) -> String {
    format!(
        "---\nid: {id}\ntitle: {id}\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\nText.\n"
    )
}

#[test]
fn an_import_leaves_out_what_not_every_system_can_hold() {
    let world = World::with_memory();
    let files = [
        ("memory/notes/aux.md", "note-aaaaaa"),
        ("memory/notes/One.md", "note-bbbbbb"),
        ("memory/notes/one.md", "note-cccccc"),
        ("memory/notes/a:b.md", "note-dddddd"),
        ("memory/con/x.md", "note-eeeeee"),
        ("memory/notes/e\u{301}.md", "note-ffffff"),
        ("memory/notes/\u{e9}.md", "note-gggggg"),
    ]
    .map(|(path, id)| json!({"path": path, "content": record(id)}));
    let mut document = world.memory("export").json();
    document["files"] = json!(files);
    let answer = world.memory_with("import json -", &document.to_string());
    let all = format!("{}{}", answer.out, answer.err);
    assert!(all.contains("Windows reserves a name in its path"), "{all}");
    has(&all, "differs from another one only in case or accents");
    has_none_that_windows_reserves(&world);
    assert_eq!(world.memory("list --count").ok(), "2\n");
}

#[test]
fn a_topic_takes_no_name_that_is_there_in_another_case() {
    let world = World::with_memory();
    world.write("memory/topics/BUILD.md", record("top-aaaaaa"));
    world
        .memory_with("topic write Build --body-file -", "Text.\n")
        .ok();
    let names: Vec<String> = files(&world)
        .into_iter()
        .filter(|path| path.to_lowercase() == "memory/topics/build.md")
        .collect();
    assert_eq!(names.len(), 1, "{names:?}");
}
