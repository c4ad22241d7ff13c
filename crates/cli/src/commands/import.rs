//! `git memory import`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{AdrImportAnswer, Answered, ImportAnswer, TranscriptsAnswer, answered};
use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, FromArgMatches, Subcommand};

use super::import_adr::{self, AdrArgs};
use super::import_agents::{self, AgentCommand};
use super::import_report::{Words, offer_update, print};
use super::import_transcripts::{self, TranscriptsArgs};
use crate::args::WriteMany;
use crate::exit::{Exit, Failure, Unparsed};
use crate::input;
use crate::output::Printer;
use git_memory_app::exchange::import::Outcome;
use git_memory_app::exchange::recognise::form_of;
use git_memory_app::exchange::workspace_tree::{TreeImport, usual_tree, workspace_tree};
use git_memory_app::exchange::{json, okf};
use git_memory_app::workspace::{Error, Workspace};
use git_memory_text::limits;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(subcommand_value_name = "FORM", subcommand_help_heading = "Forms")]
pub(crate) struct ImportArgs {
    /// A file, or a folder with files; its form is found out
    #[arg(value_name = "FILE|FOLDER", required = true)]
    path: Option<PathBuf>,
    /// The form, if it is not the one that is found out
    #[arg(long, value_name = "FORM")]
    from: Option<String>,
    /// Update what was imported before
    #[arg(long)]
    update: bool,
    #[command(flatten)]
    common: WriteMany,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Import decision records: MADR, adr-tools, RFCs, PEPs; Markdown, reStructuredText or AsciiDoc
    Adr(AdrArgs),
    /// Import a document from 'git memory export', or another program's conventions, decisions and
    /// notes
    Json(JsonArgs),
    /// Import agent sessions from transcripts into the work log
    Transcripts(TranscriptsArgs),
    /// Import memories of mem0 as notes
    Mem0(JsonArgs),
    #[command(flatten)]
    Agents(AgentCommand),
    /// Import a bundle of the Open Knowledge Format, each file as it is
    Okf(OkfArgs),
    /// Import a tree of workspaces: resources/workspaces/WORKSPACE/DOMAIN/REPOSITORY/_topic
    Workspace(WorkspaceArgs),
}

#[derive(Args)]
struct JsonArgs {
    /// The document; '-' for standard input
    file: PathBuf,
    /// Replace the text of a known record by the one in the document
    #[arg(long)]
    update: bool,
    #[command(flatten)]
    common: WriteMany,
}

#[derive(Args)]
struct OkfArgs {
    /// The folder of a bundle, or one of its documents
    #[arg(value_name = "FILE|FOLDER")]
    path: PathBuf,
    /// The folder below memory/ for the bundle's root, '.' for memory/ itself (default: a folder of
    /// the bundle's name; for a bundle made by git-memory memory/ itself)
    #[arg(long, value_name = "FOLDER")]
    into: Option<String>,
    /// Replace the text of a record whose id is known by the one in the bundle
    #[arg(long)]
    update: bool,
    #[command(flatten)]
    common: WriteMany,
}

#[derive(Args)]
struct WorkspaceArgs {
    /// A folder that holds workspaces, or one workspace (default: the usual place)
    folder: Option<PathBuf>,
    #[command(flatten)]
    common: WriteMany,
}

impl Verb for ImportArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Known records are not imported twice; a report lists each file. Agents' files \
         become rules, conventions and topics, with their whole text.",
        example: "import docs/adr --dry-run",
    };
    const ANSWERS: &[Answered] = &[
        answered::<ImportAnswer>("import"),
        answered::<AdrImportAnswer>("import adr"),
        answered::<TranscriptsAnswer>("import transcripts"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ImportArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match &args.command {
        Some(command) => import(workspace, command, printer),
        None => import(workspace, &recognised(workspace, args, printer)?, printer),
    }
}

/// The command for a path whose form was not typed.
fn recognised(
    workspace: &Workspace,
    args: &ImportArgs,
    printer: &Printer,
) -> Result<Command, Failure> {
    let path = args.path.clone().unwrap_or_default();
    let form = if let Some(form) = &args.from {
        form.as_str()
    } else {
        let form = form_of(workspace, &path)?;
        printer.note(format!(
            "note: '{}' is read as {form}; --from FORM reads it as another form",
            path.display()
        ));
        form
    };
    let parser = Command::augment_subcommands(clap::Command::new("import"));
    if parser.find_subcommand(form).is_none() {
        let forms: Vec<&str> = parser
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        return Err(Failure::usage(format!("'{form}' is not a form"))
            .hint(format!("the forms are: {}", forms.join(", "))));
    }
    let mut words: Vec<OsString> = vec!["git memory import".into(), form.into()];
    for (is_given, word) in [
        (args.update, "--update"),
        (args.common.dry_run, "--dry-run"),
        (!args.common.stage.is_staged(), "--no-stage"),
    ] {
        words.extend(is_given.then(|| word.into()));
    }
    words.extend(["--".into(), path.into()]);
    let matches = parser.try_get_matches_from(words);
    matches
        .and_then(|matches| Command::from_arg_matches(&matches))
        .map_err(|error| Failure::from(Unparsed(&error)))
}

fn import(
    workspace: &Workspace,
    command: &Command,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match command {
        Command::Adr(args) => return import_adr::run(workspace, args, printer),
        Command::Transcripts(args) => return import_transcripts::run(workspace, args, printer),
        Command::Agents(command) => return import_agents::run(workspace, command, printer),
        Command::Json(args) => document(workspace, args, json::json, printer)?,
        Command::Mem0(args) => document(workspace, args, json::mem0, printer)?,
        Command::Okf(args) => {
            let request = okf::OkfImport {
                path: args.path.clone(),
                into: args.into.clone(),
                is_update: args.update,
                dry_run: args.common.dry_run,
            };
            let outcomes = okf::okf(workspace, &request, args.common.stage.is_staged())?;
            print(&outcomes, args.common.dry_run, &PAGES, printer);
            offer_update(&outcomes, printer);
        }
        Command::Workspace(args) => {
            let request = TreeImport {
                folder: match &args.folder {
                    Some(folder) => folder.clone(),
                    None => usual_tree(workspace)?,
                },
                dry_run: args.common.dry_run,
            };
            let outcomes = workspace_tree(workspace, &request, args.common.stage.is_staged())?;
            print(&outcomes, args.common.dry_run, &PAGES, printer);
        }
    }
    Ok(Exit::Done)
}

/// How the entries of a document are imported.
type ImportOf = fn(&Workspace, &json::JsonImport, bool) -> Result<Vec<Outcome>, Error>;

fn document(
    workspace: &Workspace,
    args: &JsonArgs,
    import: ImportOf,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let request = json::JsonImport {
        text: input::at_most(workspace.invocation(), &args.file, limits::IMPORT_BYTES)?,
        dry_run: args.common.dry_run,
        is_update: args.update,
    };
    let outcomes = import(workspace, &request, args.common.stage.is_staged())?;
    print(&outcomes, args.common.dry_run, &ENTRIES, printer);
    offer_update(&outcomes, printer);
    Ok(())
}

const ENTRIES: Words = Words {
    one: "entry",
    many: "entries",
    other: "page",
};
const PAGES: Words = Words {
    one: "file",
    many: "files",
    other: "page",
};
