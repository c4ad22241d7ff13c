//! `git memory show`.

use super::args::{At, ShowArgs};
use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::wire::RecordShape;
use crate::app::{self, Desk, Tier};

pub(super) fn run(desk: &Desk, args: &ShowArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let view = At { rev: args.rev.clone() }.view();
    let (view, memory, record) = app::show::find(desk, view, &args.record)?;
    let tier = Tier::from(args.tier);
    let text = app::show::text(desk, &view, &memory, &record)?;
    if printer.is_json() {
        printer.json(RecordShape::from(&record).with_content(tier.of(&record, &text)));
    } else {
        printer.page();
        printer.raw(tier.of(&record, &text).as_bytes());
    }
    Ok(Exit::Done)
}
