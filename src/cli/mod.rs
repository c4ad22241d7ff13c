//! Door 1: the command line. Arguments in; text or JSON on stdout, everything else on stderr, an
//! exit status out.
//!
//! [`args`] is what can be typed, one file a verb says how a use case's answer is shown, [`output`]
//! is the only place that writes to the terminal, [`exit`] turns errors into messages, hints and
//! the exit status.

mod add;
mod advice;
mod allow;
mod args;
mod briefing;
mod check;
mod clear;
mod config;
mod context;
mod diff;
mod doctor;
mod edit;
mod exit;
mod export;
mod feedback;
mod filter;
mod fold;
mod gc;
mod hook;
mod hooks;
mod identity;
mod import;
mod init;
mod list;
mod log;
mod notes;
mod output;
mod recall;
mod refresh;
mod review;
mod rules;
mod scan;
mod show;
mod summary;
mod supersede;
mod sync;
mod topic;
mod user;
mod why;

use std::ffi::OsString;
use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Parser;

use args::{Cli, Command, Look, SummaryCommand};
use exit::{Exit, Failure};
use output::Printer;

use crate::app::context::user::At;
use crate::app::private::settle::settle;
use crate::app::workspace::{Invocation, Workspace};
use crate::git::Environment;

/// What the process was started with.
pub struct Process {
    /// The arguments, the program's name first.
    pub arguments: Vec<OsString>,
    /// The working folder, or why there is none.
    pub folder: io::Result<PathBuf>,
    /// The environment.
    pub variables: Vec<(OsString, OsString)>,
    /// The time.
    pub now: SystemTime,
}

impl Process {
    fn invocation(self) -> Result<Invocation, Failure> {
        let folder = self.folder.map_err(|error| {
            Failure::fatal(format!("unable to read current working directory: {error}"))
        })?;
        let environment = Environment::of_process(folder, self.variables);
        Ok(Invocation::new(environment, self.now)?)
    }
}

/// Runs the command that the arguments ask for.
#[must_use]
pub fn run(mut process: Process) -> ExitCode {
    let arguments = std::mem::take(&mut process.arguments);
    // git waits for its hooks and filters; making the tables of all commands would take a third of
    // their time.
    let mut printer = Printer::new(&Look::default());
    match arguments.get(1..).unwrap_or_default() {
        [command, name, git_arguments @ ..] if command == "hook" => {
            let done = process.invocation().and_then(|invocation| {
                hook::run(
                    &invocation,
                    &name.to_string_lossy(),
                    git_arguments,
                    &printer,
                )
            });
            return end(done, &mut printer);
        }
        [command] if command == "filter" => {
            let done = process.invocation();
            let done = done.and_then(|invocation| filter::run(&invocation, &printer));
            return end(done, &mut printer);
        }
        _ => {}
    }
    let asks_for_json = has_json_flag(&arguments);
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        // Help and version come as errors, too: they are what was asked for.
        Err(error) if !error.use_stderr() => return exit::print(&error).into(),
        Err(error) => {
            let exit = exit::print(&error);
            if asks_for_json {
                printer.json(Failure::from(&error).answer());
            }
            return end(Ok(exit), &mut printer);
        }
    };
    let mut printer = Printer::new(&cli.look);
    let done = begin(process, cli.start_in.as_deref())
        .and_then(|invocation| dispatch(&invocation, cli.command, &mut printer));
    end(done, &mut printer)
}

/// Whether arguments that could not be parsed ask for JSON: `--json` before any `--`.
fn has_json_flag(arguments: &[OsString]) -> bool {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    options.into_iter().any(|argument| argument == "--json")
}

/// Writes the answer, or says why there is none.
fn end(done: Result<Exit, Failure>, printer: &mut Printer) -> ExitCode {
    let exit = done.unwrap_or_else(|failure| {
        printer.fail(&failure);
        failure.exit()
    });
    if let Err(error) = printer.finish() {
        printer.fail(&Failure::fatal(format!(
            "write failure on standard output: {error}"
        )));
        return Exit::Failed.into();
    }
    exit.into()
}

fn begin(process: Process, start_in: Option<&Path>) -> Result<Invocation, Failure> {
    let invocation = process.invocation()?;
    match start_in {
        Some(folder) => Ok(invocation.at(folder)?),
        None => Ok(invocation),
    }
}

