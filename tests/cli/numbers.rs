//! A number is a name: records of a numbered series are found by it, however it is spelled.

use crate::common::{World, has};

fn world() -> World {
    let world = World::with_memory();
    let page = |path: &str, title: &str| {
        world.write(
            path,
            format!("# {title}\n\nThe year 2005 had 32 such words.\n"),
        );
    };
    page("docs/adr/0032-use-postgres.md", "Use Postgres");
    page("docs/adr/0033-about-32-bits.md", "About 32 bits");
    page("docs/rfcs/2005-match.md", "Match ergonomics");
    page("memory/decisions/nine.md", "9. Stay on nine");
    world.write(
        "memory/decisions/style.md",
        "---\nid: dec-aaaaaa\ntitle: Style of code\nstatus: active\nscope: project\n\
         updated: 2026-01-01\nalias: [pep-8]\n---\nAs it is.\n",
    );
    world.write("memory/config.yaml", "roots: [docs/adr, docs/rfcs]\n");
    world.git("add docs").ok();
    world
}

#[test]
fn a_number_finds_its_record_first_in_every_spelling() {
    let world = world();
    for (typed, expected) in [
        ("ADR 32", "docs/adr/0032-use-postgres.md"),
        ("adr-032", "docs/adr/0032-use-postgres.md"),
        ("032", "docs/adr/0032-use-postgres.md"),
        ("RFC 2005", "docs/rfcs/2005-match.md"),
        ("rfc2005", "docs/rfcs/2005-match.md"),
        ("ADR 9", "memory/decisions/nine.md"),
        ("PEP 8", "dec-aaaaaa"),
        ("pep-0008", "dec-aaaaaa"),
    ] {
        let answer = world.memory(["recall", typed, "--json"]).json();
        assert_eq!(
            answer["hits"][0]["id"], expected,
            "recall {typed}: {answer}"
        );
        let shown = world.memory(["show", typed, "--json"]).json();
        assert_eq!(shown["id"], expected, "show {typed}");
    }
    // Without quotes, between others.
    let shown = ["show", "dec-aaaaaa", "ADR", "32", "032", "--json"];
    let shown = world.memory(shown).json();
    assert_eq!(shown["records"].as_array().unwrap().len(), 3);
    assert_eq!(shown["records"][1]["id"], "docs/adr/0032-use-postgres.md");
    let said = world.memory("show PEP 32").fails(128);
    assert!(said.contains("no record 'PEP'"), "{said}");
    let related = world.memory("related 'PEP 8'");
    assert_eq!(related.status, 0, "{}", related.err);
    let said = world.memory("show 'PEP 32'").fails(128);
    assert!(said.contains("no record 'PEP 32'"), "{said}");
}

#[test]
fn a_number_that_two_records_have_is_ambiguous() {
    let world = world();
    world.write("docs/rfcs/0032-strings.md", "# Strings\n");
    world.git("add docs").ok();
    let said = world.memory("show 32").fails(128);
    has(&said, ["0032-use-postgres.md", "0032-strings.md"]);
    world.memory("show 'RFC 32'").ok();
}

#[test]
fn the_beginning_of_a_numbered_file_is_a_name() {
    let world = world();
    for file in ["0032-use-sqlite.md", "0032-use-postures.md"] {
        world.write(&format!("docs/adr/{file}"), format!("# {file}\n\nSo.\n"));
    }
    world.git("add docs").ok();
    for (typed, expected) in [
        ("0032-use-sq", "docs/adr/0032-use-sqlite.md"),
        ("0032-use-postg", "docs/adr/0032-use-postgres.md"),
        ("2005-m", "docs/rfcs/2005-match.md"),
    ] {
        let shown = world.memory(["show", typed, "--json"]).json();
        assert_eq!(shown["id"], expected, "show {typed}");
    }
    let said = world.memory("show 0032-use-post").fails(128);
    has(&said, "docs/adr/0032-use-postures.md");
    for typed in ["0032-", "0032-use-x", "use-sqlite-x"] {
        let said = world.memory(["show", typed]).fails(128);
        has(&said, "no record");
    }
}
