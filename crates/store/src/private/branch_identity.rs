//! Which branch each chain of private memory belongs to: a branch's name may be given again.

use std::path::Path;

use crate::Error;
use crate::kept::BIRTHS;
use crate::state::{StateFolder, checksummed_rows};
use git_memory_model::private::Chain;
use git_memory_model::private::chain::BRANCHES;

/// The identity of each chain's branch, as [`Repo::branch_birth`](git_memory_git::Repo::branch_birth)
/// gives it. Disposable: without it, a chain is taken for that of the branch that has its name. So
/// each has a checksum: what says something else is what this program has written there.
pub(crate) struct BranchIdentities {
    folder: StateFolder,
}

impl BranchIdentities {
    /// The identities that a common git folder keeps.
    pub(crate) fn new(common_dir: &Path) -> Self {
        Self {
            folder: StateFolder::of(&BIRTHS, common_dir),
        }
    }

    /// The identity of the branch that a chain belongs to, where that is known.
    pub(crate) fn of(&self, chain: &Chain) -> Option<String> {
        identity_in(&self.folder.file(&chain.file_name()).get()?)
    }

    /// Remembers it.
    pub(crate) fn put(&self, chain: &Chain, identity: &str) {
        let mut file = Vec::new();
        checksummed_rows::push(&mut file, identity.as_bytes());
        self.folder.file(&chain.file_name()).put(&file);
    }

    /// Forgets it: the chain has another name now.
    pub(crate) fn remove(&self, chain: &Chain) {
        self.folder.file(&chain.file_name()).remove();
    }

    /// The chains that belong to the branch of this identity.
    pub(crate) fn with(&self, identity: &str) -> Result<Vec<Chain>, Error> {
        let mut chains = Vec::new();
        for name in self.folder.names()? {
            let Some(file) = self.folder.file(&name).get() else {
                continue;
            };
            if identity_in(&file).as_deref() == Some(identity) {
                chains.extend(Chain::of_ref(&format!("{BRANCHES}{name}")));
            }
        }
        Ok(chains)
    }
}

/// The identity that a file holds; `None` where it is damaged, or an earlier version wrote it.
fn identity_in(file: &[u8]) -> Option<String> {
    let row = checksummed_rows::rows(file, 0).next()?;
    // After a crash, a file may be all zeros: that is a row of no bytes with the right checksum.
    if row.is_empty() {
        return None;
    }
    String::from_utf8(row.to_vec()).ok()
}
