//! The overview: what `git memory -h` prints, and the full list of commands.

use clap::builder::Styles;

use crate::args::GLOBAL;
use crate::commands::{Command, Group, commands};

/// Width of the names of groups.
const GROUP: usize = 10;

/// clap's template of the overview: a line for each command that is met early, the first of a group
/// behind the group's name.
pub(crate) fn template() -> String {
    // Every start makes this text, so the table is made once.
    let table: Vec<Command> = commands().collect();
    let style = *Styles::default().get_header();
    // clap has no groups of commands; the braces are its own placeholders.
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (group, heading) in Group::SHOWN {
        let mut shown = heading;
        for command in table.iter().filter(|it| it.group == group && !it.is_rare) {
            let Command { name, about, .. } = command;
            text.extend([format!(
                "{style}{shown:<GROUP$}{style:#}  {name:<11}  {about}\n"
            )]);
            shown = "";
        }
    }
    text.push_str(
        "\n'git memory COMMAND -h' shows what a command takes, 'git memory help --all' all\n\
         commands and options, and 'git memory help WORD' finds the command for a word.",
    );
    text
}

/// clap's template of the full list, with the commands in their groups.
pub(crate) fn full_template() -> String {
    let table: Vec<Command> = commands().collect();
    let style = *Styles::default().get_header();
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (group, heading) in Group::SHOWN {
        text.extend([format!("\n{style}{heading}{style:#}\n")]);
        for Command { name, about, .. } in table.iter().filter(|it| it.group == group) {
            text.extend([format!("  {name:<14}  {about}\n")]);
        }
    }
    text.extend([format!("\n{style}{GLOBAL}{style:#}\n{{options}}")]);
    text
}
