//! `git memory gc`.

use clap::Args;

use super::exit::{Exit, Failure};
use super::output::{BOLD, DIM, PLAIN, Printer, ask};
use crate::app::private::gc::{Choice, clear, leftovers};
use crate::app::workspace::Workspace;
use crate::wire::vocabulary::Leftover;
use crate::wire::{GcAnswer, LeftoverItem};

#[derive(Args)]
pub(crate) struct GcArgs {
    /// Fold it into this branch's private memory without asking
    #[arg(long)]
    fold: bool,
    /// Delete it without asking
    #[arg(long, conflicts_with = "fold")]
    drop: bool,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &GcArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let found = leftovers(workspace)?;
    let mut shapes = Vec::new();
    for leftover in &found {
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
        printer.note("note: no private memory of deleted branches");
    }
    Ok(Exit::Done)
}

/// What the flags, or somebody at a terminal, want; `None` where nobody is there to ask.
fn choice(leftover: &Leftover, args: &GcArgs) -> Option<Choice> {
    let has_own_entries = leftover.alone > 0;
    if args.fold && has_own_entries {
        return Some(Choice::Fold);
    }
    // What another branch has as well is not lost: there is nothing to fold.
    if args.fold || args.drop {
        return Some(Choice::Drop);
    }
    let name = format!("'{}'{}", leftover.chain, loss(leftover));
    if has_own_entries
        && ask(&format!(
            "fold the private memory of {name} into this branch's?"
        ))?
    {
        return Some(Choice::Fold);
    }
    let is_dropped = ask(&format!("delete the private memory of {name}?"))?;
    Some(if is_dropped {
        Choice::Drop
    } else {
        Choice::Keep
    })
}

/// What would be lost with a leftover.
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
        "cannot ask what to do with private memory of {} deleted {noun}: not a terminal",
        found.len()
    ))
    .code("needs-confirmation");
    for leftover in found {
        failure
            .details
            .push(format!("{}{}", leftover.chain, loss(leftover)));
    }
    failure.hint("pass --fold to fold it into this branch's private memory, or --drop to delete it")
}
