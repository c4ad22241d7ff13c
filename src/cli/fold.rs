//! `git memory fold`.

use crate::app::private::fold;
use crate::app::workspace::Workspace;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{DIM, ID, PLAIN, Printer};
use crate::wire::FoldShape;

pub(super) fn run(
    workspace: &Workspace,
    branch: Option<&str>,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let folded = match branch {
        Some(branch) => fold::fold(workspace, branch)?.into_iter().collect(),
        None => fold::fold_merged(workspace)?,
    };
    if printer.is_json() {
        printer.json(FoldShape {
            folded: folded.iter().map(Into::into).collect(),
        });
        return Ok(Exit::Done);
    }
    if folded.is_empty() {
        printer.note("note: there is nothing to fold");
    }
    for folded in folded {
        let came = format!(
            "  {} {}  ",
            folded.entries,
            if folded.entries == 1 {
                "entry"
            } else {
                "entries"
            }
        );
        printer.styled(&[
            (ID, &folded.commit.short()),
            (DIM, &came),
            (PLAIN, &folded.branch),
        ]);
    }
    Ok(Exit::Done)
}
