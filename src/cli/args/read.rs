//! Commands that answer from records.

use clap::{Args, ValueEnum};

use super::{FilterArgs, Source};
use crate::app::list::Sort;

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
