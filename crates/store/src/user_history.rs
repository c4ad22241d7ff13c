//! Earlier texts of the files of user memory: no git keeps them, so each text that another one
//! takes the place of is kept beside them, in a hidden folder.

use std::fs;
use std::path::PathBuf;

use super::{Error, Lock, UserStore};
use crate::atomic::{self, Sync};
use crate::kept::VERSIONS;
use crate::tracked::is_nothing;
use git_memory_guard::Clean;
use git_memory_model::layout::RECORD_LIMIT;
use git_memory_model::user::{UserPath, Version};

/// Maximum number of versions of a file that are kept: enough to notice a mistake.
const KEPT: usize = 30;

impl UserStore {
    fn history_folder(&self, path: &UserPath) -> PathBuf {
        self.folder().join(VERSIONS.name).join(path.to_string())
    }

    /// The versions of a file, oldest first.
    pub fn versions(&self, path: &UserPath) -> Result<Vec<Version>, Error> {
        let folder = self.history_folder(path);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if is_nothing(&error) => return Ok(Vec::new()),
            Err(error) => return Err(Error::read(&folder)(error)),
        };
        let mut versions = Vec::new();
        for entry in entries {
            let entry = entry.map_err(Error::read(&folder))?;
            versions.extend(Version::of_file(&entry.file_name().to_string_lossy()));
        }
        versions.sort();
        Ok(versions)
    }

    /// Reads the text of a file in a version.
    ///
    /// # Errors
    /// [`Error::Unreadable`], or where it cannot be read.
    pub fn version(&self, path: &UserPath, version: Version) -> Result<String, Error> {
        let file = self.history_folder(path).join(version.file());
        let meta = fs::symlink_metadata(&file).map_err(Error::read(&file))?;
        if !meta.is_file() || meta.len() > RECORD_LIMIT {
            return Err(Error::Unreadable {
                path: file,
                what: "is not a regular file of at most 1 MiB",
            });
        }
        fs::read_to_string(&file).map_err(Error::read(&file))
    }

    /// Keeps a text that another one takes the place of now, and drops the oldest ones.
    pub fn keep(&self, _lock: &Lock, path: &UserPath, text: &Clean, now: i64) -> Result<(), Error> {
        let versions = self.versions(path)?;
        let last = versions.last();
        let version = Version {
            number: last.map_or(1, |last| last.number.saturating_add(1)),
            replaced: now,
        };
        let folder = self.history_folder(path);
        atomic::replace(&folder.join(version.file()), text.as_bytes(), Sync::Disk)?;
        let more = (versions.len() + 1).saturating_sub(KEPT);
        for old in &versions[..more] {
            let file = folder.join(old.file());
            fs::remove_file(&file).map_err(Error::write(&file))?;
        }
        Ok(())
    }
}
