//! Folders of others: those that files are written into, and those that an import reads.

use std::path::Path;

use crate::project::policy::folding;
use crate::records::lookup::path_from_top;
use crate::workspace::{Error, Workspace};
use git_memory_model::layout::CONFIG;
use git_memory_policy::project::policy::Place;
use git_memory_store::RealPaths;
use git_memory_text::path::is_below;

/// Refuses an import of what a root reads already: each of its records would be there twice.
///
/// # Errors
/// [`Error::ReadInPlace`].
pub(crate) fn must_not_be_read(
    workspace: &Workspace,
    given: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<(), Error> {
    let roots = workspace.store().roots()?;
    for path in given {
        let Some(path) = path_from_top(workspace, path.as_ref())? else {
            continue;
        };
        if let Some(root) = roots.holding(&path) {
            return Err(Error::ReadInPlace {
                path: path.clone(),
                root: root.to_string(),
                team: root.is_of_team().then(|| workspace.folder().join(CONFIG)),
            });
        }
    }
    Ok(())
}

/// Refuses a folder whose files would be read as memory themselves, as every record would be there
/// twice, and git's own.
///
/// # Errors
/// [`Error::InMemory`], [`Error::InGit`].
pub(crate) fn must_be_apart(workspace: &Workspace, folder: &Path) -> Result<(), Error> {
    let store = workspace.store();
    let folding = folding(store)?;
    let roots = store.roots()?;
    let read: Vec<&str> = [roots.memory().as_str()]
        .into_iter()
        .chain(roots.folders())
        .collect();
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
