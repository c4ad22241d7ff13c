//! `git memory set` and `git memory close`.

use crate::common::{World, has, lacks};

const TEXT: &str = "---\n# mine\nid: dec-aaaaaa\ntitle:   'One'   # the title\nstatus: active\nscope: project\nextra: {a: [1, 2]}\n\
                    tags:\n  - x\n  # y is gone\n  - z\nupdated: \"2026-01-01\"\n---\n# One\n\n- text  \n";

#[test]
fn only_the_lines_of_the_keys_change() {
    let world = World::with_memory();
    for (newline, mark) in [("\n", ""), ("\r\n", "\u{feff}")] {
        let before = format!("{mark}{}", TEXT.replace('\n', newline));
        world.write("memory/decisions/one.md", &before);
        world
            .memory("set dec-aaaaaa 'title=Two: a' 'tags=a,b c' owner=Ada category=no")
            .ok();
        let tags = format!("tags:{newline}  - x{newline}  # y is gone{newline}  - z{newline}");
        let expected = before
            .replace(
                "title:   'One'   # the title",
                "title: \"Two: a\"   # the title",
            )
            .replace(&tags, &format!("tags: [a, b c]{newline}"))
            .replace("updated: \"2026-01-01\"", "updated: 2026-11-20")
            .replace(
                &format!("20{newline}---"),
                &format!("20{newline}owner: Ada{newline}category: \"no\"{newline}---"),
            );
        assert_eq!(world.read("memory/decisions/one.md"), expected);
    }
    assert_eq!(world.status(), "A  memory/decisions/one.md\n");
}

#[test]
fn a_new_scope_moves_the_file() {
    let world = World::with_memory();
    let (id, path) = world.decision("One");
    let out = world.memory(["set", &id, "scope=web/shop"]).ok();
    let moved = path.replace("memory/", "memory/scopes/web/shop/");
    assert_eq!(out, format!("{id}  {moved}\n"));
    assert!(!world.has(&path));
    world.memory(["set", &id, "scope=project"]).ok();
    assert!(world.has(&path));
    world.memory("check").ok();
}

#[test]
fn another_kind_gives_another_id_and_place_and_leads_back() {
    let world = World::with_memory();
    let (id, path) = world.decision("One");
    let other = world.memory(["add-lesson", "Two", "--related", &id]).ok();
    let (other, _) = other.trim().split_once("  ").unwrap();
    let before = world.read(&path);
    let out = world.memory(["set", &id[..7], "kind=note"]).ok();
    let note = id.replace("dec-", "note-");
    let moved = path.replace("decisions", "notes");
    assert_eq!(out, format!("{note}  {moved}\n"));
    assert!(!world.has(&path), "the file moves");
    let shown = |name: &str| world.memory(["show", name, "--json"]).json()["id"].clone();
    assert_eq!(shown(&id), *note, "the old id still names it");
    let links = world.memory(["show", other, "--json"]).json()["related"].clone();
    assert_eq!(links[0], *note, "links follow");
    world.memory(["check"]).ok();
    let call = ["set", &note, "kind=decision", "category=x"];
    world.memory(call).ok();
    let keys = format!("\nalias: [{note}]\ncategory: x\n---\n");
    assert_eq!(world.read(&path), before.replacen("\n---\n", &keys, 1));
    world.memory(["check"]).ok();
}

#[test]
fn a_status_that_the_new_kind_lacks_comes_back_with_the_old_kind() {
    let world = World::with_memory();
    let (id, _) = world.decision("One");
    let note = id.replace("dec-", "note-");
    let status = |name: &str| world.memory(["list", "--format", name]).ok();
    world.memory(["set", &id, "status=rejected"]).ok();
    world.memory(["set", &id, "kind=note"]).ok();
    assert_eq!(status("%(kind) %(status)"), "note archived\n");
    world.memory(["set", &note, "kind=decision"]).ok();
    assert_eq!(status("%(id) %(status)"), format!("{id} rejected\n"));
    let err = world.memory(["set", &id, "kind=thought"]).fails(128);
    assert!(err.contains("'thought' is not a kind"), "{err}");
    // A page gets the kind at once.
    world.write("memory/release.md", "# Release\n");
    let out = world
        .memory(["set", "memory/release.md", "kind=recipe"])
        .ok();
    assert!(
        out.starts_with("rec-") && out.ends_with("  memory/recipes/release.md\n"),
        "{out}"
    );
    world.memory(["check"]).ok();
}

#[test]
fn other_names_of_a_key_are_the_ones_that_change() {
    let world = World::with_memory();
    world.write("memory/decisions/one.md", TEXT.replace("title:", "name:"));
    world.memory("set dec-aaaaaa title=Two").ok();
    let text = world.read("memory/decisions/one.md");
    has(&text, "name: Two");
    lacks(&text, "title:");
}

