//! `git memory allow`.

use super::args::AllowArgs;
use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::wire::AllowedShape;
use crate::app::{Desk, allow};

pub(super) fn run(desk: &Desk, args: &AllowArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let allowed = allow::allow(desk, &args.fingerprint, &args.reason, !args.stage.no_stage)?;
    if printer.is_json() {
        printer.json(AllowedShape::from(&allowed));
        return Ok(Exit::Done);
    }
    printer.line(format!("{}: {} is allowed by {}", allowed.place, allowed.rule, allowed.file));
    printer.note(format!("hint: it counts once {} is committed", allowed.file));
    Ok(Exit::Done)
}
