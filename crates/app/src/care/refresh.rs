//! Derived files: rebuilt, or only compared.

use crate::workspace::{Error, Workspace};
use git_memory_model::layout::DERIVED;
use git_memory_store::{Freshness, freshness};

/// Rebuilds the derived files in the work tree; returns the paths that had to be written.
pub fn refresh(workspace: &Workspace) -> Result<Vec<String>, Error> {
    // A command that is changing records rebuilds the files itself.
    let _lock = workspace.lock()?;
    if !workspace.store().is_set_up()? {
        return Err(Error::NotSetUp);
    }
    Ok(workspace.store().refresh()?)
}

/// Returns the derived files in the work tree that `refresh` would write, without writing.
pub fn stale(workspace: &Workspace) -> Result<Vec<String>, Error> {
    if !workspace.store().is_set_up()? {
        return Err(Error::NotSetUp);
    }
    let store = workspace.store();
    let (memory, is_fresh) = store.memory_untouched()?;
    if is_fresh {
        return Ok(Vec::new());
    }
    let files = store.work_files()?;
    let [impressions, index] = DERIVED.map(|name| files.read(&store.folder().join(name)));
    let (impressions, index) = (impressions?, index?);
    let contents = [impressions.as_deref(), index.as_deref()];
    let mut stale = Vec::new();
    for (path, freshness) in freshness(store.folder(), &memory, contents) {
        match freshness {
            Freshness::Stale | Freshness::Missing => stale.push(path),
            Freshness::Fresh | Freshness::Foreign => {}
        }
    }
    Ok(stale)
}
