//! `git memory summary`.

use super::fold::{self, FoldArgs};
use super::forget::{self, ForgetArgs};
use super::gc::{self, GcArgs};
use super::publish::{self, PublishArgs};
use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::args::TEXT;
use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, ID, PLAIN, Printer};
use crate::{editor, input};
use git_memory_app::Logged;
use git_memory_app::private::summary::{Appended, EntryText, Filter};
use git_memory_app::private::{compact, follow_ups, summary};
use git_memory_app::wire::{
    AppendedAnswer, CompactedAnswer, EntriesAnswer, EntryAnswer, ExportLine, ExpungeAnswer,
    FoldAnswer, ForgetAnswer, GcAnswer, PublishedAnswer, TextAnswer,
};
use git_memory_app::workspace::{At, Workspace};
use git_memory_model::private::Status;
use git_memory_model::private::entry::Label;
use git_memory_model::private::summary::Summary;
use git_memory_text::date::rfc3339;

#[derive(Args)]
pub(crate) struct SummaryArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Add a step
    Append(Box<AppendArgs>),
    /// Close follow-ups
    Close {
        /// The follow-up: its text, a part of it, or the id of its step (repeatable)
        #[arg(required = true, value_name = "ID|TEXT")]
        follow_ups: Vec<String>,
    },
    /// List this branch's entries, newest first
    List(ListArgs),
    /// Show an entry
    Show {
        /// The entry: its id, a unique prefix of one, or its commit
        entry: String,
    },
    /// Print the newest entries as one text, up to a length limit
    Latest {
        /// Maximum number of entries
        #[arg(short = 'n', value_name = "COUNT", default_value_t = 10)]
        count: usize,
        /// Maximum number of characters
        #[arg(long, value_name = "COUNT", default_value_t = 8000)]
        max_chars: usize,
    },
    /// Sum up the older entries of a run in one entry
    Compact {
        /// Only this run
        #[arg(long, value_name = "ID")]
        run: Option<String>,
        /// Keep the newest COUNT entries of each run uncompacted
        #[arg(long, value_name = "COUNT", default_value_t = 10)]
        keep: usize,
    },
    /// Turn a work-log entry into a shared record, which names its origin
    Publish(PublishArgs),
    /// Hide a work-log entry from every command ('summary gc --expunge' removes its text)
    Forget(ForgetArgs),
    /// Join the work logs of merged branches to this branch's, as hooks do after a merge
    Fold(FoldArgs),
    /// Join or delete the work logs of deleted branches
    Gc(GcArgs),
    /// Print every summary, oldest first
    Export {
        /// Output format
        #[arg(long, default_value = "jsonl")]
        format: ExportFormat,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum ExportFormat {
    /// One JSON object a line
    Jsonl,
}

/// Heading of the options about a step that is to be done.
const PLAN: &str = "Plan";
/// Heading of the options about what a step leaves behind.
const RESULTS: &str = "Results";

#[derive(Args)]
struct AppendArgs {
    /// The run that the step belongs to
    #[arg(long, value_name = "ID")]
    run: Label,
    /// The step
    #[arg(long, value_name = "ID")]
    step: Label,
    /// The agent that did the step
    #[arg(long, value_name = "NAME")]
    agent: Option<Label>,
    /// The step's state: planned, assigned, started, blocked, ok, failed, retry or cancelled
    #[arg(long, default_value = "ok")]
    status: Status,
    /// A step of the run that has to be done first (repeatable)
    #[arg(long, value_name = "STEP", help_heading = PLAN)]
    after: Vec<Label>,
    /// The agent that is to do the step
    #[arg(long, value_name = "NAME", help_heading = PLAN)]
    assignee: Option<Label>,
    /// The title (default: the first line of the text)
    #[arg(long, allow_hyphen_values = true, help_heading = TEXT)]
    title: Option<String>,
    /// What happened
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    happened: Option<String>,
    /// A result of the step (repeatable)
    #[arg(long = "output", value_name = "TEXT", allow_hyphen_values = true)]
    #[arg(help_heading = RESULTS)]
    outputs: Vec<String>,
    /// Something left to do (repeatable)
    #[arg(long = "follow-up", value_name = "TEXT", allow_hyphen_values = true)]
    #[arg(help_heading = RESULTS)]
    follow_ups: Vec<String>,
    /// An open follow-up that this step closes: its text, a part of it, or the id of its step
    /// (repeatable)
    #[arg(long, value_name = "ID|TEXT", allow_hyphen_values = true, help_heading = RESULTS)]
    closes: Vec<String>,
    /// Take more text from a file, or from standard input with '-'
    #[arg(long, value_name = "FILE|-", help_heading = TEXT)]
    body_file: Option<PathBuf>,
}

#[derive(Args)]
struct ListArgs {
    /// Only entries of this run
    #[arg(long, value_name = "ID")]
    run: Option<String>,
    /// Only entries by this agent
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Only entries with this status
    #[arg(long)]
    status: Option<Status>,
    /// Only entries since this time: a day, a time (RFC 3339), an age (90m, 3d, 2w), or yesterday
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Maximum number of entries
    #[arg(short = 'n', value_name = "COUNT")]
    count: Option<usize>,
}

/// The answer where a log has nothing to show.
const NO_ENTRIES: &str = "no entries; 'git memory summary append' adds a step";

impl Verb for SummaryArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Entries are commits on a private ref of the branch; only 'git memory sync' sends \
         them out of this clone.",
        example: "summary append --run release-1 --step 1 --title \"Plan the release\"",
    };
    const ANSWERS: &[Answered] = &[
        answered::<AppendedAnswer>("summary append"),
        answered::<CompactedAnswer>("summary compact"),
        answered::<FoldAnswer>("summary fold"),
        answered::<ForgetAnswer>("summary forget"),
        answered::<GcAnswer>("summary gc"),
        answered::<ExpungeAnswer>("summary gc --expunge"),
        answered::<TextAnswer>("summary latest"),
        answered::<EntriesAnswer>("summary list"),
        answered::<PublishedAnswer>("summary publish"),
        answered::<EntryAnswer>("summary show"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &SummaryArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match &args.command {
        Command::Append(args) => append(workspace, args, printer)?,
        Command::Close { follow_ups } => {
            let appended = follow_ups::close(workspace, follow_ups)?;
            report(&appended, printer);
        }
        Command::List(args) => list(workspace, args, printer)?,
        Command::Show { entry } => show(workspace, entry, printer)?,
        Command::Latest { count, max_chars } => {
            let text = compact::latest(workspace, *count, *max_chars)?;
            if text.is_empty() {
                printer.note(NO_ENTRIES);
            }
            if printer.is_json() {
                printer.json(TextAnswer { text: &text });
            } else {
                printer.page();
                printer.markdown(&text);
            }
        }
        Command::Compact { run, keep } => {
            let written = compact::compact(workspace, run.as_deref(), *keep)?;
            if printer.is_json() {
                printer.json(CompactedAnswer {
                    written: written.iter().map(Into::into).collect(),
                });
            } else {
                for appended in &written {
                    print_appended(appended, printer);
                }
            }
        }
        Command::Publish(args) => return publish::run(workspace, args, printer),
        Command::Forget(args) => return forget::run(workspace, args, printer),
        Command::Fold(args) => return fold::run(workspace, args, printer),
        Command::Gc(args) => return gc::run(workspace, args, printer),
        Command::Export {
            format: ExportFormat::Jsonl,
        } => {
            // A line each, so that a log of any length can be read from a pipe.
            for logged in &compact::export(workspace)? {
                printer.json_line(ExportLine::from(logged));
            }
        }
    }
    Ok(Exit::Done)
}

fn append(workspace: &Workspace, args: &AppendArgs, printer: &mut Printer) -> Result<(), Failure> {
    let body = match &args.body_file {
        Some(path) => Some(input::body(workspace.invocation(), path)?),
        None => None,
    };
    let summary = Summary {
        agent: args.agent.clone(),
        status: args.status,
        after: args.after.clone(),
        assignee: args.assignee.clone(),
        title: args.title.clone(),
        happened: args.happened.clone(),
        outputs: args.outputs.clone(),
        follow_ups: args.follow_ups.clone(),
        closes: args.closes.clone(),
        body: body.clone(),
        ..Summary::new(args.run.clone(), args.step.clone())
    };
    let piped = editor::piped(args.body_file.as_deref(), body.as_deref());
    let appended = follow_ups::append(workspace, summary).map_err(Failure::from);
    let appended = editor::keeping(At::Repository(workspace), piped, appended)?;
    report(&appended, printer);
    Ok(())
}

fn report(appended: &Appended, printer: &mut Printer) {
    // Redactions go to stderr in either form.
    if printer.is_json() {
        printer.report_redacted(&appended.redacted);
        printer.json(AppendedAnswer::from(appended));
    } else {
        print_appended(appended, printer);
    }
}

fn print_appended(appended: &Appended, printer: &mut Printer) {
    printer.report_redacted(&appended.redacted);
    let commit = format!("  {}  ", appended.commit.short());
    printer.styled(&[
        (ID, &appended.id),
        (DIM, &commit),
        (DIM, &appended.chain.to_string()),
    ]);
}

fn list(workspace: &Workspace, args: &ListArgs, printer: &mut Printer) -> Result<(), Failure> {
    let filter = Filter {
        run: args.run.clone(),
        agent: args.agent.clone(),
        status: args.status,
        since: args.since.clone(),
        most: args.count,
    };
    let entries = summary::list(workspace, &filter)?;
    if entries.is_empty() {
        printer.note(NO_ENTRIES);
    }
    if printer.is_json() {
        printer.json(EntriesAnswer::from(&entries));
        return Ok(());
    }
    printer.page();
    for logged in &entries {
        print_entry(logged, printer);
    }
    Ok(())
}

fn print_entry(logged: &Logged, printer: &mut Printer) {
    let entry = &logged.entry;
    // An entry that is not a summary has a kind, but no status.
    let status = entry.status.map_or(entry.kind.name(), Status::name);
    let style = if entry.status == Some(Status::Failed) {
        BAD
    } else {
        BOLD
    };
    let time = format!("  {}  ", rfc3339(logged.commit.time));
    let status = format!("{status:<10}  ");
    let origin = format!("  {}", origin(logged));
    printer.styled(&[
        (ID, &short_id(logged)),
        (DIM, &time),
        (style, &status),
        (PLAIN, &entry.title),
        (DIM, &origin),
    ]);
}

/// The entry's id; its commit's, cut as git cuts it, where it has none.
fn short_id(logged: &Logged) -> String {
    match &logged.entry.id {
        Some(id) => id.to_string(),
        None => logged.commit.id.short(),
    }
}

/// Run, step and agent, as far as they are known.
fn origin(logged: &Logged) -> String {
    let entry = &logged.entry;
    let mut parts = Vec::new();
    for label in [&entry.run, &entry.step, &entry.agent]
        .into_iter()
        .flatten()
    {
        parts.push(label.to_string());
    }
    parts.join(" · ")
}

fn show(workspace: &Workspace, name: &str, printer: &mut Printer) -> Result<(), Failure> {
    let entry = summary::read(workspace, name)?;
    if printer.is_json() {
        printer.json(EntryAnswer::from(&entry));
        return Ok(());
    }
    let EntryText { logged, content } = entry;
    printer.page();
    let time = rfc3339(logged.commit.time);
    let commit = format!("  {}  {time}  ", logged.commit.id.short());
    printer.styled(&[
        (ID, &short_id(&logged)),
        (DIM, &commit),
        (DIM, &logged.commit.author),
    ]);
    let status = match logged.entry.status {
        Some(status) => format!("  {status}"),
        None => String::new(),
    };
    let origin = format!("  {}", origin(&logged));
    printer.styled(&[
        (BOLD, &logged.entry.title),
        (PLAIN, &status),
        (DIM, &origin),
    ]);
    if !content.is_empty() {
        printer.line("");
        printer.markdown(&content);
    }
    Ok(())
}
