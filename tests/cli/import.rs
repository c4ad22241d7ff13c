//! `git memory import adr`.

use std::path::Path;

use serde_json::Value;

use crate::common::{World, ends, has};

/// The folder with one small example of each format.
fn fixtures() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/import")
        .display()
        .to_string()
}

/// One value in the report about one file.
fn text<'a>(report: &'a Value, file: &str, key: &str) -> &'a str {
    let files = report["files"].as_array().unwrap();
    files
        .iter()
        .find(|outcome| outcome["file"] == file)
        .unwrap()[key]
        .as_str()
        .unwrap()
}

#[test]
fn each_format_keeps_its_text_and_gives_its_facts() {
    let world = World::with_memory();
    let report = world
        .memory(["import", "adr", &fixtures(), "--json"])
        .json();
    for (file, expected, status) in [
        ("madr/0001-use-plain-files.md", "imported", "superseded"),
        ("madr/0002-use-a-database.md", "imported", "active"),
        ("nygard/0003-deploy-on-fridays.md", "imported", "archived"),
        ("bullets/0042-better-names.md", "imported", "active"),
    ] {
        assert_eq!(text(&report, file, "outcome"), expected, "{file}");
        assert_eq!(text(&report, file, "status"), status, "{file}");
    }
    assert_eq!(text(&report, "madr/README.md", "outcome"), "skipped");
    assert!(text(&report, "madr/README.md", "reason").contains("README"));

    let madr = world.read(text(&report, "madr/0002-use-a-database.md", "path"));
    has(&madr, ["title: Use a Database\n", "created: 2025-05-06\n"]);
    has(&madr, "imported_from: import/madr/0002-use-a-database.md\n");
    assert!(
        madr.ends_with("## Decision Outcome\n\nChosen option: \"a database\".\n"),
        "{madr}"
    );
    let nygard = world.read(text(&report, "nygard/0003-deploy-on-fridays.md", "path"));
    has(&nygard, "created: 2024-07-08\n");
    has(&nygard, "\n## Status\n\nDeprecated\n");
    let bullets = world.read(text(&report, "bullets/0042-better-names.md", "path"));
    has(&bullets, ["title: Better names\n", "created: 2023-09-10\n"]);
    world.memory("check").ok();
    world.git("commit -q -m Import").ok();
    assert_eq!(world.status(), "");
}

#[test]
fn supersession_is_known_at_both_ends() {
    let world = World::with_memory();
    let report = world
        .memory(["import", "adr", &fixtures(), "--json"])
        .json();
    let id = |file: &str| text(&report, file, "id");
    let (old, new) = (
        "madr/0001-use-plain-files.md",
        "madr/0002-use-a-database.md",
    );
    has(
        &world.read(text(&report, old, "path")),
        &format!("superseded_by: [{}]\n", id(new)),
    );
    has(
        &world.read(text(&report, new, "path")),
        &format!("supersedes: [{}]\n", id(old)),
    );
}

#[test]
fn a_later_import_supersedes_what_an_earlier_one_brought() {
    let world = World::with_memory();
    world.write(
        "adr/0001-a.md",
        "# A\n\n## Status\n\nAccepted\n\n## Decision\n\nA.\n",
    );
    let first = world.memory("import adr adr --json").json();
    world.write(
        "adr/0002-b.md",
        "# B\n\n## Status\n\nAccepted\n\nSupersedes [1](0001-a.md)\n\n## Decision\n\nB.\n",
    );
    let second = world.memory("import adr adr --json").json();
    assert_eq!(text(&second, "0001-a.md", "outcome"), "known");
    has(
        &world.read(text(&first, "0001-a.md", "path")),
        "status: superseded\n",
    );
    world.memory("check").ok();
}

#[test]
fn a_second_run_imports_nothing() {
    let world = World::with_memory();
    let out = world.memory(["import", "adr", &fixtures()]).ok();
    assert!(
        out.ends_with("5 files: 4 imported, 0 already known, 1 skipped\n"),
        "{out}"
    );
    world.git("commit -q -m Import").ok();
    // Repeat it after a record was renamed by hand.
    let old = world.path_of("memory/decisions/250506-use-a-database");
    world.git(["mv", &old, "memory/decisions/database.md"]).ok();
    let before = world.status();
    let out = world.memory(["import", "adr", &fixtures()]).ok();
    assert!(
        out.ends_with("5 files: 0 imported, 4 already known, 1 skipped\n"),
        "{out}"
    );
    assert_eq!(world.status(), before);
}

