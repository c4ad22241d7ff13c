//! The add commands, one for each kind in the table: what is typed, and which of four it is. It adds
//! a [`record`], an [`entry`] of the work log or a [`note`] on a commit, or it [`amend`]s a record
//! that has the id already.

mod amend;
mod entry;
mod note;
mod record;

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};

use crate::args::MORE;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::record_args::{PartTexts, RecordArgs, given, with_parts};
use crate::{editor, help, written};
use git_memory_app::RecordQuestion;
use git_memory_app::records::upsert;
use git_memory_app::wire::{Answered, NotedAnswer, WrittenAnswer, answered};
use git_memory_app::workspace::{At, Workspace};
use git_memory_model::kind::Kind;
use git_memory_model::record::template::UNTITLED;

/// The flag that puts a new record on the branch's private chain.
const PRIVATE: &str = "private";
/// The option that names the record.
const ID: &str = "id";
/// The flag that lets a record of that name change.
const UPDATE: &str = "update";
/// The option that puts a note on a commit; only notes have it.
const COMMIT: &str = "commit";

/// The documents that the add commands answer with.
pub(crate) const ANSWERS: &[Answered] = &[
    answered::<WrittenAnswer>("add"),
    answered::<NotedAnswer>("add note --commit"),
];

/// Name of the command that takes a kind, and adds a decision without one.
pub(crate) const NAME: &str = "add";
/// One line of help for it.
pub(crate) const ABOUT: &str = "Add a decision, convention, lesson, note, …";
/// Beginning of the names of the commands that add one kind, for scripts.
const PREFIX: &str = "add-";

/// One line of help for the command that adds a record of `kind`.
pub(crate) fn about(kind: Kind) -> String {
    format!("Add {}", kind.one())
}

/// Adds the arguments to a command; its name says which kind's they are.
pub(crate) fn arguments(command: clap::Command) -> clap::Command {
    let name = command.get_name().to_owned();
    let Some(kind) = named(&name) else {
        return command;
    };
    let (more, example) = page(&name, kind);
    let about = command.get_about().cloned().unwrap_or_default();
    let command = of_kind(command, kind).about(about);
    if name != NAME {
        return help::with_page(&[kind], command, &more, &example);
    }
    let command = Kind::shown().fold(command, |command, kind| match kind_word(kind) {
        Some(word) => command.subcommand(one_kind(word, kind)),
        None => command,
    });
    let command = command
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true)
        .subcommand_value_name("KIND")
        .subcommand_help_heading("Kinds");
    help::with_page(&[kind], command, &more, &example)
}

/// The word for a kind after `add`.
fn kind_word(kind: Kind) -> Option<&'static str> {
    kind.add_command()?.strip_prefix(PREFIX)
}

/// The command `add KIND`.
fn one_kind(word: &'static str, kind: Kind) -> clap::Command {
    clap::Command::new(word)
        .about(about(kind))
        .aliases((kind.name() != word).then(|| kind.name()))
        .defer(|command| {
            let word = command.get_name().to_owned();
            let Some(kind) = of_word(&word) else {
                return command;
            };
            let (more, example) = page(NAME, kind);
            let command = of_kind(command, kind).about(about(kind));
            help::with_page(&[kind], command, &more, &example)
        })
}

/// The kind that a word after `add` means.
fn of_word(word: &str) -> Option<Kind> {
    Kind::all().find(|kind| kind_word(*kind) == Some(word))
}

/// The word for a kind that was probably meant by another one.
fn nearest_kind(word: &str) -> Option<&'static str> {
    help::nearest(word, Kind::all().filter_map(kind_word))
}

/// The word for a kind that is mistyped after `add` in arguments that cannot be parsed.
pub(crate) fn meant_kind(arguments: &[OsString]) -> Option<&'static str> {
    let mut arguments = arguments.iter().skip(1);
    arguments.find(|argument| *argument == NAME)?;
    let word = arguments.next()?.to_str()?;
    nearest_kind(word).filter(|kind| *kind != word)
}

/// Adds the arguments of a kind.
fn of_kind(command: clap::Command, kind: Kind) -> clap::Command {
    let private = Arg::new(PRIVATE)
        .long(PRIVATE)
        .action(ArgAction::SetTrue)
        .help_heading(MORE)
        .help("Keep it in this branch's work log, outside the work tree");
    let id = Arg::new(ID)
        .long(ID)
        .value_name("ID")
        .help_heading(MORE)
        .hide_short_help(true)
        .help(
            "The record's id, such as dec-7k3m9q; if a record has it already, its text must be \
             the same",
        );
    let update = Arg::new(UPDATE)
        .long(UPDATE)
        .action(ArgAction::SetTrue)
        .requires(ID)
        .help_heading(MORE)
        .hide_short_help(true)
        .help("If the ID exists, update it; other fields are kept");
    let mut command = with_parts(command, std::iter::once(kind));
    if kind.name() == "note" {
        let commit = Arg::new(COMMIT)
            .long(COMMIT)
            .value_name("REV")
            .conflicts_with_all([PRIVATE, ID])
            .help("Attach it to this commit, in refs/notes/memory, instead of writing a record");
        command = command.arg(commit);
    }
    // The doc comments of groups of arguments would replace the command's own help.
    RecordArgs::augment_args(command)
        .arg(private)
        .arg(id)
        .arg(update)
}

