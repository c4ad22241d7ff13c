//! `git memory summary fold`.

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::{DIM, ID, PLAIN, Printer};
use git_memory_app::private::fold;
use git_memory_app::wire::FoldAnswer;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct FoldArgs {
    /// The branch to join (default: every merged branch)
    branch: Option<String>,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &FoldArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let folds = match &args.branch {
        Some(branch) => fold::fold(workspace, branch)?.into_iter().collect(),
        None => fold::fold_all(workspace)?,
    };
    if printer.is_json() {
        printer.json(FoldAnswer {
            folded: folds.iter().map(Into::into).collect(),
        });
        return Ok(Exit::Done);
    }
    if folds.is_empty() {
        printer.note("note: no work logs to join");
    }
    for folded in folds {
        let noun = if folded.entries == 1 {
            "entry"
        } else {
            "entries"
        };
        let count = format!("  {} {noun}  ", folded.entries);
        printer.styled(&[
            (ID, &folded.commit.short()),
            (DIM, &count),
            (PLAIN, &folded.branch),
        ]);
    }
    Ok(Exit::Done)
}
