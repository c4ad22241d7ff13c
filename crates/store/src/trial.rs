//! A throw-away repository made like this one, in which nets are tried out.

use std::fs;
use std::path::PathBuf;

use crate::{Error, Store};
use git_memory_git::{Ended, Scratch};

/// A repository that is deleted when it is dropped. A bare one, `../remote`, lies beside its work
/// tree.
pub struct Trial {
    scratch: Scratch,
}

impl Store<'_> {
    /// Makes a throw-away repository with the object and ref format of this one.
    pub fn trial(&self) -> Result<Trial, Error> {
        let scratch = Scratch::like(self.repo())?;
        Ok(Trial { scratch })
    }
}

impl Trial {
    /// Runs git in its work tree.
    ///
    /// # Errors
    /// Where git cannot be started; a command that fails is an answer.
    pub fn git(&self, arguments: &[&str]) -> Result<Ended, Error> {
        Ok(self.scratch.git(arguments)?)
    }

    /// Writes a file of its work tree, with the folders that lead to it.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> Result<(), Error> {
        let file = self.scratch.path().join(path);
        // Plainly written: the folder is deleted afterwards, and no other process looks into it.
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        fs::write(&file, content).map_err(Error::write(&file))
    }

    /// The folder of its hook files.
    #[must_use]
    pub fn hooks_folder(&self) -> PathBuf {
        self.scratch.path().join(".git").join("hooks")
    }
}
