//! `git memory list` and `git memory list --count`.

use crate::common::{World, has};

/// A world with records of several kinds, statuses, tags and scopes.
fn world() -> World {
    let mut world = World::with_memory();
    for (day, arguments) in [
        (
            "2026-01-01",
            vec![
                "add-decision",
                "Alpha",
                "--tag",
                "x",
                "--tag",
                "y",
                "--path",
                "src/**",
                "--category",
                "a",
            ],
        ),
        (
            "2026-01-02",
            vec![
                "add-decision",
                "Beta",
                "--tag",
                "x",
                "--status",
                "proposed",
                "--scope",
                "web/shop",
            ],
        ),
        (
            "2026-01-03",
            vec!["add-note", "Gamma", "--path", "docs/*.md"],
        ),
    ] {
        world.set("GIT_MEMORY_CLOCK", &format!("{day}T00:00:00Z"));
        world.memory(&arguments).ok();
    }
    world
}

/// The last words of the lines: these titles have one word.
fn titles(world: &World, arguments: &[&str]) -> String {
    let out = world.memory([&["list"], arguments].concat()).ok();
    out.lines()
        .map(|line| line.rsplit(' ').next().unwrap())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn every_filter_chooses() {
    let world = world();
    let both = ["--kind", "notes", "--kind", "decision"];
    for (arguments, expected) in [
        (vec![], "Gamma Beta Alpha"),
        (vec!["--kind", "decision"], "Beta Alpha"),
        (both.to_vec(), "Gamma Beta Alpha"),
        (vec!["--status", "proposed"], "Beta"),
        (vec!["--tag", "x"], "Beta Alpha"),
        (vec!["--tag", "x", "--tag", "Y"], "Alpha"),
        (vec!["--category", "a"], "Alpha"),
        (vec!["--scope", "web"], "Beta"),
        (vec!["--scope", "project"], "Gamma Alpha"),
        (vec!["--path", "src/store/a.rs"], "Alpha"),
        (vec!["--path", "docs/a.md"], "Gamma"),
        (vec!["--path", "memory/notes/"], "Gamma"),
        (vec!["--path", "elsewhere"], ""),
    ] {
        assert_eq!(titles(&world, &arguments), expected, "{arguments:?}");
        let count = expected.split_whitespace().count();
        let counted = world.memory([&["list", "--count"], arguments.as_slice()].concat());
        assert_eq!(counted.ok(), format!("{count}\n"));
    }
}

#[test]
fn every_order_sorts() {
    let world = world();
    for (sort, expected) in [
        ("updated", "Gamma Beta Alpha"),
        ("created", "Gamma Beta Alpha"),
        ("title", "Alpha Beta Gamma"),
        ("path", "Alpha Gamma Beta"),
    ] {
        assert_eq!(titles(&world, &["--sort", sort]), expected, "{sort}");
    }
    let ids = world.memory("list --sort id").ok();
    assert!(ids.lines().is_sorted());
}

#[test]
fn the_json_shape_is_a_contract() {
    let world = world();
    let list = world
        .memory("list --kind decision --status active --json")
        .json();
    let id = list["records"][0]["id"].as_str().unwrap().to_owned();
    let expected = serde_json::json!({
        "schema_version": 1,
        "records": [{
            "id": id, "kind": "decision", "scope": "project", "title": "Alpha", "description": "", "status": "active",
            "category": "a", "tags": ["x", "y"], "paths": ["src/**"], "source": "manual", "created": "2026-01-01",
            "updated": "2026-01-01", "supersedes": [], "superseded_by": [], "related": [],
            "record_path": world.path_of("memory/decisions/260101-alpha")
        }]
    });
    assert_eq!(list, expected);
    let count = world.memory("list --count --json").json();
    assert_eq!(
        count,
        serde_json::json!({"schema_version": 1, "count": 3, "kinds": {"decision": 2, "note": 1}})
    );
}

#[test]
fn a_revision_lists_what_was() {
    let world = world();
    assert_eq!(world.memory("list --rev HEAD").ok(), "");
    world.git("commit -q -m three").ok();
    world.git("tag -a -m x v1").ok();
    world.decision("Delta");
    assert_eq!(world.memory("list --count --rev v1").ok(), "3\n");
    assert_eq!(world.memory("list --count").ok(), "4\n");
}

#[test]
fn colours_come_when_asked_for() {
    let world = world();
    assert!(world.memory("list --color always").ok().contains("\u{1b}["));
    assert!(!world.memory("list").ok().contains('\u{1b}'));
}

/// Commits everything on a day.
fn commit_on(world: &mut World, day: &str) {
    world.set("GIT_AUTHOR_DATE", &format!("{day}T12:00:00Z"));
    world.set("GIT_COMMITTER_DATE", &format!("{day}T12:00:00Z"));
    world.commit(day);
}

/// The day of the record at a path.
fn day_of(world: &World, path: &str) -> serde_json::Value {
    let listed = world.memory("list --json").json();
    let records = listed["records"].as_array().unwrap();
    let record = records.iter().find(|it| it["record_path"] == path).unwrap();
    let shown = world.memory(["show", path, "--json"]).json();
    assert_eq!(record["updated"], shown["updated"], "{path}");
    record["updated"].clone()
}

#[test]
fn a_page_that_names_no_day_has_that_of_its_first_commit() {
    let mut world = World::with_memory();
    world.write("memory/notes/first.md", "# First\n");
    let text = "---\ndate: 2025-07-01\n---\n# Said\n";
    world.write("memory/notes/said.md", text);
    commit_on(&mut world, "2026-02-01");
    world.write("memory/notes/second.md", "# Second\n");
    world.write("memory/notes/first.md", "# First\n\nChanged.\n");
    commit_on(&mut world, "2026-02-03");
    assert_eq!(titles(&world, &[]), "Second First Said", "the newest first");
    assert_eq!(day_of(&world, "memory/notes/first.md"), "2026-02-01");
    assert_eq!(day_of(&world, "memory/notes/said.md"), "2025-07-01");

    world.git("mv memory/notes/first.md memory/lessons.md").ok();
    assert_eq!(
        day_of(&world, "memory/lessons.md"),
        "2026-02-01",
        "moved, not committed"
    );
    commit_on(&mut world, "2026-02-04");
    assert_eq!(day_of(&world, "memory/lessons.md"), "2026-02-01", "moved");
    world.write("memory/new.md", "# New\n");
    assert!(day_of(&world, "memory/new.md").is_null(), "not committed");

    // Records of a branch are as old as on the branch.
    world.git("switch -q -c side HEAD~1").ok();
    commit_on(&mut world, "2026-02-05");
    world.git("switch -q main").ok();
    world.write("code", "1");
    commit_on(&mut world, "2026-02-06");
    world.set("GIT_COMMITTER_DATE", "2026-02-07T12:00:00Z");
    world.git("merge -q --no-edit side").ok();
    assert_eq!(day_of(&world, "memory/new.md"), "2026-02-05");
}

#[test]
fn a_value_that_no_record_has_is_named_with_those_that_there_are() {
    let world = World::with_memory();
    let call = "add-decision One --tag storage --scope services/mail";
    world.memory(call).ok();
    for (arguments, expected) in [
        (
            ["list", "--status", "actve"],
            "note: no record has the status 'actve'; did you mean 'active'?\nhint: there are: active\n",
        ),
        (
            ["list", "--status", "deprecated"],
            "note: no record has the status 'deprecated'\nhint: there are: active\n",
        ),
        (
            ["list", "--tag", "nosuch"],
            "note: no record has the tag 'nosuch'\nhint: there are: storage\n",
        ),
        (
            ["list", "--scope", "service"],
            "note: no record has the scope 'service'\nhint: there are: services/mail\n",
        ),
        (
            ["list", "--category", "x"],
            "note: no record has the category 'x'\nhint: no record has a category\n",
        ),
        (["list", "--scope", "services"], ""),
        (["list", "--tag", "Storage"], ""),
    ] {
        let answer = world.memory(arguments);
        assert_eq!(answer.err, expected, "{arguments:?}");
        assert_eq!(answer.status, 0);
    }
}

#[test]
fn a_list_ends_at_a_number_or_a_day() {
    let world = world();
    assert_eq!(titles(&world, &["-n", "2"]), "Gamma Beta");
    assert_eq!(titles(&world, &["--max-count", "0"]), "");
    assert_eq!(titles(&world, &["--since", "2026-01-02"]), "Gamma Beta");
    assert_eq!(titles(&world, &["--since", "2026-01-04"]), "");
    let said = world.memory("list --since soon").fails(128);
    assert!(said.contains("invalid time 'soon'"), "{said}");
}

#[test]
fn a_format_prints_the_fields_of_the_json_answer() {
    let world = world();
    let text = "---\nid: loop-aaaaaa\ntitle: \"One\\u202e\"\nstatus: open\nscope: project\n\
                owner: Ada\n---\n";
    world.write("memory/open-loops/one.md", text);
    let days = "2026-01-03\0\n2026-01-02\0\n2026-01-01\0\n\0\n";
    for (format, expected) in [
        (
            "%(kind)%09%(status) %(title)",
            "note\tactive Gamma\ndecision\tproposed Beta\ndecision\tactive Alpha\n\
             open-loop\topen One\\u{202e}\n",
        ),
        ("%(tags)|%(category)", "|\nx|\nx, y|a\n|\n"),
        ("%(more.owner)%%", "%\n%\n%\nAda%\n"),
        ("%(updated)%00", days),
    ] {
        assert_eq!(world.memory(["list", "--format", format]).ok(), expected);
    }
    let lines = world.memory("list --format jsonl").ok();
    let lines = lines.lines().map(serde_json::from_str);
    let lines: Vec<serde_json::Value> = lines.map(Result::unwrap).collect();
    let whole = world.memory("list --json").json();
    assert_eq!(whole["records"].as_array().unwrap(), &lines);
    assert_eq!(world.memory("list -n 1 --format %(title)").ok(), "Gamma\n");
}

#[test]
fn a_format_that_means_nothing_is_refused_with_the_fields() {
    let world = World::with_memory();
    for (format, expected) in [
        ("%(nosuch)", "fatal: unknown field name: 'nosuch'\n"),
        ("json", "fatal: invalid --format: 'json'\n"),
        ("%(id", "fatal: no ')' after '%(id'\n"),
    ] {
        let said = world.memory(["list", "--format", format]).fails(129);
        assert!(said.starts_with(expected), "{said}");
        has(&said, "hint: the fields are: id, kind, scope, title, ");
    }
    let said = world.memory("list --json --format jsonl").fails(129);
    has(&said, "--format cannot be used with --json");
}

#[test]
fn the_line_for_fzf_gives_it_the_id_first() {
    let reference = include_str!("../../docs/reference.md");
    let line = reference
        .lines()
        .find(|line| line.contains("| fzf "))
        .unwrap();
    let (list, fzf) = line.split_once(" | fzf ").unwrap();
    let world = world();
    let listed = world.shell(&list.replace("git memory", "git-memory")).ok();
    assert_eq!(listed.lines().count(), 3, "{listed}");
    let first = listed.lines().next().unwrap();
    let fields: Vec<&str> = first.split('\t').collect();
    assert_eq!(fields[1..], ["note", "active", "Gamma"]);
    let preview = fzf.split('\'').nth(3).unwrap();
    let preview = preview
        .replace("git memory", "git-memory")
        .replace("{1}", fields[0]);
    assert!(world.shell(&preview).ok().contains("Gamma"), "{preview}");
}

#[test]
fn several_statuses_are_one_option_or_several() {
    let world = World::with_memory();
    world.records(
        "
        decisions/dec-aaaaaa | One | status: proposed |
        decisions/dec-bbbbbb | Two | status: active |
        decisions/dec-cccccc | Three | status: archived |
        ",
    );
    let both = world.memory("list --status active,proposed").ok();
    has(&both, ["dec-aaaaaa", "dec-bbbbbb"]);
    assert!(!both.contains("dec-cccccc"), "{both}");
    let apart = world.memory("list --status proposed --status active").ok();
    assert_eq!(both, apart);
}
