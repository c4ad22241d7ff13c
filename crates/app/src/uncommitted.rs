//! Files outside of memory that were changed, as git sees them: a team shares only what it committed.

use crate::workspace::{Error, Workspace};

/// Returns those of some paths, from the top of the work tree, whose tracked files are not as HEAD
/// has them.
///
/// # Errors
/// Where git cannot be asked.
pub(crate) fn uncommitted(workspace: &Workspace, paths: &[&str]) -> Result<Vec<String>, Error> {
    let store = workspace.store();
    // Without paths, git would look at all.
    if paths.is_empty() || store.history().head_commit()?.is_none() {
        return Ok(Vec::new());
    }
    Ok(store.staging().uncommitted_at(paths)?)
}
