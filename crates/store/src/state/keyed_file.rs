//! Small disposable files with one value each. Whatever cannot be read is as good as not there, and
//! whatever cannot be written is found out again by the next command.

use std::fs;
use std::path::{Path, PathBuf};

use crate::atomic::{is_temporary, replace_disposable};
use crate::kept::{Kept, SEEN};
use crate::{Error, walk};

/// One such file.
#[derive(Debug)]
pub(crate) struct KeyedFile(PathBuf);

impl KeyedFile {
    /// The file of a kind in a git folder.
    pub(crate) fn of(kept: &Kept, git_dir: &Path) -> Self {
        Self(kept.below(git_dir))
    }

    /// A note about a work tree, whose git folder this is.
    pub(crate) fn seen(git_dir: &Path, name: &str) -> Self {
        StateFolder::of(&SEEN, git_dir).file(name)
    }

    /// Path of the file.
    pub(crate) fn into_path(self) -> PathBuf {
        self.0
    }

    /// Its value; `None` where there is none.
    pub(crate) fn get(&self) -> Option<Vec<u8>> {
        // A value that cannot be read is found out again.
        fs::read(&self.0).ok()
    }

    /// True if it has this value.
    pub(crate) fn holds(&self, value: &[u8]) -> bool {
        self.get().as_deref() == Some(value)
    }

    /// Gives it a value.
    pub(crate) fn put(&self, value: &[u8]) {
        // A read-only repository answers, too: it only takes the longer way each time.
        let _ = replace_disposable(&self.0, value);
    }

    /// Takes its value away.
    pub(crate) fn remove(&self) {
        // Fails where there is none, and in a read-only repository, where none was written.
        let _ = fs::remove_file(&self.0);
    }
}

/// A folder of such files.
pub(crate) struct StateFolder(PathBuf);

impl StateFolder {
    /// The folder of a kind in a git folder.
    pub(crate) fn of(kept: &Kept, git_dir: &Path) -> Self {
        Self(kept.below(git_dir))
    }

    /// Path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The file of this name.
    pub(crate) fn file(&self, name: &str) -> KeyedFile {
        KeyedFile(self.0.join(name))
    }

    /// Every name, sorted; a file that is being written just now is left out.
    pub(crate) fn names(&self) -> Result<Vec<String>, Error> {
        let mut names = walk::names(&self.0)?;
        names.retain(|name| !is_temporary(name));
        Ok(names)
    }
}
