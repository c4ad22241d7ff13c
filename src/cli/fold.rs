//! `git memory fold`.

use super::exit::{Exit, Failure};
use super::output::{DIM, ID, PLAIN, Printer};
use crate::app::wire::FoldShape;
use crate::app::{Desk, fold};

pub(super) fn run(desk: &Desk, branch: Option<&str>, printer: &mut Printer) -> Result<Exit, Failure> {
    let folded = match branch {
        Some(branch) => fold::fold(desk, branch)?.into_iter().collect(),
        None => fold::fold_merged(desk)?,
    };
    if printer.is_json() {
        printer.json(FoldShape { folded: folded.iter().map(Into::into).collect() });
        return Ok(Exit::Done);
    }
    if folded.is_empty() {
        printer.note("note: there is nothing to fold");
    }
    for folded in folded {
        let came = format!("  {} {}  ", folded.entries, if folded.entries == 1 { "entry" } else { "entries" });
        printer.styled(&[(ID, &folded.commit.short()), (DIM, &came), (PLAIN, &folded.branch)]);
    }
    Ok(Exit::Done)
}
