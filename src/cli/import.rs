//! `git memory import`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::import_adr::{self, AdrArgs};
use super::import_transcripts::{self, TranscriptsArgs};
use super::input;
use crate::app::exchange::import::{Outcome, Skipped};
use crate::app::exchange::json;
use crate::app::exchange::workspace_tree::{TreeImport, workspace_tree};
use crate::app::workspace::Workspace;
use crate::cli::args::WriteMany;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{DIM, ID, Printer};
use crate::wire::ImportAnswer;
use crate::wire::vocabulary::RecordId;

/// The largest document that is read, in bytes.
const DOCUMENT_LIMIT: u64 = 64 << 20;

#[derive(Args)]
pub(crate) struct ImportArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Import decision records: Markdown, reStructuredText or AsciiDoc, as MADR, adr-tools and
    /// proposals such as RFCs and PEPs have them
    Adr(AdrArgs),
    /// Import a document from 'git memory export', or another program's conventions, decisions and
    /// notes
    Json(JsonArgs),
    /// Import sessions of agents from their transcripts, as private summaries
    Transcripts(TranscriptsArgs),
    /// Import a tree of workspaces: resources/workspaces/WORKSPACE/DOMAIN/REPOSITORY/_topic
    Workspace(WorkspaceArgs),
}

#[derive(Args)]
struct JsonArgs {
    /// The document; '-' for standard input
    file: PathBuf,
    /// Replace the text of a record whose id is known by the one in the document
    #[arg(long)]
    update: bool,
    #[command(flatten)]
    common: WriteMany,
}

#[derive(Args)]
struct WorkspaceArgs {
    /// A folder that holds workspaces, or one workspace
    folder: PathBuf,
    #[command(flatten)]
    common: WriteMany,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ImportArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match &args.command {
        Command::Adr(args) => return import_adr::run(workspace, args, printer),
        Command::Transcripts(args) => return import_transcripts::run(workspace, args, printer),
        Command::Json(args) => {
            let request = json::JsonImport {
                text: input::at_most(workspace.invocation(), &args.file, DOCUMENT_LIMIT)?,
                dry_run: args.common.dry_run,
                is_update: args.update,
            };
            let outcomes = json::json(workspace, &request, args.common.stage.is_staged())?;
            print(&outcomes, args.common.dry_run, "entries", printer);
            offer_update(&outcomes, printer);
        }
        Command::Workspace(args) => {
            let request = TreeImport {
                folder: args.folder.clone(),
                dry_run: args.common.dry_run,
            };
            let outcomes = workspace_tree(workspace, &request, args.common.stage.is_staged())?;
            print(&outcomes, args.common.dry_run, "files", printer);
        }
    }
    Ok(Exit::Done)
}

fn print(outcomes: &[Outcome], dry_run: bool, noun: &str, printer: &mut Printer) {
    if printer.is_json() {
        return printer.json(ImportAnswer {
            dry_run,
            files: outcomes.iter().map(Into::into).collect(),
        });
    }
    // Hundreds of lines for a large folder, and the sum comes last.
    printer.page();
    let (mut imported, mut known, mut skipped) = (0, 0, 0);
    for outcome in outcomes {
        match &outcome.result {
            Ok(_) => imported += 1,
            Err(Skipped::Already(_)) => known += 1,
            Err(Skipped::Refused(_) | Skipped::Differs(..)) => skipped += 1,
        }
        print_line(outcome, printer);
    }
    let verb = if dry_run {
        "would be imported"
    } else {
        "imported"
    };
    printer.line(format!(
        "{} {noun}: {imported} {verb}, {known} already known, {skipped} skipped",
        outcomes.len()
    ));
}

fn print_line(outcome: &Outcome, printer: &mut Printer) {
    match &outcome.result {
        Ok(taken) => {
            let status = format!("  {:<10}  ", taken.status.as_deref().unwrap_or_default());
            printer.styled(&[
                (ID, id_or_page(taken.id.as_ref())),
                (DIM, &status),
                (DIM, &taken.title),
                (DIM, " ← "),
                (DIM, &outcome.file),
            ]);
        }
        Err(Skipped::Already(id)) => printer.styled(&[
            (ID, id_or_page(id.as_ref())),
            (DIM, "  known       "),
            (DIM, &outcome.file),
        ]),
        Err(Skipped::Differs(id, path)) => {
            printer.line(format!(
                "skipped     {}: {id} is here already, as '{path}'",
                outcome.file
            ));
        }
        Err(Skipped::Refused(reason)) => {
            printer.line(format!("skipped     {}: {reason}", outcome.file));
        }
    }
}

/// Says how to take over the texts of records that are known.
fn offer_update(outcomes: &[Outcome], printer: &Printer) {
    let mut results = outcomes.iter().map(|outcome| &outcome.result);
    if results.any(|result| matches!(result, Err(Skipped::Differs(..)))) {
        printer.note("hint: --update replaces the texts of records that are here already");
    }
}

/// A page has no id.
fn id_or_page(id: Option<&RecordId>) -> &str {
    id.map_or("page", RecordId::as_str)
}
