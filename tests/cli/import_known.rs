//! `git memory import adr` once more: what is known, what has changed, what was moved.

use serde_json::Value;

use crate::common::{World, has, token};

const FIRST: &str = "# 1. Keep a log\n\nDate: 2019-02-03\n\n## Status\n\nAccepted\n\n\
    ## Decision\n\nThe pump writes one line.\n\n## Consequences\n\nThere is a file.\n";

/// A repository with one imported decision; the report of that import.
fn world() -> (World, Value) {
    let world = World::with_memory();
    world.write("adr/0001-keep-a-log.md", FIRST);
    world.git("add adr").ok();
    let report = world.memory("import adr adr --json").json();
    world.git("commit -q -m Begin").ok();
    (world, report)
}

fn path(report: &Value) -> &str {
    report["files"][0]["path"].as_str().unwrap()
}

#[test]
fn two_people_import_the_same_bytes() {
    let mut texts = Vec::new();
    for (seed, day) in [("7", "2026-11-20T12:00:00Z"), ("8", "2027-01-02T12:00:00Z")] {
        let mut world = World::with_memory();
        world.write(
            "adr/0001-a.md",
            "# A\n\n## Status\n\nAccepted\n\n## Decision\n\nA.\n",
        );
        world.set("GIT_AUTHOR_DATE", "2012-06-07T10:00:00Z");
        world.git("add adr").ok();
        world.git("commit -q -m A").ok();
        world.set("GIT_MEMORY_CLOCK", day);
        world.set("GIT_MEMORY_SEED", seed);
        let report = world.memory("import adr adr --json").json();
        texts.push((path(&report).to_owned(), world.read(path(&report))));
    }
    assert_eq!(texts[0], texts[1]);
    assert!(
        texts[0]
            .1
            .contains("\ncreated: 2012-06-07\nupdated: 2012-06-07\n"),
        "{}",
        texts[0].1
    );
}

#[test]
fn a_changed_original_is_named_and_taken_over_where_asked() {
    let (world, first) = world();
    let record = path(&first);
    // The record was edited in the meantime.
    let mine = world.read(record).replace("alias:", "tags: [logs]\nalias:");
    world.write(
        record,
        mine.replace("There is a file.", "There is a file to rotate."),
    );
    world.git("add memory").ok();
    world.git("commit -q -m Mine").ok();
    let changed = FIRST
        .replace("Accepted", "Deprecated")
        .replace("one line.", "one line for each stroke.");
    world.write("adr/0001-keep-a-log.md", changed);

    let out = world.memory("import adr adr").ok();
    assert!(out.contains("changed     0001-keep-a-log.md"), "{out}");
    assert!(
        out.ends_with("1 file: 0 imported, 0 already known, 1 changed, 0 skipped\n"),
        "{out}"
    );
    assert_eq!(
        world.read(record),
        mine.replace("There is a file.", "There is a file to rotate.")
    );

    let report = world.memory("import adr adr --update --json").json();
    assert_eq!(report["files"][0]["outcome"], "updated");
    assert_eq!(path(&report), record);
    let text = world.read(record);
    for expected in [
        "\nstatus: archived\n",
        "\ntags: [logs]\n",
        "one line for each stroke.",
        "There is a file to rotate.",
    ] {
        assert!(text.contains(expected), "{expected} in\n{text}");
    }
    let out = world.memory("import adr adr --update").ok();
    assert!(out.contains("1 already known"), "{out}");
    world.memory("check").ok();
}

#[test]
fn a_moved_original_is_known_again() {
    let (world, first) = world();
    world.git("mv adr decisions").ok();
    let out = world.memory("import adr decisions").ok();
    assert!(out.contains("it was 'adr/0001-keep-a-log.md'"), "{out}");
    assert!(
        out.ends_with("1 file: 0 imported, 1 already known, 0 skipped\n"),
        "{out}"
    );

    world.memory("import adr decisions --update").ok();
    let text = world.read(path(&first));
    has(&text, "imported_from: decisions/0001-keep-a-log.md\n");
    // A copy beside the original is another decision.
    world.write("decisions/0002-copy.md", FIRST);
    let out = world.memory("import adr decisions").ok();
    assert!(out.contains("1 imported, 1 already known"), "{out}");
}

