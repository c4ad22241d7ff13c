//! `git memory refresh`.

use super::args::RefreshArgs;
use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::wire::RefreshShape;
use crate::app::{Desk, refresh};

pub(super) fn run(desk: &Desk, args: &RefreshArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let files = if args.check { refresh::stale(desk)? } else { refresh::refresh(desk)? };
    let exit = if args.check && !files.is_empty() { Exit::No } else { Exit::Done };
    if printer.is_json() {
        printer.json(RefreshShape { files });
    } else {
        files.iter().for_each(|file| printer.line(file));
    }
    Ok(exit)
}
