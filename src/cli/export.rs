//! `git memory export`.

use clap::{Args, ValueEnum};

use super::absent;
use super::args::At;
use super::conflict::note_marks;
use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::exchange::export::{Exported, LeftOut, export};
use crate::app::workspace::Workspace;
use crate::wire::{ExportAnswer, RecordAnswer};

#[derive(Args)]
pub(crate) struct ExportArgs {
    /// Output format
    #[arg(long, default_value = "json")]
    format: Format,
    #[command(flatten)]
    at: At,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One document with every file, which 'git memory import json' reads
    Json,
    /// One record a line
    Jsonl,
    /// An archive of the files
    Tar,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ExportArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let format = if printer.is_json() {
        Format::Json
    } else {
        args.format
    };
    // git archive refuses that, too.
    if format == Format::Tar && printer.is_on_terminal() {
        let failure = Failure::fatal("refusing to write an archive to a terminal");
        return Err(failure.hint("git memory export --format tar > memory.tar"));
    }
    let view = args.at.view();
    absent::note_left_out(workspace, &view, printer);
    let exported = export(workspace, &view)?;
    // On stderr, and before the answer: whoever pipes the answer has to know that it is not all.
    name_omissions(&exported, printer);
    note_marks(exported.texts(), printer);
    match format {
        Format::Json => printer.json(ExportAnswer::from(&exported)),
        Format::Jsonl => {
            for record in &exported.records {
                let content = exported.text(record);
                printer.json_line(RecordAnswer::from(record).with_content(content));
            }
        }
        Format::Tar => printer.archive(&exported.archive()?),
    }
    Ok(Exit::Done)
}

fn name_omissions(exported: &Exported, printer: &Printer) {
    for LeftOut { path, why } in &exported.left_out {
        printer.note(format!("note: left out {path}: {why}"));
    }
    for path in &exported.redacted {
        printer.note(format!("note: redacted a possible secret in {path}"));
    }
}
