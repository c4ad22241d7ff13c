//! Messages and questions about records that may say otherwise than a new one.

use super::exit::Failure;
use super::output::{Printer, choose};
use super::written;
use git_memory_app::advice::CLI;
use git_memory_app::recall::contested::{Contested, contested, go_together};
use git_memory_app::records::add::Written;
use git_memory_app::records::supersede::supersede_by;
use git_memory_app::wire::{ContestedItem, WrittenAnswer, replacement};
use git_memory_app::workspace::Workspace;

/// Maximum number of records that are named.
const NAMED: usize = 3;

/// The records that may say otherwise than one that was written, at most three.
pub(crate) fn look(workspace: &Workspace, written: &Written, printer: &Printer) -> Vec<Contested> {
    match contested(workspace, &written.path) {
        Ok(mut found) => {
            found.truncate(NAMED);
            found
        }
        // The record is written: an index that cannot be read is no reason to report a failure.
        Err(error) => {
            printer.note(format!(
                "warning: cannot look for records that it may contradict: {error}"
            ));
            Vec::new()
        }
    }
}

/// Prints the record that was written.
pub(crate) fn print_written(written: &Written, contested: &[Contested], printer: &mut Printer) {
    if !printer.is_json() {
        written::print(written, printer);
        return;
    }
    written::name_adopted(&written.adopted, printer);
    let mut items = Vec::new();
    for other in contested {
        items.push(ContestedItem::new(other, written.id.as_str(), CLI));
    }
    printer.json(WrittenAnswer::from(written).with_contested(items));
}

/// Names them.
pub(crate) fn name(contested: &[Contested], written: &Written, printer: &Printer) {
    for other in contested {
        printer.note(other.sentence());
    }
    let mut advice = contested
        .iter()
        .filter_map(|other| replacement(other, written.id.as_str()));
    if let Some(advice) = advice.next() {
        printer.note(format!("hint: {}", (CLI.sentence)(&advice)));
    }
    if let Some(first) = contested.first() {
        let (id, new) = (&first.id, &written.id);
        printer.note(format!(
            "hint: if both apply, link them: git memory set {new} related+={id}"
        ));
    }
}

/// Asks on a terminal what becomes of the first one.
pub(crate) fn settle(
    workspace: &Workspace,
    contested: &[Contested],
    written: &Written,
    is_staged: bool,
    printer: &mut Printer,
) -> Result<(), Failure> {
    // An answer for a program is read by no person.
    let Some(other) = contested.first().filter(|other| other.is_replaceable) else {
        return Ok(());
    };
    if printer.is_json() {
        return Ok(());
    }
    let (old, new) = (&other.id, &written.id);
    let question = format!("does {new} replace {old} (y), or do both apply (b)?");
    match choose(&question, "y/N/b").as_deref() {
        Some("y" | "yes") => {
            supersede_by(workspace, old.as_str(), new.as_str(), is_staged)?;
            printer.note(format!("note: {new} replaces {old}"));
        }
        Some("b" | "both") => {
            go_together(workspace, new, old, is_staged)?;
            printer.note(format!("note: {new} and {old} are related"));
        }
        _ => {}
    }
    Ok(())
}
