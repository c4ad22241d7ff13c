//! Commands that change records and topics, and which records are meant.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Stage;
use crate::app::records::list::Filter;
use crate::app::records::private_record;
use crate::app::workspace::{Error, Workspace};
use crate::domain::kind::Kind;
use crate::store::Memory;

#[derive(Args)]
pub(in crate::cli) struct SetArgs {
    /// The record: an id, a unique prefix of one, or a path
    pub(in crate::cli) record: String,
    /// What to set; lists with commas: tags=storage,events
    #[arg(required = true, value_name = "KEY=VALUE")]
    pub(in crate::cli) values: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) stage: Stage,
}

#[derive(Args)]
pub(in crate::cli) struct CloseArgs {
    /// The record: an id, a unique prefix of one, or a path
    pub(in crate::cli) record: String,
    #[command(flatten)]
    pub(in crate::cli) stage: Stage,
}

/// Which records are meant.
#[derive(Args)]
pub(in crate::cli) struct FilterArgs {
    /// Of this kind (repeatable)
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    kinds: Vec<Kind>,
    /// With this status (repeatable)
    #[arg(long = "status", value_name = "STATUS")]
    statuses: Vec<String>,
    /// With this tag (repeatable: with all of them)
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// In this category (repeatable)
    #[arg(long = "category", value_name = "CATEGORY")]
    categories: Vec<String>,
    /// In this scope or below it (repeatable)
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<String>,
    /// About this path (repeatable)
    #[arg(long = "path", value_name = "PATH")]
    paths: Vec<String>,
}

pub(super) fn kind(name: &str) -> Result<Kind, String> {
    let names: Vec<_> = Kind::all().map(Kind::name).collect();
    Kind::by_name(name).ok_or_else(|| format!("the kinds are: {}", names.join(", ")))
}

impl From<FilterArgs> for Filter {
    fn from(args: FilterArgs) -> Self {
        let FilterArgs {
            kinds,
            statuses,
            tags,
            categories,
            scopes,
            paths,
        } = args;
        Self {
            kinds,
            statuses,
            tags,
            categories,
            scopes,
            paths,
        }
    }
}

#[derive(Args)]
pub(in crate::cli) struct ClearArgs {
    /// Records: ids, unique prefixes, or paths
    pub(in crate::cli) records: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) filter: FilterArgs,
    /// Every record
    #[arg(long)]
    pub(in crate::cli) all: bool,
    /// Delete the files instead of archiving the records
    #[arg(long)]
    pub(in crate::cli) delete: bool,
    /// Do not ask
    #[arg(short, long)]
    pub(in crate::cli) yes: bool,
    #[command(flatten)]
    pub(in crate::cli) stage: Stage,
}

#[derive(Subcommand)]
pub(in crate::cli) enum TopicCommand {
    /// Print a topic; with no name, the index
    Read {
        /// The topic
        name: Option<String>,
        #[command(flatten)]
        at: At,
    },
    /// Write a topic: its text is replaced, or appended to
    Write {
        /// The topic
        name: String,
        /// The text; else from --body-file or standard input
        text: Option<String>,
        /// Append the text after an empty line
        #[arg(long)]
        append: bool,
        /// Take the text from a file, or from standard input with '-'
        #[arg(long, value_name = "FILE|-", conflicts_with = "text")]
        body_file: Option<PathBuf>,
        /// The scope of a new topic
        #[arg(long)]
        scope: Option<String>,
        #[command(flatten)]
        stage: Stage,
    },
    /// List the topics
    List {
        #[command(flatten)]
        at: At,
    },
}

/// From where memory is read.
#[derive(Args)]
pub(in crate::cli) struct At {
    /// Read memory as it was at this revision
    #[arg(long, value_name = "REV")]
    pub(in crate::cli) rev: Option<String>,
}

/// From which records an answer is made.
#[derive(Args)]
pub(in crate::cli) struct Source {
    #[command(flatten)]
    at: At,
    /// Read the private records of this branch instead
    #[arg(long, conflicts_with = "rev")]
    private: bool,
}

impl At {
    pub(in crate::cli) fn view(self) -> crate::store::View {
        self.rev
            .map_or(crate::store::View::WorkTree, crate::store::View::Revision)
    }
}

impl Source {
    pub(in crate::cli) fn is_private(&self) -> bool {
        self.private
    }

    pub(in crate::cli) fn memory(self, workspace: &Workspace) -> Result<Memory, Error> {
        if self.private {
            private_record::memory(workspace)
        } else {
            workspace.memory(&self.at.view())
        }
    }
}
