//! The add commands: one for each kind in the table.

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};

use super::notes;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::record_args::{PartTexts, RecordArgs, given, with_parts};
use crate::{contest, editor, help, written};
use git_memory_app::care::complete::missing;
use git_memory_app::private;
use git_memory_app::records::add::NewRecord;
use git_memory_app::records::upsert::AmendedRecord;
use git_memory_app::records::{add, private_record, upsert};
use git_memory_app::wire::ask::RecordQuestion;
use git_memory_app::workspace::{At, Workspace};
use git_memory_model::kind::Kind;
use git_memory_model::record::template::Template;
use git_memory_model::record::template::UNTITLED;

/// The flag that puts a new record on the branch's private chain.
const PRIVATE: &str = "private";
/// The option that names the record.
pub(crate) const ID: &str = "id";
/// The flag that lets a record of that name change.
const UPDATE: &str = "update";
/// The option that puts a note on a commit; only notes have it.
const COMMIT: &str = "commit";

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
    let question = args.record.question(workspace, args.kind, &args.parts)?;
    let (body, paths) = (question.body.clone(), question.paths.clone());
    let done = add(workspace, args, question, printer);
    if done.is_ok() {
        written::warn_of_paths(workspace, &paths, printer);
    }
    let piped = editor::piped(args.record.body_file(), body.as_deref());
    editor::keeping(At::Repository(workspace), piped, done)
}

fn add(
    workspace: &Workspace,
    args: &AddArgs,
    mut question: RecordQuestion,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // A note on a commit is no file: it is neither staged nor compared with records.
    if let Some(commit) = &args.commit {
        let noted = private::notes::add(workspace, commit, &note_text(question))?;
        notes::print_noted(&noted, printer);
        return Ok(Exit::Done);
    }
    let is_untitled = question.title.is_empty();
    // Nothing more was typed: on a terminal the rest is asked for where there is room to write.
    let is_edited = args.record.is_edited() || (is_untitled && editor::is_attended());
    if is_edited && is_untitled {
        // Private memory names the file before the editor opens.
        if args.is_private || args.id.is_some() {
            return Err(Failure::usage("give a title; the editor opens with it"));
        }
        UNTITLED.clone_into(&mut question.title);
    }
    question.id.clone_from(&args.id);
    if args.is_private {
        question = question.for_private();
    }
    let mut request = question.request(args.kind)?;
    written::name_taken_out(&request.title, printer);
    let (is_private, is_update) = (args.is_private, args.is_update);
    if let Some(amended) = upsert::amend(workspace, &request, None, is_private, is_update)? {
        return amend(workspace, args, amended, printer);
    }
    if is_edited {
        request = request.with_every_section();
    }
    if args.is_private {
        add_private(workspace, request, is_edited, printer)
    } else {
        add_tracked(workspace, args, request, is_edited, printer)
    }
}

/// Lets a record that has the id already say what was given.
fn amend(
    workspace: &Workspace,
    args: &AddArgs,
    mut amended: AmendedRecord,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let at = At::Repository(workspace);
    let mut typed = None;
    if args.record.is_edited() {
        let template = Template::of_record(Some(args.kind), &amended.text);
        amended.text = editor::edit(at, &template, |text| amended.check(workspace, text))?;
        typed = Some(amended.text.clone());
    }
    let edited = upsert::write(workspace, amended, args.record.is_staged());
    let edited = editor::keeping(at, typed.as_deref(), edited.map_err(Failure::from))?;
    written::print_edited(&edited, printer);
    Ok(Exit::Done)
}

fn add_private(
    workspace: &Workspace,
    request: NewRecord,
    is_edited: bool,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (at, kind) = (At::Repository(workspace), request.kind);
    let mut prepared = private_record::prepare(workspace, request)?;
    let mut typed = None;
    if is_edited {
        prepared.text = editor::edit_new(workspace, kind, prepared.id(), &prepared.text)?;
        typed = Some(prepared.text.clone());
    }
    let text = prepared.text.clone();
    let written = private_record::add(workspace, prepared);
    let written = editor::keeping(at, typed.as_deref(), written.map_err(Failure::from))?;
    written::print_private(&written, printer);
    let id = &written.record.id;
    written::name_lacks(id, &missing(id, &text), printer);
    Ok(Exit::Done)
}

fn add_tracked(
    workspace: &Workspace,
    args: &AddArgs,
    request: NewRecord,
    is_edited: bool,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (at, kind) = (At::Repository(workspace), request.kind);
    let mut prepared = add::prepare(workspace, request)?;
    let mut typed = None;
    if is_edited {
        prepared.text = editor::edit_new(workspace, kind, prepared.id(), &prepared.text)?;
        typed = Some(prepared.text.clone());
    }
    let lacks = missing(prepared.id(), &prepared.text);
    let written = add::write(workspace, prepared, args.record.is_staged());
    let written = editor::keeping(at, typed.as_deref(), written.map_err(Failure::from))?;
    let contested = contest::look(workspace, &written, printer);
    contest::print_written(&written, &contested, printer);
    written::name_lacks(&written.id, &lacks, printer);
    contest::name(&contested, &written, printer);
    contest::settle(
        workspace,
        &contested,
        &written,
        args.record.is_staged(),
        printer,
    )?;
    Ok(Exit::Done)
}

/// A note on a commit has no title of its own: what was given as one begins the text.
fn note_text(question: RecordQuestion) -> String {
    match question.body {
        Some(body) => format!("{}\n\n{body}", question.title),
        None => question.title,
    }
}
