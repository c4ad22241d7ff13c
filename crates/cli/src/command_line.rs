//! The whole command line as clap knows it: for parsing, and for what is generated from it.

use std::borrow::Cow;
use std::ffi::OsString;

use clap::{ArgMatches, Args};

use super::args::GlobalArgs;
use super::commands::{Command, Group, commands};
use super::help;

/// The program with every command. The arguments of a command are added where it is typed.
#[must_use]
pub fn command_line() -> clap::Command {
    program()
        .help_template(help::template())
        .subcommands(commands().map(subcommand))
}

/// The typed arguments, as clap understands them.
///
/// # Errors
/// What is wrong with it; help and version that were asked for come as errors, too.
pub(crate) fn parsed(arguments: &[OsString]) -> Result<ArgMatches, clap::Error> {
    let arguments = &questions_as_words(arguments)[..];
    // Most often a command's name comes first. git waits for its hooks, and to set up help and all
    // other commands would take a fifth of their time.
    if let Some(first) = arguments.get(1)
        && let Some(command) = commands().find(|known| first == known.name)
        && let Ok(matches) = program()
            .subcommand(subcommand(command))
            .try_get_matches_from(arguments)
    {
        return Ok(matches);
    }
    // The full command line makes the error message: it knows every command.
    command_line().try_get_matches_from(arguments)
}

/// The arguments, with a space before a question that begins as an option does, such as `- a list`:
/// words of a question part at spaces, and no option has one before its value.
fn questions_as_words(arguments: &[OsString]) -> Cow<'_, [OsString]> {
    let is_question = |argument: &OsString| {
        argument.to_str().is_some_and(|text| {
            let name = text.split('=').next().unwrap_or_default();
            name.starts_with("- ") || name.starts_with("--") && name.contains(' ')
        })
    };
    if arguments.get(1).is_none_or(|command| command != "recall")
        || !arguments.iter().any(is_question)
    {
        return Cow::Borrowed(arguments);
    }
    let mut worded = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let mut word = OsString::new();
        if is_question(argument) {
            word.push(" ");
        }
        word.push(argument);
        worded.push(word);
    }
    Cow::Owned(worded)
}

fn program() -> clap::Command {
    GlobalArgs::augment_args(clap::Command::new("git-memory"))
        .bin_name("git memory")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .about("A project's memory, kept inside git")
        .max_term_width(100)
}

fn subcommand(command: Command) -> clap::Command {
    clap::Command::new(command.name)
        .about(command.about.into_owned())
        .hide(command.group == Group::Plumbing)
        .defer(command.arguments)
}
