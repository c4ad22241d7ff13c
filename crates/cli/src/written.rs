//! How commands that write a record answer: with its id and path.

use super::output::{BOLD, DIM, ID, PLAIN, Printer};
use git_memory_app::records::add::{Written, read_beside};
use git_memory_app::records::adopt::Adopted;
use git_memory_app::records::edited::EditedText;
use git_memory_app::records::private_record::WrittenPrivate;
use git_memory_app::records::set::Changed;
use git_memory_app::records::{Title, pathspecs};
use git_memory_app::versions::TextVersion;
use git_memory_app::wire::{VersionsAnswer, WrittenAnswer};
use git_memory_app::workspace::Workspace;
use git_memory_model::record::Name;
use git_memory_text::date::rfc3339;
use git_memory_text::visible_line;

/// Names the pages that were taken up on the way.
pub(crate) fn name_adopted(adopted: &[Adopted], printer: &Printer) {
    // Their files have changed beyond what was asked for, so this is not left to 'git diff'.
    for page in adopted {
        printer.note(format!("adopted {} as {}", page.path, page.id));
    }
}

/// Says that an invisible character was removed from a title.
pub(crate) fn name_taken_out(title: &Title, printer: &Printer) {
    if let Some(letter) = title.taken_out() {
        printer.note(format!(
            "note: removed an invisible character from the title (U+{:04X})",
            u32::from(letter)
        ));
    }
}

/// Names the pathspecs of a record that was written which fit no file.
pub(crate) fn warn_of_paths(workspace: &Workspace, paths: &[String], printer: &Printer) {
    match pathspecs::faults(workspace, paths) {
        Ok(faults) => {
            for fault in faults {
                printer.note(format!("warning: {fault}"));
            }
        }
        // The record is written: files that cannot be listed are no reason to report a failure.
        Err(error) => printer.note(format!("warning: cannot look for the paths: {error}")),
    }
}

/// Shows the lines of a document that were changed: its other lines and tools are not ours. Says so
/// where nothing was changed.
pub(crate) fn name_lines(written: &Written, printer: &Printer) {
    for line in &written.lines {
        let (path, text) = (&written.path, visible_line(line.text.trim()));
        printer.note(format!("note: {path}:{} is now: {text}", line.number));
    }
    if !written.is_changed {
        printer.note("note: nothing was changed");
    }
}

/// Names the folders beside memory in which people may look for a new record.
pub(crate) fn name_beside(workspace: &Workspace, written: &Written, printer: &Printer) {
    match read_beside(workspace, written) {
        Ok(folders) if folders.is_empty() => {}
        Ok(folders) => printer.note(format!(
            "note: new records go to {}/; a file that you add to {} is read as well",
            written.path.folder(),
            folders.join(" and ")
        )),
        // The record is written: that is no reason to report a failure.
        Err(error) => printer.note(format!("warning: cannot read the folders beside: {error}")),
    }
}

/// Names what a new record's readers will look for, and not find.
pub(crate) fn name_lacks(id: &Name, lacks: &[&str], printer: &Printer) {
    if lacks.is_empty() {
        return;
    }
    printer.note(format!("note: no text for '{}' yet", lacks.join("' and '")));
    printer.note(format!("hint: to add it, run 'git memory edit {id}'"));
}

pub(crate) fn print(written: &Written, printer: &mut Printer) {
    name_adopted(&written.adopted, printer);
    name_lines(written, printer);
    if printer.is_json() {
        printer.json(WrittenAnswer::from(written));
        return;
    }
    let id = written.id.as_str();
    if id == written.path.as_str() {
        printer.styled(&[(ID, id)]);
    } else {
        printer.styled(&[(ID, id), (DIM, "  "), (DIM, written.path.as_str())]);
    }
}

/// Prints a private record, and names the secrets that were redacted in it.
pub(crate) fn print_private(written: &WrittenPrivate, printer: &mut Printer) {
    printer.report_redacted(&written.redacted);
    print(&written.record, printer);
}

/// Prints a record that was there before, and whether it was changed.
pub(crate) fn print_edited(edited: &EditedText, printer: &mut Printer) {
    printer.report_redacted(&edited.redacted);
    name_adopted(&edited.adopted, printer);
    if !edited.is_changed {
        printer.note("note: nothing was changed");
    }
    if printer.is_json() {
        printer.json(WrittenAnswer::from(edited));
        return;
    }
    printer.styled(&[(ID, &edited.id), (DIM, "  "), (DIM, &edited.path)]);
}

pub(crate) fn print_changed(edited: &Changed, printer: &mut Printer) {
    match edited {
        Changed::Tracked(written) => print(written, printer),
        Changed::Private(written) => print_private(written, printer),
    }
}

/// Prints the earlier texts of a file, newest first.
pub(crate) fn print_versions(versions: &[TextVersion], printer: &mut Printer) {
    if printer.is_json() {
        printer.json(VersionsAnswer {
            versions: versions.iter().map(Into::into).collect(),
        });
        return;
    }
    for version in versions {
        let number = version.number.to_string();
        let time = format!("  {}  ", rfc3339(version.replaced));
        printer.styled(&[(BOLD, &number), (DIM, &time), (PLAIN, &version.title)]);
    }
}
