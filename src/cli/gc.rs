//! `git memory gc`.

use crate::app::private::gc::{Choice, clear, leftovers};
use crate::app::workspace::Workspace;
use crate::cli::args::GcArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, PLAIN, Printer, ask};
use crate::store::Leftover;
use crate::wire::{GcShape, LeftoverShape};

pub(super) fn run(
    workspace: &Workspace,
    args: &GcArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let found = leftovers(workspace)?;
    let mut settled = Vec::new();
    for leftover in &found {
        let choice = match (args.fold, args.drop) {
            (true, _) if leftover.alone > 0 => Choice::Fold,
            (true, _) | (_, true) => Choice::Drop,
            _ => asked(leftover).ok_or_else(|| unsure(&found))?,
        };
        clear(workspace, leftover, choice)?;
        settled.push(LeftoverShape::new(leftover, choice));
        if !printer.is_json() {
            let what = format!("  {}", choice.outcome());
            printer.styled(&[
                (BOLD, &leftover.chain.to_string()),
                (PLAIN, &what),
                (DIM, &held(leftover)),
            ]);
        }
    }
    if printer.is_json() {
        printer.json(GcShape { leftovers: settled });
    } else if found.is_empty() {
        printer.note("note: no deleted branch left private memory");
    }
    Ok(Exit::Done)
}

/// What would be lost with a leftover.
fn held(leftover: &Leftover) -> String {
    match leftover.alone {
        0 => "  (another branch has all of it)".to_owned(),
        1 => "  (1 commit that no other branch has)".to_owned(),
        many => format!("  ({many} commits that no other branch has)"),
    }
}

/// What somebody at a terminal wants; `None` where nobody is there.
fn asked(leftover: &Leftover) -> Option<Choice> {
    let name = format!("'{}'{}", leftover.chain, held(leftover));
    if leftover.alone > 0
        && ask(&format!(
            "fold the private memory of {name} into this branch's?"
        ))?
    {
        return Some(Choice::Fold);
    }
    Some(if ask(&format!("drop the private memory of {name}?"))? {
        Choice::Drop
    } else {
        Choice::Keep
    })
}

fn unsure(found: &[Leftover]) -> Failure {
    let branches = if found.len() == 1 {
        "branch"
    } else {
        "branches"
    };
    let mut failure = Failure::fatal(format!(
        "not sure what to do with what {} deleted {branches} left",
        found.len()
    ))
    .code("needs-confirmation");
    failure.details = found
        .iter()
        .map(|leftover| format!("{}{}", leftover.chain, held(leftover)))
        .collect();
    failure.hint("give --fold to join it into this branch's private memory, or --drop")
}
