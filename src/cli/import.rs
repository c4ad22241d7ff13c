//! `git memory import adr`.

use super::args::ImportCommand;
use super::exit::{Exit, Failure};
use super::output::{DIM, ID, Printer};
use crate::app::Desk;
use crate::app::import::{self, Outcome, Request, Skipped};
use crate::app::wire::ImportShape;

pub(super) fn run(desk: &Desk, command: ImportCommand, printer: &mut Printer) -> Result<Exit, Failure> {
    let ImportCommand::Adr { folder, scope, dry_run, stage } = command;
    let request = Request { folder, scope, dry_run };
    let bar = printer.progress();
    let outcomes = import::adr(desk, &request, !stage.no_stage, &mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let outcomes = outcomes?;
    if printer.is_json() {
        printer.json(ImportShape { dry_run, files: outcomes.iter().map(Into::into).collect() });
        return Ok(Exit::Done);
    }
    printer.page();
    outcomes.iter().for_each(|outcome| line(outcome, printer));
    let count = |wanted: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| wanted(outcome)).count();
    let taken = count(&|outcome| outcome.result.is_ok());
    let known = count(&|outcome| matches!(outcome.result, Err(Skipped::Already(_))));
    let verb = if dry_run { "would be imported" } else { "imported" };
    let skipped = outcomes.len() - taken - known;
    printer.line(format!("{} files: {taken} {verb}, {known} known already, {skipped} skipped", outcomes.len()));
    Ok(Exit::Done)
}

fn line(outcome: &Outcome, printer: &mut Printer) {
    match &outcome.result {
        Ok(taken) => {
            let status = format!("  {:<10}  ", taken.status);
            printer.styled(&[
                (ID, taken.id.as_str()),
                (DIM, &status),
                (DIM, &taken.title),
                (DIM, " ← "),
                (DIM, &outcome.file),
            ]);
        }
        Err(Skipped::Already(id)) => {
            printer.styled(&[(ID, id.as_str()), (DIM, "  known       "), (DIM, &outcome.file)]);
        }
        Err(Skipped::Refused(reason)) => printer.line(format!("skipped     {}: {reason}", outcome.file)),
    }
}
