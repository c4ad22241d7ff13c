//! `git memory set` and `git memory close`.

use crate::app::records::edit;
use crate::app::records::edit::Changed;
use crate::app::workspace::Workspace;
use crate::cli::add::{answer, answer_private};
use crate::cli::args::{CloseArgs, SetArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;

pub(super) fn set(
    workspace: &Workspace,
    args: &SetArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let pair = |text: &String| match text.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(Failure::usage(format!(
            "'{text}' is not of the form key=value"
        ))),
    };
    let values: Vec<(String, String)> = args.values.iter().map(pair).collect::<Result<_, _>>()?;
    show(
        &edit::set(workspace, &args.record, &values, !args.stage.no_stage)?,
        printer,
    );
    Ok(Exit::Done)
}

pub(super) fn close(
    workspace: &Workspace,
    args: &CloseArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    show(
        &edit::close(workspace, &args.record, !args.stage.no_stage)?,
        printer,
    );
    Ok(Exit::Done)
}

pub(super) fn show(changed: &Changed, printer: &mut Printer) {
    match changed {
        Changed::Tracked(written) => answer(written, printer),
        Changed::Private(written) => answer_private(written, printer),
    }
}
