//! `git memory review`.

use super::edit;
use crate::app::recall::review;
use crate::app::workspace::Workspace;
use crate::cli::args::ReviewArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, ID, PLAIN, Printer};
use crate::wire::ReviewShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &ReviewArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let Some(name) = &args.confirm {
        edit::show(
            &review::confirm(workspace, name, !args.stage.no_stage)?,
            printer,
        );
        return Ok(Exit::Done);
    }
    let found = review::review(workspace)?;
    if printer.is_json() {
        printer.json(ReviewShape::from(&found));
        return Ok(Exit::Done);
    }
    printer.page();
    for suspect in &found.suspects {
        let header = &suspect.record.header;
        printer.styled(&[
            (ID, header.id.as_str()),
            (PLAIN, "  "),
            (BOLD, &header.title),
        ]);
        printer.styled(&[(PLAIN, "    "), (DIM, &suspect.why.join("; "))]);
    }
    for (question, count) in &found.gaps {
        printer.styled(&[
            (PLAIN, "missed: "),
            (BOLD, question),
            (DIM, &format!("  × {count}")),
        ]);
    }
    if !found.suspects.is_empty() {
        printer.note("hint: 'git memory review --confirm <id>' says that a record still holds");
    }
    Ok(Exit::Done)
}
