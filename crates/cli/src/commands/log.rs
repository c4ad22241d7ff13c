//! `git memory log`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, GraphAnswer, answered};

use super::diff::print_hunks;
use super::graph::{GraphArgs, print};
use crate::absent;
use crate::exit::{Exit, Failure};
use crate::output::{BOLD, DIM, ID, Printer};
use git_memory_app::View;
use git_memory_app::records::{graph, log};
use git_memory_app::wire::LogAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::graph::{LIMIT, rails};
use git_memory_model::record::Name;

#[derive(Args)]
pub(crate) struct LogArgs {
    /// Only this record: an id, a unique prefix of one, a path, or a number such as 'ADR 32'
    record: Option<String>,
    /// Start at this revision
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    rev: String,
    /// Maximum number of commits; of a graph, of records
    #[arg(short = 'n', long, value_name = "NUMBER")]
    max_count: Option<usize>,
    /// Print one line for each commit, without its records
    #[arg(long, conflicts_with_all = ["patch", "graph", "format"])]
    oneline: bool,
    /// Show changes in each record's text
    #[arg(short, long, conflicts_with_all = ["graph", "format"])]
    patch: bool,
    #[command(flatten)]
    graph: GraphArgs,
}

impl Verb for LogArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It omits commits that changed no record; a graph has each record once, below its \
         successor.",
        example: "log -p dec-7k3m9q",
    };
    const ANSWERS: &[Answered] = &[
        answered::<LogAnswer>("log"),
        answered::<GraphAnswer>("log --graph"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &LogArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let name = args.record.as_deref();
    if let Some(format) = args.graph.wanted() {
        let most = args.max_count.unwrap_or(LIMIT);
        let graph = graph::of_revision(workspace, &args.rev, name, most)?;
        print(&graph, format, rails, printer);
        return Ok(Exit::Done);
    }
    let mut entries = log::log(workspace, &args.rev, name)?;
    // Not asked of git: commits that changed no record are left out before they are counted.
    if let Some(count) = args.max_count {
        entries.truncate(count);
    }
    if args.patch {
        log::add_patches(workspace, &mut entries)?;
    }
    if entries.iter().any(|entry| entry.is_boundary) {
        printer.note_boundary();
    }
    if printer.is_json() {
        printer.json(LogAnswer::from(&entries));
        return Ok(Exit::Done);
    }
    if entries.is_empty() && !absent::note_absence(workspace, Some(&View::WorkTree), printer) {
        printer.note("no commit has changed a record");
    }
    printer.page();
    for entry in entries {
        // RFC 3339: the day is the first ten characters.
        let day = entry.date.get(..10).unwrap_or(&entry.date);
        let origin = format!("  {day}  {}  ", entry.author);
        // As git marks it.
        let boundary = if entry.is_boundary { "^" } else { "" };
        printer.styled(&[
            (ID, &format!("{boundary}{}", entry.commit.short())),
            (DIM, &origin),
            (BOLD, &entry.subject),
        ]);
        if args.oneline {
            continue;
        }
        for event in entry.events {
            let what = format!("    {:<10}  ", event.what.name());
            // A file that was renamed had another name then.
            let name = match &event.id {
                Name::Path(_) => event.path.as_str(),
                Name::Id(id) => id.as_str(),
            };
            printer.styled(&[(DIM, &what), (ID, name), (DIM, "  "), (DIM, &event.title)]);
            if let Some(patch) = &event.patch {
                print_hunks(patch, "        ", printer);
            }
        }
    }
    Ok(Exit::Done)
}
