//! From what the process was started with to its exit status.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::FromArgMatches;

use super::args::GlobalArgs;
use super::command_line::{command_line, parsed};
use super::commands;
use super::exit::{Exit, Failure, Unparsed};
use super::output::Printer;
use super::program::{Clock, McpDoor, Program, SiteMaker, TuiDoor, WebDoor};
use git_memory_app::workspace::{Environment, Invocation, Redaction};
use git_memory_text::cause;

/// The parts with which the process was started.
pub struct Process {
    /// The arguments, the program's name first.
    pub arguments: Vec<OsString>,
    /// The file of the program, or why it is not known.
    pub program: io::Result<PathBuf>,
    /// The working folder, or why there is none.
    pub folder: io::Result<PathBuf>,
    /// The environment.
    pub variables: Vec<(OsString, OsString)>,
    /// Function that returns the time.
    pub clock: Clock,
    /// The door of agents.
    pub mcp: McpDoor,
    /// The door of browsers.
    pub web: WebDoor,
    /// The door of people at a terminal.
    pub tui: TuiDoor,
    /// The maker of static sites.
    pub site: SiteMaker,
}

impl Process {
    /// Returns the invocation of the command, before `-C` moves it.
    fn invocation(self) -> Result<Invocation, Failure> {
        let folder = self.folder.map_err(|error| {
            Failure::fatal(format!(
                "unable to read current working directory: {}",
                cause(&error)
            ))
        })?;
        let mut environment = Environment::of_process(folder, self.variables);
        // If the system does not tell, the few commands that need the program's file do without it.
        if let Ok(program) = self.program {
            environment = environment.of_program(&program);
        }
        Ok(Invocation::new(environment, (self.clock)())?)
    }
}

/// Runs the command that the arguments ask for.
#[must_use]
pub fn run(mut process: Process) -> ExitCode {
    let arguments = std::mem::take(&mut process.arguments);
    let asks_for_json = has_json_flag(&arguments);
    // The first one is the program's own name.
    let redaction = Redaction::new(arguments.iter().skip(1).cloned().collect());
    let parsed = parsed(&arguments);
    let parsed = parsed.and_then(|matches| Ok((GlobalArgs::from_arg_matches(&matches)?, matches)));
    let (global, matches) = match parsed {
        Ok(parsed) => parsed,
        // Help and version come as errors, too: they are what was asked for.
        Err(error) if !error.use_stderr() => return help(&error).into(),
        Err(error) => {
            let global = GlobalArgs {
                json: asks_for_json,
                ..GlobalArgs::default()
            };
            let mut printer = Printer::new(&global, redaction);
            return refuse(&error, &arguments, process, &mut printer);
        }
    };
    let program = Program {
        line: command_line,
        listed: commands::listed,
        clock: process.clock,
        mcp: process.mcp,
        web: process.web,
        tui: process.tui,
        site: process.site,
    };
    let mut printer = Printer::new(&global, redaction);
    let done = start(process, global.start_in.as_deref(), &mut printer)
        .and_then(|invocation| commands::dispatch(&invocation, &program, &matches, &mut printer));
    end(done, &mut printer)
}

/// Returns the invocation of the command, in the folder that `-C` names.
fn start(
    process: Process,
    start_in: Option<&Path>,
    printer: &mut Printer,
) -> Result<Invocation, Failure> {
    let mut invocation = process.invocation()?;
    // The folder may not be there, and its name is printed then.
    printer.start(&invocation);
    if let Some(folder) = start_in {
        invocation = invocation.at(folder)?;
        printer.start(&invocation);
    }
    Ok(invocation)
}

/// Prints the help that was asked for: nothing in it was typed.
fn help(help: &clap::Error) -> Exit {
    // If stdout is closed, the help has no reader.
    let _ = help.print();
    Exit::Done
}

/// Says why the arguments cannot be understood.
fn refuse(
    error: &clap::Error,
    arguments: &[OsString],
    process: Process,
    printer: &mut Printer,
) -> ExitCode {
    if let Ok(invocation) = process.invocation() {
        printer.start(&invocation);
    }
    let failure = Failure::from(Unparsed(error));
    end(
        Err(match commands::meant_kind(arguments) {
            Some(kind) => failure.hint(format!("did you mean 'git memory add {kind} TITLE'?")),
            None => failure,
        }),
        printer,
    )
}

/// True if arguments that could not be parsed ask for JSON: `--json` before any `--`.
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
            "write failure on standard output: {}",
            cause(&error)
        )));
        return Exit::Failed.into();
    }
    exit.into()
}
