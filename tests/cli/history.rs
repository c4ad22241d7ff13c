//! `git memory diff` and `git memory log`.

use serde_json::json;

use crate::common::{World, has, lacks};

/// A repository where branch `spike` supersedes a decision, closes a loop, edits a note and removes
/// another.
fn world() -> (World, String) {
    let world = World::with_memory();
    let id = world.decision("Use Postgres").0;
    let loop_id = world.memory("add-loop Backups? --json").json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    world.memory("add-note Edited --body-file code.txt").ok();
    world.memory("add-note Removed").ok();
    world.git("commit -q -m 'Four records'").ok();
    world.git("switch -q -c spike").ok();
    world
        .memory(["supersede", &id, "Use SQLite", "--rationale", "One *file*."])
        .ok();
    world.memory(["close", &loop_id]).ok();
    let note = world.path_of("memory/notes/261120-edited");
    world.write(&note, world.read(&note).replace("one", "two"));
    let removed = world.path_of("memory/notes/261120-removed");
    world.git(["rm", "-q", &removed]).ok();
    world.git("commit -q -a -m 'Try SQLite'").ok();
    (world, id)
}

#[test]
fn a_diff_speaks_of_records() {
    let (world, id) = world();
    let changes = world.memory("diff main..spike --format json").json();
    let told: Vec<String> = changes["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            format!(
                "{} {}",
                change["change"].as_str().unwrap(),
                change["record"]["title"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "added Use SQLite",
            "superseded Use Postgres",
            "status Backups?",
            "edited Edited",
            "removed Removed"
        ]
    );
    assert_eq!(changes["changes"][1]["record"]["id"], id);
    assert_eq!(
        changes["changes"][1]["superseded_by_titles"][0],
        "Use SQLite"
    );

    let text = world.memory("diff main..spike").ok();
    assert!(text.contains("    -one\n    +two\n"), "{text}");
    assert!(text.contains("open → closed: loop-"), "{text}");
}

#[test]
fn markdown_is_made_for_a_pull_request() {
    let (world, id) = world();
    let text = world.memory("diff main...spike --format markdown").ok();
    assert!(
        text.starts_with("### Added\n\n- **Use SQLite** (`dec-"),
        "{text}"
    );
    has(&text, "`): One file.\n\n### Superseded\n");
    has(
        &text,
        &format!("- **Use Postgres** (`{id}`): superseded by dec-"),
    );
    assert_eq!(
        world.memory("diff main..main --format markdown").ok(),
        "No record changed.\n"
    );
}

#[test]
fn a_list_keeps_every_sign_of_a_record() {
    let world = World::with_memory();
    world.git("commit --allow-empty -m start").ok();
    let add = ["add-note", "Two", "--description", "one, two,"];
    world.memory(add).ok();
    let text = world.memory("diff --format markdown").ok();
    assert!(text.contains("`): one, two,\n"), "{text}");
}

#[test]
fn a_range_reads_as_git_reads_it() {
    let (world, _) = world();
    let count = |range: &[&str]| {
        let arguments = ["diff", "--format", "json"].iter().chain(range);
        world.memory(arguments).json()["changes"]
            .as_array()
            .unwrap()
            .len()
    };
    world.git("switch -q main").ok();
    world.decision("On main only");
    assert_eq!(count(&[]), 1, "HEAD and the work tree");
    assert_eq!(count(&["HEAD"]), 1, "a revision and the work tree");
    world.git("commit -q -m more").ok();
    assert_eq!(count(&[]), 0);
    assert_eq!(count(&["main..spike"]), 6, "what spike lacks counts");
    assert_eq!(count(&["main...spike"]), 5, "from where spike left main");
    assert_eq!(count(&["..spike"]), 6, "HEAD stands for nothing");
    assert_eq!(count(&["spike..."]), 1);
    has(&world.memory("diff nowhere..").fails(128), "nowhere");
}

#[test]
fn the_first_records_are_all_added() {
    let world = World::new();
    world.memory("init").ok();
    world.decision("Before any commit");
    assert!(world.memory("diff").ok().starts_with("added: dec-"));
    let err = world.memory("log").fails(128);
    assert!(
        err.starts_with("fatal: your current branch 'main' does not have any commits yet\nhint: "),
        "{err}"
    );
}

