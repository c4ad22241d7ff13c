//! Folders that files are written into for others.

use std::path::Path;

use crate::project::policy::folding;
use crate::workspace::{Error, Workspace};
use git_memory_policy::project::policy::Place;
use git_memory_store::RealPaths;
use git_memory_text::path::{MEMORY, is_below};

/// Refuses a folder whose files would be read as memory themselves, as every record would be there
/// twice, and git's own.
///
/// # Errors
/// [`Error::InMemory`], [`Error::InGit`].
pub(crate) fn must_be_apart(workspace: &Workspace, folder: &Path) -> Result<(), Error> {
    let store = workspace.store();
    let folding = folding(store)?;
    let roots = store.roots()?;
    let read: Vec<&str> = [MEMORY].into_iter().chain(roots.folders()).collect();
    let folders = store.real_folders(folding);
    let paths = RealPaths::new(workspace.invocation().environment().folder());
    for end in paths
        .leads(folder)
        .into_iter()
        .filter_map(|leads| leads.end)
    {
        let path = match folders.place(&end) {
            Place::Inside(path) => folding.fold(&path).into_owned(),
            Place::Git { .. } => return Err(Error::InGit(folder.to_owned())),
            Place::Outside(_) => continue,
        };
        let is_read = |root: &&&str| {
            let root = folding.fold(root);
            path == root || is_below(&path, &root)
        };
        if let Some(root) = read.iter().find(is_read) {
            return Err(Error::InMemory {
                folder: folder.to_owned(),
                root: (*root).to_owned(),
            });
        }
    }
    Ok(())
}
