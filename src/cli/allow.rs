//! `git memory allow`.

use crate::app::care::allow;
use crate::app::workspace::Workspace;
use crate::cli::args::AllowArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::wire::AllowedShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &AllowArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let allowed = allow::allow(
        workspace,
        &args.fingerprint,
        &args.reason,
        !args.stage.no_stage,
    )?;
    if printer.is_json() {
        printer.json(AllowedShape::from(&allowed));
        return Ok(Exit::Done);
    }
    printer.line(format!(
        "{}: {} is allowed by {}",
        allowed.place, allowed.rule, allowed.file
    ));
    printer.note(format!(
        "hint: it counts once {} is committed",
        allowed.file
    ));
    Ok(Exit::Done)
}
