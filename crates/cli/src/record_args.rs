//! Arguments that describe a new record: shared by the add commands and `supersede`.
//! The flags of a kind's sections and keys come out of the table of kinds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Args};

use super::args::{FRONT_MATTER, MORE, Stage, TEXT};
use super::exit::Failure;
use super::input;
use git_memory_app::RecordQuestion;
use git_memory_app::records::pathspecs::from_here;
use git_memory_app::workspace::Workspace;
use git_memory_model::kind::{Kind, Part};

/// The options that every kind has.
#[derive(Args)]
pub(crate) struct RecordArgs {
    /// The title
    #[arg(value_name = "TITLE", conflicts_with = "title")]
    first: Option<String>,
    /// The title
    #[arg(long, help_heading = MORE, hide_short_help = true)]
    title: Option<String>,
    /// A pathspec that the record is about (repeatable)
    #[arg(long = "path", value_name = "PATHSPEC")]
    paths: Vec<String>,
    /// A tag (repeatable)
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Open the text in git's editor before it is written
    #[arg(long, help_heading = TEXT)]
    edit: bool,
    /// Take the body from a file, or from standard input with '-'
    #[arg(long, value_name = "FILE|-", help_heading = TEXT)]
    body_file: Option<PathBuf>,
    /// The status
    #[arg(long, help_heading = FRONT_MATTER)]
    status: Option<String>,
    /// An abstract of one or two sentences
    #[arg(long, value_name = "TEXT", help_heading = FRONT_MATTER, hide_short_help = true)]
    description: Option<String>,
    /// The part of the repository that the record is about: project, or services/billing
    #[arg(long, help_heading = FRONT_MATTER, hide_short_help = true)]
    scope: Option<String>,
    /// The category
    #[arg(long, help_heading = FRONT_MATTER, hide_short_help = true)]
    category: Option<String>,
    /// A related record (repeatable): an id, a unique prefix of one, or a path
    #[arg(long = "related", value_name = "RECORD", help_heading = FRONT_MATTER)]
    #[arg(hide_short_help = true)]
    related: Vec<String>,
    /// Who wrote it: manual, agent or tool
    #[arg(long, help_heading = FRONT_MATTER, hide_short_help = true)]
    source: Option<String>,
    #[command(flatten)]
    stage: Stage,
}

/// The flag of a kind whose text is free.
const FREE: &str = "text";

/// The flag of a section that most texts go without: a link in the text does the same.
const RELATED: &str = "related-text";

/// The texts given for a kind's sections and keys, by the names of their flags; the free text is
/// one of them.
pub(crate) type PartTexts = BTreeMap<String, String>;

impl RecordArgs {
    /// True if the text is to be opened in the editor first.
    pub(crate) fn is_edited(&self) -> bool {
        self.edit
    }

    /// The title, if it is one word that was typed without `--title`.
    pub(crate) fn only_word(&self) -> Option<&str> {
        self.first.as_deref().filter(|title| !title.contains(' '))
    }

    /// The file that the body is taken from.
    pub(crate) fn body_file(&self) -> Option<&Path> {
        self.body_file.as_deref()
    }

    /// True if the new file goes into git's index.
    pub(crate) fn is_staged(&self) -> bool {
        self.stage.is_staged()
    }

    /// The question for a record of `kind`; the body is read from its file.
    ///
    /// # Errors
    /// A flag that this kind does not have, or a body that cannot be read.
    pub(crate) fn question(
        &self,
        workspace: &Workspace,
        kind: Kind,
        parts: &PartTexts,
    ) -> Result<RecordQuestion, Failure> {
        let title = self.title.as_ref().or(self.first.as_ref());
        let mut parts = parts.clone();
        let typed = parts.remove(FREE);
        if typed.is_some() && !is_free(kind) {
            let flags: Vec<_> = kind.sections().iter().map(|part| part.flag).collect();
            return Err(
                Failure::usage(format!("{} has no --{FREE}", kind.one())).hint(format!(
                    "its text goes into --{}, or --body-file",
                    flags.join(", --")
                )),
            );
        }
        let body = match &self.body_file {
            Some(path) => Some(input::body(workspace.invocation(), path)?),
            None => typed,
        };
        let question = RecordQuestion {
            title: title.cloned().unwrap_or_default(),
            id: None,
            description: self.description.clone(),
            tags: self.tags.clone(),
            paths: from_here(workspace, &self.paths)?,
            scope: self.scope.clone(),
            category: self.category.clone(),
            status: self.status.clone(),
            related: self.related.clone(),
            source: self.source.clone(),
            parts,
            body,
        };
        // A flag that does not fit is wrong usage, with an exit status of its own.
        if let Some(flag) = question.foreign_part(kind) {
            return Err(Failure::usage(format!("{} has no --{flag}", kind.one())));
        }
        Ok(question)
    }
}

/// True if the text of a kind has no sections of its own.
fn is_free(kind: Kind) -> bool {
    kind.sections().is_empty()
}

/// Adds the flags of these kinds' sections and keys to a command, and that of a free text. Of several
/// kinds only the parts that readers need are met first.
pub(crate) fn with_parts(
    mut command: clap::Command,
    kinds: impl Iterator<Item = Kind> + Clone,
) -> clap::Command {
    if kinds.clone().any(is_free) {
        let text = Arg::new(FREE)
            .long(FREE)
            .visible_alias("body")
            .value_name("TEXT")
            .allow_hyphen_values(true)
            .conflicts_with("body_file")
            .help("The text");
        command = command.arg(text);
    }
    let are_several = kinds.clone().nth(1).is_some();
    for part in parts(kinds) {
        let is_first = part.is_needed || !are_several && part.flag != RELATED;
        let flag = Arg::new(part.flag)
            .long(part.flag)
            .value_name("TEXT")
            .help(part.help)
            .help_heading((!is_first).then_some(TEXT))
            .hide_short_help(part.flag == RELATED)
            .action(ArgAction::Set);
        command = command.arg(flag);
    }
    command
}

/// The texts given for the flags that [`with_parts`] added.
pub(crate) fn given(matches: &ArgMatches, kinds: impl Iterator<Item = Kind> + Clone) -> PartTexts {
    let free = kinds.clone().any(is_free).then_some(FREE);
    let flags = parts(kinds).into_iter().map(|part| part.flag).chain(free);
    let mut given = PartTexts::new();
    for flag in flags {
        if let Some(text) = matches.get_one::<String>(flag) {
            given.insert(flag.to_owned(), text.clone());
        }
    }
    given
}

/// The sections and keys of these kinds that are flags; a flag of several kinds comes once.
fn parts(kinds: impl Iterator<Item = Kind>) -> Vec<&'static Part> {
    let mut parts: Vec<&'static Part> = Vec::new();
    for part in kinds.flat_map(|kind| kind.sections().iter().chain(kind.keys())) {
        if !parts.iter().any(|found| found.flag == part.flag) {
            parts.push(part);
        }
    }
    parts
}
