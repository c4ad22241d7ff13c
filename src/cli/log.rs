//! `git memory log`.

use clap::Args;

use super::exit::{Exit, Failure};
use super::output::{BOLD, DIM, ID, Printer};
use crate::app::records::log;
use crate::app::workspace::Workspace;
use crate::wire::LogAnswer;

#[derive(Args)]
pub(crate) struct LogArgs {
    /// Only this record: an id, a unique prefix of one, or a path
    record: Option<String>,
    /// Start at this revision
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    rev: String,
    /// Maximum number of commits
    #[arg(short = 'n', long, value_name = "NUMBER")]
    max_count: Option<usize>,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &LogArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut entries = log::log(workspace, &args.rev, args.record.as_deref())?;
    // Not asked of git: commits that changed no record are left out before they are counted.
    if let Some(count) = args.max_count {
        entries.truncate(count);
    }
    if printer.is_json() {
        printer.json(LogAnswer {
            commits: entries.iter().map(Into::into).collect(),
        });
        return Ok(Exit::Done);
    }
    printer.page();
    for entry in entries {
        // RFC 3339: the day is the first ten characters.
        let day = entry.date.get(..10).unwrap_or(&entry.date);
        let origin = format!("  {day}  {}  ", entry.author);
        printer.styled(&[
            (ID, &entry.commit.short()),
            (DIM, &origin),
            (BOLD, &entry.subject),
        ]);
        for event in entry.events {
            let what = format!("    {:<10}  ", event.what.name());
            printer.styled(&[
                (DIM, &what),
                (ID, event.id.as_str()),
                (DIM, "  "),
                (DIM, &event.title),
            ]);
        }
    }
    Ok(Exit::Done)
}
