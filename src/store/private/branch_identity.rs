//! Which branch each chain of private memory belongs to: a branch's name may be given again.

use std::path::Path;

use crate::domain::private::Chain;
use crate::domain::private::chain::BRANCHES;
use crate::store::Error;
use crate::store::state::StateFolder;

/// The identity of each chain's branch, as [`Repo::branch_birth`](crate::git::Repo::branch_birth)
/// gives it. Disposable: without it, a chain is taken for that of the branch that has its name.
pub(crate) struct BranchIdentities {
    folder: StateFolder,
}

impl BranchIdentities {
    /// Those of a common git folder.
    pub(crate) fn new(common_dir: &Path) -> Self {
        Self {
            // The folder's name is older than that of this file; clones have it.
            folder: StateFolder::of(common_dir, "births"),
        }
    }

    /// The identity of the branch that a chain belongs to, where that is known.
    pub(crate) fn of(&self, chain: &Chain) -> Option<String> {
        let bytes = self.folder.file(&chain.file_name()).get()?;
        // Anything else than UTF-8 was not written here.
        String::from_utf8(bytes).ok()
    }

    /// Remembers it.
    pub(crate) fn put(&self, chain: &Chain, identity: &str) {
        self.folder
            .file(&chain.file_name())
            .put(identity.as_bytes());
    }

    /// Forgets it: the chain has another name now.
    pub(crate) fn remove(&self, chain: &Chain) {
        self.folder.file(&chain.file_name()).remove();
    }

    /// The chains that belong to the branch of this identity.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub(crate) fn with(&self, identity: &str) -> Result<Vec<Chain>, Error> {
        let mut chains = Vec::new();
        for name in self.folder.names()? {
            if self.folder.file(&name).holds(identity.as_bytes()) {
                chains.extend(Chain::of_ref(&format!("{BRANCHES}{name}")));
            }
        }
        Ok(chains)
    }
}
