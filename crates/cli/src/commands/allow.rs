//! `git memory allow`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::args::Stage;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::secrets::allow;
use git_memory_app::wire::AllowedAnswer;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct AllowArgs {
    /// The finding's fingerprint, as 'git memory scan' prints it
    fingerprint: String,
    /// Why it is not a secret, or may be public
    #[arg(long)]
    reason: String,
    #[command(flatten)]
    stage: Stage,
}

impl Verb for AllowArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It takes a fingerprint from 'git memory scan', and takes effect when you commit it.",
        example: "allow 3f9a1c0b --reason \"a sample from the documentation\"",
    };
    const ANSWERS: &[Answered] = &[answered::<AllowedAnswer>("allow")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &AllowArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let allowed = allow::allow(
        workspace,
        &args.fingerprint,
        &args.reason,
        args.stage.is_staged(),
    )?;
    if printer.is_json() {
        printer.json(AllowedAnswer::from(&allowed));
        return Ok(Exit::Done);
    }
    printer.line(format!(
        "{}: {} is allowed by {}",
        allowed.place, allowed.rule, allowed.file
    ));
    printer.note(format!(
        "hint: this takes effect once {} is committed",
        allowed.file
    ));
    Ok(Exit::Done)
}
