//! How records in conflict are shown: what a merge left to people.

use super::output::{BAD, BOLD, Printer};
use git_memory_app::advice::CLI;
use git_memory_app::records::conflict::{Conflicts, Sides, marked};
use git_memory_app::records::show::InConflict;
use git_memory_text::advice::Advice;

/// Says on stderr that some records are in conflict, between what, and what to do.
pub(crate) fn note_conflicts(conflicts: &Conflicts, printer: &Printer) {
    note_count(conflicts.files.len(), &conflicts.sides, printer);
}

/// Says the same on stderr of texts that are handed out as they are, marks and all.
pub(crate) fn note_marks<'a>(texts: impl IntoIterator<Item = &'a str>, printer: &Printer) {
    let (count, sides) = marked(texts);
    note_count(count, &sides, printer);
}

fn note_count(count: usize, sides: &Sides, printer: &Printer) {
    let records = match count {
        0 => return,
        1 => "1 record is".to_owned(),
        many => format!("{many} records are"),
    };
    printer.note(format!("note: {records} {sides}"));
    hint(printer);
}

/// Shows both versions of a record, each below the name of its side.
pub(crate) fn print_conflict(conflict: &InConflict, text: &str, printer: &mut Printer) {
    let InConflict {
        sentence,
        sides,
        versions,
    } = conflict;
    if versions.is_empty() {
        printer.markdown(text);
        printer.note(format!("note: it is {sentence}"));
        hint(printer);
        return;
    }
    printer.styled(&[(BAD, sentence)]);
    let names = if sides.are_known() {
        [sides.ours.as_str(), sides.theirs.as_str()]
    } else {
        ["this side", "the other side"]
    };
    for (name, version) in names.iter().zip(versions) {
        // The line above says of a deleted one that it is.
        let Some(version) = version else { continue };
        printer.line("");
        printer.styled(&[(BOLD, &format!("as '{name}' has it:"))]);
        printer.line("");
        printer.markdown(version);
    }
    hint(printer);
}

fn hint(printer: &Printer) {
    let hint = (CLI.sentence)(&Advice::ResolveConflict);
    printer.note(format!("hint: {hint}"));
}
