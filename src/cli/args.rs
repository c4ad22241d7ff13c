//! What can be typed. The add commands come out of the table of kinds; everything else is derived.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::app::list::{Filter, Sort};
use crate::domain::record::Kind;

/// A project's memory, kept inside git itself
#[derive(Parser)]
#[command(name = "git-memory", bin_name = "git memory", version, infer_subcommands = false, max_term_width = 100)]
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
    /// Say what changed, in terms of records
    Diff(DiffArgs),
    /// Show the history of memory, or of one record
    Log(LogArgs),
    /// Print the hashes that name this repository
    Identity,
    /// Rebuild the derived files
    Refresh(RefreshArgs),
    /// Find everything that is wrong with memory
    Check(CheckArgs),
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
    #[command(flatten)]
    pub(super) stage: Stage,
}

#[derive(Args)]
pub(super) struct Stage {
    /// Leave the index alone
    #[arg(long)]
    pub(super) no_stage: bool,
}

/// What every new record can be given.
#[derive(Args)]
pub(super) struct RecordArgs {
    /// The title
    #[arg(value_name = "TITLE", conflicts_with = "title")]
    pub(super) first: Option<String>,
    /// The title
    #[arg(long)]
    pub(super) title: Option<String>,
    /// The abstract: what it says, in one or two sentences
    #[arg(long, value_name = "TEXT")]
    pub(super) description: Option<String>,
    /// A tag (repeatable)
    #[arg(long = "tag", value_name = "TAG")]
    pub(super) tags: Vec<String>,
    /// A path that it is about, as a pathspec (repeatable)
    #[arg(long = "path", value_name = "PATHSPEC")]
    pub(super) paths: Vec<String>,
    /// The part of the repository that it is about: project, or services/billing
    #[arg(long)]
    pub(super) scope: Option<String>,
    /// The category
    #[arg(long)]
    pub(super) category: Option<String>,
    /// The status
    #[arg(long)]
    pub(super) status: Option<String>,
    /// A record that it is related to (repeatable)
    #[arg(long = "related", value_name = "RECORD")]
    pub(super) related: Vec<String>,
    /// Who writes it: manual, agent or tool
    #[arg(long)]
    pub(super) source: Option<String>,
    /// Take the body from a file, or from standard input with '-'
    #[arg(long, value_name = "FILE|-")]
    pub(super) body_file: Option<PathBuf>,
    /// Open the text in git's editor before it is written
    #[arg(long)]
    pub(super) edit: bool,
    #[command(flatten)]
    pub(super) stage: Stage,
}

/// The flags of kinds' sections and keys that were given: flag and text.
pub(super) type Parts = Vec<(&'static str, String)>;

/// An add command of some kind.
pub(super) struct AddArgs {
    pub(super) kind: Kind,
    pub(super) record: RecordArgs,
    pub(super) parts: Parts,
}

pub(super) struct SupersedeArgs {
    pub(super) old: String,
    pub(super) record: RecordArgs,
    pub(super) parts: Parts,
}

/// The flags of these kinds' sections and keys, each once.
fn parts(kinds: impl Iterator<Item = Kind>) -> Vec<&'static crate::domain::record::kind::Part> {
    let mut parts: Vec<&'static crate::domain::record::kind::Part> = Vec::new();
    for part in kinds.flat_map(|kind| kind.sections().iter().chain(kind.keys())) {
        if !parts.iter().any(|found| found.flag == part.flag) {
            parts.push(part);
        }
    }
    parts
}

fn with_parts(command: clap::Command, kinds: impl Iterator<Item = Kind>) -> clap::Command {
    let arg = |part: &'static crate::domain::record::kind::Part| {
        Arg::new(part.flag).long(part.flag).value_name("TEXT").help(part.help).action(ArgAction::Set)
    };
    command.args(parts(kinds).into_iter().map(arg))
}

fn given(matches: &ArgMatches, kinds: impl Iterator<Item = Kind>) -> Parts {
    let text = |flag: &'static str| Some((flag, matches.get_one::<String>(flag)?.clone()));
    parts(kinds).into_iter().filter_map(|part| text(part.flag)).collect()
}

fn superseded_kinds() -> impl Iterator<Item = Kind> {
    Kind::all().filter(|kind| kind.status("superseded").is_some())
}

