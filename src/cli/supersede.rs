//! `git memory supersede`.

use crate::app;
use crate::app::workspace::Workspace;
use crate::cli::add::{answer, request};
use crate::cli::args::SupersedeArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::domain::kind::Kind;
use crate::store::View;
use crate::wire::SupersededShape;

pub(super) fn run(
    workspace: &Workspace,
    args: SupersedeArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let is_staged = !args.record.stage.no_stage;
    if args.record.edit {
        return Err(Failure::usage(
            "--edit does not go with supersede: both files change in one step",
        )
        .hint("give the text with --body-file, or edit the new record afterwards"));
    }
    let memory = workspace.memory(&View::WorkTree)?;
    let old = app::records::find(workspace, &memory, &args.old)?;
    // The use case refuses a kind that is never superseded; which flags fit matters only before
    // that.
    let kind = old.kind().or_else(|| Kind::by_name("decision"));
    let Some(kind) = kind else {
        return Err(Failure::fatal("the table of kinds is empty"));
    };
    let superseded = app::records::supersede::supersede(
        workspace,
        &args.old,
        request(workspace.invocation(), kind, args.record, &args.parts)?,
        is_staged,
    )?;
    if printer.is_json() {
        printer.json(SupersededShape::new(&superseded.new, &superseded.old));
    } else {
        answer(&superseded.new, printer);
        printer.note(format!(
            "note: it replaces {} ({})",
            superseded.old.id, superseded.old.path
        ));
    }
    Ok(Exit::Done)
}
