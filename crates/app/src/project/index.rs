//! The project index: the stacks, the roles of the top-level entries, and the short form of both.

use crate::workspace::{Error, Workspace};
use git_memory_policy::project::{Contents, Project, TopLevel};

/// The project index as the work tree is now; in a bare repository, as HEAD has it, and empty
/// before the first commit. What was made before is read where nothing changed since.
///
/// # Errors
/// If git cannot resolve HEAD. Faults of single files are in the profile.
pub fn load(workspace: &Workspace) -> Result<Project, Error> {
    let store = workspace.store();
    if store.has_work_tree() {
        return Ok(store.look_at_work_tree()?.into_project());
    }
    load_committed(workspace)
}

/// The project index of HEAD: only from tracked files, the same on every machine.
pub fn load_committed(workspace: &Workspace) -> Result<Project, Error> {
    let store = workspace.store();
    match store.history().head_commit()? {
        Some(commit) => Ok(store.look_at_commit(commit)?.into_project()),
        None => Ok(Project::of(&TopLevel::default(), &Contents::new())),
    }
}
