//! `git memory review`.

use clap::Args;

use super::absent;
use super::args::{At, Stage};
use super::exit::{Exit, Failure};
use super::hits;
use super::output::{BOLD, DIM, ID, PLAIN, Printer};
use super::written;
use crate::app::recall::review;
use crate::app::workspace::Workspace;
use crate::wire::ReviewAnswer;

#[derive(Args)]
pub(crate) struct ReviewArgs {
    /// Confirm that a record is still current: sets its 'updated' to today
    #[arg(long, value_name = "ID", conflicts_with = "rev")]
    confirm: Option<String>,
    #[command(flatten)]
    at: At,
    #[command(flatten)]
    stage: Stage,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ReviewArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let Some(name) = &args.confirm {
        let confirmed = review::confirm(workspace, name, args.stage.is_staged())?;
        written::print_changed(&confirmed, printer);
        return Ok(Exit::Done);
    }
    let view = args.at.view();
    absent::note_absence(workspace, Some(&view), printer);
    let found = review::review(workspace, &view)?;
    if found.is_partial {
        printer.note(
            "note: the history is not in this clone, a partial one: changes of files are not known",
        );
    }
    if printer.is_json() {
        printer.json(ReviewAnswer::from(&found));
        return Ok(Exit::Done);
    }
    printer.page();
    for suspect in &found.suspects {
        let header = &suspect.record.header;
        printer.styled(&[
            (ID, header.id.as_str()),
            (PLAIN, "  "),
            (BOLD, &header.title),
        ]);
        hits::print_reasons(&suspect.why, printer);
    }
    for gap in &found.gaps {
        let times = format!("  × {}", gap.count);
        printer.styled(&[(PLAIN, "missed: "), (BOLD, &gap.query), (DIM, &times)]);
    }
    // Only a person can say that a record still holds; no command does it for all.
    if !found.suspects.is_empty() {
        printer.note(
            "hint: run 'git memory review --confirm <id>' for a record that is still current",
        );
    }
    Ok(Exit::Done)
}
