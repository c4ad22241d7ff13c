//! `git memory read-symbols`: the process in which the program reads the sources of strangers.

use super::verb::{HelpPage, Verb};
use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::map::read_symbols;
use git_memory_app::workspace::Invocation;

#[derive(Args)]
pub(crate) struct ReadSymbolsArgs {}

impl Verb for ReadSymbolsArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It reads sources on standard input; a source that takes too much memory or time \
         only ends this process.",
        example: "read-symbols",
    };
}

pub(crate) fn run(_: &Invocation, _: &ReadSymbolsArgs, _: &mut Printer) -> Result<Exit, Failure> {
    read_symbols()?;
    Ok(Exit::Done)
}
