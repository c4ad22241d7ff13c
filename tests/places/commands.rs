//! The commands, each with a line that makes sense in the repository of [`crate::sites`]. A command
//! that is missing here runs the example of its help page.

use git_memory_cli::commands::commands;

use crate::common::World;

/// Effect of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// Reads committed memory: the same everywhere, by `--rev HEAD` without a work tree.
    Reads,
    /// Reads what has no revision, or what only a work tree has: the same in every work tree.
    Looks,
    /// Describes the place itself.
    Describes,
    /// Writes tracked memory.
    Writes,
    /// Writes in git's own folder, or nowhere in the repository.
    Keeps,
}

/// A command with its arguments, and what it does.
pub struct Row {
    pub words: Vec<String>,
    pub does: Does,
}

/// `<decision>`, `<lesson>`, `<loop>` and `<plan>` stand for the ids of records, `<file>` for an
/// exported document, `<out>` for a folder outside.
const ROWS: [(&str, Does); 61] = [
    ("list", Does::Reads),
    ("show <decision>", Does::Reads),
    ("list --count", Does::Reads),
    ("export", Does::Reads),
    ("check", Does::Reads),
    ("recall keep", Does::Reads),
    ("why src/a.txt", Does::Reads),
    ("review", Does::Reads),
    ("get-context --topics decisions", Does::Reads),
    ("topic list", Does::Reads),
    ("log", Does::Looks),
    ("diff HEAD~1..", Does::Looks),
    ("pr HEAD~1..", Does::Looks),
    ("related <decision>", Does::Looks),
    ("context", Does::Looks),
    ("context --committed", Does::Looks),
    ("briefing", Does::Looks),
    ("scan", Does::Looks),
    ("verify", Does::Reads),
    ("adopt --dry-run", Does::Looks),
    ("rules check", Does::Looks),
    ("runs", Does::Keeps),
    ("notes", Does::Keeps),
    ("status", Does::Describes),
    ("doctor", Does::Describes),
    ("identity", Does::Describes),
    ("config", Does::Describes),
    ("subscribe status", Does::Describes),
    ("hooks status", Does::Describes),
    ("agents status", Does::Describes),
    ("site <out>", Does::Describes),
    ("install-man --into <out>", Does::Describes),
    ("help list", Does::Describes),
    ("complete --index 2 -- git-memory list", Does::Describes),
    ("init", Does::Writes),
    (
        "add-decision 'Of this place' --path src/a.txt",
        Does::Writes,
    ),
    ("add 'Of this place, too'", Does::Writes),
    ("add-convention 'A convention'", Does::Writes),
    ("add-lesson 'A lesson'", Does::Writes),
    ("add-loop 'A loop'", Does::Writes),
    ("add-plan 'A plan'", Does::Writes),
    ("add-note 'A note'", Does::Writes),
    ("add-recipe 'A recipe'", Does::Writes),
    ("add-event 'An event'", Does::Writes),
    ("add-context 'A page'", Does::Writes),
    ("set <lesson> category=x", Does::Writes),
    ("edit <lesson>", Does::Writes),
    ("close <loop>", Does::Writes),
    ("clear <plan> -y", Does::Writes),
    ("supersede <decision> 'A newer one'", Does::Writes),
    ("topic write build 'Run make first.'", Does::Writes),
    (
        "feedback --outcome helpful --id <lesson> measure",
        Does::Writes,
    ),
    ("import json <file>", Does::Writes),
    ("scan --allow 00000000 --reason none", Does::Writes),
    ("refresh", Does::Writes),
    (
        "summary append --run r --step 1 --title 'A step'",
        Does::Keeps,
    ),
    ("summary publish none", Does::Keeps),
    ("summary forget none", Does::Keeps),
    ("summary fold", Does::Keeps),
    ("summary gc", Does::Keeps),
    ("user list", Does::Keeps),
];

/// Run by git, or tried elsewhere with what they need; or there to stay.
const OTHERS: [&str; 5] = ["hook", "filter", "sync", "serve", "browse"];

/// The words of a line, as a shell would split them.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (nth, part) in line.replace('"', "'").split('\'').enumerate() {
        match nth % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// Every command of the program.
pub fn rows(world: &World) -> Vec<Row> {
    let mut rows = Vec::new();
    for (line, does) in ROWS {
        rows.push(Row {
            words: words(line),
            does,
        });
    }
    for command in commands() {
        let is_known = |row: &Row| row.words[0] == command.name;
        if OTHERS.contains(&command.name) || rows.iter().any(is_known) {
            continue;
        }
        let page = world.memory([command.name, "-h"]).ok();
        let (_, example) = page.split_once("Example:\n  ").unwrap();
        let line = example.lines().next().unwrap();
        rows.push(Row {
            words: words(line)[2..].to_vec(),
            does: Does::Describes,
        });
    }
    rows
}
