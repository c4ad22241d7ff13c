//! A page as its reader follows it: each command of its console blocks is run, and has to print
//! what the page shows.

use std::collections::BTreeMap;

use super::World;

/// Prefixes of ids on a page: `dec-ID1`.
const PREFIXES: [&str; 4] = ["con-", "dec-", "les-", "loop-"];
/// The random part of an id that a command gave.
const ID_LENGTH: usize = 6;

/// The console blocks, as lines; those that build the program are for the reader.
pub fn blocks(page: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while lines.by_ref().any(|line| line == "```console") {
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if !block.iter().any(|line| line.starts_with("$ cargo")) {
            blocks.push(block);
        }
    }
    blocks
}

/// The ids that commands gave, and the names (`dec-ID1`, `dec-ID2` …) that the page gives them,
/// numbered as they come up.
#[derive(Default)]
struct Names(BTreeMap<String, String>);

impl Names {
    /// The page's command with real ids.
    fn command(&self, shown: &str) -> String {
        let mut command = shown.to_owned();
        for (id, name) in &self.0 {
            command = command.replace(name.as_str(), id);
            command = command.replace(&end_of_file(name), &end_of_file(id));
        }
        command
    }

    /// Returns a command's output with the page's names.
    fn answer(&mut self, text: &str) -> String {
        let mut named = String::new();
        let mut rest = text;
        while let Some((at, prefix)) = next_id(rest) {
            let end = at + prefix.len() + ID_LENGTH;
            let number = self.0.len() + 1;
            let name = self.0.entry(rest[at..end].to_owned());
            named.push_str(&rest[..at]);
            named.push_str(name.or_insert_with(|| format!("{prefix}ID{number}")));
            rest = &rest[end..];
        }
        named += rest;
        // The names of files end with the rest of an id.
        for (id, name) in &self.0 {
            named = named.replace(&end_of_file(id), &end_of_file(name));
        }
        named
    }
}

/// End of the name of a record's file.
fn end_of_file(id: &str) -> String {
    let (_, part) = id.split_once('-').unwrap();
    format!("-{part}.md")
}

/// The first id in a text: where it begins, and its prefix.
fn next_id(text: &str) -> Option<(usize, &'static str)> {
    let found = PREFIXES.iter().filter_map(|prefix| {
        let (at, _) = text.match_indices(prefix).find(|(at, _)| {
            let random = text.as_bytes().get(at + prefix.len()..).unwrap_or_default();
            random.len() >= ID_LENGTH
                && random[..ID_LENGTH]
                    .iter()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        })?;
        Some((at, *prefix))
    });
    found.min()
}

/// Runs every command of a page in a world, and compares what it prints.
pub fn follow(world: &World, name: &str, text: &str) {
    let mut names = Names::default();
    for block in blocks(text) {
        let mut lines = block.into_iter().peekable();
        while let Some(line) = lines.next() {
            let command = line
                .strip_prefix("$ ")
                .expect("a block begins with a command");
            let mut shown = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown = format!("{shown}{line}\n");
            }
            let answer = world.shell(&names.command(command));
            // A page leaves out notes on stderr, except for a command that fails.
            let said = if answer.status == 0 {
                answer.out
            } else {
                answer.err
            };
            assert_eq!(names.answer(&said), shown, "{name}: $ {command}");
        }
    }
}