#[test]
fn a_dry_run_changes_nothing() {
    let world = World::with_memory();
    let out = world
        .memory(["import", "adr", &fixtures(), "--dry-run"])
        .ok();
    assert!(out.contains("4 would be imported"), "{out}");
    assert_eq!(world.status(), "");
    assert_eq!(world.memory("list --count").ok().trim(), "0");
}

#[test]
fn what_cannot_be_a_record_is_named_and_the_rest_is_taken() {
    let world = World::with_memory();
    world.write("adr/0001-fine.md", "# Fine\n\n## Status\n\nAccepted\n");
    let token = crate::common::token();
    let secret = format!("# Secret\n\n## Status\n\nAccepted\n\n{token}\n");
    world.write("adr/0002-secret.md", secret);
    world.write("adr/0003-bytes.md", b"# \xff\xfe\n");
    world.write("adr/0004-huge.md", "x".repeat(1_100_000));
    world.write("adr/0005-prose.md", "Just prose, and no decision at all.\n");
    let report = world.memory("import adr adr --scope web --json").json();
    assert_eq!(text(&report, "0001-fine.md", "outcome"), "imported");
    let path = world.path_of("memory/scopes/web/decisions/261120-fine");
    assert_eq!(text(&report, "0001-fine.md", "path"), path);
    for (file, why) in [
        ("0002-secret.md", "github"),
        ("0003-bytes.md", "not UTF-8"),
        ("0004-huge.md", "larger than 1 MiB"),
        ("0005-prose.md", "not a decision record"),
    ] {
        assert_eq!(text(&report, file, "outcome"), "skipped");
        assert!(text(&report, file, "reason").contains(why), "{file}");
    }
    has(&world.memory("import adr nowhere").fails(128), "nowhere");
}

#[test]
fn folders_of_one_name_are_not_mistaken_for_each_other() {
    let world = World::with_memory();
    for service in ["billing", "search"] {
        let text = format!("# 1. D {service}\n\n## Status\n\nAccepted\n\n## Decision\n\nx\n");
        world.write(&format!("{service}/adr/0001-r.md"), text);
        let out = world.memory([
            "import",
            "adr",
            &format!("{service}/adr"),
            "--scope",
            service,
        ]);
        let out = out.ok();
        ends(&out, "1 file: 1 imported, 0 already known, 0 skipped\n");
        let call = [
            "import",
            "adr",
            &format!("{service}/adr"),
            "--scope",
            service,
        ];
        has(&world.memory(call).ok(), "1 already known");
    }
    assert_eq!(world.memory("list --count").ok().trim(), "2");
}

#[test]
fn a_path_is_read_as_the_form_that_it_has() {
    let world = World::with_memory();
    for (file, text, form) in [
        (
            "docs/adr/0001-use-a-queue.md",
            "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nSo.\n",
            "adr",
        ),
        ("CLAUDE.md", "# Rules\n\n- Short lines.\n", "claude-md"),
        ("mem/MEMORY.md", "- [A](a.md)\n", "claude-memory"),
        (
            "notes/a.md",
            "---\ntitle: A\npermalink: a\n---\nText.\n",
            "basic-memory",
        ),
        (
            "bundle/index.md",
            "---\nokf_version: \"0.2\"\n---\n# Index\n",
            "okf",
        ),
        ("log/a.jsonl", "{}\n", "transcripts"),
        (
            "mem0.json",
            "{\"results\":[{\"memory\":\"A fact.\"}]}\n",
            "mem0",
        ),
        ("more.json", "{\"notes\":[]}\n", "json"),
    ] {
        world.write(file, text);
        let path = match file.split_once('/') {
            Some((folder, _)) => folder,
            None => file,
        };
        let answer = world.memory(["import", path, "--dry-run"]);
        has(
            &answer.err,
            &format!("note: '{path}' is read as {form}; --from FORM"),
        );
    }
    let answer = world.memory("import docs --from agents-md");
    has(&answer.fails(128), "no AGENTS.md in 'docs'");
}

#[test]
fn a_page_becomes_a_decision_only_where_that_is_asked_for() {
    let world = World::with_memory();
    for name in ["CONTRIBUTING.md", "talk.md"] {
        world.write(name, "# Talk\n\nPlease open a pull request.\n");
        let err = world.memory(["import", name]).fails(128);
        has(&err, "is not a decision record");
        has(&err, "hint: take it as one with --from adr");
    }
    ends(&world.memory("list").err, "no records\n");
    world.memory("import adr talk.md").ok();
    world.write(
        "choice.md",
        "# Use X\n\n## Status\n\nAccepted\n\n## Decision\n\nX.\n",
    );
    world.memory("import choice.md").ok();
    assert_eq!(world.memory("list").ok().lines().count(), 2);
}
