//! `git memory refresh`.

use crate::app::care::refresh;
use crate::app::workspace::Workspace;
use crate::cli::args::RefreshArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::wire::RefreshShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &RefreshArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let files = if args.check {
        refresh::stale(workspace)?
    } else {
        refresh::refresh(workspace)?
    };
    let exit = if args.check && !files.is_empty() {
        Exit::No
    } else {
        Exit::Done
    };
    if printer.is_json() {
        printer.json(RefreshShape { files });
    } else {
        files.iter().for_each(|file| printer.line(file));
    }
    Ok(exit)
}
