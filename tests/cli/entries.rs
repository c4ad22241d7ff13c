//! Every command that the program once had: it works, or its answer names what took its place.

use git_memory_cli::commands::{Command, Group, commands};

use crate::common::{World, has};

use super::commands::fits_on_a_screen;

/// Commands, each followed by its own commands in brackets.
const ENTRIES: &str = "
    init status hooks [install uninstall status] doctor install-man add-decision add-convention
    add-lesson add-loop add-plan add-note add-recipe add-event add-context supersede adopt set
    edit close clear topic [read write log restore list] show list browse log diff context
    get-context briefing recall why blame map related suggest incoming
    model [add list use remove] index feedback
    summary [append close list show latest compact export] runs notes [reattach]
    user [read write edit log restore list path] sync
    import [adr json transcripts mem0 claude-md agents-md claude-memory cline cursor-rules
    copilot serena basic-memory okf workspace] export [okf] rules [build check]
    agents [install uninstall status] mcp serve site check review backtest scan
    policy [show check path] refresh config identity hook filter read-symbols merge-driver
    complete help
";

/// Commands that went, each with the one that took its place.
const WENT: [(&str, &str); 6] = [
    ("count", "git memory list --count"),
    ("allow", "git memory scan --allow"),
    ("publish", "git memory summary publish"),
    ("forget", "git memory summary forget"),
    ("fold", "git memory summary fold"),
    ("gc", "git memory summary gc"),
];

/// Number of commands, and of their own commands, that the program had.
const HAD: (usize, usize) = (71, 50);

/// The command lines of [`ENTRIES`].
fn entries() -> Vec<String> {
    let (mut lines, mut family) = (Vec::new(), None);
    for word in ENTRIES.split_whitespace() {
        let begins = word.starts_with('[');
        let name = word.trim_matches(['[', ']']);
        if begins {
            family = lines.last().cloned();
        }
        lines.push(match &family {
            Some(family) => format!("{family} {name}"),
            None => name.to_owned(),
        });
        if word.ends_with(']') {
            family = None;
        }
    }
    lines
}

#[test]
fn each_command_there_was_works_or_names_what_took_its_place() {
    let mut world = World::empty();
    world.set("COLUMNS", "80");
    let entries = entries();
    let (inner, outer): (Vec<&String>, Vec<&String>) =
        entries.iter().partition(|entry| entry.contains(' '));
    assert_eq!((outer.len() + WENT.len(), inner.len()), HAD);
    has(
        &world.memory("-h").ok(),
        "Usage: git memory [OPTIONS] [COMMAND]\n",
    );
    for entry in &entries {
        let help = world.memory(format!("{entry} -h").as_str()).ok();
        has(&help, &format!("Usage: git memory {entry}"));
        let is_met = |row: Command| row.group != Group::Plumbing && entry.starts_with(row.name);
        if commands().any(is_met) {
            fits_on_a_screen(&help);
        }
    }
    for (entry, new) in WENT {
        for line in [entry.to_owned(), format!("{entry} -h")] {
            has(&world.memory(&*line).fails(129), &format!("hint: '{new}"));
        }
    }
}
