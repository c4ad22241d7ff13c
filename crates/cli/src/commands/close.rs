//! `git memory close`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, WrittenAnswer, answered};

use crate::args::Stage;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::written;
use git_memory_app::records::set;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct CloseArgs {
    /// The record: an id, a unique prefix of one, or a path
    record: String,
    #[command(flatten)]
    stage: Stage,
}

impl Verb for CloseArgs {
    const PAGE: HelpPage = HelpPage {
        more: "An open question becomes 'closed', a plan 'done'; you can still find the record.",
        example: "close loop-2f8h1c",
    };
    const ANSWERS: &[Answered] = &[answered::<WrittenAnswer>("close")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &CloseArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let changed = set::close(workspace, &args.record, args.stage.is_staged())?;
    written::print_changed(&changed, printer);
    Ok(Exit::Done)
}
