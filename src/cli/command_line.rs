//! The whole command line as clap knows it: for parsing, and for what is generated from it.

use clap::Args;

use super::args::GlobalArgs;
use super::commands::{Group, commands};
use super::help;

/// The program with every command. The arguments of a command are added where it is typed.
#[must_use]
pub fn command_line() -> clap::Command {
    let program = GlobalArgs::augment_args(clap::Command::new("git-memory"))
        .bin_name("git memory")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A project's memory, kept inside git itself")
        .max_term_width(100)
        .help_template(help::template());
    let commands = commands().map(|command| {
        clap::Command::new(command.name)
            .about(command.about.into_owned())
            .hide(command.group == Group::Plumbing)
            .defer(command.arguments)
    });
    program.subcommands(commands)
}
