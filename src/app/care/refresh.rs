//! Derived files: rebuilt, or only compared.

use crate::app::workspace::{Error, Workspace};
use crate::domain::layout::DERIVED;
use crate::store::{Freshness, freshness};

/// Rebuilds the derived files in the work tree; returns the paths that had to be written.
///
/// # Errors
/// Where memory cannot be read or a file cannot be written.
pub fn refresh(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let _lock = workspace.lock()?;
    Ok(workspace.store().refresh()?)
}

/// Which derived files in the work tree `refresh` would write; nothing is written.
///
/// # Errors
/// Where memory cannot be read.
pub fn stale(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let memory = workspace.store().memory_untouched()?;
    let top = workspace.repo.work_tree()?;
    let compared = freshness(&memory, |path| std::fs::read(top.join(path)).ok());
    let is_fresh = |path: &str| {
        compared.iter().any(
            |Freshness {
                 path: found,
                 is_fresh,
             }| *found == path && *is_fresh,
        )
    };
    Ok(DERIVED.into_iter().filter(|path| !is_fresh(path)).collect())
}