fn dispatch(
    invocation: &Invocation,
    command: Command,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // The process ends with the command: giving back its memory piece by piece would only take
    // time.
    match (Workspace::open(invocation), command) {
        (Ok(workspace), command) => {
            let workspace = ManuallyDrop::new(workspace);
            let done = in_repository(&workspace, command, printer);
            for file in workspace.unwatched() {
                let file = file.display();
                printer.note(format!(
                    "warning: cannot read '{file}': its values are not known as secrets"
                ));
            }
            done
        }
        // The user's own memory needs none.
        (Err(_), Command::User { command }) => user::run(At::Outside(invocation), command, printer),
        (Err(error), _) => Err(error.into()),
    }
}

/// Whether a command reads private memory, which is brought up to date first.
fn reads_private(command: &Command) -> bool {
    match command {
        Command::Add(args) => args.is_private,
        Command::Recall(args) => args.private,
        Command::List(args) => args.source.is_private(),
        Command::Count(args) => args.source.is_private(),
        // An entry that is only written joins nothing.
        Command::Summary { command } => !matches!(command, SummaryCommand::Append(_)),
        Command::Context(args) => !args.committed,
        // What no tracked record is called may be the name of a private one.
        Command::Show(_)
        | Command::Set(_)
        | Command::Close(_)
        | Command::Feedback(_)
        | Command::Briefing(_)
        | Command::GetContext(_)
        | Command::Runs => true,
        _ => false,
    }
}

fn in_repository(
    workspace: &Workspace,
    command: Command,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    printer.know(workspace);
    if reads_private(&command) {
        settle(workspace)?;
    }
    match command {
        Command::User { command } => user::run(At::Repository(workspace), command, printer),
        Command::Init(args) => init::run(workspace, &args, printer),
        Command::Add(args) => add::run(workspace, args, printer),
        Command::Supersede(args) => supersede::run(workspace, args, printer),
        Command::Set(args) => edit::set(workspace, &args, printer),
        Command::Close(args) => edit::close(workspace, &args, printer),
        Command::Clear(args) => clear::run(workspace, args, printer),
        Command::Topic { command } => topic::run(workspace, command, printer),
        Command::Show(args) => show::run(workspace, &args, printer),
        Command::List(args) => list::list(workspace, args, printer),
        Command::Count(args) => list::count(workspace, args, printer),
        Command::Recall(args) => recall::run(workspace, args, printer),
        Command::Related(args) => recall::related(workspace, &args, printer),
        Command::Why(args) => why::run(workspace, &args, printer),
        Command::Context(args) => context::run(workspace, &args, printer),
        Command::Briefing(args) => briefing::run(workspace, &args, printer),
        Command::GetContext(args) => context::get(workspace, args, printer),
        Command::Feedback(args) => feedback::run(workspace, &args, printer),
        Command::Diff(args) => diff::run(workspace, &args, printer),
        Command::Log(args) => log::run(workspace, &args, printer),
        Command::Summary { command } => summary::run(workspace, command, printer),
        Command::Runs => summary::runs(workspace, printer),
        Command::Notes(args) => notes::run(workspace, &args, printer),
        Command::Sync(args) => sync::run(workspace, args, printer),
        Command::Gc(args) => gc::run(workspace, &args, printer),
        Command::Fold { branch } => fold::run(workspace, branch.as_deref(), printer),
        Command::Identity => identity::run(workspace, printer),
        Command::Config(args) => config::run(workspace, &args, printer),
        Command::Refresh(args) => refresh::run(workspace, &args, printer),
        Command::Check(args) => check::run(workspace, &args, printer),
        Command::Review(args) => review::run(workspace, &args, printer),
        Command::Rules { command } => rules::run(workspace, &command, printer),
        Command::Scan(args) => scan::run(workspace, args, printer),
        Command::Allow(args) => allow::run(workspace, &args, printer),
        Command::Doctor(args) => Ok(doctor::run(workspace, &args, printer)),
        Command::Export(args) => export::run(workspace, &args, printer),
        Command::Import { command } => import::run(workspace, command, printer),
        Command::Hooks { command } => hooks::run(workspace, command, printer),
    }
}
