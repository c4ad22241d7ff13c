//! `git memory filter`: what git runs before a file below `memory/` becomes an object.

use std::io::{self, BufReader, BufWriter};

use clap::Args;

use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::hooks::{Operation, serve_filter};
use crate::app::workspace::{Invocation, Workspace};
use crate::wire::vocabulary::cause;

#[derive(Args)]
pub(crate) struct FilterArgs {}

pub(crate) fn run(
    invocation: &Invocation,
    _args: &FilterArgs,
    printer: &Printer,
) -> Result<Exit, Failure> {
    // git starts the filter for a checkout, too, which needs no repository of ours.
    let mut opened: Option<&'static Workspace> = None;
    let may_pass = |operation, path: &str, content: &[u8]| {
        if operation == Operation::Smudge {
            // What is in git already is checked elsewhere, and must come out as it went in.
            return true;
        }
        let found = workspace(&mut opened, invocation, printer)
            .and_then(|workspace| is_clean(workspace, path, content, printer));
        match found {
            Ok(is_clean) => is_clean,
            // What cannot be checked is not stored: git has no way to take an object back.
            Err(failure) => {
                printer.complain(&failure);
                false
            }
        }
    };
    let served = serve_filter(
        &mut BufReader::new(io::stdin().lock()),
        &mut BufWriter::new(io::stdout().lock()),
        may_pass,
    );
    match served {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(
            Failure::fatal(format!("git's filter protocol: {}", cause(&error)))
                .hint("git runs this command itself, see git help attributes"),
        ),
    }
}

/// The repository, opened once, and not given back: git ends the filter when it is done.
fn workspace(
    opened: &mut Option<&'static Workspace>,
    invocation: &Invocation,
    printer: &Printer,
) -> Result<&'static Workspace, Failure> {
    if let Some(workspace) = *opened {
        return Ok(workspace);
    }
    let workspace: &'static Workspace = Box::leak(Box::new(Workspace::open(invocation)?));
    printer.guard_by(workspace);
    *opened = Some(workspace);
    Ok(workspace)
}

/// Whether neither a file's content nor its name looks like a secret; says what does.
fn is_clean(
    workspace: &Workspace,
    path: &str,
    content: &[u8],
    printer: &Printer,
) -> Result<bool, Failure> {
    let guard = workspace.guard()?;
    let found = guard.scan(&String::from_utf8_lossy(content));
    for finding in &found {
        printer.note(format!("{path}:{finding}"));
    }
    let redacted = guard.redact(path);
    let is_named_clean = redacted.as_str() == path;
    if !is_named_clean {
        printer.note(format!("{redacted}: this file's name looks like a secret"));
    }
    let is_clean = found.is_empty() && is_named_clean;
    if !is_clean {
        printer.note("hint: possible secret, not stored by git: remove it, and try again");
    }
    Ok(is_clean)
}
