//! The days of files to import, as git's history has them.

use std::collections::{BTreeSet, HashMap};

use crate::workspace::{Error, Workspace};
use git_memory_store::first_days::first_days;
pub(crate) use git_memory_store::first_days::{Dateless, FileDays};

/// The days of those of some files that are in some folders (from the top) and that HEAD's history
/// has.
pub(crate) fn days(
    workspace: &Workspace,
    folders: &BTreeSet<String>,
    files: &[Dateless<'_>],
) -> Result<HashMap<String, FileDays>, Error> {
    match workspace.store().history().head_commit()? {
        Some(head) => Ok(first_days(&workspace.store(), head, folders, files)?),
        None => Ok(HashMap::new()),
    }
}