/// The kind that a command adds.
fn named(command: &str) -> Option<Kind> {
    if command == NAME {
        return Some(Kind::DECISION);
    }
    Kind::all().find(|kind| kind.add_command() == Some(command))
}

/// The second sentence and the example of the command `name`, which adds a record of a kind.
pub(crate) fn page(name: &str, kind: Kind) -> (String, String) {
    let more = format!(
        "It writes one file below memory/{}/ and stages it for the next commit; the id never \
         changes.",
        kind.folder()
    );
    let (title, option) = match kind.name() {
        "decision" => (
            "Use Postgres for the event store",
            " --rationale \"It is there, and we know it.\" --path 'src/store/**'",
        ),
        "convention" => (
            "Errors are lower case, without a full stop",
            " --path 'src/**'",
        ),
        "lesson" => ("Warm the cache before a deployment", " --edit"),
        "open-loop" => ("Who owns the queue", " --tag mail"),
        "plan" => ("Move the queue to its own service", " --status in_progress"),
        "recipe" => ("Rebuild the search index", " --command \"make index\""),
        "event" => ("Version 2.0 was released", ""),
        "context" => (
            "The billing service is audited each March",
            " --scope services/billing",
        ),
        _ => ("It was the cache after all", " --commit HEAD"),
    };
    let typed = match kind_word(kind) {
        Some(word) if name == NAME && kind != Kind::DECISION => format!("{NAME} {word}"),
        _ => name.to_owned(),
    };
    (more, format!("{typed} \"{title}\"{option}"))
}

/// Returns true if a record with an id of its writer's choice may be there already, in private
/// memory too.
pub(crate) fn reads_private(arguments: &ArgMatches) -> bool {
    let arguments = arguments.subcommand().map_or(arguments, |(_, inner)| inner);
    arguments.get_flag(PRIVATE) || arguments.contains_id(ID)
}

/// An add command as it was typed.
pub(crate) struct AddArgs {
    kind: Kind,
    is_private: bool,
    /// The record's id, where its writer chooses it.
    id: Option<String>,
    /// True if an existing record with the id may change.
    is_update: bool,
    /// The commit that a note is on.
    commit: Option<String>,
    /// The word for a kind that was probably mistyped, and taken for a title.
    meant: Option<&'static str>,
    record: RecordArgs,
    parts: PartTexts,
}

impl AddArgs {
    /// The arguments of the add command of this name.
    ///
    /// # Errors
    /// A name that is not one of an add command.
    pub(crate) fn new(command: &str, matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (kind, matches) = match matches.subcommand() {
            Some((word, inner)) => (of_word(word), inner),
            None => (named(command), matches),
        };
        let is_any = command == NAME && matches.subcommand_name().is_none();
        let unknown = || clap::Error::new(clap::error::ErrorKind::InvalidSubcommand);
        let kind = kind.ok_or_else(unknown)?;
        let commit = match kind.name() {
            "note" => matches.get_one::<String>(COMMIT).cloned(),
            _ => None,
        };
        let record = RecordArgs::from_arg_matches(matches)?;
        let only = record.only_word().filter(|_| is_any);
        Ok(Self {
            kind,
            is_private: matches.get_flag(PRIVATE),
            id: matches.get_one::<String>(ID).cloned(),
            is_update: matches.get_flag(UPDATE),
            commit,
            meant: only.and_then(nearest_kind),
            record,
            parts: given(matches, std::iter::once(kind)),
        })
    }
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &AddArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let (Some(meant), Some(word)) = (args.meant, args.record.only_word()) {
        return Err(Failure::usage(format!("'{word}' is not a kind"))
            .hint(format!("did you mean 'git memory add {meant} TITLE'?"))
            .hint(format!(
                "for a decision of this title: git memory add --title {word}"
            )));
    }
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
    if let Some(commit) = &args.commit {
        return note::add(workspace, commit, question, printer);
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
        return amend::amend(workspace, args, amended, printer);
    }
    if is_edited {
        request = request.with_every_section();
    }
    if args.is_private {
        entry::add(workspace, request, is_edited, printer)
    } else {
        record::add(workspace, args, request, is_edited, printer)
    }
}
