//! `git memory summary gc`.

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::{BOLD, DIM, ID, PLAIN, Printer, ask};
use git_memory_app::private::forget::expunge;
use git_memory_app::private::gc::{Choice, clear, leftovers};
use git_memory_app::wire::{ExpungeAnswer, GcAnswer, LeftoverItem};
use git_memory_app::workspace::Workspace;
use git_memory_app::{Expunged, Leftover};

#[derive(Args)]
pub(crate) struct GcArgs {
    /// Join them to this branch's work log without asking
    #[arg(long)]
    fold: bool,
    /// Delete them without asking
    #[arg(long, conflicts_with = "fold")]
    drop: bool,
    /// Remove forgotten entries from this clone: their objects and caches
    #[arg(long, conflicts_with_all = ["fold", "drop"])]
    expunge: bool,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &GcArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if args.expunge {
        let expunged = expunge(workspace)?;
        if printer.is_json() {
            printer.json(ExpungeAnswer::from(&expunged));
        } else {
            print_expunged(&expunged, printer);
        }
        return Ok(Exit::Done);
    }
    let found = leftovers(workspace)?;
    let mut shapes = Vec::new();
    for leftover in &found {
        // Asked one by one: each answer is carried out before the next question.
        let Some(choice) = choice(leftover, args) else {
            return Err(undecided(&found));
        };
        clear(workspace, leftover, choice)?;
        shapes.push(LeftoverItem::new(leftover, choice));
        if !printer.is_json() {
            let outcome = format!("  {}", choice.outcome());
            printer.styled(&[
                (BOLD, &leftover.chain.to_string()),
                (PLAIN, &outcome),
                (DIM, &loss(leftover)),
            ]);
        }
    }
    if printer.is_json() {
        printer.json(GcAnswer { leftovers: shapes });
    } else if found.is_empty() {
        printer.note("note: no work logs of deleted branches");
    }
    Ok(Exit::Done)
}

fn print_expunged(expunged: &Expunged, printer: &mut Printer) {
    for id in &expunged.ids {
        printer.styled(&[(ID, id), (PLAIN, "  expunged")]);
    }
    let removed = expunged.removed;
    let noun = if removed == 1 { "object" } else { "objects" };
    printer.note(format!("note: {removed} {noun} removed from this clone"));
    for id in &expunged.reached {
        printer.note(format!(
            "warning: {id} stays: another ref or a reflog reaches it"
        ));
    }
    for id in &expunged.left {
        printer.note(format!(
            "warning: {id} stays: it is in a kept pack, or in a repository that lends its objects"
        ));
    }
    for name in &expunged.remotes {
        printer.note(format!(
            "warning: {name} had it at the last sync; 'git memory sync' replaces it"
        ));
    }
    if !expunged.ids.is_empty() {
        printer.note(
            "note: other clones that were synced, and backups, may still hold it; \
             run 'git memory summary gc --expunge' in each of them after a sync",
        );
    }
}

/// The choice of the flags, or of the user at a terminal; `None` if there is no terminal to ask on.
fn choice(leftover: &Leftover, args: &GcArgs) -> Option<Choice> {
    let has_own_entries = leftover.alone > 0;
    if args.fold && has_own_entries {
        return Some(Choice::Fold);
    }
    // Entries that another branch has as well are not lost: there is nothing to fold.
    if args.fold || args.drop {
        return Some(Choice::Drop);
    }
    let name = format!("'{}'{}", leftover.chain, loss(leftover));
    if has_own_entries && ask(&format!("join the work log of {name} to this branch's?"))? {
        return Some(Choice::Fold);
    }
    let is_dropped = ask(&format!("delete the work log of {name}?"))?;
    Some(if is_dropped {
        Choice::Drop
    } else {
        Choice::Keep
    })
}

/// The loss with a leftover, in words.
fn loss(leftover: &Leftover) -> String {
    match leftover.alone {
        0 => "  (all of it is in another branch)".to_owned(),
        1 => "  (1 commit is in no other branch)".to_owned(),
        many => format!("  ({many} commits are in no other branch)"),
    }
}

fn undecided(found: &[Leftover]) -> Failure {
    let noun = match found.len() {
        1 => "branch",
        _ => "branches",
    };
    let mut failure = Failure::fatal(format!(
        "cannot ask what to do with the work logs of {} deleted {noun}: not a terminal",
        found.len()
    ))
    .code("needs-confirmation");
    for leftover in found {
        failure
            .details
            .push(format!("{}{}", leftover.chain, loss(leftover)));
    }
    failure.hint("pass --fold to join them to this branch's work log, or --drop to delete them")
}
