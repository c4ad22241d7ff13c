//! `git memory show`.

use crate::app;
use crate::app::records::Tier;
use crate::app::workspace::Workspace;
use crate::cli::args::{At, ShowArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::wire::RecordShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &ShowArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let view = At {
        rev: args.rev.clone(),
    }
    .view();
    let (view, memory, record) = app::records::show::find(workspace, view, &args.record)?;
    let tier = Tier::from(args.tier);
    let text = app::records::show::text(workspace, &view, &memory, &record)?;
    if printer.is_json() {
        printer.json(RecordShape::from(&record).with_content(tier.of(&record, &text)));
    } else {
        printer.page();
        printer.raw(tier.of(&record, &text).as_bytes());
    }
    Ok(Exit::Done)
}
