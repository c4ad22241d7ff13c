//! Commands of private memory.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::domain::private::Status;
use crate::domain::private::entry::Label;

#[derive(Subcommand)]
pub(in crate::cli) enum SummaryCommand {
    /// Write what a step did
    Append(Box<AppendArgs>),
    /// List the entries of this branch, the newest first
    List(SummaryListArgs),
    /// Show an entry
    Show {
        /// The entry: its id, a unique prefix of one, or its commit
        entry: String,
    },
    /// Print the newest entries as one bounded text, for the next step
    Latest {
        /// At most so many entries
        #[arg(short = 'n', value_name = "COUNT", default_value_t = 10)]
        count: usize,
        /// At most so many characters
        #[arg(long, value_name = "COUNT", default_value_t = 8000)]
        max_chars: usize,
    },
    /// Write one entry that stands for the older ones of a run
    Compact {
        /// Of this run alone
        #[arg(long, value_name = "ID")]
        run: Option<String>,
        /// So many of the newest entries of a run stay for themselves
        #[arg(long, value_name = "COUNT", default_value_t = 10)]
        keep: usize,
    },
    /// Print every summary, the oldest first
    Export {
        /// In which form
        #[arg(long, default_value = "jsonl")]
        format: ExportFormat,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum ExportFormat {
    /// One JSON object a line
    Jsonl,
}

#[derive(Args)]
pub(in crate::cli) struct AppendArgs {
    /// The run that the step belongs to
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) run: Label,
    /// The step
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) step: Label,
    /// Who did it
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) agent: Option<Label>,
    /// How it stands: started, ok, failed or retry
    #[arg(long, default_value = "ok", value_parser = status)]
    pub(in crate::cli) status: Status,
    /// The title; else the first line of the text
    #[arg(long, allow_hyphen_values = true)]
    pub(in crate::cli) title: Option<String>,
    /// What happened
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(in crate::cli) happened: Option<String>,
    /// What came out of it (repeatable)
    #[arg(long = "output", value_name = "TEXT", allow_hyphen_values = true)]
    pub(in crate::cli) outputs: Vec<String>,
    /// What is to be done (repeatable)
    #[arg(long = "follow-up", value_name = "TEXT", allow_hyphen_values = true)]
    pub(in crate::cli) follow_ups: Vec<String>,
    /// Take more text from a file, or from standard input with '-'
    #[arg(long, value_name = "FILE|-")]
    pub(in crate::cli) body_file: Option<PathBuf>,
}

#[derive(Args)]
pub(in crate::cli) struct SummaryListArgs {
    /// Of this run
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) run: Option<String>,
    /// By this agent
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) agent: Option<String>,
    /// With this status
    #[arg(long, value_parser = status)]
    pub(in crate::cli) status: Option<Status>,
    /// Written at this time or later: a day, a time (RFC 3339), or so long ago (90m, 12h, 3d, 2w)
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) since: Option<String>,
    /// At most so many
    #[arg(short = 'n', value_name = "COUNT")]
    pub(in crate::cli) count: Option<usize>,
}

fn status(name: &str) -> Result<Status, String> {
    Status::by_name(name)
        .ok_or_else(|| format!("it is one of: {}", Status::ALL.map(Status::name).join(", ")))
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(in crate::cli) struct NotesArgs {
    /// A commit, or a range A..B; everything that HEAD reaches where none is named
    pub(in crate::cli) range: Option<String>,
    /// The notes on commits that no branch or tag reaches any more, and where they belong
    #[arg(long, conflicts_with = "range")]
    pub(in crate::cli) orphans: bool,
    #[command(subcommand)]
    pub(in crate::cli) command: Option<NotesCommand>,
}

#[derive(Clone, Copy, Subcommand)]
pub(in crate::cli) enum NotesCommand {
    /// Move orphans to where they belong
    Reattach,
}

#[derive(Args)]
pub(in crate::cli) struct SyncArgs {
    /// The remote; memory.remote where none is named
    pub(in crate::cli) remote: Option<String>,
    /// Only say what would be done
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
    /// Only the notes on commits
    #[arg(long)]
    pub(in crate::cli) notes_only: bool,
}

#[derive(Args)]
pub(in crate::cli) struct GcArgs {
    /// Do not ask: fold what deleted branches left into this branch's private memory
    #[arg(long)]
    pub(in crate::cli) fold: bool,
    /// Do not ask: drop what deleted branches left
    #[arg(long, conflicts_with = "fold")]
    pub(in crate::cli) drop: bool,
}
