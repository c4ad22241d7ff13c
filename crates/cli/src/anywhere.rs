//! The place in which a command that needs no repository works.

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
    // As of any other command: its printer asks the guard until the end.
    let workspace: &'static Workspace = Box::leak(Box::new(workspace));
    printer.know(workspace);
    Ok(At::Repository(workspace))
}
