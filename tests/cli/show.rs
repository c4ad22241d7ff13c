//! `git memory show`.

use crate::common::{World, has, token};

#[test]
fn a_record_is_named_by_id_prefix_or_path() {
    let mut world = World::with_memory();
    let (id, path) = world.decision("One");
    let whole = world.read(&path);
    let file = path.rsplit_once('/').unwrap().1;
    let below = format!("decisions/{file}");
    for name in [id.as_str(), &id[..6], &path, &below] {
        assert_eq!(world.memory(["show", name]).ok(), whole, "{name}");
    }
    world.at("memory/decisions");
    assert_eq!(world.memory(["show", file]).ok(), whole);
    assert_eq!(world.memory(["show", &format!("../{below}")]).ok(), whole);
}

#[test]
fn tiers_show_more_and_more() {
    let world = World::with_memory();
    let written = world
        .memory("add-decision One --description 'In short.' --rationale 'At length.' --json")
        .json();
    let id = written["id"].as_str().unwrap();
    assert_eq!(
        world.memory(["show", id, "--tier", "t0"]).ok(),
        "In short.\n"
    );
    assert_eq!(
        world.memory(["show", id, "--tier", "t1"]).ok(),
        "# One\n\nIn short.\n\n## Rationale\n\nAt length.\n"
    );
    assert!(
        world
            .memory(["show", id, "--tier", "t2"])
            .ok()
            .starts_with("---\nid: dec-")
    );
    let shown = world.memory(["show", id, "--json", "--tier", "t0"]).json();
    assert_eq!(shown["schema_version"], 1);
    assert_eq!(shown["content"], "In short.\n");
}

#[test]
fn a_revision_shows_what_was() {
    let world = World::with_memory();
    let (id, path) = world.decision("One");
    world.git("commit -q -m one").ok();
    let before = world.read(&path);
    world.memory(["set", &id, "title=Two"]).ok();
    assert_eq!(world.memory(["show", &id, "--rev", "HEAD"]).ok(), before);
    assert!(world.memory(["show", &id]).ok().contains("title: Two\n"));
}

#[test]
fn a_secret_that_got_in_is_not_shown() {
    let world = World::with_memory();
    let text = format!(
        "---\nid: note-aaaaaa\ntitle: A\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\n{}.\n",
        token()
    );
    world.write("memory/notes/a.md", text);
    for arguments in [
        ["show", "note-aaaaaa"].as_slice(),
        &["show", "note-aaaaaa", "--json"],
        &["list", "--json"],
    ] {
        let out = world.memory(arguments).ok();
        assert!(
            out.contains("[REDACTED:token]") && !out.contains(&token()),
            "{out}"
        );
    }
}

#[test]
fn json_carries_every_key_and_the_time_of_day() {
    let world = World::with_memory();
    let text = format!(
        "---\nid: loop-aaaaaa\ntitle: One\nstatus: open\nscope: project\nowner: Ada\nopened: 2026-01-02\n\
         next_trigger: 'June'\ncreated: 2026-01-02T10:00:00+02:00\nupdated: 2026-01-03 11:30\n\
         ticket: 17\nextra: {{a: [1, x, {}]}}\n---\nText.\n",
        token()
    );
    world.write("memory/open-loops/one.md", text);
    let export = world.memory("export --format jsonl").ok();
    let list = world.memory("list --json").json();
    let show = world.memory("show loop-aaaaaa --json").json();
    let export: serde_json::Value = serde_json::from_str(export.lines().next().unwrap()).unwrap();
    for record in [&export, &list["records"][0], &show] {
        assert_eq!(record["created"], "2026-01-02T08:00:00Z", "{record}");
        assert_eq!(record["updated"], "2026-01-03T11:30:00Z");
        let more = &record["more"];
        assert_eq!(
            (&more["owner"], &more["ticket"]),
            (&"Ada".into(), &17.into())
        );
        assert_eq!(more["opened"], "2026-01-02");
        assert_eq!(more["next_trigger"], "June");
        assert_eq!(more["extra"]["a"][1], "x");
        assert!(!record.to_string().contains(&token()), "{record}");
    }
    world.memory("add-note Plain").ok();
    let notes = world.memory("list --kind note --json").json();
    let note = &notes["records"][0];
    assert_eq!(
        (&note["created"], note.get("more")),
        (&"2026-11-20".into(), None)
    );
}

