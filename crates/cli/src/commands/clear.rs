//! `git memory clear`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::args::{FilterArgs, Stage};
use crate::exit::{Exit, Failure};
use crate::output::{DIM, ID, Printer, ask};
use git_memory_app::records::clear;
use git_memory_app::records::clear::{ClearRequest, Cleared};
use git_memory_app::wire::ClearAnswer;
use git_memory_app::workspace::{Error, Workspace};

#[derive(Args)]
pub(crate) struct ClearArgs {
    /// Records: ids, unique prefixes of ids, or paths
    records: Vec<String>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Clear every record
    #[arg(long)]
    all: bool,
    /// Delete the files instead of archiving the records
    #[arg(long)]
    delete: bool,
    /// Do not ask for confirmation
    #[arg(short, long)]
    yes: bool,
    #[command(flatten)]
    stage: Stage,
}

impl Verb for ClearArgs {
    const PAGE: HelpPage = HelpPage {
        more: "By default it sets the status to 'archived'; --delete removes the files, which \
         git's history keeps.",
        example: "clear note-4d7x2a --yes",
    };
    const ANSWERS: &[Answered] = &[answered::<ClearAnswer>("clear")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ClearArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let request = ClearRequest {
        names: args.records.clone(),
        filter: args.filter.filter(workspace)?,
        all: args.all,
        delete: args.delete,
    };
    let plan = clear::plan(workspace, &request)?;
    for reason in &plan.left {
        printer.note(format!("note: {reason}"));
    }
    // Who asked for all of them is told that some still wait; what is only read never goes.
    let is_in_conflict = |reason: &Error| matches!(reason, Error::InConflict { .. });
    let exit = if plan.left.iter().any(is_in_conflict) {
        Exit::No
    } else {
        Exit::Done
    };
    let plan = plan.cleared;
    if plan.is_empty() && !printer.is_json() {
        printer.note("note: nothing to clear");
        return Ok(exit);
    }
    // A script has no terminal: it has to say that it means what it names.
    if !args.yes && !plan.is_empty() && !is_confirmed(&plan, args.delete, printer)? {
        return Ok(Exit::No);
    }
    let cleared = clear::clear(workspace, &request, args.stage.is_staged())?;
    if printer.is_json() {
        printer.json(ClearAnswer {
            cleared: cleared.iter().map(Into::into).collect(),
        });
    } else {
        cleared.iter().for_each(|record| print(record, printer));
    }
    Ok(exit)
}

/// Shows what would be cleared, and asks.
///
/// # Errors
/// Where there is no terminal to ask on.
fn is_confirmed(plan: &[Cleared], is_deletion: bool, printer: &Printer) -> Result<bool, Failure> {
    for record in plan {
        printer.note(format!("  {}  {}", record.id, record.title));
    }
    let verb = if is_deletion { "delete" } else { "archive" };
    let noun = if plan.len() == 1 { "record" } else { "records" };
    let what = format!("{verb} {} {noun}", plan.len());
    ask(&format!("{what}?")).ok_or_else(|| {
        Failure::fatal(format!("cannot ask whether to {what}: not a terminal"))
            .code("needs-confirmation")
            .hint("review the list above, then pass --yes")
    })
}

fn print(record: &Cleared, printer: &mut Printer) {
    let status = record.status.unwrap_or("deleted");
    printer.styled(&[
        (ID, record.id.as_str()),
        (DIM, "  "),
        (DIM, status),
        (DIM, "  "),
        (DIM, &record.path),
    ]);
}
