//! `git memory identity`.

use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::wire::IdentityShape;
use crate::app::{self, Desk};

pub(super) fn run(desk: &Desk, printer: &mut Printer) -> Result<Exit, Failure> {
    let identity = app::identity::identity(desk)?;
    if printer.is_json() {
        printer.json(IdentityShape::from(&identity));
    } else {
        printer.line(format!("repo_hash     {}", identity.repo_hash));
        printer.line(format!("project_hash  {}", identity.project_hash));
        printer.line(format!("project_id    {}", identity.project_id.as_deref().unwrap_or("unknown")));
        printer.line(format!("remote        {}", identity.remote.as_deref().unwrap_or("none")));
        printer.line(format!("branch        {}", identity.branch));
    }
    Ok(Exit::Done)
}
