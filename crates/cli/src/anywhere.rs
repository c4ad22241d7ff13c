//! The place in which a command works: a repository, or for some commands the invocation alone.

use super::output::Printer;
use git_memory_app::workspace::{At, Error, Invocation, Workspace, open_if_any};

/// The repository around the working folder, whose guard the printer asks from then on; outside of
/// any, the invocation alone.
pub(crate) fn anywhere<'a>(
    invocation: &'a Invocation,
    printer: &mut Printer,
) -> Result<At<'a>, Error> {
    let Some(workspace) = open_if_any(invocation)? else {
        return Ok(At::Outside(invocation));
    };
    Ok(At::Repository(known(workspace, printer)))
}

/// The repository, for as long as the process lives: giving back its memory piece by piece would only
/// take time, and the printer asks its guard until the end.
pub(crate) fn known(workspace: Workspace, printer: &mut Printer) -> &'static Workspace {
    let workspace: &'static Workspace = Box::leak(Box::new(workspace));
    printer.know(workspace);
    workspace
}