#[test]
fn a_moved_original_may_have_changed_a_little() {
    let (world, first) = world();
    let changed = FIRST.replace("one line", "two lines");
    world.git("rm -q adr/0001-keep-a-log.md").ok();
    world.write(
        "other/0001-keep-a-log.md",
        "# Else\n\n- Status: draft\n\n## Decision\n\nNo.\n",
    );
    world.write("docs/0001-keep-a-log.md", &changed);
    let out = world.memory("import adr docs other").ok();
    assert!(out.contains("changed     docs/0001-keep-a-log.md"), "{out}");
    has(&out, "1 imported, 0 already known, 1 changed");
    world.memory("import adr docs --update").ok();
    let text = world.read(path(&first));
    assert!(text.contains("two lines"), "{text}");
    has(&text, "imported_from: docs/0001-keep-a-log.md\n");
}

#[test]
fn an_original_that_was_never_committed_can_be_updated() {
    let world = World::with_memory();
    world.write("adr/0001-keep-a-log.md", FIRST);
    world.memory("import adr adr").ok();
    world.write(
        "adr/0001-keep-a-log.md",
        FIRST.replace("Accepted", "Rejected"),
    );
    let out = world.memory("import adr adr --update").ok();
    assert!(out.contains("1 updated"), "{out}");
    assert_eq!(
        world.memory("list --status rejected").ok().lines().count(),
        1
    );
}

#[test]
fn words_for_a_status_can_be_told() {
    let world = World::with_memory();
    world.write(
        "adr/0001-a.md",
        "# A\n\n- Status: Parked\n\n## Decision\n\nIt is so.\n",
    );
    let out = world.memory("import adr adr --dry-run").ok();
    has(&out, "not understood, so proposed: 'Parked' (1)");
    let map = "status:parked=abandoned";
    let wrong = world
        .memory(["import", "adr", "adr", "--map", map])
        .fails(128);
    has(&wrong, "a decision has no status 'abandoned'");
    has(
        &world.memory("import adr adr --map parked").fails(129),
        "status:WORD",
    );
    let report = world
        .memory([
            "import", "adr", "adr", "--kind", "plan", "--map", map, "--json",
        ])
        .json();
    assert_eq!(report["files"][0]["status"], "abandoned");
    assert!(path(&report).starts_with("memory/plans/"), "{report}");
}

#[test]
fn an_invisible_character_is_taken_out_and_told() {
    let world = World::with_memory();
    world.write(
        "adr/0001-a.md",
        "# A\u{200b}\n\n- Status: accepted\n\n\u{c}\n## Decision\n\nSo.\n",
    );
    let out = world.memory("import adr adr").ok();
    has(&out, "removed 2 invisible characters (U+200B in line 1)");
    world.memory("check").ok();
}

#[test]
fn nothing_that_can_be_read_is_said() {
    let world = World::with_memory();
    world.write("docs/a.txt", "x");
    world.write("docs/b.txt", "x");
    world.write("docs/c", "x");
    let message = world.memory("import adr docs").fails(128);
    has(
        &message,
        "no Markdown, reStructuredText or AsciiDoc in 'docs'",
    );
    assert!(message.contains("2 .txt, 1 without ending"), "{message}");
    world.write("docs/notes.md", "Nothing here.\n");
    let answer = world.memory("import adr docs");
    assert_eq!(answer.status, 1);
    let sums = "1 file: 0 imported, 0 already known, 1 skipped
";
    assert!(answer.out.ends_with(sums), "{}", answer.out);
    // A file that is named is wanted.
    let out = world.memory("import adr docs/notes.md adr-none").fails(128);
    assert!(out.contains("adr-none"), "{out}");
    let out = world.memory("import adr docs/notes.md").ok();
    assert!(out.contains("1 file: 1 imported"), "{out}");
}

#[test]
fn a_document_that_was_refused_by_mistake_can_be_allowed() {
    let text = format!(
        "# A\n\n- Status: accepted\n\n## Decision\n\nNot {}.\n",
        token()
    );
    // In the work tree, and outside of it, where `allow` cannot find it again.
    for folder in ["docs/adr", "../elsewhere"] {
        let world = World::with_memory();
        world.write(&format!("{folder}/0001-a.md"), &text);
        let answer = world.memory(["import", "adr", folder, "--json"]);
        assert_eq!(answer.status, 1);
        assert!(!answer.out.contains(&token()), "{}", answer.out);
        let report: Value = serde_json::from_str(&answer.out).unwrap();
        let finding = &report["files"][0]["findings"][0];
        assert_eq!(finding["line"], 7);
        let fingerprint = finding["fingerprint"].as_str().unwrap();
        let allowed = world
            .memory(["scan", "--allow", fingerprint, "--reason", "an example"])
            .ok();
        assert!(allowed.contains("0001-a.md:7"), "{allowed}");
        world.git("commit -q -m Allow").ok();
        let out = world.memory(["import", "adr", folder]).ok();
        assert!(out.contains("1 file: 1 imported"), "{out}");
    }
}
