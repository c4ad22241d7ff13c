//! Earlier texts of a file that no commit need have: each text that another one takes the place of
//! is kept. Those of user memory are in a hidden folder beside it, those of topics among the drafts
//! of the work tree.

use std::fs;
use std::path::PathBuf;

use super::{Error, Lock, Store, UserStore};
use crate::atomic::{self, Sync};
use crate::kept::{DRAFTS, VERSIONS};
use crate::walk;
use git_memory_guard::Clean;
use git_memory_model::record::RecordId;
use git_memory_model::user::{UserPath, Version};
use git_memory_text::limits;

/// Maximum number of versions of a file that are kept: enough to notice a mistake.
const KEPT: usize = 30;

/// The earlier texts of one file.
#[derive(Clone, Debug)]
pub struct Versions {
    folder: PathBuf,
    /// The beginning of the names of their files.
    prefix: String,
}

impl UserStore {
    /// The earlier texts of a file of user memory.
    #[must_use]
    pub fn versions(&self, path: &UserPath) -> Versions {
        Versions {
            folder: self.folder().join(VERSIONS.name).join(path.to_string()),
            prefix: String::new(),
        }
    }
}

impl Store<'_> {
    /// The earlier texts of a record that was replaced as a whole.
    #[must_use]
    pub fn versions(&self, id: &RecordId) -> Versions {
        Versions {
            folder: DRAFTS.of(self.repo()),
            prefix: format!("REPLACED-{id}-"),
        }
    }
}

impl Versions {
    /// The versions, oldest first.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn all(&self) -> Result<Vec<Version>, Error> {
        let mut versions = Vec::new();
        for name in walk::names(&self.folder)? {
            let name = name.strip_prefix(&self.prefix);
            versions.extend(name.and_then(Version::of_file));
        }
        versions.sort();
        Ok(versions)
    }

    fn file(&self, version: Version) -> PathBuf {
        self.folder
            .join(format!("{}{}", self.prefix, version.file()))
    }

    /// Reads the text of a version.
    ///
    /// # Errors
    /// [`Error::Unreadable`], or where it cannot be read.
    pub fn text(&self, version: Version) -> Result<String, Error> {
        let file = self.file(version);
        let meta = fs::symlink_metadata(&file).map_err(Error::read(&file))?;
        if !meta.is_file() || meta.len() > limits::RECORD_BYTES {
            return Err(Error::Unreadable {
                path: file,
                what: "is not a regular file of at most 1 MiB",
            });
        }
        fs::read_to_string(&file).map_err(Error::read(&file))
    }

    /// Keeps a text that another one takes the place of now, and drops the oldest ones.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn keep(&self, _lock: &Lock, text: &Clean, now: i64) -> Result<(), Error> {
        let versions = self.all()?;
        let last = versions.last();
        let version = Version {
            number: last.map_or(1, |last| last.number.saturating_add(1)),
            replaced: now,
        };
        atomic::replace(&self.file(version), text.as_bytes(), Sync::Disk)?;
        let more = (versions.len() + 1).saturating_sub(KEPT);
        for old in &versions[..more] {
            let file = self.file(*old);
            fs::remove_file(&file).map_err(Error::write(&file))?;
        }
        Ok(())
    }
}
