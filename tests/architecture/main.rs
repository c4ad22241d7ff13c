//! Holds the house to its plan (docs/architecture.md): a room uses the rooms below it, never one
//! above or beside it, and no files use each other in a circle.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod commands;
mod imports;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use imports::{House, code, sources};

/// The floors from the bottom up; each may use those before it and itself.
const FLOORS: [&str; 7] = ["domain", "git", "store", "app", "wire", "page", "cli"];
/// The doors: no floor below them uses one, nor does another door.
const DOORS: [&str; 5] = ["cli", "mcp", "tui", "web", "searcher.rs"];

fn room(floor: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(floor)
}

/// Fails where a file of a room has one of these words in its code.
fn has_none_of(floor: &str, words: &[&str]) {
    let room = room(floor);
    let files = if room.is_dir() {
        sources(&room)
    } else {
        vec![room]
    };
    assert!(
        !files.is_empty(),
        "{floor} has no files: the test would see nothing"
    );
    for file in files {
        for (nth, line) in code(&file).lines().enumerate() {
            for word in words {
                let number = nth + 1;
                assert!(
                    !line.contains(word),
                    "{}:{number} has {word}: {line}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn no_floor_looks_up() {
    let house = House::read();
    let height = |file: &str| {
        FLOORS
            .iter()
            .position(|floor| file.split('/').next() == Some(floor))
    };
    for (file, used) in house.uses() {
        let Some(own) = height(file) else { continue };
        for used in used {
            let looks_up = height(used).is_some_and(|other| other > own);
            assert!(!looks_up, "{file} uses {used}, which is on a floor above");
        }
    }
}

#[test]
fn nothing_but_the_program_uses_a_door() {
    let house = House::read();
    let floor = |file: &str| file.split('/').next().map(str::to_owned);
    let mut seen = BTreeSet::new();
    for (file, used) in house.uses() {
        let own = floor(file);
        seen.extend(own.clone());
        for used in used {
            let other = floor(used);
            let is_door = other.as_deref().is_some_and(|name| DOORS.contains(&name));
            let may = own == other || own.as_deref() == Some("main.rs");
            assert!(!is_door || may, "{file} uses the door {used}");
        }
    }
    for door in DOORS {
        assert!(seen.contains(door), "{door} is not in the house: {seen:?}");
    }
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let circles: Vec<String> = House::read()
        .circles()
        .iter()
        .map(|way| way.join(" -> "))
        .collect();
    assert!(
        circles.is_empty(),
        "{} circles:\n{}",
        circles.len(),
        circles.join("\n")
    );
}

#[test]
fn the_imports_of_the_house_are_seen() {
    let house = House::read();
    let uses = house.uses();
    // One that goes through a re-export, and one that is written inside of code.
    assert!(
        uses["store/lock.rs"].contains("store/error.rs"),
        "{:?}",
        uses["store/lock.rs"]
    );
    assert!(
        uses["main.rs"].is_empty(),
        "it uses the library by its own name"
    );
    assert!(uses.values().map(BTreeSet::len).sum::<usize>() > 1000);
}

#[test]
fn the_domain_is_pure() {
    has_none_of(
        "domain",
        &[
            "std::fs",
            "std::env",
            "std::process",
            "std::net",
            "std::thread",
            "std::time",
            "thread::",
            "Utc::now",
            "git2",
            "tempfile",
            "getrandom",
        ],
    );
}

#[test]
fn only_the_git_room_speaks_git() {
    for floor in [
        "domain",
        "store",
        "app",
        "wire",
        "cli",
        "mcp",
        "tui",
        "web",
        "searcher.rs",
    ] {
        has_none_of(floor, &["git2::", "process::Command"]);
    }
}

#[test]
fn use_cases_and_doors_leave_files_and_processes_to_the_rooms_below() {
    for floor in ["app", "wire", "cli", "mcp", "tui", "web", "searcher.rs"] {
        has_none_of(
            floor,
            &[
                "std::fs",
                " fs::",
                "std::env",
                "process::Command",
                "process::id",
            ],
        );
    }
}

#[test]
fn doors_speak_to_wire_and_app_alone() {
    for door in DOORS {
        has_none_of(door, &["crate::domain", "crate::git", "crate::store"]);
    }
}

/// The texts below the doors that may hold a command line: where, a piece of the text, and why.
const COMMAND_LINES: [(&str, &str, &str); 9] = [
    (
        "app/hooks/table.rs",
        "git-memory hook {}",
        "git runs it, not a person",
    ),
    (
        "app/workspace/settings/reader.rs",
        "git config",
        "the name of a place that settings come from",
    ),
    (
        "app/workspace/settings/team.rs",
        "only by 'git config'",
        "the name of a place that settings come from",
    ),
    (
        "domain/rules/block.rs",
        "<!-- made by",
        "a line of a generated file",
    ),
    (
        "domain/rules/block.rs",
        "{BEGIN}; 'git memory rules build'",
        "a line of a generated file",
    ),
    (
        "domain/hook_manager/entry.rs",
        "git-memory hook {hook}",
        "what a hook manager is told to run",
    ),
    (
        "domain/derived/index_page.rs",
        "<!-- Rebuilt by",
        "a line of a generated file",
    ),
    (
        "domain/secrets/rules/general.rs",
        "git clone https://",
        "a sample that a rule has to find",
    ),
    (
        "domain/context/briefing.rs",
        "git log",
        "the name of what a page quotes",
    ),
];

#[test]
fn no_room_below_the_doors_knows_a_command_line() {
    let top = room("");
    let mut allowed = BTreeSet::new();
    for floor in ["domain", "git", "store", "app", "wire"] {
        for file in sources(&room(floor)) {
            let path = file.strip_prefix(&top).unwrap().to_string_lossy();
            let path = path.replace('\\', "/");
            for literal in commands::told(&code(&file)) {
                let known = COMMAND_LINES
                    .iter()
                    .position(|(place, piece, _)| *place == path && literal.text.contains(piece));
                let Some(known) = known else {
                    let (line, text) = (literal.line, literal.text);
                    panic!("{path}:{line} has a command line, which only a door may: {text}");
                };
                allowed.insert(known);
            }
        }
    }
    // What is gone from the code must not stay allowed.
    assert_eq!(allowed.len(), COMMAND_LINES.len(), "{allowed:?}");
}

#[test]
fn no_line_of_code_is_longer_than_the_page() {
    for file in sources(&room("")) {
        for (nth, line) in code(&file).lines().enumerate() {
            let width = line.chars().count();
            let number = nth + 1;
            assert!(
                width <= 100,
                "{}:{number} has {width} columns",
                file.display()
            );
        }
    }
}