#[test]
fn a_record_keeps_its_history_through_renames_and_after_its_end() {
    let world = World::with_memory();
    let (id, path) = world.decision("Old");
    world.git("commit -q -m Added").ok();
    world.git(["mv", &path, "memory/decisions/by-hand.md"]).ok();
    world.git("commit -q -m Renamed").ok();
    world.memory(["set", &id, "title=New"]).ok();
    let call = "mv memory/decisions/by-hand.md memory/decisions/again.md";
    world.git(call).ok();
    world.git("commit -q -m 'Both at once'").ok();
    world.decision("Another");
    world.git("commit -q -m 'Not about it'").ok();
    world.memory(["clear", &id, "--delete", "--yes"]).ok();
    world.git("commit -q -m Deleted").ok();
    let log = world.memory(["log", &id, "--json"]).json();
    let told: Vec<(&str, &str)> = log["commits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|commit| {
            (
                commit["subject"].as_str().unwrap(),
                commit["changes"][0]["change"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("Deleted", "removed"),
        ("Both at once", "edited"),
        ("Renamed", "moved"),
        ("Added", "added"),
    ];
    assert_eq!(told, expected);
    // By what it was once called, and by a prefix.
    assert_eq!(world.memory(["log", &path, "--json"]).json(), log);
    assert_eq!(world.memory(["log", &id[..8], "--json"]).json(), log);
    assert_eq!(world.memory("log").ok().matches("Another").count(), 1);
    assert_eq!(world.memory("log -n 1").ok().lines().count(), 2);
}

#[test]
fn a_log_names_its_candidates() {
    let world = World::with_memory();
    let (_, path) = world.decision("One");
    world.decision("Two");
    world.git("commit -q -m Two").ok();
    let err = world.memory("log dec-").fails(128);
    has(&err, [&format!("One ({path})"), "Two"]);
    has(
        &world.memory("log dec-zzzzzz").fails(128),
        "no record 'dec-zzzzzz'",
    );
}

#[test]
fn a_log_shows_what_changed_in_each_record() {
    let (world, id) = world();
    let log = world.memory("log -p -n 1").ok();
    assert!(log.contains("        -one\n        +two\n"), "{log}");
    assert!(log.contains("        +title: Use SQLite\n"), "{log}");
    assert!(log.contains("        -title: Removed\n"), "{log}");
    let one = world.memory(["log", &id, "--patch", "--json"]).json();
    let diff = one["commits"][0]["changes"][0]["diff"].as_str().unwrap();
    has(diff, "\n-status: active\n+status: superseded\n");
    let plain = world.memory("log --json").json();
    assert!(plain["commits"][0]["changes"][0].get("diff").is_none());
    world.memory("log -p --graph").fails(129);
}

#[test]
fn graphs_draw_what_supersedes_and_names_what() {
    let (world, id) = world();
    let add = ["add-note", "\"]; %%{<b>", "--related", &id, "--json"];
    let note = world.memory(add).json()["id"].as_str().unwrap().to_owned();
    world.git("commit -q -m 'A note'").ok();
    let tree = world.memory(["related", &id, "--graph"]).ok();
    let lines: Vec<&str> = tree.lines().collect();
    assert_eq!(lines[0], format!("{id}  Use Postgres (superseded)"));
    assert!(
        lines[1].starts_with("├── superseded by dec-") && lines[1].ends_with("Use SQLite (active)"),
        "{tree}"
    );
    assert_eq!(
        lines[2],
        format!("└── named by {note}  \"]; %%{{<b> (active)")
    );

    let dot = world.memory(["related", &id, "--format", "dot"]).ok();
    has(&dot, ["[label=\"note-", "\\n\\\"]; %%{<b>\\nactive\"]"]);
    assert!(dot.contains(" [label=\"supersedes\"];"), "{dot}");
    let mermaid = world.memory("log --format mermaid").ok();
    assert!(mermaid.starts_with("flowchart TD\n"), "{mermaid}");
    has(&mermaid, "#34;#93;#59; #37;#37;#123;#60;b#62;");
    let graph = world.memory(["related", &id, "--graph", "--json"]).json();
    assert_eq!(graph["edges"].as_array().unwrap().len(), 2);

    let rails = world.memory("log --graph").ok();
    let place = |title: &str| rails.lines().position(|line| line.contains(title)).unwrap();
    assert!(place("Use SQLite (") < place("Use Postgres ("), "{rails}");
    assert!(rails.contains("names dec-"), "{rails}");
    // Only what the record leads to.
    let around = world.memory(["log", "--graph", &id]).ok();
    has(&around, "Use SQLite");
    lacks(&around, "Backups?");
    let small = world.memory("log --graph -n 1");
    has(&small.err, "more records were left out");
    assert_eq!(
        small.out.lines().filter(|line| line.contains('*')).count(),
        1
    );
    world.memory("log --graph dec-nosuch").fails(128);
}

#[test]
fn a_log_finds_what_show_finds() {
    let world = World::with_memory();
    world.write(
        "memory/decisions/a.md",
        "---\nid: dec-aaaaaa\ntitle: Use Postgres\nalias: [ADR-0032, old-name]\nstatus: active\n\
         scope: project\nupdated: 2026-11-20\n---\nT.\n",
    );
    world.git("add memory").ok();
    world.git("commit -q -m Postgres").ok();
    let log = world.memory("log dec-aaaaaa").ok();
    for name in ["adr-32", "ADR 32", "Old-Name", "dec-aaa", "decisions/a.md"] {
        world.memory(["show", name]).ok();
        assert_eq!(world.memory(["log", name]).ok(), log, "{name}");
    }
    world.memory("log adr-33").fails(128);
}

#[test]
fn a_log_of_a_document_goes_on_before_its_renaming() {
    let world = World::with_documents();
    world
        .git("mv docs/adr/0001-use-postgres.md docs/adr/0001-postgres.md")
        .ok();
    world.git("commit -q -m Rename").ok();
    let log = world.memory("log docs/adr/0001-postgres.md").ok();
    has(&log, "    moved       docs/adr/0001-postgres.md  ");
    has(&log, "    added       docs/adr/0001-use-postgres.md  ");
    // A folder that was never read, and words that change on the way.
    world.git("mv docs/adr docs/decisions").ok();
    let text = world.read("docs/decisions/0001-postgres.md");
    world.write(
        "docs/decisions/0001-postgres.md",
        format!("{text}\nMore.\n"),
    );
    world.write("memory/config.yaml", "roots: [docs/decisions]\n");
    world.git("add -A").ok();
    world.git("commit -q -m Folder").ok();
    let log = world
        .memory("log --json docs/decisions/0001-postgres.md")
        .json();
    let of = |nth: usize, key: &str| log["commits"][nth]["changes"][0][key].clone();
    let told = [0, 1, 2].map(|nth| (of(nth, "change"), of(nth, "record_path")));
    let expected = [
        ("edited", "docs/decisions/0001-postgres.md"),
        ("moved", "docs/adr/0001-postgres.md"),
        ("added", "docs/adr/0001-use-postgres.md"),
    ];
    assert_eq!(
        told,
        expected.map(|(what, path)| (json!(what), json!(path)))
    );
    let patch = world.memory("log -p docs/decisions/0001-postgres.md").ok();
    assert_eq!(patch.matches("+More.").count(), 1, "{patch}");
    assert_eq!(patch.matches("+# ").count(), 1, "{patch}");
}

#[test]
fn the_log_has_the_documents_that_are_read_in_place() {
    let world = World::with_decisions();
    world.memory("init --root docs/adr").ok();
    world.commit("Read the decisions in place");
    world.write("docs/adr/README.md", "# Decisions\n");
    world.write("docs/adr/0009-use-a-queue.md", "# Use a queue\n");
    world.commit("Decide on the queue");
    world.write("docs/adr/0009-use-a-queue.md", "# Use a queue\n\nOne.\n");
    world.commit("Say which queue");
    let log = world.memory("log -n 2").ok();
    let path = "docs/adr/0009-use-a-queue.md  Use a queue";
    has(&log, ["Say which queue", &format!("edited      {path}")]);
    has(
        &log,
        ["Decide on the queue", &format!("added       {path}")],
    );
    lacks(&log, "README");
}
