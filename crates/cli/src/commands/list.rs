//! `git memory list`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use super::list_format::Format;
use crate::absent;
use crate::args::{Choices, FilterArgs, OUTPUT, Source, WHERE, WHICH, one_of};
use crate::conflict::note_conflicts;
use crate::exit::{Exit, Failure};
use crate::output::{BAD, ID, PLAIN, Printer};
use crate::style::of_status;
use git_memory_app::View;
use git_memory_app::everywhere::{self, Listings};
use git_memory_app::records::conflict::Conflicts;
use git_memory_app::records::list::{Filter, Sort};
use git_memory_app::records::listing::{ListQuestion, Listing, list};
use git_memory_app::wire::{CountAnswer, ListAnswer, RecordAnswer};
use git_memory_app::workspace::{Invocation, Workspace};
use git_memory_model::record::Record;
use git_memory_model::trust::Trust;

/// The widest column of statuses, in characters.
const STATUS_WIDTH: usize = 12;

#[derive(Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    filter: FilterArgs,
    /// Only records that were changed on this day or later: 2026-11-20, 3d, yesterday
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Only records whose source is at least this one: uncommitted, agent, committed, merged or
    /// signed
    #[arg(long, value_name = "SOURCE", conflicts_with = "private")]
    #[arg(help_heading = WHICH, hide_short_help = true)]
    trust: Option<Trust>,
    /// The maximum number of records
    #[arg(short = 'n', long, value_name = "N")]
    max_count: Option<usize>,
    /// Print each record in this form: 'jsonl' for one JSON object a line, or a text with fields
    /// such as '%(id) %(title)', named as in the JSON answer
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Sort key
    #[arg(long, default_value = "updated", value_parser = one_of(&SORTS), help_heading = OUTPUT)]
    sort: Sort,
    /// Print only the number of records
    #[arg(long, conflicts_with_all = ["format", "max_count"], help_heading = OUTPUT)]
    count: bool,
    /// List the records of all repositories in the folders that memory.repositories lists; with -n,
    /// so many of each
    #[arg(long, help_heading = WHERE, conflicts_with_all = ["private", "rev", "paths", "format"])]
    everywhere: bool,
    #[command(flatten, next_help_heading = WHERE)]
    source: Source,
    /// List the records of parents instead
    #[arg(long, conflicts_with_all = ["private", "rev", "trust"], help_heading = WHERE)]
    parents: bool,
}

static SORTS: Choices<Sort, 5> = [
    ("updated", Sort::Updated, "Most recently changed first"),
    ("created", Sort::Created, "Newest first"),
    ("title", Sort::Title, "By title"),
    ("id", Sort::Id, "By id"),
    ("path", Sort::Path, "By path"),
];

impl Verb for ListArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Each line has a record's id, status and title, the newest change first; options \
         combine. Like 'git for-each-ref', --format prints other fields, by their names in the \
         JSON answer.",
        example: "list --status active --format '%(id) %(updated) %(title)'",
    };
    const ANSWERS: &[Answered] = &[
        answered::<ListAnswer>("list"),
        answered::<CountAnswer>("list --count"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ListArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let format = match &args.format {
        Some(_) if printer.is_json() => {
            return Err(Failure::usage("--format cannot be used with --json"));
        }
        Some(format) => Some(Format::parse(format)?),
        None => None,
    };
    let view = args.source.view().filter(|_| !args.parents);
    let filter = args.filter.filter(workspace)?;
    let question = ListQuestion {
        filter: filter.clone(),
        sort: Some(args.sort),
        since: args.since.clone(),
        trust: args.trust,
        most: args.max_count,
        private: view.is_none() && !args.parents,
        parents: args.parents,
        rev: view.as_ref().and_then(View::revision).map(str::to_owned),
    };
    let listing = list(workspace, &question)?;
    if !absent::note_absence(workspace, view.as_ref(), printer) {
        let typed = Filter {
            statuses: args.filter.statuses().to_vec(),
            ..filter
        };
        let is_noted = absent::note_unknown(&typed, &listing.memory, printer);
        if !is_noted && !args.count && listing.records().next().is_none() {
            absent::note_no_records(workspace, "no records", printer)?;
        }
    }
    absent::note_unfit(workspace, view.as_ref(), args.filter.paths(), printer);
    note_conflicts(&listing.conflicts, printer);
    if args.count {
        count(&listing, printer);
        return Ok(Exit::Done);
    }
    if printer.is_json() {
        printer.json(ListAnswer::from(&listing));
        return Ok(Exit::Done);
    }
    printer.page();
    if let Some(format) = format {
        for record in listing.records() {
            let answer = RecordAnswer::of_list(&listing, record);
            format.print(&answer, printer)?;
        }
    } else {
        print(&listing, "", printer);
    }
    Ok(Exit::Done)
}

/// Lists the records of the repositories that the person has listed; the working folder may be in
/// none.
pub(crate) fn everywhere(
    invocation: &Invocation,
    args: &ListArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let question = ListQuestion {
        filter: args.filter.without_paths(),
        sort: Some(args.sort),
        since: args.since.clone(),
        trust: args.trust,
        most: args.max_count,
        ..ListQuestion::default()
    };
    let Listings { all, faults } = everywhere::list(invocation, &question)?;
    let records = || all.iter().flat_map(|(_, listing)| listing.records());
    if args.count && printer.is_json() {
        printer.json(CountAnswer::of(records()));
    } else if args.count {
        printer.line(records().count().to_string());
    } else if printer.is_json() {
        printer.json(ListAnswer::from(all.as_slice()));
    } else {
        printer.page();
        for (place, listing) in &all {
            print(listing, &format!("{}:", place.name), printer);
        }
    }
    printer.warn_of_faults(&faults);
    if !args.count && records().next().is_none() {
        printer.note("no records");
    }
    Ok(Exit::Done)
}

/// Prints the number of records.
fn count(listing: &Listing, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(CountAnswer::of(listing.records()));
    } else {
        printer.line(listing.records().count().to_string());
    }
}

/// Prints a line for each record, its id behind the name of the repository.
fn print(listing: &Listing, name: &str, printer: &mut Printer) {
    let conflicts = &listing.conflicts;
    let (mut id_width, mut status_width) = (0, 0);
    for record in listing.records() {
        id_width = id_width.max(record.header.id.as_str().len());
        let status = shown_status(record, conflicts);
        status_width = status_width.max(status.chars().count());
    }
    // One long status, written by hand, must not push all titles to the right.
    let status_width = status_width.min(STATUS_WIDTH);
    for record in listing.records() {
        let header = &record.header;
        let id = padded(header.id.as_str(), id_width);
        let status = padded(shown_status(record, conflicts), status_width);
        let status_style = if conflicts.files.contains_key(&record.path) {
            BAD
        } else {
            of_status(record.kind(), &header.status)
        };
        printer.styled(&[
            (ID, name),
            (ID, &id),
            (status_style, &status),
            (PLAIN, &header.title),
        ]);
    }
}

/// Its status; of a record in conflict, that it is.
fn shown_status<'a>(record: &'a Record, conflicts: &Conflicts) -> &'a str {
    if conflicts.files.contains_key(&record.path) {
        "in conflict"
    } else {
        &record.header.status
    }
}

/// A text, filled up to so many characters with spaces, and two more.
fn padded(text: &str, width: usize) -> String {
    let mut padded = String::with_capacity(text.len() + width + 2);
    padded.push_str(text);
    // A list has thousands of lines, and a formatter takes several times as long.
    for _ in text.chars().count()..width {
        padded.push(' ');
    }
    padded.push_str("  ");
    padded
}
