//! An add command whose id a record has already.

use super::AddArgs;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::{editor, written};
use git_memory_app::records::upsert::{self, AmendedRecord};
use git_memory_app::workspace::{At, Workspace};
use git_memory_model::record::template::Template;

/// Lets a record that has the id already say what was given.
pub(super) fn amend(
    workspace: &Workspace,
    args: &AddArgs,
    mut amended: AmendedRecord,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let at = At::Repository(workspace);
    let mut typed = None;
    if args.record.is_edited() {
        let template = Template::of_record(Some(args.kind), &amended.text);
        amended.text = editor::edit(at, &template, |text| amended.check(workspace, text))?;
        typed = Some(amended.text.clone());
    }
    let edited = upsert::write(workspace, amended, args.record.is_staged());
    let edited = editor::keeping(at, typed.as_deref(), edited.map_err(Failure::from))?;
    written::print_edited(&edited, printer);
    Ok(Exit::Done)
}
