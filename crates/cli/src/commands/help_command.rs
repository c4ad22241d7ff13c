//! `git memory help`: the list of all commands, a command's page, or the command for a word.

use super::verb::{HelpPage, Verb};
use clap::Args;

use crate::exit::{Exit, Failure};
use crate::help::{found_by, full_template};
use crate::output::Printer;
use crate::program::Program;
use git_memory_app::workspace::Invocation;

#[derive(Args)]
pub(crate) struct HelpArgs {
    /// List all commands, with the options that each of them takes
    #[arg(long)]
    all: bool,
    /// A command, or words for the task: search, undo, adr
    #[arg(value_name = "COMMAND|WORD", conflicts_with = "all")]
    words: Vec<String>,
}

impl Verb for HelpArgs {
    const PAGE: HelpPage = HelpPage {
        more: "A command's name prints its page with every option; any other word finds commands.",
        example: "help undo",
    };
}

pub(crate) fn run(
    _: &Invocation,
    program: &Program,
    args: &HelpArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let line = (program.line)();
    if args.words.is_empty() {
        let line = if args.all {
            line.help_template(full_template())
        } else {
            line
        };
        return Ok(page(line));
    }
    let typed = args.words.join(" ");
    // One that only programs call is rarely meant by its name.
    if typed != "hook"
        && let Some(command) = command(line, &args.words)
    {
        return Ok(page(command));
    }
    let found = found_by(&typed, &(program.listed)());
    if found.is_empty() {
        let failure = Failure::usage(format!("no command fits '{typed}'"));
        return Err(failure.hint("'git memory help --all' lists all commands"));
    }
    for line in found {
        printer.line(line);
    }
    Ok(Exit::Done)
}

/// The command that the words name, with its arguments.
fn command(mut line: clap::Command, words: &[String]) -> Option<clap::Command> {
    line.build();
    let mut command = &mut line;
    for word in words {
        command = command.find_subcommand_mut(word)?;
        command.build();
    }
    Some(command.clone())
}

fn page(mut command: clap::Command) -> Exit {
    // If stdout is closed, the help has no reader.
    let _ = command.print_long_help();
    Exit::Done
}
