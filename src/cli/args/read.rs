//! Commands that answer from records.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FilterArgs, Source};
use crate::app::recall::Place;
use crate::app::records::Tier;
use crate::app::records::list::Sort;
use crate::domain::kind::Kind;
use crate::domain::recall::feedback::Outcome;
use crate::domain::scope::Scope;

#[derive(Args)]
pub(in crate::cli) struct ShowArgs {
    /// The record: an id, a unique prefix of one, or a path
    pub(in crate::cli) record: String,
    /// How much: t0 the abstract, t1 the working text, t2 the whole file
    #[arg(long, default_value = "t2")]
    pub(in crate::cli) tier: TierArg,
    /// Read memory as it was at this revision
    #[arg(long, value_name = "REV")]
    pub(in crate::cli) rev: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum TierArg {
    T0,
    T1,
    T2,
}

#[derive(Args)]
pub(in crate::cli) struct ListArgs {
    #[command(flatten)]
    pub(in crate::cli) filter: FilterArgs,
    /// By what to sort
    #[arg(long, default_value = "updated")]
    pub(in crate::cli) sort: SortArg,
    #[command(flatten)]
    pub(in crate::cli) source: Source,
}

#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum SortArg {
    /// The newest change first
    Updated,
    /// The newest first
    Created,
    /// By title
    Title,
    /// By id
    Id,
    /// By path
    Path,
}

impl From<SortArg> for Sort {
    fn from(sort: SortArg) -> Self {
        match sort {
            SortArg::Updated => Self::Updated,
            SortArg::Created => Self::Created,
            SortArg::Title => Self::Title,
            SortArg::Id => Self::Id,
            SortArg::Path => Self::Path,
        }
    }
}

#[derive(Args)]
pub(in crate::cli) struct CountArgs {
    #[command(flatten)]
    pub(in crate::cli) filter: FilterArgs,
    #[command(flatten)]
    pub(in crate::cli) source: Source,
}

#[derive(Args)]
pub(in crate::cli) struct RecallArgs {
    /// What to look for: words, a question, an id, an identifier, a path
    #[arg(required = true, value_name = "WORDS")]
    pub(in crate::cli) words: Vec<String>,
    /// How many hits
    #[arg(short = 'n', default_value = "10", value_name = "COUNT")]
    pub(in crate::cli) most: usize,
    #[command(flatten)]
    pub(in crate::cli) wanted: WantedArgs,
    #[command(flatten)]
    pub(in crate::cli) place: PlaceArgs,
    /// Look at private entries and at the notes on commits, too
    #[arg(long)]
    pub(in crate::cli) private: bool,
    /// Look at your own memory, too
    #[arg(long)]
    pub(in crate::cli) user: bool,
    /// Show more than the piece that answers: t0 the abstract, t1 the working text, t2 the whole
    /// file
    #[arg(long)]
    pub(in crate::cli) tier: Option<TierArg>,
    /// Say what each score is made of
    #[arg(long)]
    pub(in crate::cli) explain: bool,
}

#[derive(Args)]
pub(in crate::cli) struct ContextArgs {
    /// What the task is about, in any words
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(in crate::cli) query: String,
    /// The files that the task touches
    #[arg(long = "for", value_name = "PATH", num_args = 1..)]
    pub(in crate::cli) paths: Vec<PathBuf>,
    /// How many characters at most
    #[arg(long, value_name = "COUNT")]
    pub(in crate::cli) max_chars: Option<usize>,
    /// How many lines at most (default: memory.maxLines, 200)
    #[arg(long, value_name = "COUNT")]
    pub(in crate::cli) max_lines: Option<usize>,
    /// How many tokens at most, as estimated
    #[arg(long, value_name = "COUNT")]
    pub(in crate::cli) max_tokens: Option<usize>,
    /// Use what is in HEAD alone: nothing of the work tree, nothing private
    #[arg(long)]
    pub(in crate::cli) committed: bool,
}

#[derive(Args)]
pub(in crate::cli) struct GetContextArgs {
    /// The part of the project that it is about
    #[arg(long, default_value_t = Scope::project())]
    pub(in crate::cli) scope: Scope,
    /// What else is wanted: 'overview', kinds, folders
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(in crate::cli) topics: Vec<String>,
    /// Only the topics
    #[arg(long)]
    pub(in crate::cli) no_defaults: bool,
    /// Records with one of these statuses, instead of the current ones
    #[arg(long = "status", value_name = "STATUS", value_delimiter = ',')]
    pub(in crate::cli) statuses: Vec<String>,
    /// Records with all of these tags
    #[arg(long = "tag", value_name = "TAG", value_delimiter = ',')]
    pub(in crate::cli) tags: Vec<String>,
    /// Records in one of these categories
    #[arg(long = "category", value_name = "CATEGORY", value_delimiter = ',')]
    pub(in crate::cli) categories: Vec<String>,
    /// How to answer; --json says json, too
    #[arg(long, default_value = "yaml")]
    pub(in crate::cli) format: StructuredFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StructuredFormat {
    Yaml,
    Json,
}

#[derive(Args)]
pub(in crate::cli) struct BriefingArgs {
    /// What was said, one message a line ('-': standard input), instead of the private log
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) messages: Option<PathBuf>,
    /// How many lines in all
    #[arg(long, default_value = "60", value_name = "COUNT")]
    pub(in crate::cli) max_lines: usize,
    /// How many changes
    #[arg(long, default_value = "20", value_name = "COUNT")]
    pub(in crate::cli) max_changes: usize,
    /// How many messages
    #[arg(long, default_value = "5", value_name = "COUNT")]
    pub(in crate::cli) max_messages: usize,
}

