//! `git memory log`.

use crate::app::records::log;
use crate::app::workspace::Workspace;
use crate::cli::args::LogArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, ID, Printer};
use crate::wire::LogShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &LogArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut entries = log::log(workspace, &args.rev, args.record.as_deref())?;
    entries.truncate(args.max_count.unwrap_or(usize::MAX));
    if printer.is_json() {
        printer.json(LogShape {
            commits: entries.iter().map(Into::into).collect(),
        });
        return Ok(Exit::Done);
    }
    printer.page();
    for entry in entries {
        let day = entry.date.get(..10).unwrap_or(&entry.date);
        let from = format!("  {day}  {}  ", entry.author);
        printer.styled(&[
            (ID, &entry.commit.short()),
            (DIM, &from),
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
