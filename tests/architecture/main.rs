//! Holds the house to its plan (docs/architecture.md): each crate uses the crates that the plan
//! allows and touches what it may, and no files use each other in a circle.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod commands;
mod comments;
mod imports;
mod limits;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use comments::Count;
use imports::{House, all_sources, code, crates, name, sources};

/// Crates that touch no file, process, environment, clock or repository.
const PURE: [&str; 9] = [
    "text", "guard", "seal", "model", "recall", "import", "policy", "agents", "meaning",
];
/// Ways in: they take questions from outside and show answers.
const DOORS: [&str; 4] = ["cli", "mcp", "web", "tui"];

/// Other crates of ours that a crate may use.
fn allowed(name: &str) -> Vec<&'static str> {
    match name {
        "text" | "meaning" => Vec::new(),
        "guard" | "seal" => vec!["text"],
        "model" | "git" | "policy" => vec!["text", "guard"],
        "recall" | "import" => vec!["text", "guard", "model"],
        "agents" => vec!["text", "guard", "model", "policy"],
        "store" => [PURE.as_slice(), &["git"]].concat(),
        "workspace" => [PURE.as_slice(), &["git", "store"]].concat(),
        "evidence" => [PURE.as_slice(), &["git", "store", "workspace"]].concat(),
        "app" => [PURE.as_slice(), &["git", "store", "workspace", "evidence"]].concat(),
        // A door and a store in one: all that it keeps can be filled again.
        "hub" => [
            PURE.as_slice(),
            &["git", "store", "workspace", "app", "mcp", "web"],
        ]
        .concat(),
        door if DOORS.contains(&door) => [PURE.as_slice(), &["app"]].concat(),
        other => panic!("the plan has no crate '{other}'"),
    }
}

