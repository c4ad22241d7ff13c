//! The hook files that are in effect: read as text, replaced at once, since git may run one at any
//! moment. What goes into them is decided by others.

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{Error, Store, atomic};

/// The folder of the hook files.
#[derive(Clone, Debug)]
pub struct HookFiles {
    folder: PathBuf,
}

/// The file at a hook's path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HookFile {
    /// A script.
    Script(Script),
    /// Something that must not be changed, and why.
    Foreign(&'static str),
    /// Nothing.
    Missing,
}

/// A hook file of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// All of it.
    pub text: String,
    /// True if git runs it.
    pub is_executable: bool,
}

impl Store<'_> {
    /// The hook files that are in effect for this repository.
    ///
    /// # Errors
    /// Where git does not say where they are.
    pub fn hook_files(&self) -> Result<HookFiles, Error> {
        let folder = self.repo().hooks_folder()?;
        Ok(HookFiles { folder })
    }

    /// As [`hook_files`](Self::hook_files), found without asking git wherever its settings say it
    /// plainly.
    pub fn hook_files_by_settings(&self) -> Result<HookFiles, Error> {
        let folder = self.repo().hooks_folder_by_settings()?;
        Ok(HookFiles { folder })
    }

    /// True if other repositories run these hook files, too.
    pub fn shares(&self, files: &HookFiles) -> Result<bool, Error> {
        Ok(self.repo().shares_hooks(files.folder())?)
    }

    /// The hook files that are in effect where no setting names another folder.
    #[must_use]
    pub fn usual_hook_files(&self) -> HookFiles {
        HookFiles::in_folder(self.repo().usual_hooks_folder())
    }
}

impl HookFiles {
    /// The hook files of any folder.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Path that the file of a hook has, or would have.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Reads the file of a hook.
    pub fn read(&self, name: &str) -> Result<HookFile, Error> {
        let file = self.path(name);
        let meta = match fs::symlink_metadata(&file) {
            Ok(meta) => meta,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Ok(HookFile::Missing);
            }
            Err(error) => return Err(Error::read(&file)(error)),
        };
        // A link leads to a file of a hook manager, or of other repositories: not ours to change.
        if !meta.is_file() {
            return Ok(HookFile::Foreign("is not a regular file"));
        }
        match fs::read_to_string(&file) {
            Ok(text) => Ok(HookFile::Script(Script {
                text,
                is_executable: is_executable(&meta),
            })),
            // A program: our lines cannot be put into it.
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                Ok(HookFile::Foreign("is not a text file"))
            }
            Err(error) => Err(Error::read(&file)(error)),
        }
    }

    /// The text of the script that git runs for a hook, also through a link; `None` where git runs
    /// none, or one that is no text.
    #[must_use]
    pub fn running(&self, name: &str) -> Option<String> {
        let file = self.path(name);
        let meta = fs::metadata(&file).ok()?;
        if !meta.is_file() || !is_executable(&meta) {
            return None;
        }
        fs::read_to_string(&file).ok()
    }

    /// Replaces the file of a hook; a new one can be run by everybody who can read it.
    ///
    /// # Errors
    /// [`Error::HookFile`].
    pub fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let file = self.path(name);
        atomic::replace_executable(&file, text.as_bytes()).map_err(|error| in_hook(file, error))
    }

    /// Removes the file of a hook.
    ///
    /// # Errors
    /// [`Error::HookFile`].
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        let path = self.path(name);
        match fs::remove_file(&path) {
            Ok(()) => Ok(()),
            Err(source) => Err(Error::HookFile { path, source }),
        }
    }
}

/// Returns a failure to write as a failure of the hook's file.
fn in_hook(path: PathBuf, error: Error) -> Error {
    match error {
        Error::Write { source, .. } => Error::HookFile { path, source },
        other => other,
    }
}

#[cfg(unix)]
fn is_executable(meta: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    meta.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_meta: &Metadata) -> bool {
    // Windows has no such permission, and git there runs every hook.
    true
}