#[test]
fn what_cannot_be_patched_is_left_to_the_user() {
    let world = World::with_memory();
    let text = "---\n{id: dec-aaaaaa, title: One, status: active, scope: project, updated: 2026-01-01}\n---\n";
    world.write("memory/decisions/one.md", text);
    let err = world.memory("set dec-aaaaaa title=Two").fails(128);
    has(
        &err,
        [
            "memory/decisions/one.md: cannot change 'title' in place",
            "hint: ",
        ],
    );
    assert_eq!(world.read("memory/decisions/one.md"), text);
}

#[test]
fn loops_are_closed_and_plans_are_done() {
    let world = World::with_memory();
    for (command, expected) in [("add-loop", "closed"), ("add-plan", "done")] {
        let written = world.memory([command, "x", "--json"]).json();
        world
            .memory(["close", written["id"].as_str().unwrap()])
            .ok();
        has(
            &world.read(written["path"].as_str().unwrap()),
            &format!("status: {expected}\n"),
        );
    }
}

#[test]
fn a_key_is_set_by_its_own_name_to_a_value_that_it_has() {
    let world = World::with_memory();
    let (id, path) = world.decision("A");
    let before = world.read(&path);
    for (value, why) in [
        ("name=B", "it is read as 'title': set that"),
        ("date=2020-01-01", "it is read as 'created': set that"),
        ("impactedPaths=src", "it is read as 'paths': set that"),
        ("source=bogus", "'bogus' is not a source"),
        ("body=x", "hint: 'git memory edit dec-"),
        (
            "paths=[a,b]",
            "hint: separate the items with commas only: a,b",
        ),
        ("tags=[]", "a list is given without brackets"),
    ] {
        let err = world.memory(["set", &id, value]).fails(128);
        assert!(err.contains(why), "{err}");
    }
    assert_eq!(world.read(&path), before);
}

#[test]
fn an_item_comes_to_those_that_a_list_has() {
    let world = World::with_memory();
    let (id, path) = world.decision("A");
    let (other, _) = world.decision("B");
    let (third, _) = world.decision("C");
    world.memory(["set", &id, "tags=one,two"]).ok();
    let call = ["set", &id, "tags+=two,three", "paths+=src/**"];
    world.memory(call).ok();
    for related in [&other, &third, &other] {
        let call = ["set", &id, &format!("related+={related}")];
        world.memory(call).ok();
    }
    let text = world.read(&path);
    for line in [
        "tags: [one, two, three]".to_owned(),
        "paths: [src/**]".to_owned(),
        format!("related: [{other}, {third}]"),
    ] {
        assert!(text.contains(&line), "{line}: {text}");
    }
    let err = world.memory(["set", &id, "title+=x"]).fails(128);
    assert!(err.contains("'title' takes no '+='"), "{err}");
    assert_eq!(world.read(&path), text);
}

#[test]
fn a_private_record_is_related_to_tracked_and_private_ones() {
    let world = World::with_memory();
    let (tracked, _) = world.decision("Use X");
    let note = |title: &str, more: &[&str]| {
        let arguments = ["add-note", title, "--private", "--json"];
        let note = world.memory(arguments.iter().chain(more)).json();
        note["id"].as_str().unwrap().to_owned()
    };
    let first = note("First", &["--related", &tracked]);
    let second = note("Second", &[]);
    let related = |id: &str| world.memory(["show", id, "--json"]).json()["related"].clone();
    assert_eq!(related(&first)[0], tracked.as_str());
    let value = format!("related={tracked},{first}");
    world.memory(["set", &second, &value]).ok();
    assert_eq!(related(&second), serde_json::json!([tracked, first]));
    let state = world.status();
    for arguments in [
        &["set", &tracked, &format!("related={first}")][..],
        &["supersede", &first, "New"],
        &["supersede", &first, "--by", &tracked],
        &["supersede", &tracked, "--by", &first],
        &["add-note", "Third", "--related", &first],
        &["clear", &first],
        &["clear", &first, "--delete"],
    ] {
        let err = world.memory(arguments).fails(128);
        assert!(
            err.contains(&format!(
                "{first} is a private record, where a tracked one is needed"
            )) && err.contains(&format!("git memory summary publish {first}")),
            "{arguments:?}: {err}"
        );
        assert_eq!(world.status(), state, "{arguments:?}");
    }
}

#[test]
fn a_word_for_a_status_is_told_as_what_it_is_read() {
    let world = World::with_memory();
    let (id, _) = world.decision("Keep one queue");
    let said = world.memory(["set", &id, "status=done"]).err;
    assert_eq!(
        said,
        "note: nothing was changed\nnote: 'done' is read as 'active'\n"
    );
    let said = world.memory(["set", &id, "status=closed"]).err;
    assert_eq!(said, "note: 'closed' is read as 'rejected'\n");
    assert_eq!(world.memory(["set", &id, "status=active"]).err, "");
}
