//! `git memory suggest`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::hits;
use crate::output::{BOLD, DIM, GOOD, ID, PLAIN, Printer, with_progress};
use git_memory_app::evidence::change::Change;
use git_memory_app::recall::suggest::{Suggestion, suggest};
use git_memory_app::wire::SuggestAnswer;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct SuggestArgs {
    /// The commit to look at, instead of the staged changes; a merge is compared with its first
    /// parent
    #[arg(value_name = "REV")]
    revision: Option<String>,
    /// Look at the staged changes (the default)
    #[arg(long, conflicts_with = "revision")]
    staged: bool,
    /// Maximum number of records
    #[arg(short = 'n', default_value = "5", value_name = "COUNT")]
    most: usize,
    /// Only high-confidence records
    #[arg(long)]
    sure: bool,
}

impl Verb for SuggestArgs {
    const PAGE: HelpPage = HelpPage {
        more: "A trailer 'Decision: ID' in a commit's message links the commit to its decision, \
         for searches and 'blame'.",
        example: "suggest --staged",
    };
    const ANSWERS: &[Answered] = &[answered::<SuggestAnswer>("suggest")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &SuggestArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let change = match &args.revision {
        Some(revision) => Change::Commit(revision.clone()),
        None => Change::Staged,
    };
    let found = with_progress(printer, |progress| {
        suggest(workspace, &change, args.most, args.sure, progress)
    })?;
    for name in &found.unknown {
        printer.note(format!(
            "warning: '{name}' names no record of this repository"
        ));
    }
    if found.is_cut {
        printer.note(
            "note: the changes of this commit are unknown: this shallow clone begins with \
                      it",
        );
        printer.note("hint: 'git fetch --unshallow' gets the older commits");
    }
    if printer.is_json() {
        printer.json(SuggestAnswer::from(&found));
        return Ok(Exit::Done);
    }
    printer.page();
    for suggestion in &found.records {
        print(suggestion, printer);
    }
    if found.records.is_empty() {
        printer.note(match (&change, found.is_empty) {
            (Change::Staged, true) => {
                "nothing is staged; 'git memory suggest REV' looks at a commit"
            }
            _ => "no record is about this change",
        });
    }
    Ok(Exit::Done)
}

fn print(suggestion: &Suggestion, printer: &mut Printer) {
    let hit = &suggestion.hit;
    let style = if suggestion.is_sure { GOOD } else { DIM };
    let confidence = format!("{} confidence", suggestion.confidence().name());
    printer.styled(&[
        (ID, &hit.id),
        (PLAIN, "  "),
        (BOLD, &hit.title),
        (PLAIN, "  "),
        (style, &confidence),
    ]);
    hits::print_reasons(&suggestion.reasons, printer);
    if let Some(trailer) = &suggestion.trailer {
        printer.styled(&[(PLAIN, "    "), (PLAIN, trailer)]);
    }
}
