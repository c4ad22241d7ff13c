//! An add command with `--private`.

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::{editor, written};
use git_memory_app::care::complete::missing;
use git_memory_app::records::add::NewRecord;
use git_memory_app::records::private_record;
use git_memory_app::workspace::{At, Workspace};

/// Adds a record to the work log of the branch.
pub(super) fn add(
    workspace: &Workspace,
    request: NewRecord,
    is_edited: bool,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (at, kind) = (At::Repository(workspace), request.kind);
    let mut prepared = private_record::prepare(workspace, request)?;
    let mut typed = None;
    if is_edited {
        prepared.text = editor::edit_new(workspace, kind, prepared.id(), &prepared.text)?;
        typed = Some(prepared.text.clone());
    }
    let lacks = missing(prepared.id(), &prepared.text);
    let written = private_record::add(workspace, prepared);
    let written = editor::keeping(at, typed.as_deref(), written.map_err(Failure::from))?;
    written::print_private(&written, printer);
    written::name_lacks(&written.record.id, &lacks, printer);
    Ok(Exit::Done)
}
