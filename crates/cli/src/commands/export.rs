//! `git memory export`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::absent;
use crate::args::At;
use crate::conflict::note_marks;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::exchange::export::{LeftOut, export};
use git_memory_app::exchange::okf::bundle;
use git_memory_app::wire::{BundleAnswer, ExportAnswer, RecordAnswer};
use git_memory_app::workspace::Workspace;
use git_memory_guard::Clean;
use git_memory_text::path::RepoPath;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ExportArgs {
    #[command(subcommand)]
    command: Option<ExportCommand>,
    /// Output format
    #[arg(long, default_value = "json")]
    format: Format,
    #[command(flatten)]
    at: At,
}

#[derive(Subcommand)]
enum ExportCommand {
    /// Write a bundle of the Open Knowledge Format into a new folder
    Okf(OkfArgs),
}

#[derive(Args)]
struct OkfArgs {
    /// The folder to write; it must be empty or new
    folder: PathBuf,
    /// Only this folder below memory/, which becomes the bundle's root
    #[arg(long, value_name = "FOLDER")]
    from: Option<String>,
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

impl Verb for ExportArgs {
    const PAGE: HelpPage = HelpPage {
        more: "'git memory import json' reads the JSON back, byte for byte.",
        example: "export --format json --rev main",
    };
    const ANSWERS: &[Answered] = &[
        answered::<ExportAnswer>("export"),
        answered::<BundleAnswer>("export okf"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ExportArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let Some(ExportCommand::Okf(args)) = &args.command {
        return okf(workspace, args, printer);
    }
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
    // On stderr, and before the answer: a user who pipes the answer has to know that it is not all.
    name_omissions(&exported.left_out, &exported.redacted, printer);
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

fn okf(workspace: &Workspace, args: &OkfArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let view = args.at.view();
    absent::note_left_out(workspace, &view, printer);
    let bundle = bundle(workspace, &view, args.from.as_deref())?;
    name_omissions(&bundle.left_out, &bundle.redacted, printer);
    for path in &bundle.unchanged {
        printer.note(format!(
            "note: {path} was not changed: its front matter cannot be extended"
        ));
    }
    note_marks(bundle.files.values().map(Clean::as_str), printer);
    bundle.write(workspace, &args.folder)?;
    if printer.is_json() {
        printer.json(BundleAnswer::from(&bundle));
    } else {
        printer.line(format!(
            "{} files in {}",
            bundle.files.len(),
            args.folder.display()
        ));
    }
    Ok(Exit::Done)
}

fn name_omissions(left_out: &[LeftOut], redacted: &[RepoPath], printer: &Printer) {
    for LeftOut { path, why } in left_out {
        printer.note(format!("note: left out {path}: {why}"));
    }
    for path in redacted {
        printer.note(format!("note: redacted a possible secret in {path}"));
    }
}
