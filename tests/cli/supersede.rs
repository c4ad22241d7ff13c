//! `git memory supersede`.

use crate::common::{World, has};

#[test]
fn both_records_change_in_one_step() {
    let world = World::with_memory();
    let arguments = [
        "add-decision",
        "Old",
        "--scope",
        "web",
        "--tag",
        "t",
        "--path",
        "src/**",
        "--category",
        "c",
        "--json",
    ];
    let old = world.memory(arguments).json();
    let (old_id, old_path) = (old["id"].as_str().unwrap(), old["path"].as_str().unwrap());
    let new = world
        .memory([
            "supersede",
            old_id,
            "--title",
            "New",
            "--rationale",
            "Better.",
            "--json",
        ])
        .json();
    let (new_id, new_path) = (new["id"].as_str().unwrap(), new["path"].as_str().unwrap());
    assert_eq!(new["supersedes"]["id"], old_id);
    let (old_text, new_text) = (world.read(old_path), world.read(new_path));
    has(
        &old_text,
        [
            "status: superseded\n",
            &format!("superseded_by: [{new_id}]\n"),
        ],
    );
    has(&new_text, &format!("supersedes: [{old_id}]\n"));
    for inherited in [
        "scope: web\n",
        "tags: [t]\n",
        "paths: [src/**]\n",
        "category: c\n",
        "status: active\n",
    ] {
        assert!(new_text.contains(inherited), "{inherited}");
    }
    has(&world.read("memory/index.md"), "(superseded) → [New]");
    assert_eq!(world.status().lines().count(), 2);
    world.memory("check").ok();
}

#[test]
fn neither_changes_where_it_cannot_be() {
    let world = World::with_memory();
    let (id, path) = world.decision("Old");
    let note = world.memory("add-note Note --json").json();
    for (old, title, why) in [
        (id.as_str(), "", "the title is empty"),
        (
            note["id"].as_str().unwrap(),
            "x",
            "is a note, which cannot be superseded",
        ),
        ("dec-zzzzzz", "x", "no record 'dec-zzzzzz'"),
    ] {
        let call = ["supersede", old, "--title", title];
        assert!(world.memory(call).fails(128).contains(why), "{why}");
    }
    let call = ["supersede", &id, "--title", "x", "--cause", "y"];
    has(&world.memory(call).fails(129), "a decision has no --cause");
    assert!(world.read(&path).contains("status: active"));
    world.memory(["supersede", &id, "New"]).ok();
    let said = world.memory(["supersede", &id, "Newer"]).fails(128);
    has(&said, "is already superseded by dec-");
}

#[test]
fn two_records_that_exist_are_linked_in_one_step() {
    let world = World::with_memory();
    let (first, _) = world.decision("First");
    let (old, old_path) = world.decision("Old");
    let (new, new_path) = world.decision("New");
    world.memory(["supersede", &first, "--by", &new]).ok();
    let answer = world
        .memory(["supersede", &old, "--by", &new, "--json"])
        .json();
    assert_eq!(
        (&answer["id"], &answer["supersedes"]["id"]),
        (&new.clone().into(), &old.clone().into())
    );
    let (old_text, new_text) = (world.read(&old_path), world.read(&new_path));
    assert!(old_text.contains("status: superseded\n"));
    has(&old_text, &format!("superseded_by: [{new}]\n"));
    has(&new_text, &format!("supersedes: [{first}, {old}]\n"));
    world.memory("check").ok();
}

#[test]
fn records_that_cannot_replace_each_other_stay_as_they_are() {
    let world = World::with_memory();
    let (a, a_path) = world.decision("A");
    let (b, b_path) = world.decision("B");
    let (c, _) = world.decision("C");
    let note = world.memory("add-lesson L --json").json();
    let lesson = note["id"].as_str().unwrap();
    world.memory(["supersede", &a, "--by", &b]).ok();
    let before = (world.read(&a_path), world.read(&b_path));
    for (old, new, why) in [
        (&a, a.as_str(), "cannot replace itself"),
        (&b, &a, "itself replaces"),
        (&a, &c, "is already superseded by"),
        (&c, &a, "is already superseded by"),
        (&c, lesson, "a record is replaced by one of its own kind"),
        (&c, "dec-zzzzzz", "no record 'dec-zzzzzz'"),
    ] {
        let err = world.memory(["supersede", old, "--by", new]).fails(128);
        assert!(err.contains(why), "{err}");
    }
    assert_eq!((world.read(&a_path), world.read(&b_path)), before);
    for more in ["--title", "--rationale"] {
        world
            .memory(["supersede", &c, "--by", &b, more, "x"])
            .fails(129);
    }
}

#[test]
fn what_the_new_record_lacks_is_named() {
    let world = World::with_memory();
    let (old, _) = world.decision("Old");
    let new = world.memory(["supersede", &old, "New", "--decision", "Yes."]);
    has(
        &new.err,
        "note: no text for 'Rationale' yet\nhint: to add it, run 'git memory edit",
    );
    let (old, (by, _)) = (world.decision("Older").0, world.decision("By"));
    let linked = world.memory(["supersede", &old, "--by", &by, "--json"]);
    has(&linked.err, "no text for 'Rationale' yet");
    let (old, _) = world.decision("Oldest");
    assert_eq!(world.memory(["supersede", &old, "Newest", "-q"]).err, "");
}

/// Documents of a series with its own name, read in place.
fn with_proposals() -> World {
    let world = World::with_memory();
    for (number, name) in [("0306", "actors"), ("0313", "isolation")] {
        let text = format!(
            "# {name}\n\n* Proposal: [SE-{number}]({number}-{name}.md)\n\
             * Status: **Implemented (Swift 5.5)**\n\n## Introduction\n\nText.\n"
        );
        world.write(&format!("proposals/{number}-{name}.md"), text);
    }
    world.write("memory/config.yaml", "roots: [proposals]\n");
    world.commit("Proposals");
    world
}

#[test]
fn a_title_that_names_a_record_is_refused() {
    let world = with_proposals();
    for arguments in [
        ["SE-0306", "SE-0313"],
        ["SE-0313", "proposals/0306-actors.md"],
    ] {
        let said = world
            .memory([&["supersede"][..], &arguments].concat())
            .fails(128);
        let [_, title] = arguments;
        let expected = format!("fatal: '{title}' is a record\nhint: use --by {title}\n");
        assert_eq!(said, expected);
    }
    assert_eq!(world.status(), "");
    world
        .memory(["supersede", "SE-0306", "Use SE-0313 for all"])
        .ok();
}

#[test]
fn documents_link_by_the_name_of_their_series_and_keep_the_case_of_their_status() {
    let world = with_proposals();
    world.memory("supersede SE-0306 --by SE-0313").ok();
    let old = world.read("proposals/0306-actors.md");
    has(
        &old,
        "* Status: **Superseded by [SE-0313](0313-isolation.md)**",
    );
    let new = world.read("proposals/0313-isolation.md");
    has(&new, "* Supersedes: [SE-0306](0306-actors.md)");
    let told = world.memory("set SE-0313 status=withdrawn");
    has(&told.err, "is now: * Status: **Withdrawn**");
}

#[test]
fn help_names_the_statuses_of_records_that_can_be_replaced() {
    let help = World::with_memory().memory("supersede -h").ok();
    has(&help, "active, proposed, superseded, rejected, archived");
    assert!(!help.contains("closed") && !help.contains("done"), "{help}");
}
