//! `git memory identity`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::wire::IdentityAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_app::workspace::identity::identity;

#[derive(Args)]
pub(crate) struct IdentityArgs {}

impl Verb for IdentityArgs {
    const PAGE: HelpPage = HelpPage {
        more: "They are equal for every spelling of a remote, and contain no credentials.",
        example: "identity --json",
    };
    const ANSWERS: &[Answered] = &[answered::<IdentityAnswer>("identity")];
}

pub(crate) fn run(
    workspace: &Workspace,
    _args: &IdentityArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let identity = identity(workspace)?;
    if printer.is_json() {
        printer.json(IdentityAnswer::from(&identity));
        return Ok(Exit::Done);
    }
    let project_id = identity.project_id.as_deref().unwrap_or("unknown");
    let remote = identity.remote.as_deref().unwrap_or("none");
    printer.line(format!("repo_hash     {}", identity.repo_hash));
    printer.line(format!("project_hash  {}", identity.project_hash));
    printer.line(format!("project_id    {project_id}"));
    printer.line(format!("remote        {remote}"));
    printer.line(format!("branch        {}", identity.branch));
    Ok(Exit::Done)
}
