//! What memory is now, as one name: who watches it sees by the name alone that it has changed.

use super::digest::digest;
use crate::app::workspace::{Error, Workspace};
use crate::store::View;

/// A name for the memory of the work tree, with its branch and commit. It is another one after every
/// change of a record, a commit, or a switch of branches.
///
/// # Errors
/// Where git or the file system cannot be read.
pub fn state(workspace: &Workspace) -> Result<String, Error> {
    let listing = workspace.store().listing(&View::WorkTree)?;
    let branch = format!("{:?}", workspace.store().history().head()?.branch);
    digest(workspace, "state", &[&listing.name(), &branch])
}
