//! `git memory feedback`.

use crate::app::recall::feedback;
use crate::app::workspace::Workspace;
use crate::cli::args::FeedbackArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::wire::FeedbackShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &FeedbackArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let query = args.query.join(" ");
    let written = feedback::add(
        workspace,
        &query,
        args.outcome,
        args.id.as_deref(),
        args.note.as_deref(),
    )?;
    if printer.is_json() {
        printer.json(FeedbackShape { feedback: written });
    } else {
        let of = written
            .matched_id
            .as_deref()
            .map_or(String::new(), |id| format!(" {id}"));
        printer.line(format!("{}{of}: {}", written.outcome.name(), written.query));
    }
    Ok(Exit::Done)
}
