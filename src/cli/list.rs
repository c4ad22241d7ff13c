//! `git memory list`.

use clap::{Args, ValueEnum};

use super::absent;
use super::args::{FilterArgs, Source};
use super::conflict::note_conflicts;
use super::exit::{Exit, Failure};
use super::list_format::Format;
use super::output::{BAD, ID, PLAIN, Printer};
use super::style::of_status;
use crate::app::records::conflict::{Conflicts, conflicts};
use crate::app::records::list::{self, Sort};
use crate::app::records::order::{RecordHistory, date_pages};
use crate::app::records::trust::{Depth, Trusts};
use crate::app::workspace::Workspace;
use crate::wire::vocabulary::{Date, Record, Trust};
use crate::wire::{ListAnswer, RecordAnswer};

/// The widest column of statuses, in characters.
const STATUS_WIDTH: usize = 12;

#[derive(Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    filter: FilterArgs,
    /// Sort key
    #[arg(long, default_value = "updated")]
    sort: SortArg,
    /// Only records that were changed on this day or later, YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Only records that have come so far: uncommitted, agent, committed, merged or signed
    #[arg(long, value_name = "TIER", conflicts_with = "private")]
    trust: Option<Trust>,
    /// The maximum number of records
    #[arg(short = 'n', long, value_name = "N")]
    max_count: Option<usize>,
    /// Print each record in this form: 'jsonl' for one JSON object a line, or a text with fields
    /// such as '%(id) %(title)', named as in the JSON answer
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    source: Source,
}

#[derive(Clone, Copy, ValueEnum)]
enum SortArg {
    /// Most recently changed first
    Updated,
    /// Newest first
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
    let mut memory = args.source.memory(workspace)?;
    let view = args.source.view();
    let history = RecordHistory::new(workspace, view.as_ref());
    date_pages(&mut memory, &history)?;
    let filter = args.filter.filter(workspace)?;
    if !absent::note_absence(workspace, view.as_ref(), printer) {
        absent::note_unknown(&filter, &memory, printer);
    }
    absent::note_unfit(workspace, view.as_ref(), args.filter.paths(), printer);
    let conflicts = match &view {
        Some(view) => conflicts(workspace, view, &memory)?,
        None => Conflicts::default(),
    };
    note_conflicts(&conflicts, printer);
    let mut chosen = filter.choose(&memory.records);
    if let Some(since) = args.since {
        // What names no day may be as old as it likes.
        chosen.retain(|record| record.header.updated.is_some_and(|day| day >= since));
    }
    if let (Some(least), Some(view)) = (args.trust, &view) {
        let trusts = Trusts::of(workspace, view, Depth::of(least))?;
        let mut kept = Vec::new();
        for record in chosen {
            let told = trusts.told(record.path.as_str(), memory.blob(record))?;
            if told.trust >= least {
                kept.push(record);
            }
        }
        chosen = kept;
    }
    list::sort(&mut chosen, args.sort.into(), &memory, &history)?;
    if let Some(most) = args.max_count {
        chosen.truncate(most);
    }
    if printer.is_json() {
        printer.json(ListAnswer {
            records: chosen
                .into_iter()
                .map(|record| RecordAnswer::from(record).in_conflict(record, &conflicts))
                .collect(),
        });
        return Ok(Exit::Done);
    }
    printer.page();
    if let Some(format) = format {
        for record in chosen {
            let answer = RecordAnswer::from(record).in_conflict(record, &conflicts);
            format.print(&answer, printer)?;
        }
    } else {
        print(&chosen, &conflicts, printer);
    }
    Ok(Exit::Done)
}

/// Prints a line for each record.
fn print(chosen: &[&Record], conflicts: &Conflicts, printer: &mut Printer) {
    let (mut id_width, mut status_width) = (0, 0);
    for record in chosen {
        id_width = id_width.max(record.header.id.as_str().len());
        let status = shown_status(record, conflicts);
        status_width = status_width.max(status.chars().count());
    }
    // One long status, written by hand, must not push all titles to the right.
    let status_width = status_width.min(STATUS_WIDTH);
    for record in chosen {
        let header = &record.header;
        let id = padded(header.id.as_str(), id_width);
        let status = padded(shown_status(record, conflicts), status_width);
        let status_style = if conflicts.files.contains_key(&record.path) {
            BAD
        } else {
            of_status(record.kind(), &header.status)
        };
        printer.styled(&[(ID, &id), (status_style, &status), (PLAIN, &header.title)]);
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
