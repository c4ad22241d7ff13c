//! Derived files: rebuilt, or only compared.

use crate::workspace::{Error, Workspace};
use git_memory_model::layout::DERIVED;
use git_memory_store::{Freshness, freshness};

/// Rebuilds the derived files in the work tree; returns the paths that had to be written.
pub fn refresh(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    // A command that is changing records rebuilds the files itself.
    let _lock = workspace.lock()?;
    if !workspace.store().is_set_up()? {
        return Err(Error::NotSetUp);
    }
    Ok(workspace.store().refresh()?)
}

/// Returns the derived files in the work tree that `refresh` would write, without writing.
pub fn stale(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    if !workspace.store().is_set_up()? {
        return Err(Error::NotSetUp);
    }
    let memory = workspace.store().memory_untouched()?;
    let files = workspace.store().work_files()?;
    let (impressions, index) = (files.read(DERIVED[0])?, files.read(DERIVED[1])?);
    let mut stale = Vec::new();
    for (path, freshness) in freshness(&memory, [impressions.as_deref(), index.as_deref()]) {
        match freshness {
            Freshness::Stale | Freshness::Missing => stale.push(path),
            Freshness::Fresh | Freshness::Foreign => {}
        }
    }
    Ok(stale)
}
