//! `git memory index`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::progress::Progress;
use git_memory_app::recall::meaning;
use git_memory_app::wire::IndexAnswer;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct IndexArgs {}

impl Verb for IndexArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Searches index new records themselves; this is for the first time with a model, \
         which takes about a tenth of a second for each record. Stop it at any time: it goes on \
         where it stopped.",
        example: "index",
    };
    const ANSWERS: &[Answered] = &[answered::<IndexAnswer>("index")];
}

pub(crate) fn run(
    workspace: &Workspace,
    _: &IndexArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let progress = Progress::new(printer);
    let reading = |done, all| progress.tell("Indexing memory", done, all);
    let making = |done, all| progress.tell("Reading by meaning", done, all);
    let done = meaning::index(workspace, &reading, &making);
    progress.end();
    let done = done?;
    if printer.is_json() {
        printer.json(IndexAnswer::from(&done));
    } else {
        printer.line(format!("search uses {}", done.retrieval));
    }
    Ok(Exit::Done)
}
