//! `git memory import adr` and `git memory import json`.

use crate::app::exchange::import::{Outcome, Skipped};
use crate::app::exchange::{adr, json};
use crate::app::workspace::Workspace;
use crate::cli::add::at_most;
use crate::cli::args::ImportCommand;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{DIM, ID, Printer};
use crate::wire::ImportShape;

/// The largest document that is read, in bytes.
const DOCUMENT_LIMIT: u64 = 64 << 20;
/// What stands where a record would have its id.
const PAGE: &str = "page";

pub(super) fn run(
    workspace: &Workspace,
    command: ImportCommand,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (outcomes, dry_run, noun) = match command {
        ImportCommand::Adr {
            folder,
            scope,
            dry_run,
            stage,
        } => {
            let request = adr::Request {
                folder,
                scope,
                dry_run,
            };
            let bar = printer.progress();
            let outcomes = adr::adr(workspace, &request, !stage.no_stage, &mut |done, all| {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            });
            bar.finish_and_clear();
            (outcomes?, dry_run, "files")
        }
        ImportCommand::Json {
            file,
            dry_run,
            stage,
        } => {
            let request = json::Request {
                text: at_most(workspace.invocation(), &file, DOCUMENT_LIMIT)?,
                dry_run,
            };
            (
                json::json(workspace, &request, !stage.no_stage)?,
                dry_run,
                "entries",
            )
        }
    };
    report(&outcomes, dry_run, noun, printer);
    Ok(Exit::Done)
}

fn report(outcomes: &[Outcome], dry_run: bool, noun: &str, printer: &mut Printer) {
    if printer.is_json() {
        return printer.json(ImportShape {
            dry_run,
            files: outcomes.iter().map(Into::into).collect(),
        });
    }
    printer.page();
    outcomes.iter().for_each(|outcome| line(outcome, printer));
    let count = |wanted: &dyn Fn(&Outcome) -> bool| {
        outcomes.iter().filter(|outcome| wanted(outcome)).count()
    };
    let taken = count(&|outcome| outcome.result.is_ok());
    let known = count(&|outcome| matches!(outcome.result, Err(Skipped::Already(_))));
    let verb = if dry_run {
        "would be imported"
    } else {
        "imported"
    };
    let skipped = outcomes.len() - taken - known;
    printer.line(format!(
        "{} {noun}: {taken} {verb}, {known} known already, {skipped} skipped",
        outcomes.len()
    ));
}

fn line(outcome: &Outcome, printer: &mut Printer) {
    match &outcome.result {
        Ok(taken) => {
            let id = taken.id.as_ref().map_or(PAGE, |id| id.as_str());
            let status = format!("  {:<10}  ", taken.status.as_deref().unwrap_or_default());
            printer.styled(&[
                (ID, id),
                (DIM, &status),
                (DIM, &taken.title),
                (DIM, " ← "),
                (DIM, &outcome.file),
            ]);
        }
        Err(Skipped::Already(id)) => {
            let id = id.as_ref().map_or(PAGE, |id| id.as_str());
            printer.styled(&[(ID, id), (DIM, "  known       "), (DIM, &outcome.file)]);
        }
        Err(Skipped::Refused(reason)) => {
            printer.line(format!("skipped     {}: {reason}", outcome.file));
        }
    }
}
