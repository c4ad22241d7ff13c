//! The policy: what an agent's tools may touch.

use std::path::Path;

use super::RepoMemory;
use crate::project::policy::{WholePolicy, whole};
use crate::project::{Access, Judge, Verdict};
use crate::workspace::Error;

impl RepoMemory {
    /// The policy in effect in the work tree, with what could not be read of it.
    ///
    /// # Errors
    /// Settings, git or the work tree that cannot be read.
    pub fn policy(&self) -> Result<WholePolicy, Error> {
        self.ask(whole)
    }

    /// Judges whether a tool may read, write or search a path or glob, as the tool would be given
    /// it. A verdict that is not [`Verdict::Denied`] lets it.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a text that is no path; a policy that cannot be read as a whole, if
    /// the rest does not deny the path.
    pub fn check_path(&self, path: impl AsRef<Path>, access: Access) -> Result<Verdict, Error> {
        let path = path.as_ref().as_os_str();
        self.ask(|workspace| Judge::open(workspace)?.check(path, access))
    }
}