impl FromArgMatches for AddArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let unknown = || clap::Error::new(clap::error::ErrorKind::InvalidSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(unknown)?;
        let kind = Kind::all().find(|kind| kind.add_command() == Some(name)).ok_or_else(unknown)?;
        let parts = given(matches, std::iter::once(kind));
        Ok(Self { kind, record: RecordArgs::from_arg_matches(matches)?, parts })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for AddArgs {
    fn augment_subcommands(mut command: clap::Command) -> clap::Command {
        for kind in Kind::all() {
            let Some(name) = kind.add_command() else { continue };
            let about = format!("Add {} {kind}", if "aeiou".contains(&kind.name()[..1]) { "an" } else { "a" });
            let add = RecordArgs::augment_args(clap::Command::new(name).about(about));
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
        let old = matches.get_one::<String>("old").cloned().unwrap_or_default();
        Ok(Self { old, record: RecordArgs::from_arg_matches(matches)?, parts: given(matches, superseded_kinds()) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SupersedeArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        let old = Arg::new("old").value_name("OLD").required(true).help("The record that is replaced");
        with_parts(RecordArgs::augment_args(command.arg(old)), superseded_kinds())
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

#[derive(Args)]
pub(super) struct SetArgs {
    /// The record: an id, a unique prefix of one, or a path
    pub(super) record: String,
    /// What to set; lists with commas: tags=storage,events
    #[arg(required = true, value_name = "KEY=VALUE")]
    pub(super) values: Vec<String>,
    #[command(flatten)]
    pub(super) stage: Stage,
}

#[derive(Args)]
pub(super) struct CloseArgs {
    /// The record: an id, a unique prefix of one, or a path
    pub(super) record: String,
    #[command(flatten)]
    pub(super) stage: Stage,
}

/// Which records are meant.
#[derive(Args)]
pub(super) struct FilterArgs {
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

fn kind(name: &str) -> Result<Kind, String> {
    let names: Vec<_> = Kind::all().map(Kind::name).collect();
    Kind::by_name(name).ok_or_else(|| format!("the kinds are: {}", names.join(", ")))
}

impl From<FilterArgs> for Filter {
    fn from(args: FilterArgs) -> Self {
        let FilterArgs { kinds, statuses, tags, categories, scopes, paths } = args;
        Self { kinds, statuses, tags, categories, scopes, paths }
    }
}

#[derive(Args)]
pub(super) struct ClearArgs {
    /// Records: ids, unique prefixes, or paths
    pub(super) records: Vec<String>,
    #[command(flatten)]
    pub(super) filter: FilterArgs,
    /// Every record
    #[arg(long)]
    pub(super) all: bool,
    /// Delete the files instead of archiving the records
    #[arg(long)]
    pub(super) delete: bool,
    /// Do not ask
    #[arg(short, long)]
    pub(super) yes: bool,
    #[command(flatten)]
    pub(super) stage: Stage,
}

#[derive(Subcommand)]
pub(super) enum TopicCommand {
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
pub(super) struct At {
    /// Read memory as it was at this revision
    #[arg(long, value_name = "REV")]
    pub(super) rev: Option<String>,
}

impl At {
    pub(super) fn view(self) -> crate::store::View {
        self.rev.map_or(crate::store::View::WorkTree, crate::store::View::Revision)
    }
}

#[derive(Args)]
pub(super) struct ShowArgs {
    /// The record: an id, a unique prefix of one, or a path
    pub(super) record: String,
    /// How much: t0 the abstract, t1 the working text, t2 the whole file
    #[arg(long, default_value = "t2")]
    pub(super) tier: TierArg,
    /// Read memory as it was at this revision
    #[arg(long, value_name = "REV")]
    pub(super) rev: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum TierArg {
    T0,
    T1,
    T2,
}

#[derive(Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    pub(super) filter: FilterArgs,
    /// By what to sort
    #[arg(long, default_value = "updated")]
    pub(super) sort: SortArg,
    #[command(flatten)]
    pub(super) at: At,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum SortArg {
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
pub(super) struct CountArgs {
    #[command(flatten)]
    pub(super) filter: FilterArgs,
    #[command(flatten)]
    pub(super) at: At,
}

#[derive(Args)]
pub(super) struct DiffArgs {
    /// One revision (to the work tree), a..b, or a...b; HEAD where none is given
    #[arg(value_name = "REV[..REV]")]
    pub(super) range: Option<String>,
    /// In which form
    #[arg(long, default_value = "text")]
    pub(super) format: DiffFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffFormat {
    Text,
    Markdown,
    Json,
}

#[derive(Args)]
pub(super) struct LogArgs {
    /// One record: an id, a unique prefix of one, or a path
    pub(super) record: Option<String>,
    /// Begin at this revision
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    pub(super) rev: String,
    /// At most so many commits
    #[arg(short = 'n', long, value_name = "NUMBER")]
    pub(super) max_count: Option<usize>,
}

#[derive(Args)]
pub(super) struct RefreshArgs {
    /// Only say whether anything would change: exit status 1 if so
    #[arg(long)]
    pub(super) check: bool,
}

#[derive(Args)]
pub(super) struct CheckArgs {
    /// Check what is staged
    #[arg(long, conflicts_with = "rev")]
    pub(super) staged: bool,
    /// Check memory as it was at this revision
    #[arg(long, value_name = "REV")]
    pub(super) rev: Option<String>,
    /// In which form
    #[arg(long, default_value = "text")]
    pub(super) format: CheckFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    Text,
    Json,
    /// Workflow commands that GitHub shows beside the lines of a pull request
    Github,
}

#[derive(Subcommand)]
pub(super) enum ImportCommand {
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
}

#[derive(Clone, Copy, Subcommand)]
pub(super) enum HooksCommand {
    /// Put the hooks in, beside what is there
    Install,
    /// Take the hooks out
    Uninstall,
    /// Show where the hooks stand
    Status,
}
