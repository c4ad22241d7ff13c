//! `git memory supersede`.

use super::verb::{HelpPage, Verb};
use clap::{Arg, ArgMatches, Args, FromArgMatches};
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::record_args::{PartTexts, RecordArgs, given, with_parts};
use crate::{editor, written};
use git_memory_app::RecordQuestion;
use git_memory_app::records::supersede::{self, Superseded};
use git_memory_app::wire::SupersededAnswer;
use git_memory_app::workspace::{At, Workspace};
use git_memory_model::kind::Kind;

pub(crate) struct SupersedeArgs {
    old: String,
    /// The record that replaces it, where that is there already.
    by: Option<String>,
    record: RecordArgs,
    parts: PartTexts,
}

/// Which flags fit is known only once the old record is: all that any kind could need are taken.
fn superseded_kinds() -> impl Iterator<Item = Kind> + Clone {
    Kind::all().filter(|kind| kind.is_replaceable())
}

impl FromArgMatches for SupersedeArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let Some(old) = matches.get_one::<String>("old") else {
            return Err(clap::Error::new(
                clap::error::ErrorKind::MissingRequiredArgument,
            ));
        };
        Ok(Self {
            old: old.clone(),
            by: matches.get_one::<String>("by").cloned(),
            record: RecordArgs::from_arg_matches(matches)?,
            parts: given(matches, superseded_kinds()),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SupersedeArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        let old = Arg::new("old")
            .value_name("OLD")
            .required(true)
            .help("The record to replace: an id, a unique prefix of one, or a path");
        let command = with_parts(command.arg(old), superseded_kinds());
        let command = RecordArgs::augment_args(command);
        // A record that is there has its own title and text already.
        let mut others = Vec::new();
        for argument in command.get_arguments() {
            let id = argument.get_id();
            if id != "old" && id != "no_stage" && !argument.is_global_set() {
                others.push(id.clone());
            }
        }
        let by = Arg::new("by")
            .long("by")
            .value_name("RECORD")
            .conflicts_with_all(others)
            .help("An existing record that replaces it");
        command.arg(by)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl Verb for SupersedeArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The old and the new record link to each other; both are written, or neither.",
        example: "supersede dec-7k3m9q \"Use SQLite\" --rationale \"One file, no server.\"",
    };
    const ANSWERS: &[Answered] = &[answered::<SupersededAnswer>("supersede")];

    fn kinds() -> Vec<Kind> {
        superseded_kinds().collect()
    }
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &SupersedeArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let is_staged = args.record.is_staged();
    let name = &args.old;
    if let Some(by) = &args.by {
        let superseded = supersede::supersede_by(workspace, name, by, is_staged)?;
        print(&superseded, printer);
        return Ok(Exit::Done);
    }
    let kind = supersede::kind_of(workspace, name)?;
    let question = args.record.question(workspace, kind, &args.parts)?;
    let (body, paths) = (question.body.clone(), question.paths.clone());
    let has_title = !question.title.is_empty() || args.record.is_edited();
    let superseded = replace(workspace, args, kind, question, printer).map_err(|failure| {
        if has_title {
            failure
        } else {
            failure.hint("or name a record that replaces it: --by RECORD")
        }
    });
    let piped = editor::piped(args.record.body_file(), body.as_deref());
    let superseded = editor::keeping(At::Repository(workspace), piped, superseded)?;
    print(&superseded, printer);
    written::warn_of_paths(workspace, &paths, printer);
    Ok(Exit::Done)
}

/// Makes the new record, and lets it replace the old one.
fn replace(
    workspace: &Workspace,
    args: &SupersedeArgs,
    kind: Kind,
    question: RecordQuestion,
    printer: &Printer,
) -> Result<Superseded, Failure> {
    let (at, is_edited) = (At::Repository(workspace), args.record.is_edited());
    let mut request = question.request(kind)?;
    written::name_taken_out(&request.title, printer);
    if is_edited {
        request = request.with_every_section();
    }
    let mut prepared = supersede::prepare(workspace, &args.old, request)?;
    let mut typed = None;
    if is_edited {
        prepared.text = editor::edit_new(workspace, kind, prepared.id(), &prepared.text)?;
        typed = Some(prepared.text.clone());
    }
    let superseded = supersede::write(workspace, prepared, args.record.is_staged());
    editor::keeping(at, typed.as_deref(), superseded.map_err(Failure::from))
}

fn print(superseded: &Superseded, printer: &mut Printer) {
    let Superseded { new, old, lacks } = superseded;
    if old.id.id().is_none() {
        written::name_lines(old, printer);
    }
    if printer.is_json() {
        written::name_adopted(&new.adopted, printer);
        printer.json(SupersededAnswer::new(new, old));
    } else {
        written::print(new, printer);
        match old.id.id() {
            Some(id) => printer.note(format!("note: it replaces {id} ({})", old.path)),
            None => printer.note(format!("note: it replaces {}", old.path)),
        }
    }
    written::name_lacks(&new.id, lacks, printer);
}
