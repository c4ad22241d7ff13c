//! The add commands: one for each kind in the table.

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};

use super::exit::{Exit, Failure};
use super::output::Printer;
use super::record_args::{PartTexts, RecordArgs, given, with_parts};
use super::{editor, help, notes, written};
use crate::app::care::complete::missing;
use crate::app::private;
use crate::app::recall;
use crate::app::records::add::{NewRecord, Written};
use crate::app::records::upsert::AmendedRecord;
use crate::app::records::{add, private_record, upsert};
use crate::app::workspace::{At, Workspace};
use crate::wire::ask::RecordQuestion;
use crate::wire::vocabulary::Kind;

/// The flag that puts a new record on the branch's private chain.
const PRIVATE: &str = "private";
/// The option that names the record.
pub(crate) const ID: &str = "id";
/// The flag that lets a record of that name change.
const UPDATE: &str = "update";
/// The option that puts a note on a commit; only notes have it.
const COMMIT: &str = "commit";
/// Maximum number of similar records that are named.
const SIMILAR: usize = 3;

/// One line of help for the command that adds a record of `kind`.
pub(crate) fn about(kind: Kind) -> String {
    format!("Add {}", kind.one())
}

/// Adds the arguments to a command; its name says which kind's they are.
pub(crate) fn arguments(command: clap::Command) -> clap::Command {
    let Some(kind) = named(command.get_name()) else {
        return command;
    };
    let private = Arg::new(PRIVATE)
        .long(PRIVATE)
        .action(ArgAction::SetTrue)
        .help("Keep it in this branch's private memory, outside the work tree");
    let id = Arg::new(ID)
        .long(ID)
        .value_name("ID")
        .help("The record's id, such as dec-7k3m9q; a record that has it and says the same stays");
    let update = Arg::new(UPDATE)
        .long(UPDATE)
        .action(ArgAction::SetTrue)
        .requires(ID)
        .help("Let a record that has the id say what is given; what is not given stays");
    // The doc comments of groups of arguments would replace the command's own help.
    let mut command = RecordArgs::augment_args(command)
        .about(about(kind))
        .arg(private)
        .arg(id)
        .arg(update);
    if kind.name() == "note" {
        let commit = Arg::new(COMMIT)
            .long(COMMIT)
            .value_name("REV")
            .conflicts_with_all([PRIVATE, ID])
            .help("Attach it to this commit, in refs/notes/memory, instead of writing a record");
        command = command.arg(commit);
    }
    help::with_page(with_parts(command, std::iter::once(kind)))
}

fn named(command: &str) -> Option<Kind> {
    Kind::all().find(|kind| kind.add_command() == Some(command))
}

/// An add command as it was typed.
pub(crate) struct AddArgs {
    kind: Kind,
    is_private: bool,
    /// The record's id, where its writer chooses it.
    id: Option<String>,
    /// Whether a record that has the id may change.
    is_update: bool,
    /// The commit that a note is on.
    commit: Option<String>,
    record: RecordArgs,
    parts: PartTexts,
}

impl AddArgs {
    /// The arguments of the add command of this name.
    ///
    /// # Errors
    /// A name that is not one of an add command.
    pub(crate) fn new(command: &str, matches: &ArgMatches) -> Result<Self, clap::Error> {
        let unknown = || clap::Error::new(clap::error::ErrorKind::InvalidSubcommand);
        let kind = named(command).ok_or_else(unknown)?;
        let commit = match kind.name() {
            "note" => matches.get_one::<String>(COMMIT).cloned(),
            _ => None,
        };
        Ok(Self {
            kind,
            is_private: matches.get_flag(PRIVATE),
            id: matches.get_one::<String>(ID).cloned(),
            is_update: matches.get_flag(UPDATE),
            commit,
            record: RecordArgs::from_arg_matches(matches)?,
            parts: given(matches, std::iter::once(kind)),
        })
    }
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &AddArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut question = args
        .record
        .question(workspace.invocation(), args.kind, &args.parts)?;
    // A note on a commit is no file: it is neither staged nor compared with records.
    if let Some(commit) = &args.commit {
        let noted = private::notes::add(workspace, commit, &note_text(question))?;
        notes::print_noted(&noted, printer);
        return Ok(Exit::Done);
    }
    // The file's name is made of the title, and both are made before the editor opens.
    if args.record.is_edited() && question.title.is_empty() {
        return Err(Failure::usage("give a title; the editor opens with it"));
    }
    question.id.clone_from(&args.id);
    if args.is_private {
        question = question.for_private();
    }
    let request = question.request(args.kind)?;
    if let Some(amended) = upsert::amend(workspace, &request, args.is_private, args.is_update)? {
        amend(workspace, args, amended, printer)
    } else if args.is_private {
        add_private(workspace, args, request, printer)
    } else {
        add_tracked(workspace, args, request, printer)
    }
}

/// Lets a record that has the id already say what was given.
fn amend(
    workspace: &Workspace,
    args: &AddArgs,
    mut amended: AmendedRecord,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if args.record.is_edited() {
        amended.text = editor::edit(At::Repository(workspace), &amended.text)?;
    }
    let edited = upsert::write(workspace, amended, args.record.is_staged())?;
    written::print_edited(&edited, printer);
    Ok(Exit::Done)
}

fn add_private(
    workspace: &Workspace,
    args: &AddArgs,
    request: NewRecord,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut prepared = private_record::prepare(workspace, request)?;
    if args.record.is_edited() {
        prepared.text = editor::edit(At::Repository(workspace), &prepared.text)?;
    }
    let text = prepared.text.clone();
    let written = private_record::add(workspace, prepared)?;
    written::print_private(&written, printer);
    let id = &written.record.id;
    written::name_lacks(id, &missing(id, &text), printer);
    Ok(Exit::Done)
}

fn add_tracked(
    workspace: &Workspace,
    args: &AddArgs,
    request: NewRecord,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut prepared = add::prepare(workspace, request)?;
    if args.record.is_edited() {
        prepared.text = editor::edit(At::Repository(workspace), &prepared.text)?;
    }
    let lacks = missing(&prepared.id, &prepared.text);
    let written = add::write(workspace, prepared, args.record.is_staged())?;
    written::print(&written, printer);
    written::name_lacks(&written.id, &lacks, printer);
    name_similar(workspace, &written, printer);
    Ok(Exit::Done)
}

/// A note on a commit has no title of its own: what was given as one begins the text.
fn note_text(question: RecordQuestion) -> String {
    match question.body {
        Some(body) => format!("{}\n\n{body}", question.title),
        None => question.title,
    }
}

/// Names the records that are very similar to a new one.
fn name_similar(workspace: &Workspace, written: &Written, printer: &Printer) {
    // The record is written: an index that cannot be read now is no reason to report a failure.
    let Ok(similar) = recall::similar(workspace, written) else {
        return;
    };
    for other in similar.iter().take(SIMILAR) {
        printer.note(format!(
            "{} is very similar ({} % of words shared): {}",
            other.id, other.percent, other.title
        ));
    }
    if let Some(other) = similar.iter().find(|other| other.is_replaceable) {
        printer.note(format!(
            "hint: to replace it, run 'git memory supersede {}'",
            other.id
        ));
    }
}
