//! A folder of disposable files, each under the name of what it was made from; the ones that were written last stay.

use std::fs;
use std::path::PathBuf;

use super::write::{is_temporary, replace_disposable};

/// The files of one folder.
pub(super) struct Kept {
    folder: PathBuf,
    /// So many stay.
    most: usize,
}

impl Kept {
    pub(super) fn new(folder: PathBuf, most: usize) -> Self {
        Self { folder, most }
    }

    /// The bytes under a name.
    pub(super) fn get(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.join(name)).ok()
    }

    /// Keeps bytes under a name. Where that cannot be done, they are made again next time.
    pub(super) fn keep(&self, name: &str, bytes: &[u8]) {
        let _ = replace_disposable(&self.folder.join(name), bytes);
        for old in self.names().into_iter().skip(self.most) {
            let _ = fs::remove_file(self.folder.join(old));
        }
    }

    /// Every name, the one that was written last first.
    pub(super) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.file_name().into_string().ok()?)))
            .collect();
        names.retain(|(_, name)| !is_temporary(name));
        names.sort_unstable_by(|a, b| b.cmp(a));
        names.into_iter().map(|(_, name)| name).collect()
    }
}