#[derive(Args)]
pub(in crate::cli) struct RelatedArgs {
    /// The record: an id, a unique prefix of one, or a path
    pub(in crate::cli) record: String,
    /// How many
    #[arg(short = 'n', default_value = "10", value_name = "COUNT")]
    pub(in crate::cli) most: usize,
}

#[derive(Args)]
pub(in crate::cli) struct WhyArgs {
    /// Files, or lines of them
    #[arg(required = true, value_name = "PATH[:LINE]")]
    pub(in crate::cli) spots: Vec<String>,
    /// Also what does not hold any more
    #[arg(long)]
    pub(in crate::cli) all: bool,
}

#[derive(Args)]
pub(in crate::cli) struct FeedbackArgs {
    /// How the answer was
    #[arg(long, value_parser = outcome)]
    pub(in crate::cli) outcome: Outcome,
    /// The record that is meant: an id, a unique prefix of one, or a path
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) id: Option<String>,
    /// What else there is to say
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) note: Option<String>,
    /// The question, as it was asked
    #[arg(required = true, value_name = "QUERY")]
    pub(in crate::cli) query: Vec<String>,
}

fn outcome(name: &str) -> Result<Outcome, String> {
    let names: Vec<_> = Outcome::ALL.into_iter().map(Outcome::name).collect();
    Outcome::ALL
        .into_iter()
        .find(|outcome| outcome.name() == name)
        .ok_or_else(|| format!("one of: {}", names.join(", ")))
}

/// Which hits are wanted.
#[derive(Args)]
pub(in crate::cli) struct WantedArgs {
    /// Only records of this kind (repeatable)
    #[arg(long = "kind", value_name = "KIND", value_parser = super::edit::kind)]
    pub(in crate::cli) kinds: Vec<Kind>,
    /// Only records with this status (repeatable)
    #[arg(long = "status", value_name = "STATUS")]
    pub(in crate::cli) statuses: Vec<String>,
    /// Only records with this tag (repeatable: with all of them)
    #[arg(long = "tag", value_name = "TAG")]
    pub(in crate::cli) tags: Vec<String>,
    /// Only records in this scope or below it (repeatable)
    #[arg(long = "scope", value_name = "SCOPE")]
    pub(in crate::cli) scopes: Vec<String>,
    /// Prefer what is about this path, or near it (repeatable)
    #[arg(long = "for", value_name = "PATH")]
    pub(in crate::cli) near: Vec<PathBuf>,
}

/// Where records are looked for: in the work tree, or in one of these.
#[derive(Args)]
#[group(multiple = false)]
pub(in crate::cli) struct PlaceArgs {
    /// In memory as it was at this revision
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
    /// In the memory of every branch
    #[arg(long)]
    all_branches: bool,
    /// Among the records that this revision does not have, or has otherwise
    #[arg(long, value_name = "REV")]
    since: Option<String>,
}

impl From<PlaceArgs> for Place {
    fn from(args: PlaceArgs) -> Self {
        match args {
            PlaceArgs {
                rev: Some(revision),
                ..
            } => Self::Revision(revision),
            PlaceArgs {
                since: Some(revision),
                ..
            } => Self::Since(revision),
            PlaceArgs {
                all_branches: true, ..
            } => Self::AllBranches,
            _ => Self::WorkTree,
        }
    }
}

impl From<TierArg> for Tier {
    fn from(tier: TierArg) -> Self {
        match tier {
            TierArg::T0 => Self::T0,
            TierArg::T1 => Self::T1,
            TierArg::T2 => Self::T2,
        }
    }
}

#[derive(Args)]
pub(in crate::cli) struct DiffArgs {
    /// One revision (to the work tree), a..b, or a...b; HEAD where none is given
    #[arg(value_name = "REV[..REV]")]
    pub(in crate::cli) range: Option<String>,
    /// In which form
    #[arg(long, default_value = "text")]
    pub(in crate::cli) format: DiffFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum DiffFormat {
    Text,
    Markdown,
    Json,
}

#[derive(Args)]
pub(in crate::cli) struct LogArgs {
    /// One record: an id, a unique prefix of one, or a path
    pub(in crate::cli) record: Option<String>,
    /// Begin at this revision
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    pub(in crate::cli) rev: String,
    /// At most so many commits
    #[arg(short = 'n', long, value_name = "NUMBER")]
    pub(in crate::cli) max_count: Option<usize>,
}
