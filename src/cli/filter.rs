//! `git memory filter`: what git runs before a file below `memory/` becomes an object.

use std::io::{self, BufReader, BufWriter};
use std::mem::ManuallyDrop;

use crate::app::workspace::{Invocation, Workspace};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::git::filter::{Operation, serve};

pub(super) fn run(invocation: &Invocation, printer: &Printer) -> Result<Exit, Failure> {
    let mut workspace: Option<ManuallyDrop<Workspace>> = None;
    let mut passes = |path: &str, content: &[u8]| -> Result<bool, Failure> {
        let workspace = match &mut workspace {
            Some(workspace) => workspace,
            empty => empty.insert(ManuallyDrop::new(Workspace::open(invocation)?)),
        };
        let found = workspace.guard()?.scan(&String::from_utf8_lossy(content));
        for finding in &found {
            printer.note(format!("{path}:{finding}"));
        }
        let named = workspace.guard()?.redact(path);
        if named.as_str() != path {
            printer.note(format!(
                "{named}: the name of this file looks like a secret"
            ));
        }
        if !found.is_empty() || named.as_str() != path {
            printer.note("hint: this looks like a secret, and git has not stored it: take it out, and try again");
        }
        Ok(found.is_empty() && named.as_str() == path)
    };
    let judge = |operation, path: &str, content: &[u8]| {
        operation == Operation::Smudge
            || passes(path, content).unwrap_or_else(|failure| {
                printer.complain(&failure);
                false
            })
    };
    let spoken = serve(
        &mut BufReader::new(io::stdin().lock()),
        &mut BufWriter::new(io::stdout().lock()),
        judge,
    );
    spoken.map(|()| Exit::Done).map_err(|error| {
        Failure::fatal(format!("git's filter protocol: {error}"))
            .hint("git runs this command itself, see git help attributes")
    })
}
