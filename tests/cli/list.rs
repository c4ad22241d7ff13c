//! `git memory list` and `git memory count`.

use crate::common::World;

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
    for (arguments, expected) in [
        (vec![], "Gamma Beta Alpha"),
        (vec!["--kind", "decision"], "Beta Alpha"),
        (
            vec!["--kind", "notes", "--kind", "decision"],
            "Gamma Beta Alpha",
        ),
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
        assert_eq!(
            world
                .memory([&["count"], arguments.as_slice()].concat())
                .ok(),
            format!("{count}\n")
        );
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
    let ids = world.memory(["list", "--sort", "id"]).ok();
    assert!(ids.lines().is_sorted());
}

#[test]
fn the_json_shape_is_a_contract() {
    let world = world();
    let list = world
        .memory(["list", "--kind", "decision", "--status", "active", "--json"])
        .json();
    let id = list["records"][0]["id"].as_str().unwrap().to_owned();
    let expected = serde_json::json!({
        "schema_version": 1,
        "records": [{
            "id": id, "kind": "decision", "scope": "project", "title": "Alpha", "description": "", "status": "active",
            "category": "a", "tags": ["x", "y"], "paths": ["src/**"], "source": "manual", "created": "2026-01-01",
            "updated": "2026-01-01", "supersedes": [], "superseded_by": [], "related": [],
            "record_path": "memory/decisions/260101-alpha.md"
        }]
    });
    assert_eq!(list, expected);
    let count = world.memory(["count", "--json"]).json();
    assert_eq!(
        count,
        serde_json::json!({"schema_version": 1, "count": 3, "kinds": {"decision": 2, "note": 1}})
    );
}

#[test]
fn a_revision_lists_what_was() {
    let world = world();
    assert_eq!(world.memory(["list", "--rev", "HEAD"]).ok(), "");
    world.git(["commit", "-q", "-m", "three"]).ok();
    world.git(["tag", "-a", "-m", "x", "v1"]).ok();
    world.decision("Delta");
    assert_eq!(world.memory(["count", "--rev", "v1"]).ok(), "3\n");
    assert_eq!(world.memory(["count"]).ok(), "4\n");
}

#[test]
fn colours_come_when_asked_for() {
    let world = world();
    assert!(
        world
            .memory(["list", "--color", "always"])
            .ok()
            .contains("\u{1b}[")
    );
    assert!(!world.memory(["list"]).ok().contains('\u{1b}'));
}
