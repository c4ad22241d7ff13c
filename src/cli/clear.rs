//! `git memory clear`.

use crate::app::records::clear;
use crate::app::records::clear::{Cleared, Request};
use crate::app::workspace::Workspace;
use crate::cli::args::ClearArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{DIM, ID, Printer, ask};
use crate::wire::ClearShape;

pub(super) fn run(
    workspace: &Workspace,
    args: ClearArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let ClearArgs {
        records: names,
        filter,
        all,
        delete,
        yes,
        stage,
    } = args;
    let request = Request {
        names,
        filter: filter.into(),
        all,
        delete,
    };
    let plan = clear::plan(workspace, &request)?;
    if plan.is_empty() && !printer.is_json() {
        printer.note("note: there is nothing to clear");
        return Ok(Exit::Done);
    }
    let what = if delete { "delete" } else { "archive" };
    let records = if plan.len() == 1 { "record" } else { "records" };
    if !yes && !plan.is_empty() {
        plan.iter()
            .for_each(|record| printer.note(format!("  {}  {}", record.id, record.title)));
        match ask(&format!("{what} {} {records}?", plan.len())) {
            Some(true) => {}
            Some(false) => return Ok(Exit::No),
            None => {
                return Err(Failure::fatal(format!(
                    "not sure whether to {what} {} {records}",
                    plan.len()
                ))
                .code("needs-confirmation")
                .hint("look at the list above, and give --yes"));
            }
        }
    }
    let cleared = clear::clear(workspace, &request, !stage.no_stage)?;
    if printer.is_json() {
        printer.json(ClearShape {
            cleared: cleared.iter().map(Into::into).collect(),
        });
    } else {
        cleared.iter().for_each(|record| line(record, printer));
    }
    Ok(Exit::Done)
}

fn line(record: &Cleared, printer: &mut Printer) {
    let status = record.status.unwrap_or("deleted");
    printer.styled(&[
        (ID, record.id.as_str()),
        (DIM, "  "),
        (DIM, status),
        (DIM, "  "),
        (DIM, &record.path),
    ]);
}
