//! `git memory sync`.

use crate::app::private::sync;
use crate::app::private::sync::{Moved, Request};
use crate::app::workspace::Workspace;
use crate::cli::args::SyncArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, PLAIN, Printer};
use crate::wire::SyncShape;

pub(super) fn run(
    workspace: &Workspace,
    args: SyncArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let SyncArgs {
        remote,
        dry_run,
        notes_only,
    } = args;
    let synced = sync::sync(
        workspace,
        &Request {
            remote,
            dry_run,
            notes_only,
        },
    )?;
    for name in &synced.odd {
        printer.note(format!(
            "note: {name} on {} holds no commit: it was left alone",
            synced.remote
        ));
    }
    let exit = if synced.odd.is_empty() {
        Exit::Done
    } else {
        Exit::No
    };
    if printer.is_json() {
        printer.json(SyncShape::new(&synced, dry_run));
        return Ok(exit);
    }
    if synced.moved.is_empty() && synced.odd.is_empty() {
        printer.note(format!(
            "note: everything is the same here and on {}",
            synced.remote
        ));
    }
    for moved in &synced.moved {
        let name = moved
            .chain
            .as_ref()
            .map_or_else(|| "notes on commits".to_owned(), ToString::to_string);
        printer.styled(&[(BOLD, &name), (PLAIN, "  "), (DIM, &words(moved, dry_run))]);
    }
    Ok(exit)
}

fn words(moved: &Moved, dry_run: bool) -> String {
    if moved.is_unknown {
        return "would be fetched".to_owned();
    }
    let (received, sent) = if dry_run {
        ("to receive", "to send")
    } else {
        ("received", "sent")
    };
    format!("{} {received}, {} {sent}", moved.received, moved.sent)
}
