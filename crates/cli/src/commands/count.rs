//! `git memory count`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::absent;
use crate::args::{FilterArgs, Source};
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::wire::CountAnswer;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    source: Source,
}

impl Verb for CountArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It prints one line for each kind, and takes the filters of 'list'.",
        example: "count --scope services/billing",
    };
    const ANSWERS: &[Answered] = &[answered::<CountAnswer>("count")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &CountArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let memory = args.source.memory(workspace)?;
    let filter = args.filter.filter(workspace)?;
    let view = args.source.view();
    if !absent::note_absence(workspace, view.as_ref(), printer) {
        absent::note_unknown(&filter, &memory, printer);
    }
    absent::note_unfit(workspace, view.as_ref(), args.filter.paths(), printer);
    let chosen = filter.choose(&memory.records);
    if printer.is_json() {
        printer.json(CountAnswer::of(chosen));
    } else {
        printer.line(chosen.len().to_string());
    }
    Ok(Exit::Done)
}
