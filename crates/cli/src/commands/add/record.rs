//! An add command that writes a file.

use super::AddArgs;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::{contest, editor, written};
use git_memory_app::care::complete::missing;
use git_memory_app::records::add as use_case;
use git_memory_app::records::add::NewRecord;
use git_memory_app::workspace::{At, Workspace};

/// Adds a record to the work tree, and names the records that it may contradict.
pub(super) fn add(
    workspace: &Workspace,
    args: &AddArgs,
    request: NewRecord,
    is_edited: bool,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (at, kind) = (At::Repository(workspace), request.kind);
    let mut prepared = use_case::prepare(workspace, request)?;
    let mut typed = None;
    if is_edited {
        prepared.text = editor::edit_new(workspace, kind, prepared.id(), &prepared.text)?;
        typed = Some(prepared.text.clone());
    }
    let lacks = missing(prepared.id(), &prepared.text);
    let written = use_case::write(workspace, prepared, args.record.is_staged());
    let written = editor::keeping(at, typed.as_deref(), written.map_err(Failure::from))?;
    let contested = contest::look(workspace, &written, printer);
    contest::print_written(&written, &contested, printer);
    written::name_beside(workspace, &written, printer);
    written::name_lacks(&written.id, &lacks, printer);
    contest::name(&contested, &written, printer);
    contest::settle(
        workspace,
        &contested,
        &written,
        args.record.is_staged(),
        printer,
    )?;
    Ok(Exit::Done)
}