/// Fails where a file of a crate has one of these words in its code.
fn has_none_of(crate_name: &str, words: &[&str]) {
    let files = sources(&crates().join(crate_name).join("src"));
    assert!(
        !files.is_empty(),
        "{crate_name} has no files: the test would see nothing"
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
fn each_crate_uses_the_crates_of_the_plan() {
    for entry in fs::read_dir(crates()).unwrap() {
        let folder = entry.unwrap().path();
        let own = folder.file_name().unwrap().to_string_lossy().into_owned();
        let may = allowed(&own);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let uses = manifest.lines().filter_map(|line| {
            line.strip_prefix("git-memory-")
                .and_then(|rest| rest.split('.').next())
        });
        for used in uses {
            assert!(may.contains(&used), "{own} may not use {used}");
        }
    }
}

#[test]
fn the_example_of_a_crate_uses_no_other_crate_of_ours() {
    let mut examples = 0;
    for entry in fs::read_dir(crates()).unwrap() {
        let folder = entry.unwrap().path();
        let own = folder.file_name().unwrap().to_string_lossy().into_owned();
        if !folder.join("examples").exists() {
            continue;
        }
        for file in sources(&folder.join("examples")) {
            let code = code(&file);
            let others = code.replace(&format!("git_memory_{own}"), "");
            assert!(!others.contains("git_memory_"), "{}", file.display());
            examples += 1;
        }
    }
    assert!(examples >= 4, "the test would see {examples} examples");
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
    // And one of another crate.
    assert!(
        uses["store/history.rs"].contains("git/history.rs"),
        "{:?}",
        uses["store/history.rs"]
    );
    assert!(uses.values().map(BTreeSet::len).sum::<usize>() > 1000);
}

#[test]
fn pure_crates_touch_nothing() {
    for name in PURE {
        has_none_of(
            name,
            &[
                "std::fs",
                "std::env",
                "std::process",
                "std::net",
                "std::thread",
                "std::time",
                "thread::",
                "Utc::now",
                "tempfile",
                "getrandom",
            ],
        );
    }
}

#[test]
fn only_the_git_crate_starts_git() {
    for name in [["store", "workspace", "evidence", "app"].as_slice(), &DOORS].concat() {
        has_none_of(name, &["process::Command"]);
    }
}

#[test]
fn use_cases_and_doors_leave_files_and_processes_to_the_crates_below() {
    for name in [["workspace", "evidence", "app"].as_slice(), &DOORS].concat() {
        has_none_of(name, &["std::fs", " fs::", "std::env", "process::id"]);
    }
}

#[test]
fn one_room_asks_servers() {
    for file in all_sources() {
        let path = name(&file);
        let is_client = ["ureq", "::connect("]
            .iter()
            .any(|word| code(&file).contains(word));
        let is_its_room = path.starts_with("store/embeddings/");
        assert!(!is_client || is_its_room, "{path} opens connections");
    }
}

/// The table of what each door says for an advice: the one file below the doors that tells people
/// what to type.
const ADVICE: &str = "app/advice.rs";

/// The texts below the doors that may hold a command line: where, a piece of the text, and why.
const COMMAND_LINES: [(&str, &str, &str); 9] = [
    (
        "app/hooks/table.rs",
        "git-memory hook {}",
        "git runs it, not a person",
    ),
    (
        "workspace/settings/reader.rs",
        "git config",
        "the name of a place that settings come from",
    ),
    (
        "workspace/settings/team.rs",
        "only by 'git config'",
        "the name of a place that settings come from",
    ),
    (
        "model/rules/block.rs",
        "<!-- made by",
        "a line of a generated file",
    ),
    (
        "model/rules/block.rs",
        "{BEGIN}; 'git memory rules build'",
        "a line of a generated file",
    ),
    (
        "agents/hook_manager/entry.rs",
        "git-memory hook {hook}",
        "what a hook manager is told to run",
    ),
    (
        "model/derived/index_page.rs",
        "<!-- Rebuilt by",
        "a line of a generated file",
    ),
    (
        "guard/rules/general.rs",
        "git clone https://",
        "a sample that a rule has to find",
    ),
    (
        "model/context/briefing.rs",
        "git log",
        "the name of what a page quotes",
    ),
];

#[test]
fn no_crate_below_the_doors_knows_a_command_line() {
    let mut allowed = BTreeSet::new();
    for file in all_sources() {
        let path = name(&file);
        let is_of_door = |door: &&str| path.starts_with(&format!("{door}/"));
        if path == ADVICE || DOORS.iter().any(is_of_door) {
            continue;
        }
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
    // An entry without code must not stay allowed.
    assert_eq!(allowed.len(), COMMAND_LINES.len(), "{allowed:?}");
}

#[test]
fn no_line_of_code_is_longer_than_the_page() {
    for file in all_sources() {
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

/// Paths between backticks in a page that lead into this repository's source.
fn named_paths(page: &str) -> Vec<&str> {
    let quoted = page.split('`').skip(1).step_by(2);
    let tops = [
        "crates/",
        "tests/",
        "fixtures/",
        "src/",
        "benches/",
        "docs/",
    ];
    quoted
        .filter(|text| tops.iter().any(|top| text.starts_with(top)))
        .filter(|text| !text.contains(['*', '{', '<', ' ']))
        .collect()
}

#[test]
fn a_stranger_finds_where_to_add_what_and_which_test_holds_it() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(top.join("docs/architecture.md")).unwrap();
    let table = page.split("## Where to add").nth(1).unwrap();
    let table = table.split("\n## ").next().unwrap();
    for added in [
        "record kind",
        "command",
        "secret rule",
        "agent",
        "kept file",
    ] {
        let row = table.lines().find(|row| row.contains(added));
        let cells: Vec<&str> = row.expect(added).split('|').collect();
        assert!(!named_paths(cells[2]).is_empty(), "{added}: no place");
        assert!(!named_paths(cells[3]).is_empty(), "{added}: no test");
    }
    for name in [
        "docs/architecture.md",
        "CONTRIBUTING.md",
        "fixtures/secrets/README.md",
        "fixtures/wild/README.md",
    ] {
        let page = fs::read_to_string(top.join(name)).unwrap();
        for path in named_paths(&page) {
            assert!(top.join(path).exists(), "{name}: '{path}' is not there");
        }
    }
}

#[test]
fn comments_name_their_subject() {
    let count = Count::of_project();
    let (bare, vague) = (100 * count.bare, 1000 * count.vague);
    assert!(
        bare <= 5 * count.blocks,
        "{} of {} blocks",
        count.bare,
        count.blocks
    );
    assert!(
        vague <= 2 * count.lines,
        "{} of {} lines",
        count.vague,
        count.lines
    );
}
