//! Commands that keep memory in order.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::Stage;

#[derive(Args)]
pub(in crate::cli) struct RefreshArgs {
    /// Only say whether anything would change: exit status 1 if so
    #[arg(long)]
    pub(in crate::cli) check: bool,
}

#[derive(Args)]
pub(in crate::cli) struct CheckArgs {
    /// Check what is staged
    #[arg(long, conflicts_with = "rev")]
    pub(in crate::cli) staged: bool,
    /// Check memory as it was at this revision
    #[arg(long, value_name = "REV")]
    pub(in crate::cli) rev: Option<String>,
    /// In which form
    #[arg(long, default_value = "text")]
    pub(in crate::cli) format: CheckFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum CheckFormat {
    Text,
    Json,
    /// Workflow commands that GitHub shows beside the lines of a pull request
    Github,
}

#[derive(Subcommand)]
pub(in crate::cli) enum ImportCommand {
    /// Import decision records: MADR, Nygard's form, header bullets
    Adr {
        /// The folder with the records
        folder: PathBuf,
        /// The scope of the new records
        #[arg(long)]
        scope: Option<String>,
        /// Only say what would be done
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        stage: Stage,
    },
    /// Import a document: of 'git memory export', or another program's conventions, decisions,
    /// notes
    Json {
        /// The document; '-' for standard input
        file: PathBuf,
        /// Only say what would be done
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        stage: Stage,
    },
}

#[derive(Args)]
pub(in crate::cli) struct ExportArgs {
    /// In which form
    #[arg(long, default_value = "json")]
    pub(in crate::cli) format: MemoryFormat,
    /// Memory as it was at this revision
    #[arg(long, value_name = "REV")]
    pub(in crate::cli) rev: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MemoryFormat {
    /// One document with every file, which 'git memory import json' reads
    Json,
    /// One record a line
    Jsonl,
    /// The files as an archive
    Tar,
}

#[derive(Clone, Copy, Subcommand)]
pub(in crate::cli) enum HooksCommand {
    /// Put the hooks in, beside what is there
    Install,
    /// Take the hooks out
    Uninstall,
    /// Show where the hooks stand
    Status,
}

#[derive(Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one flag of the command line"
)]
pub(in crate::cli) struct ScanArgs {
    /// Files and folders; the work tree's memory where none is named
    #[arg(conflicts_with_all = ["stdin", "staged", "rev", "private", "all"])]
    pub(in crate::cli) paths: Vec<PathBuf>,
    /// Scan standard input
    #[arg(long, group = "source")]
    pub(in crate::cli) stdin: bool,
    /// Scan every staged file that differs from HEAD
    #[arg(long, group = "source")]
    pub(in crate::cli) staged: bool,
    /// Scan a revision's files, or everything that the commits of a range A..B brought
    #[arg(long, value_name = "REV", group = "source")]
    pub(in crate::cli) rev: Option<String>,
    /// Scan private memory and notes
    #[arg(long, group = "source")]
    pub(in crate::cli) private: bool,
    /// Scan everything that any ref reaches
    #[arg(long, group = "source")]
    pub(in crate::cli) all: bool,
    /// In which form
    #[arg(long, default_value = "text")]
    pub(in crate::cli) format: ScanFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ScanFormat {
    Text,
    Json,
    /// SARIF 2.1.0, for code scanning services
    Sarif,
}

#[derive(Subcommand)]
pub(in crate::cli) enum RulesCommand {
    /// Write the rules where agents read them: AGENTS.md, .agents/rules/
    Build {
        /// Also where this agent reads them (repeatable)
        #[arg(long = "for", value_name = "AGENT")]
        agents: Vec<AgentArg>,
    },
    /// Find what is wrong with the rules: files over their budget, too much of them all
    Check,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum AgentArg {
    /// CLAUDE.md
    Claude,
    /// .cursor/rules/
    Cursor,
    /// AGENTS.md itself
    Codex,
}

#[derive(Args)]
pub(in crate::cli) struct ReviewArgs {
    /// Say that a record still holds: its 'updated' becomes today
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) confirm: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) stage: Stage,
}

#[derive(Args)]
pub(in crate::cli) struct AllowArgs {
    /// The fingerprint that 'git memory scan' shows
    pub(in crate::cli) fingerprint: String,
    /// Why this is no secret, or may be seen
    #[arg(long)]
    pub(in crate::cli) reason: String,
    #[command(flatten)]
    pub(in crate::cli) stage: Stage,
}

#[derive(Args)]
pub(in crate::cli) struct DoctorArgs {
    /// Fix what can be fixed automatically
    #[arg(long)]
    pub(in crate::cli) fix: bool,
}
