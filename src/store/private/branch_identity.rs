//! Which branch each chain of private memory is of: a name may be given again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::domain::private::Chain;
use crate::domain::private::chain::BRANCHES;
use crate::store::atomic;

/// Which branch each chain is of, by what [`Repo::branch_birth`] says: a name may be given again.
/// Small files, and disposable: without them, a chain is taken for that of the branch that has its
/// name.
pub(crate) struct Births {
    folder: PathBuf,
}

impl Births {
    /// Those of a common git folder.
    pub(crate) fn new(common_dir: &Path) -> Self {
        Self {
            folder: common_dir.join("memory").join("births"),
        }
    }

    /// The birth of the branch that a chain is of, where that is known.
    pub(crate) fn of(&self, chain: &Chain) -> Option<String> {
        fs::read_to_string(self.folder.join(chain.file_name())).ok()
    }

    /// Remembers it.
    pub(crate) fn note(&self, chain: &Chain, birth: &str) {
        if !birth.is_empty() {
            let _ =
                atomic::replace_disposable(&self.folder.join(chain.file_name()), birth.as_bytes());
        }
    }

    /// Forgets it: the chain has another name now.
    pub(crate) fn forget(&self, chain: &Chain) {
        let _ = fs::remove_file(self.folder.join(chain.file_name()));
    }

    /// The chains that are of the branch with this birth.
    pub(crate) fn with(&self, birth: &str) -> Vec<Chain> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let ours =
            files.filter(|file| fs::read_to_string(file.path()).is_ok_and(|text| text == birth));
        ours.filter_map(|file| Chain::of_ref(&format!("{BRANCHES}{}", file.file_name().to_str()?)))
            .collect()
    }
}
