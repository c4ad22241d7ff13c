//! `git memory identity`.

use crate::app;
use crate::app::workspace::Workspace;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::wire::IdentityShape;

pub(super) fn run(workspace: &Workspace, printer: &mut Printer) -> Result<Exit, Failure> {
    let identity = app::workspace::identity::identity(workspace)?;
    if printer.is_json() {
        printer.json(IdentityShape::from(&identity));
    } else {
        printer.line(format!("repo_hash     {}", identity.repo_hash));
        printer.line(format!("project_hash  {}", identity.project_hash));
        printer.line(format!(
            "project_id    {}",
            identity.project_id.as_deref().unwrap_or("unknown")
        ));
        printer.line(format!(
            "remote        {}",
            identity.remote.as_deref().unwrap_or("none")
        ));
        printer.line(format!("branch        {}", identity.branch));
    }
    Ok(Exit::Done)
}
