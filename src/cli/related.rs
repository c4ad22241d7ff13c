//! `git memory related`.

use clap::Args;

use super::exit::{Exit, Failure};
use super::hits;
use super::output::{Printer, with_progress};
use crate::app::recall;
use crate::app::workspace::Workspace;
use crate::wire::HitsAnswer;

#[derive(Args)]
pub(crate) struct RelatedArgs {
    /// The record: an id, a unique prefix of one, or a path
    record: String,
    /// Maximum number of records
    #[arg(short = 'n', default_value = "10", value_name = "COUNT")]
    most: usize,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &RelatedArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let related = with_progress(printer, |progress| {
        recall::related(workspace, &args.record, args.most, progress)
    })?;
    if printer.is_json() {
        printer.json(HitsAnswer {
            hits: related.iter().map(Into::into).collect(),
        });
        return Ok(Exit::Done);
    }
    printer.page();
    for hit in &related {
        hits::print(hit, printer);
        hits::print_reasons(&hit.why, printer);
    }
    Ok(Exit::Done)
}
