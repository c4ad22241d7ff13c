//! `git memory refresh`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::care::refresh;
use git_memory_app::wire::RefreshAnswer;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct RefreshArgs {
    /// Only list the files that would change; exit with status 1 if there are any
    #[arg(long)]
    check: bool,
}

impl Verb for RefreshArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Commands that read do this automatically; use it in scripts, and with --check in \
         CI.",
        example: "refresh --check",
    };
    const ANSWERS: &[Answered] = &[answered::<RefreshAnswer>("refresh")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &RefreshArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let files = if args.check {
        refresh::stale(workspace)?
    } else {
        refresh::refresh(workspace)?
    };
    let exit = if args.check && !files.is_empty() {
        Exit::No
    } else {
        Exit::Done
    };
    if printer.is_json() {
        printer.json(RefreshAnswer { files });
    } else {
        files.iter().for_each(|file| printer.line(file));
    }
    Ok(exit)
}
