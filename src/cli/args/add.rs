//! The add commands and `supersede`: their flags come out of the table of kinds.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Subcommand};

use super::Stage;
use crate::domain::kind::Kind;

/// What every new record can be given.
#[derive(Args)]
pub(in crate::cli) struct RecordArgs {
    /// The title
    #[arg(value_name = "TITLE", conflicts_with = "title")]
    pub(in crate::cli) first: Option<String>,
    /// The title
    #[arg(long)]
    pub(in crate::cli) title: Option<String>,
    /// The abstract: what it says, in one or two sentences
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) description: Option<String>,
    /// A tag (repeatable)
    #[arg(long = "tag", value_name = "TAG")]
    pub(in crate::cli) tags: Vec<String>,
    /// A path that it is about, as a pathspec (repeatable)
    #[arg(long = "path", value_name = "PATHSPEC")]
    pub(in crate::cli) paths: Vec<String>,
    /// The part of the repository that it is about: project, or services/billing
    #[arg(long)]
    pub(in crate::cli) scope: Option<String>,
    /// The category
    #[arg(long)]
    pub(in crate::cli) category: Option<String>,
    /// The status
    #[arg(long)]
    pub(in crate::cli) status: Option<String>,
    /// A record that it is related to (repeatable)
    #[arg(long = "related", value_name = "RECORD")]
    pub(in crate::cli) related: Vec<String>,
    /// Who writes it: manual, agent or tool
    #[arg(long)]
    pub(in crate::cli) source: Option<String>,
    /// Take the body from a file, or from standard input with '-'
    #[arg(long, value_name = "FILE|-")]
    pub(in crate::cli) body_file: Option<PathBuf>,
    /// Open the text in git's editor before it is written
    #[arg(long)]
    pub(in crate::cli) edit: bool,
    #[command(flatten)]
    pub(in crate::cli) stage: Stage,
}

/// The flags of kinds' sections and keys that were given: flag and text.
pub(in crate::cli) type Parts = Vec<(&'static str, String)>;

/// An add command of some kind.
pub(in crate::cli) struct AddArgs {
    pub(in crate::cli) kind: Kind,
    pub(in crate::cli) is_private: bool,
    /// The commit that a note is on.
    pub(in crate::cli) commit: Option<String>,
    pub(in crate::cli) record: RecordArgs,
    pub(in crate::cli) parts: Parts,
}

pub(in crate::cli) struct SupersedeArgs {
    pub(in crate::cli) old: String,
    pub(in crate::cli) record: RecordArgs,
    pub(in crate::cli) parts: Parts,
}

/// The flags of these kinds' sections and keys, each once.
fn parts(kinds: impl Iterator<Item = Kind>) -> Vec<&'static crate::domain::kind::Part> {
    let mut parts: Vec<&'static crate::domain::kind::Part> = Vec::new();
    for part in kinds.flat_map(|kind| kind.sections().iter().chain(kind.keys())) {
        if !parts.iter().any(|found| found.flag == part.flag) {
            parts.push(part);
        }
    }
    parts
}

fn with_parts(command: clap::Command, kinds: impl Iterator<Item = Kind>) -> clap::Command {
    let arg = |part: &'static crate::domain::kind::Part| {
        Arg::new(part.flag)
            .long(part.flag)
            .value_name("TEXT")
            .help(part.help)
            .action(ArgAction::Set)
    };
    command.args(parts(kinds).into_iter().map(arg))
}

fn given(matches: &ArgMatches, kinds: impl Iterator<Item = Kind>) -> Parts {
    let text = |flag: &'static str| Some((flag, matches.get_one::<String>(flag)?.clone()));
    parts(kinds)
        .into_iter()
        .filter_map(|part| text(part.flag))
        .collect()
}

fn superseded_kinds() -> impl Iterator<Item = Kind> {
    Kind::all().filter(|kind| kind.is_replaceable())
}

impl FromArgMatches for AddArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let unknown = || clap::Error::new(clap::error::ErrorKind::InvalidSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(unknown)?;
        let kind = Kind::all()
            .find(|kind| kind.add_command() == Some(name))
            .ok_or_else(unknown)?;
        let parts = given(matches, std::iter::once(kind));
        let is_private = matches.get_flag(PRIVATE);
        let commit = matches
            .try_get_one::<String>(COMMIT)
            .ok()
            .flatten()
            .cloned();
        Ok(Self {
            kind,
            is_private,
            commit,
            record: RecordArgs::from_arg_matches(matches)?,
            parts,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flag that puts a new record on the branch's private chain.
const PRIVATE: &str = "private";

/// The option that puts a note on a commit.
const COMMIT: &str = "commit";

impl Subcommand for AddArgs {
    fn augment_subcommands(mut command: clap::Command) -> clap::Command {
        for kind in Kind::all() {
            let Some(name) = kind.add_command() else {
                continue;
            };
            let about = format!(
                "Add {} {kind}",
                if "aeiou".contains(&kind.name()[..1]) {
                    "an"
                } else {
                    "a"
                }
            );
            // The arguments' own description would stand in the command's place.
            let add = RecordArgs::augment_args(clap::Command::new(name)).about(about);
            let private = Arg::new(PRIVATE).long(PRIVATE).action(ArgAction::SetTrue);
            let add = add
                .arg(private.help("Keep it in this branch's private memory, out of the work tree"));
            let commit = Arg::new(COMMIT)
                .long(COMMIT)
                .value_name("REV")
                .conflicts_with(PRIVATE);
            let commit = commit
                .help("Write it on this commit, in refs/notes/memory, instead of into a record");
            let add = if kind.name() == "note" {
                add.arg(commit)
            } else {
                add
            };
            command = command.subcommand(with_parts(add, std::iter::once(kind)));
        }
        command
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        Kind::all().any(|kind| kind.add_command() == Some(name))
    }
}

impl FromArgMatches for SupersedeArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let old = matches
            .get_one::<String>("old")
            .cloned()
            .unwrap_or_default();
        Ok(Self {
            old,
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
            .help("The record that is replaced");
        with_parts(
            RecordArgs::augment_args(command.arg(old)),
            superseded_kinds(),
        )
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}