#[test]
fn a_piece_of_a_record_is_shown_by_its_heading_or_its_words() {
    let world = World::with_memory();
    world.write(
        "memory/decisions/a.md",
        "# Use Postgres\n\n## Context\n\nMany events.\n\n## Decision\n\nOne store.\n\n\
         ## Consequences\n\nWe learn pelican.\n",
    );
    let show = |asked: &[&str]| world.memory([&["show", "memory/decisions/a.md"], asked].concat());
    let expected = "## Decision\n\nOne store.\n";
    assert_eq!(show(&["--section", "decision"]).ok(), expected);
    let expected = "## Consequences\n\nWe learn pelican.\n";
    assert_eq!(show(&["--around", "pelican"]).ok(), expected);
    let said = show(&["--section", "nothing"]).fails(128);
    let expected = "no section 'nothing'; there are: Use Postgres, Context, Decision";
    has(&said, expected);
    let said = show(&["--around", "nothing"]).fails(128);
    assert!(said.contains("none of the words is in the text"), "{said}");
    assert_eq!(
        show(&["--tier", "t1"]).ok(),
        "# Use Postgres\n\n## Decision\n\nOne store.\n\n\
         ## Consequences\n\nWe learn pelican.\n\n## Context\n\nMany events.\n"
    );
}

#[test]
fn several_records_are_shown_one_after_the_other() {
    let world = World::with_memory();
    world.write("memory/notes/a.md", "# A\n");
    world.write("memory/notes/b.md", "# B\n");
    let both = ["show", "memory/notes/a.md", "memory/notes/b.md"];
    assert_eq!(world.memory(both).ok(), "# A\n\n# B\n");
    let answer = world.memory([&both[..], &["--json"]].concat()).json();
    assert_eq!(answer["records"][1]["content"], "# B\n");
    let said = world.memory(["show", both[1], "nothing"]).fails(128);
    assert!(said.contains("no record 'nothing'"), "{said}");
    let said = world.memory("show sum-nothing").fails(128);
    has(&said, "hint: 'git memory summary list' shows");
}

#[test]
fn the_files_that_a_record_is_about_are_listed() {
    let world = World::with_memory();
    for file in ["src/a.rs", "src/deep/b.rs", "docs/c.md"] {
        world.write(file, "\n");
    }
    world.git("add .").ok();
    world.write("src/untracked.rs", "\n");
    let add = |title: &str, paths: &[&str]| {
        let mut arguments = vec!["add-decision", title, "--json"];
        for path in paths {
            arguments.extend(["--path", path]);
        }
        world.memory(arguments).json()["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let one = add("One", &["src/**", ":(exclude)src/deep"]);
    let two = add("Two", &["docs"]);
    let none = add("None", &[]);
    assert_eq!(world.memory(["show", &one, "--files"]).ok(), "src/a.rs\n");
    let both = world.memory(["show", &one, &two, "--files"]).ok();
    assert_eq!(
        both,
        format!("{one}  One\nsrc/a.rs\n{two}  Two\ndocs/c.md\n")
    );
    let answer = world
        .memory(["show", &two, &none, "--files", "--json"])
        .json();
    assert_eq!(answer["records"][0]["files"][0], "docs/c.md");
    assert_eq!(answer["records"][0]["paths"][0], "docs");
    assert_eq!(answer["records"][1]["files"].as_array().unwrap().len(), 0);
    let nothing = world.memory(["show", &none, "--files"]);
    assert!(nothing.err.contains("names no paths"), "{}", nothing.err);
    let call = ["show", &one, "--files", "--tier", "t0"];
    world.memory(call).fails(129);
}

#[test]
fn the_commits_that_follow_a_record_are_shown_where_they_are_asked_for() {
    let world = World::with_memory();
    let (id, path) = world.decision("One");
    world.memory(["set", &id, "alias=ADR-7"]).ok();
    let commit = |message: &str| {
        let call = ["commit", "-q", "--allow-empty", "-m", message];
        world.git(call).ok();
    };
    commit(&format!("Begin\n\nDecision: {id}"));
    commit("Something else (ADR 8)");
    commit(&format!("Follow ADR 7 with {}", token()));
    let shown = world.memory(["show", &id, "--followers"]);
    assert!(!shown.out.contains(&token()), "{}", shown.out);
    let text = shown.ok();
    let (record, commits) = text.split_at(world.read(&path).len());
    assert_eq!(record, world.read(&path));
    let lines: Vec<&str> = commits.trim().lines().collect();
    assert_eq!(lines.len(), 2, "{commits}");
    assert!(lines[0].contains("Follow ADR 7 with"), "{commits}");
    assert!(lines[1].ends_with("  Begin"), "{commits}");
    let json = |rev: &str| {
        let shown = world.memory(["show", &id, "--followers", "--rev", rev, "--json"]);
        shown.json()["followers"].clone()
    };
    let first = &json("HEAD~2")["commits"];
    assert_eq!(first.as_array().unwrap().len(), 1);
    assert_eq!(first[0]["subject"], "Begin");
    for nth in 0..20 {
        commit(&format!("Change {nth}\n\nDecision: {id}"));
    }
    let many = json("HEAD");
    assert_eq!(many["commits"].as_array().unwrap().len(), 20);
    assert_eq!(many["commits"][0]["subject"], "Change 19");
    assert_eq!(many["commits_left"], 2);
    let plain = world.memory(["show", &id, "--json"]).json();
    assert!(plain["followers"].is_null());
}
