//! Files for other programs of this machine: manual pages, and scripts of shells.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{Error, atomic};
use crate::atomic::Sync;

pub use git_memory_git::manual::{has_manual, share_beside};

/// A file to install: where it goes below a folder, and what is in it.
pub struct Shared {
    /// A slash path.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Writes files below a folder, in place of what is there; the folders that they need are made.
/// Gives where each is.
pub fn install(folder: &Path, files: &[Shared]) -> Result<Vec<PathBuf>, Error> {
    let mut written = Vec::new();
    for file in files {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Error::write(parent))?;
        }
        atomic::replace(&path, &file.bytes, Sync::Later)?;
        written.push(path);
    }
    Ok(written)
}

/// Removes files below a folder; those that are not there are no error. Gives what was removed.
pub fn remove(folder: &Path, files: &[Shared]) -> Result<Vec<PathBuf>, Error> {
    let mut removed = Vec::new();
    for file in files {
        let path = folder.join(&file.path);
        if path.is_file() {
            atomic::remove_if_there(&path)?;
            removed.push(path);
        }
    }
    Ok(removed)
}

/// Reads the text of a file; `None` where there is none.
pub fn read(folder: &Path, path: &str) -> Result<Option<String>, Error> {
    let path = folder.join(path);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::read(&path)(error)),
    }
}
