//! `git memory import transcripts`.

use std::path::PathBuf;

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::{DIM, ID, Printer};
use git_memory_app::session::transcripts::{Fate, Outcome, import};
use git_memory_app::wire::TranscriptsAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct TranscriptsArgs {
    /// The folder in which an agent keeps its transcripts (*.jsonl, and session-*.json of
    /// Gemini CLI)
    folder: PathBuf,
    /// Show what would be imported, and write nothing
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &TranscriptsArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let outcomes = import(workspace, &args.folder, args.dry_run)?;
    if printer.is_json() {
        printer.json(TranscriptsAnswer::new(&outcomes, args.dry_run));
        return Ok(Exit::Done);
    }
    // Hundreds of lines for a large folder, and the sum comes last.
    printer.page();
    for outcome in &outcomes {
        print_line(outcome, printer);
    }
    let count = |word: &str| outcomes.iter().filter(|it| it.word() == word).count();
    let (imported, known) = (count("imported"), count("known"));
    let verb = if args.dry_run {
        "would be imported"
    } else {
        "imported"
    };
    let left_out = outcomes.len() - imported - known;
    printer.line(format!(
        "{}: {imported} {verb}, {known} known, {left_out} left out",
        counted(outcomes.len(), "transcript")
    ));
    Ok(Exit::Done)
}

fn print_line(outcome: &Outcome, printer: &mut Printer) {
    let file = outcome.file.as_str();
    if let Fate::Imported(title, id) = &outcome.fate {
        let id = id.as_deref().unwrap_or_default();
        let gap = if id.is_empty() { "" } else { "  " };
        printer.styled(&[
            (ID, id),
            (DIM, gap),
            (DIM, title),
            (DIM, " \u{2190} "),
            (DIM, file),
        ]);
        return;
    }
    let reason = match outcome.reason() {
        Some(reason) => format!(": {reason}"),
        None => String::new(),
    };
    printer.line(format!("{:<10}  {file}{reason}", outcome.word()));
}
