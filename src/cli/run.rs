//! From what the process was started with to its exit status.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use clap::FromArgMatches;

use super::args::GlobalArgs;
use super::commands;
use super::exit::{self, Exit, Failure};
use super::output::Printer;
use crate::app::workspace::{Environment, Invocation};

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
    /// What the command starts with, in the folder that `-C` names.
    fn invocation(self, start_in: Option<&Path>) -> Result<Invocation, Failure> {
        let folder = self.folder.map_err(|error| {
            Failure::fatal(format!("unable to read current working directory: {error}"))
        })?;
        let environment = Environment::of_process(folder, self.variables);
        let invocation = Invocation::new(environment, self.now)?;
        match start_in {
            Some(folder) => Ok(invocation.at(folder)?),
            None => Ok(invocation),
        }
    }
}

/// Runs the command that the arguments ask for.
#[must_use]
pub fn run(mut process: Process) -> ExitCode {
    let arguments = std::mem::take(&mut process.arguments);
    let asks_for_json = has_json_flag(&arguments);
    let parsed = commands::command_line().try_get_matches_from(arguments);
    let parsed = parsed.and_then(|matches| Ok((GlobalArgs::from_arg_matches(&matches)?, matches)));
    let (global, matches) = match parsed {
        Ok(parsed) => parsed,
        // Help and version come as errors, too: they are what was asked for.
        Err(error) if !error.use_stderr() => return exit::print(&error).into(),
        Err(error) => return refuse(&error, asks_for_json),
    };
    let mut printer = Printer::new(&global);
    let done = process
        .invocation(global.start_in.as_deref())
        .and_then(|invocation| commands::dispatch(&invocation, &matches, &mut printer));
    end(done, &mut printer)
}

/// Prints why the arguments cannot be understood. If they ask for JSON, that is the answer as well.
fn refuse(error: &clap::Error, asks_for_json: bool) -> ExitCode {
    let exit = exit::print(error);
    let mut printer = Printer::new(&GlobalArgs::default());
    if asks_for_json {
        printer.json(Failure::from(error).answer());
    }
    end(Ok(exit), &mut printer)
}

/// Whether arguments that could not be parsed ask for JSON: `--json` before any `--`.
fn has_json_flag(arguments: &[OsString]) -> bool {
    let mut options = arguments.iter().take_while(|argument| *argument != "--");
    options.any(|argument| argument == "--json")
}

/// Writes the answer, or says why there is none.
fn end(done: Result<Exit, Failure>, printer: &mut Printer) -> ExitCode {
    let exit = match done {
        Ok(exit) => exit,
        Err(failure) => {
            printer.fail(&failure);
            failure.exit()
        }
    };
    if let Err(error) = printer.finish() {
        printer.fail(&Failure::fatal(format!(
            "write failure on standard output: {error}"
        )));
        return Exit::Failed.into();
    }
    exit.into()
}
