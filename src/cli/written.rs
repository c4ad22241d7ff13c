//! How commands that write a record answer: with its id and path.

use super::exit::Failure;
use super::output::{DIM, ID, Printer};
use crate::app::records::add::Written;
use crate::app::records::adopt::adopt_first;
use crate::app::records::private_record::WrittenPrivate;
use crate::app::records::set::Changed;
use crate::app::workspace::Workspace;
use crate::wire::WrittenAnswer;

/// A record's name for a command that changes it. A page is taken up first, which is said.
pub(crate) fn changeable(
    workspace: &Workspace,
    name: &str,
    is_staged: bool,
    printer: &Printer,
) -> Result<String, Failure> {
    let changeable = adopt_first(workspace, name, is_staged)?;
    // The file has changed beyond what was asked for, so this is not left to 'git diff'.
    if let Some(page) = &changeable.adopted {
        printer.note(format!("adopted {} as {}", page.path, page.id));
    }
    Ok(changeable.name)
}

pub(crate) fn print(written: &Written, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(WrittenAnswer::from(written));
        return;
    }
    printer.styled(&[
        (ID, written.id.as_str()),
        (DIM, "  "),
        (DIM, written.path.as_str()),
    ]);
}

/// Prints a private record, and names the secrets that were redacted in it.
pub(crate) fn print_private(written: &WrittenPrivate, printer: &mut Printer) {
    printer.report_redacted(&written.redacted);
    print(&written.record, printer);
}

pub(crate) fn print_changed(edited: &Changed, printer: &mut Printer) {
    match edited {
        Changed::Tracked(written) => print(written, printer),
        Changed::Private(written) => print_private(written, printer),
    }
}
