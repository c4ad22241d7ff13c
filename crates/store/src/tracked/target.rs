//! Target of a change: a work tree and its git folder; no change goes through a symbolic link.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::atomic;
use crate::kept::LOCK;
use crate::tracked::text_file::{Plain, is_nothing, plain};
use git_memory_text::limits;
use git_memory_text::path::{MemoryFolder, RepoPath};

/// Paths of a work tree and its git folder.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The top of the work tree.
    pub top: &'a Path,
    /// The git folder of this work tree.
    pub git_dir: &'a Path,
    /// The folder of memory.
    pub folder: &'a MemoryFolder,
}

impl Target<'_> {
    /// The file whose lock every change takes.
    pub(crate) fn lock_file(&self) -> PathBuf {
        LOCK.below(self.git_dir)
    }

    pub(crate) fn file(&self, path: &RepoPath) -> PathBuf {
        self.top.join(path.as_str())
    }

    /// Reads a file as it is now.
    pub(crate) fn now(&self, path: &RepoPath) -> Result<Plain, Error> {
        plain(self.top, path.as_str(), limits::LIST_BYTES)
    }

    /// The folder of a file of the work tree.
    pub(crate) fn folder_of<'f>(&'f self, file: &'f Path) -> &'f Path {
        match file.parent() {
            Some(folder) => folder,
            None => self.top,
        }
    }

    /// Refuses a path that leads through a symbolic link or a file, or ends at a symbolic link.
    ///
    /// # Errors
    /// [`Error::Link`], [`Error::NotAFolder`].
    pub fn must_be_plain(&self, path: &RepoPath) -> Result<(), Error> {
        let mut at = self.top.to_owned();
        let mut named = String::new();
        let parts: Vec<&str> = path.as_str().split('/').collect();
        for (nth, part) in parts.iter().enumerate() {
            at.push(part);
            named = if named.is_empty() {
                (*part).to_owned()
            } else {
                format!("{named}/{part}")
            };
            let meta = match fs::symlink_metadata(&at) {
                Ok(meta) => meta,
                // A path that is not there yet cannot lead through a link.
                Err(error) if is_nothing(&error) => return Ok(()),
                Err(error) => return Err(Error::read(&at)(error)),
            };
            if meta.is_symlink() {
                return Err(Error::Link(named));
            }
            if nth + 1 < parts.len() && !meta.is_dir() {
                return Err(Error::NotAFolder(named));
            }
        }
        Ok(())
    }

    /// Writes a derived file of the work tree (the bytes of a [`Clean`] text, made now or kept):
    /// atomically, and not through a link.
    ///
    /// # Errors
    /// [`Error::Link`], [`Error::NotAFolder`] or [`Error::Write`].
    pub(crate) fn write_derived(&self, path: &RepoPath, text: &[u8]) -> Result<(), Error> {
        self.must_be_plain(path)?;
        atomic::replace_derived(&self.file(path), text)
    }
}
