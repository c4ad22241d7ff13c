//! Report of an import on each file, or on each entry of a document.

use crate::output::{DIM, ID, Printer};
use git_memory_app::exchange::import::{Outcome, Skipped};
use git_memory_app::wire::ImportAnswer;
use git_memory_model::record::RecordId;

/// Nouns that a report uses.
pub(crate) struct Words {
    /// Noun for one imported item.
    pub(crate) one: &'static str,
    /// Noun for several imported items.
    pub(crate) many: &'static str,
    /// Noun for an item without an id.
    pub(crate) other: &'static str,
}

pub(crate) fn print(outcomes: &[Outcome], dry_run: bool, words: &Words, printer: &mut Printer) {
    if printer.is_json() {
        return printer.json(ImportAnswer {
            dry_run,
            files: outcomes.iter().map(Into::into).collect(),
        });
    }
    // Hundreds of lines for a large folder, and the sum comes last.
    printer.page();
    let (mut imported, mut known, mut changed, mut skipped) = (0, 0, 0, 0);
    for outcome in outcomes {
        match &outcome.result {
            Ok(_) => imported += 1,
            Err(Skipped::Already(_)) => known += 1,
            Err(Skipped::Changed(..)) => changed += 1,
            Err(Skipped::Refused(_) | Skipped::Differs(..)) => skipped += 1,
        }
        print_line(outcome, words.other, printer);
        for note in &outcome.notes {
            printer.styled(&[(DIM, "            "), (DIM, note)]);
        }
    }
    let verb = if dry_run {
        "would be imported"
    } else {
        "imported"
    };
    let noun = if outcomes.len() == 1 {
        words.one
    } else {
        words.many
    };
    let changed = match changed {
        0 => String::new(),
        changed => format!("{changed} changed, "),
    };
    printer.line(format!(
        "{} {noun}: {imported} {verb}, {known} already known, {changed}{skipped} skipped",
        outcomes.len()
    ));
}

fn print_line(outcome: &Outcome, other: &str, printer: &mut Printer) {
    match &outcome.result {
        Ok(taken) => {
            let status = format!("  {:<10}  ", taken.status.as_deref().unwrap_or_default());
            printer.styled(&[
                (ID, id_or(other, taken.id.as_ref())),
                (DIM, &status),
                (DIM, &taken.title),
                (DIM, " ← "),
                (DIM, &outcome.file),
            ]);
        }
        Err(Skipped::Already(id)) => printer.styled(&[
            (ID, id_or(other, id.as_ref())),
            (DIM, "  known       "),
            (DIM, &outcome.file),
        ]),
        Err(Skipped::Differs(id, path)) => {
            printer.line(format!(
                "skipped     {}: {id} exists already, as '{path}'",
                outcome.file
            ));
        }
        Err(Skipped::Changed(id, path)) => printer.styled(&[
            (ID, id_or(other, id.as_ref())),
            (DIM, "  changed     "),
            (DIM, &outcome.file),
            (DIM, " since it became "),
            (DIM, path.as_str()),
        ]),
        Err(Skipped::Refused(reason)) => {
            printer.line(format!("skipped     {}: {reason}", outcome.file));
        }
    }
}

/// Says how to take over the texts of records that are known.
pub(crate) fn offer_update(outcomes: &[Outcome], printer: &Printer) {
    let mut results = outcomes.iter().map(|outcome| &outcome.result);
    if results.any(|result| matches!(result, Err(Skipped::Differs(..) | Skipped::Changed(..)))) {
        printer.note("hint: --update replaces the texts of known records");
    }
}

/// A page and a rule have no id.
fn id_or<'a>(other: &'a str, id: Option<&'a RecordId>) -> &'a str {
    id.map_or(other, RecordId::as_str)
}
