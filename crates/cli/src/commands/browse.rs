//! `git memory browse`.

use super::verb::{HelpPage, Verb};
use clap::Args;

use crate::editor::is_attended;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::program::Program;
use git_memory_app::workspace::{Invocation, Workspace};
use git_memory_text::cause;

#[derive(Args)]
pub(crate) struct BrowseArgs {}

impl Verb for BrowseArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The list is on the left, the record on the right; type to search, Enter opens a \
         record, Ctrl-E edits it, Esc goes back.",
        example: "browse",
    };
}

pub(crate) fn run(
    invocation: &Invocation,
    program: &Program,
    _args: &BrowseArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let terminal = invocation.environment().variable("TERM");
    // Without a cursor that moves nothing can be drawn.
    if printer.is_json() || !is_attended() || terminal.is_some_and(|name| name == "dumb") {
        return Err(Failure::fatal("'browse' needs a terminal")
            .hint("'git memory list' prints what there is"));
    }
    // Every question opens the repository anew; where there is none, that is said before anything
    // is drawn.
    printer.know_colors(&Workspace::open(invocation)?);
    match (program.tui)(invocation, program.clock, printer.paints()) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(Failure::fatal(format!(
            "cannot use the terminal: {}",
            cause(&error)
        ))),
    }
}
