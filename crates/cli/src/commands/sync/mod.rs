//! `git memory sync`; [`encryption`] says who can read what was sent.

mod encryption;

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use super::init::note_guarded;
use crate::exit::{Exit, Failure};
use crate::findings::secret_line;
use crate::output::{BOLD, DIM, PLAIN, Printer};
use git_memory_app::advice::CLI;
use git_memory_app::private::sync;
use git_memory_app::private::sync::{HeldBack, Moved, Request, Synced};
use git_memory_app::wire::SyncAnswer;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct SyncArgs {
    /// The remote (default: memory.remote, and memory.hub)
    remote: Option<String>,
    /// Only show what would be done
    #[arg(long)]
    dry_run: bool,
    /// Sync only notes on commits
    #[arg(long)]
    notes_only: bool,
    /// Encrypt the entries on the remote again, for the people in memory/recipients now
    #[arg(long, conflicts_with = "notes_only")]
    reencrypt: bool,
}

impl Verb for SyncArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Everyone who can read the remote can then read the entries, unless \
         memory/recipients names people with their public keys: then only they can. sync looks for \
         secrets before it pushes.",
        example: "sync origin --dry-run",
    };
    const ANSWERS: &[Answered] = &[answered::<SyncAnswer>("sync")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &SyncArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let request = Request {
        remote: args.remote.clone(),
        base: None,
        dry_run: args.dry_run,
        notes_only: args.notes_only,
        reencrypt: args.reencrypt,
    };
    let (mut all, mut exit) = (Vec::new(), Exit::Done);
    let requests = sync::requests(workspace, request)?;
    for request in &requests {
        let synced = sync::sync(workspace, request)?;
        if requests.len() > 1 && !synced.moved.is_empty() && !printer.is_json() {
            printer.styled(&[(PLAIN, &synced.remote), (PLAIN, ":")]);
        }
        // Everything else is in sync, but a script has to learn that something is not.
        if !tell(&synced, args, printer) {
            exit = Exit::No;
        }
        all.push(synced);
    }
    if printer.is_json() {
        printer.json(SyncAnswer::new(&all, args.dry_run));
    }
    Ok(exit)
}

/// Says what was exchanged with a remote; returns true if that was all.
fn tell(synced: &Synced, args: &SyncArgs, printer: &mut Printer) -> bool {
    for name in &synced.odd {
        printer.note(format!(
            "note: skipped {name} on {}: not a commit",
            synced.remote
        ));
    }
    note_guarded(&synced.guarded, printer);
    name_large(synced, printer);
    for held in &synced.held {
        note_held(held, printer);
    }
    encryption::tell(synced, args, printer);
    let is_whole = synced.odd.is_empty()
        && !synced.has_unread
        && synced.large.is_empty()
        && synced.held.is_empty()
        && synced.encryption.is_whole();
    if printer.is_json() {
        return is_whole;
    }
    if synced.moved.is_empty() && is_whole {
        printer.note(format!("note: already in sync with {}", synced.remote));
    }
    for moved in &synced.moved {
        let name = match &moved.chain {
            Some(chain) => chain.to_string(),
            None => "notes on commits".to_owned(),
        };
        let counts = counts(moved, args.dry_run);
        printer.styled(&[(BOLD, &name), (PLAIN, "  "), (DIM, &counts)]);
    }
    is_whole
}

/// Names what was left where it is because it is too large.
fn name_large(synced: &Synced, printer: &Printer) {
    for large in &synced.large {
        let (what, limit) = match (&large.chain, &large.entry) {
            (Some(chain), Some(entry)) => {
                let limit = if large.with_files {
                    "16 MiB with its files"
                } else {
                    "64 KiB"
                };
                (format!("{entry} of '{chain}'"), limit)
            }
            _ => ("a note on a commit".to_owned(), "1 MiB"),
        };
        let place = if large.is_ours {
            "here".to_owned()
        } else {
            format!("on {}", synced.remote)
        };
        printer.note(format!(
            "warning: {what} {place} is too large to sync ({} bytes, limit {limit}); \
             ref not pushed",
            large.bytes
        ));
    }
    if synced.large.iter().any(|large| large.chain.is_some()) {
        printer.note(
            "hint: the author of the entry can remove it: 'git memory summary forget <entry>', \
             then 'git memory summary gc --expunge'",
        );
    }
}

/// Says why a ref was not pushed, and what to do about it.
fn note_held(held: &HeldBack, printer: &Printer) {
    printer.note(format!(
        "note: not pushed: {}: it has a possible secret",
        held.name
    ));
    for found in &held.report.found {
        printer.note(format!("  {}", secret_line(found)));
    }
    for advice in held.advice() {
        printer.note(format!("hint: {}", (CLI.sentence)(&advice)));
    }
}

fn counts(moved: &Moved, dry_run: bool) -> String {
    // A dry run fetches nothing, so there is nothing to count.
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
