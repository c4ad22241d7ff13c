//! Derived files: rebuilt, or only compared.

use crate::app::workspace::{Error, Workspace};
use crate::domain::derived::is_ours;
use crate::store::derived_texts;

/// Rebuilds the derived files in the work tree; returns the paths that had to be written.
///
/// # Errors
/// Where memory cannot be read or a file cannot be written.
pub fn refresh(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    // A command that is changing records rebuilds the files itself.
    let _lock = workspace.lock()?;
    if !workspace.store().is_set_up()? {
        return Err(Error::NotSetUp);
    }
    Ok(workspace.store().refresh()?)
}

/// Which derived files in the work tree `refresh` would write; nothing is written.
///
/// # Errors
/// Where memory cannot be read.
pub fn stale(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let memory = workspace.store().memory_untouched()?;
    let files = workspace.store().work_files()?;
    let mut stale = Vec::new();
    if !workspace.store().is_set_up()? {
        return Err(Error::NotSetUp);
    }
    for (path, text) in derived_texts(&memory.records) {
        // One that is not there is written, too; one of somebody else is not.
        let is_fresh = files
            .read(path)?
            .is_some_and(|now| now == text.as_str().as_bytes() || !is_ours(path, &now));
        if !is_fresh {
            stale.push(path);
        }
    }
    Ok(stale)
}
