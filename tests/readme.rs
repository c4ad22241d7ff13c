//! README's console blocks do what they show.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::collections::BTreeMap;

use common::World;

/// The console blocks, as lines; those that build the program are for the reader.
fn blocks(readme: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut lines = readme.lines();
    while lines.by_ref().any(|line| line == "```console") {
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if !block.iter().any(|line| line.starts_with("$ cargo")) {
            blocks.push(block);
        }
    }
    blocks
}

/// Puts the ids that the commands gave in place of README's `dec-ID1`, `dec-ID2` …, numbered as
/// they come up.
fn with_names(text: &str, ids: &mut BTreeMap<String, String>) -> String {
    let mut named = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("dec-") {
        let id: String = rest[at + 4..]
            .chars()
            .take_while(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            .collect();
        named.push_str(&rest[..at]);
        let number = ids.len() + 1;
        named.push_str(
            ids.entry(format!("dec-{id}"))
                .or_insert_with(|| format!("dec-ID{number}")),
        );
        rest = &rest[at + 4 + id.len()..];
    }
    named + rest
}

#[test]
fn the_tour_works_as_shown() {
    let world = World::new();
    world.write(
        "../decisions/0001-use-files.md",
        "# Use files\n\n## Status\n\nSuperseded by [ADR-0002](0002-use-a-database.md)\n\n## Context\n\nWe keep data.\n",
    );
    world.write(
        "../decisions/0002-use-a-database.md",
        "# Use a database\n\n## Status\n\nAccepted\n\n## Context\n\nWe keep more data.\n",
    );
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    let readme = include_str!("../README.md");
    let blocks = blocks(readme);
    assert!(blocks.len() > 5, "the tour has gone");
    for block in blocks {
        let mut lines = block.into_iter().peekable();
        while let Some(line) = lines.next() {
            let shown_command = line
                .strip_prefix("$ ")
                .expect("a block begins with a command");
            let mut command = shown_command.to_owned();
            for (id, name) in &ids {
                command = command.replace(name.as_str(), id);
            }
            let mut shown = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown = format!("{shown}{line}\n");
            }
            let answer = world.shell(&command);
            // A note on stderr is not shown, except where a command is stopped and says why.
            let said = if answer.status == 0 {
                answer.out
            } else {
                answer.err
            };
            assert_eq!(with_names(&said, &mut ids), shown, "$ {shown_command}");
        }
    }
}
