//! The overview: what `git memory -h` prints.

use std::fmt::Write;

use clap::builder::Styles;

use crate::args::GLOBAL;
use crate::commands::{Command, Group, commands};

/// The commands that matter first, in the order in which a user meets them.
const FIRST: [&str; 5] = ["init", "add-decision", "recall", "why", "status"];
/// Heading of the group of these commands.
const FIRST_HEADING: &str = "To begin with";

/// clap's template of the overview, with the commands in their groups.
pub(crate) fn template() -> String {
    // Every start makes this text, so the table is made once.
    let table: Vec<Command> = commands().collect();
    let styles = Styles::default();
    let style = styles.get_header();
    // clap has no groups of commands; the braces are its own placeholders.
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    let heading = |text: &mut String, heading: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{style}{heading}:{style:#}");
    };
    heading(&mut text, FIRST_HEADING);
    for name in FIRST {
        for command in table.iter().filter(|command| command.name == name) {
            push_row(&mut text, command.name, &command.about);
        }
    }
    for (group, name) in Group::SHOWN {
        heading(&mut text, name);
        for command in table.iter().filter(|command| command.group == group) {
            push_row(&mut text, command.name, &command.about);
        }
    }
    heading(&mut text, GLOBAL);
    text.push_str("{options}\n\n");
    text.push_str("'git memory COMMAND -h' shows what a command takes, with an example.");
    text
}

fn push_row(text: &mut String, name: &str, about: &str) {
    text.extend([format!("  {name:<14}  {about}\n")]);
}
