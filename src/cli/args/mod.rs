//! What can be typed. The add commands come out of the table of kinds; everything else is derived.

mod add;
mod care;
mod edit;
mod private;
mod read;
mod user;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(super) use add::{AddArgs, Parts, RecordArgs, SupersedeArgs};
pub(super) use care::{
    AgentArg, AllowArgs, CheckArgs, CheckFormat, DoctorArgs, ExportArgs, HooksCommand,
    ImportCommand, MemoryFormat, RefreshArgs, ReviewArgs, RulesCommand, ScanArgs, ScanFormat,
};
pub(super) use edit::{At, ClearArgs, CloseArgs, FilterArgs, SetArgs, Source, TopicCommand};
pub(super) use private::{
    AppendArgs, ExportFormat, GcArgs, NotesArgs, NotesCommand, SummaryCommand, SummaryListArgs,
    SyncArgs,
};
pub(super) use read::{
    BriefingArgs, ContextArgs, CountArgs, DiffArgs, DiffFormat, FeedbackArgs, GetContextArgs,
    ListArgs, LogArgs, RecallArgs, RelatedArgs, ShowArgs, StructuredFormat, WhyArgs,
};
pub(super) use user::UserCommand;

/// A project's memory, kept inside git itself
#[derive(Parser)]
#[command(
    name = "git-memory",
    bin_name = "git memory",
    version,
    infer_subcommands = false,
    max_term_width = 100
)]
pub(super) struct Cli {
    /// Run as if started in this folder
    #[arg(short = 'C', value_name = "PATH", global = true)]
    pub(super) start_in: Option<PathBuf>,
    #[command(flatten)]
    pub(super) look: Look,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// How answers look.
#[derive(Args, Default)]
pub(super) struct Look {
    /// Answer with one JSON document
    #[arg(long, global = true)]
    pub(super) json: bool,
    /// Say nothing but answers and errors
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: ColorWhen,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(super) enum ColorWhen {
    Always,
    #[default]
    Auto,
    Never,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Make this repository ready: the memory folder, its summary, the hooks
    Init(InitArgs),
    #[command(flatten)]
    Add(AddArgs),
    /// Replace a record by a new one: both change, or neither
    Supersede(SupersedeArgs),
    /// Set front matter keys of a record: key=value …
    Set(SetArgs),
    /// End an open loop or a plan
    Close(CloseArgs),
    /// Archive records, or delete them
    Clear(ClearArgs),
    /// Read, write and list topics
    Topic {
        #[command(subcommand)]
        command: TopicCommand,
    },
    /// Show a record
    Show(ShowArgs),
    /// List records
    List(ListArgs),
    /// Count records
    Count(CountArgs),
    /// Find the records that answer a question
    Recall(RecallArgs),
    /// Find the records that are related to one
    Related(RelatedArgs),
    /// Say why files are as they are: the records and notes about them
    Why(WhyArgs),
    /// Make a pack of memory for a prompt, under a hard budget
    Context(ContextArgs),
    /// Answer a tool: what there is for a scope, and the topics that it asks for, as YAML or JSON
    GetContext(GetContextArgs),
    /// Make a page to hand work over: memory, recent changes, the last messages
    Briefing(BriefingArgs),
    /// Say how an answer of 'recall' was; later answers are ranked by it
    Feedback(FeedbackArgs),
    /// Say what changed, in terms of records
    Diff(DiffArgs),
    /// Show the history of memory, or of one record
    Log(LogArgs),
    /// Write and read what was done, step by step: this branch's private log
    Summary {
        #[command(subcommand)]
        command: SummaryCommand,
    },
    /// Show what the agents of each run are doing, did, and tried again
    Runs,
    /// Show the notes on commits ('add-note --commit' writes them)
    Notes(NotesArgs),
    /// Share private memory and notes with the other machines of a remote
    Sync(SyncArgs),
    /// Join the private memory of merged branches, or of one branch, into this one's
    Fold {
        /// The branch; every merged one where none is named
        branch: Option<String>,
    },
    /// Fold or drop the private memory that deleted branches left; asks first
    Gc(GcArgs),
    /// Your own memory, for all repositories
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Print the hashes that name this repository
    Identity,
    /// Show the settings in effect
    Config(crate::cli::config::ConfigArgs),
    /// Rebuild the derived files
    Refresh(RefreshArgs),
    /// Find everything that is wrong with memory
    Check(CheckArgs),
    /// Hot memory: the rules that every conversation needs
    Rules {
        #[command(subcommand)]
        command: RulesCommand,
    },
    /// Find the records that may be out of date, and questions that found nothing
    Review(ReviewArgs),
    /// Find secrets: in memory, in any files, in what is staged, in history
    Scan(ScanArgs),
    /// Allow what looks like a secret and is none
    Allow(AllowArgs),
    /// Look after this installation: what is wrong, and how to mend it
    Doctor(DoctorArgs),
    /// Write all of tracked memory to standard output, for other programs and repositories
    Export(ExportArgs),
    /// Import records that were written elsewhere
    Import {
        #[command(subcommand)]
        command: ImportCommand,
    },
    /// Install, remove or show the hooks
    Hooks {
        #[command(subcommand)]
        command: HooksCommand,
    },
}

#[derive(Args)]
pub(super) struct InitArgs {
    /// Leave the hooks out
    #[arg(long)]
    pub(super) no_hooks: bool,
    /// Put the derived files into the index, so that the team tracks them
    #[arg(long)]
    pub(super) track_derived: bool,
    /// Write a short set of rules for agents into memory/rules/, where there are none yet
    #[arg(long)]
    pub(super) rules: bool,
    #[command(flatten)]
    pub(super) stage: Stage,
}

#[derive(Args)]
pub(super) struct Stage {
    /// Leave the index alone
    #[arg(long)]
    pub(super) no_stage: bool,
}
