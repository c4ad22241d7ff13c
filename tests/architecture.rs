//! Holds the floors to their directions: a room uses the rooms below it, never one above or beside
//! it on the door floor.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

/// The floors from the bottom up; each may use those before it and itself.
const FLOORS: [&str; 6] = ["domain", "git", "store", "app", "wire", "cli"];
/// What the pure floor may not touch.
const IMPURE: [&str; 9] = [
    "std::fs",
    "std::env",
    "std::process",
    "std::net",
    "std::time",
    "Utc::now",
    "git2",
    "tempfile",
    "getrandom",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}

/// The lines of code of a room, without comments and without the tests at the end of a file.
fn code(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let numbered = lines.enumerate().map(|(nth, line)| {
        (
            nth + 1,
            line.split("//").next().unwrap_or_default().to_owned(),
        )
    });
    numbered
        .filter(|(_, line)| !line.trim().is_empty())
        .collect()
}

fn room(floor: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(floor)
}

#[test]
fn no_floor_looks_up() {
    for (height, floor) in FLOORS.iter().enumerate() {
        let files = sources(&room(floor));
        assert!(
            !files.is_empty(),
            "{floor} has no files: the test would see nothing"
        );
        for file in files {
            for (number, line) in code(&file) {
                for above in &FLOORS[height + 1..] {
                    let looks_up = line.contains(&format!("crate::{above}"))
                        || line.contains(&format!("crate::{{{above}"));
                    assert!(
                        !looks_up,
                        "{}:{number} uses the floor above, {above}: {line}",
                        file.display()
                    );
                }
                let grouped = line.trim_start().starts_with("use crate::{");
                let names = FLOORS[height + 1..]
                    .iter()
                    .filter(|above| grouped && line.contains(**above));
                assert_eq!(
                    names.count(),
                    0,
                    "{}:{number} uses a floor above: {line}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn the_domain_is_pure() {
    for file in sources(&room("domain")) {
        for (number, line) in code(&file) {
            for impure in IMPURE {
                assert!(
                    !line.contains(impure),
                    "{}:{number} uses {impure}: {line}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn only_the_git_room_speaks_git() {
    for floor in ["domain", "store", "app", "wire", "cli"] {
        for file in sources(&room(floor)) {
            for (number, line) in code(&file) {
                let speaks = line.contains("git2::") || line.contains("Command::new(\"git\")");
                assert!(!speaks, "{}:{number} speaks git: {line}", file.display());
            }
        }
    }
}
