//! `git memory complete`: what the scripts of shells call for each Tab.
//!
//! A line for each candidate: the word, a tab, and what it stands for. A line that is `:files` asks
//! the shell for its own completion of files.

use super::verb::{HelpPage, Verb};
use std::path::Path;

use clap::{Arg, Args, Command};

use crate::completion::position::{Position, build, position};
use crate::completion::values::{Value, value};
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::program::Program;
use git_memory_app::records::candidates::{Candidate, Wanted, candidates};
use git_memory_app::workspace::{Invocation, Workspace};

/// Asks the shell for files.
const FILES: &str = ":files";

#[derive(Args)]
pub(crate) struct CompleteArgs {
    /// Which word is completed, counted from 0
    #[arg(long, value_name = "NUMBER")]
    index: usize,
    /// The words of the command line, 'git-memory' first
    #[arg(
        value_name = "WORD",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<String>,
}

impl Verb for CompleteArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The scripts that 'git memory install-man' writes call it for each Tab.",
        example: "complete --index 2 -- git-memory list --tag",
    };
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "the table of commands calls each of them in one way"
)]
pub(crate) fn run(
    invocation: &Invocation,
    program: &Program,
    args: &CompleteArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (before, typed) = match args.words.get(args.index) {
        Some(typed) => (&args.words[..args.index], typed.as_str()),
        // The cursor is after the last word.
        None => (&args.words[..], ""),
    };
    let invocation = &folder(invocation, before);
    let mut program = (program.line)();
    build(&mut program, before);
    match position(&program, before, typed) {
        Position::Command(command) => print_commands(command, typed, printer),
        Position::Option { command, globals } => {
            let options = command.get_arguments().chain(globals);
            print_options(options, typed, printer);
        }
        Position::Value {
            command,
            arg,
            before,
        } => {
            let typed = &typed[before.len()..];
            let words = words(invocation, &command, arg, typed, printer);
            for Candidate { word, about } in words {
                print(&format!("{before}{word}"), &about, printer);
            }
        }
        Position::Unknown => {}
    }
    Ok(Exit::Done)
}

/// The invocation in the folder where the typed command line will run.
fn folder(invocation: &Invocation, words: &[String]) -> Invocation {
    for pair in words.windows(2) {
        if pair[0] == "-C"
            && let Ok(there) = invocation.at(Path::new(&pair[1]))
        {
            return there;
        }
    }
    invocation.clone()
}

fn print_commands(command: &Command, typed: &str, printer: &mut Printer) {
    for below in command.get_subcommands() {
        if below.get_name().starts_with(typed) && !below.is_hide_set() {
            let about = below.get_about().map(ToString::to_string);
            print(below.get_name(), &about.unwrap_or_default(), printer);
        }
    }
}

fn print_options<'a>(options: impl Iterator<Item = &'a Arg>, typed: &str, printer: &mut Printer) {
    for arg in options {
        let about = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let Some(long) = arg.get_long().filter(|_| !arg.is_hide_set()) else {
            continue;
        };
        let option = format!("--{long}");
        if option.starts_with(typed) {
            print(&option, &about, printer);
        }
    }
}

/// The values that begin with what was typed.
fn words(
    invocation: &Invocation,
    command: &str,
    arg: &Arg,
    typed: &str,
    printer: &mut Printer,
) -> Vec<Candidate> {
    let possible = arg.get_possible_values();
    if !possible.is_empty() {
        let mut found = Vec::new();
        for value in possible {
            let about = value.get_help().map(ToString::to_string);
            if value.get_name().starts_with(typed) {
                found.push(Candidate {
                    word: value.get_name().to_owned(),
                    about: about.unwrap_or_default(),
                });
            }
        }
        return found;
    }
    match value(command, arg) {
        Value::Word(wanted) => of_repository(invocation, wanted, typed, printer),
        Value::Range => {
            // The second revision follows the dots.
            let end = typed.rfind("..").map_or(0, |at| at + 2);
            let (first, second) = typed.split_at(end);
            let mut found = of_repository(invocation, Wanted::Revision, second, printer);
            for candidate in &mut found {
                candidate.word.insert_str(0, first);
            }
            found
        }
        Value::File => {
            printer.line(FILES);
            Vec::new()
        }
        Value::Text => Vec::new(),
    }
}

/// The words that the repository has. Where it cannot be asked, there is nothing to complete: an
/// error in the middle of a command line would not help.
fn of_repository(
    invocation: &Invocation,
    wanted: Wanted,
    typed: &str,
    printer: &Printer,
) -> Vec<Candidate> {
    let Ok(workspace) = Workspace::open(invocation) else {
        return Vec::new();
    };
    // The printer asks its guard until the process ends.
    let workspace: &'static Workspace = Box::leak(Box::new(workspace));
    printer.guard_by(workspace);
    candidates(workspace, wanted, typed).unwrap_or_default()
}

fn print(word: &str, about: &str, printer: &mut Printer) {
    // A tag or a branch may come from a stranger, and a shell puts it on the command line as it is:
    // words that would mean something there are not offered.
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./:=@+,".contains(sign);
    if !word.chars().all(is_plain) {
        return;
    }
    // A help text may be longer, and a tab would begin another column.
    let about = about.lines().next().unwrap_or_default().replace('\t', " ");
    printer.line(format!("{word}\t{about}"));
}
