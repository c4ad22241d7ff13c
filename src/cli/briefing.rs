//! `git memory briefing`.

use super::add::bytes;
use super::args::BriefingArgs;
use super::context::name_faults;
use super::exit::{Exit, Failure};
use super::output::Printer;
use super::recall::with_progress;
use crate::app::wire::BriefingShape;
use crate::app::{Desk, briefing};
use crate::domain::context::briefing::Caps;

pub(super) fn run(desk: &Desk, args: &BriefingArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let caps = Caps { lines: args.max_lines, changes: args.max_changes, messages: args.max_messages };
    let said = args.messages.as_deref().map(|path| bytes(path, u64::MAX)).transpose()?;
    let messages = said.map(|said| String::from_utf8_lossy(&said).into_owned());
    let (text, faults) = with_progress(printer, |progress| briefing::make(desk, messages.as_deref(), caps, progress))?;
    if printer.is_json() {
        printer.json(BriefingShape::from(&text));
    } else {
        printer.page();
        printer.raw(text.as_bytes());
    }
    name_faults(&faults, printer);
    if text.is_empty() {
        printer.note("nothing to say: there is neither memory nor history yet, or no room for it");
    }
    Ok(Exit::Done)
}
