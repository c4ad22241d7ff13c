//! User memory: one person's own files, outside any repository. Written as tracked memory is: under
//! a lock, beside the file, synced and renamed, and never through a symbolic link.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Error, Lock};
use crate::domain::layout::RECORD_LIMIT;
use crate::domain::secrets::Clean;
use crate::domain::user::UserPath;
use crate::store::atomic::{self, Sync};

/// The folder of user memory, which need not be there yet.
#[derive(Clone, Debug)]
pub struct UserStore {
    folder: PathBuf,
}

/// What the folder holds.
#[derive(Clone, Debug, Default)]
pub struct UserFiles {
    /// The files, the index first, then topics, then rules.
    pub files: Vec<UserPath>,
    /// The names of what is there and is no such file.
    pub odd: Vec<String>,
}

impl UserStore {
    /// User memory in a folder.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes the lock for a change; makes the folder, for its owner alone, where it is missing.
    ///
    /// # Errors
    /// Where the folder cannot be made, [`Error::Locked`], [`Error::NoLock`].
    pub fn lock(&self) -> Result<Lock, Error> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .recursive(true)
            .create(&self.folder)
            .map_err(Error::write(&self.folder))?;
        Lock::take(&self.folder.join(".lock"))
    }

    /// The text of a file; `None` where it is not there.
    ///
    /// # Errors
    /// [`Error::Link`], [`Error::Odd`], or where it cannot be read.
    pub fn read(&self, path: &UserPath) -> Result<Option<String>, Error> {
        let Some(file) = self.plain(path)? else {
            return Ok(None);
        };
        let bytes = fs::read(&file).map_err(Error::read(&file))?;
        String::from_utf8(bytes).map(Some).map_err(|_| Error::Odd {
            path: file,
            what: "is not UTF-8",
        })
    }

    /// Writes a file; another text in its place is gone.
    ///
    /// # Errors
    /// [`Error::Link`], [`Error::Odd`], or where it cannot be written; then it is as it was.
    pub fn write(&self, _lock: &Lock, path: &UserPath, text: &Clean) -> Result<(), Error> {
        self.plain(path)?;
        atomic::replace(
            &self.folder.join(path.to_string()),
            text.as_bytes(),
            Sync::Disk,
        )
    }

    /// Every file.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn list(&self) -> Result<UserFiles, Error> {
        let mut found = UserFiles::default();
        for (folder, prefix) in [
            (self.folder.clone(), ""),
            (self.folder.join("rules"), "rules/"),
        ] {
            let entries = match fs::read_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                entries => entries.map_err(Error::read(&folder))?,
            };
            for entry in entries.flatten() {
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                let is_ours = name.starts_with(['.', '_']) || name == "rules";
                let path = name
                    .parse::<UserPath>()
                    .ok()
                    .filter(|path| path.to_string() == name);
                match path {
                    Some(path) if self.plain(&path).is_ok_and(|file| file.is_some()) => {
                        found.files.push(path);
                    }
                    _ if is_ours => {}
                    _ => found.odd.push(name),
                }
            }
        }
        found.files.sort();
        found.odd.sort();
        Ok(found)
    }

    /// The file at a path, where there is one: regular, of a size that is read, and not behind a
    /// link.
    fn plain(&self, path: &UserPath) -> Result<Option<PathBuf>, Error> {
        let name = path.to_string();
        let file = self.folder.join(&name);
        let folder = file.parent().unwrap_or(&self.folder);
        let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
        if (folder != self.folder && is_link(folder)) || is_link(&file) {
            return Err(Error::Link(name));
        }
        let Ok(meta) = fs::metadata(&file) else {
            return Ok(None);
        };
        let odd = if !meta.is_file() {
            "is not a regular file"
        } else if meta.len() > RECORD_LIMIT {
            "is larger than 1 MiB"
        } else {
            return Ok(Some(file));
        };
        Err(Error::Odd {
            path: file,
            what: odd,
        })
    }
}
