//! User memory: one person's own files, outside any repository. Written as tracked memory is: under
//! a lock, beside the file, synced and renamed, and never through a symbolic link.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::{Error, Lock};
use crate::atomic::{self, Sync};
use crate::tracked::is_nothing;
use crate::walk::{Next, Order, Walk};
use git_memory_guard::Clean;
use git_memory_model::user::UserPath;
use git_memory_text::limits;
use git_memory_text::portable::reserved;

/// The folder of the rules, the only one that is read.
const RULES: &str = "rules";

/// The folder of user memory, which need not be there yet.
#[derive(Clone, Debug)]
pub struct UserStore {
    folder: PathBuf,
}

/// The files in the folder.
#[derive(Clone, Debug, Default)]
pub struct UserFiles {
    /// The files, the index first, then topics, then rules.
    pub files: Vec<UserPath>,
    /// The names of everything else.
    pub odd: Vec<String>,
}

/// A file about to be written.
struct Prepared {
    file: PathBuf,
    /// The text that it gets.
    text: TempPath,
    /// The text that it has until then; `None` where it is not there yet.
    before: Option<TempPath>,
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
        // Closed at the folder: its files may then have whatever the umask leaves.
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .recursive(true)
            .create(&self.folder)
            .map_err(Error::write(&self.folder))?;
        // Hidden: it lies among the user's own files, which may be kept in a repository of theirs.
        Lock::take(&self.folder.join(".lock"))
    }

    /// The text of a file; `None` where it is not there.
    ///
    /// # Errors
    /// [`Error::Link`], [`Error::Unreadable`], or where it cannot be read.
    pub fn read(&self, path: &UserPath) -> Result<Option<String>, Error> {
        let Some(file) = self.plain(path)? else {
            return Ok(None);
        };
        let bytes = fs::read(&file).map_err(Error::read(&file))?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(Error::Unreadable {
                path: file,
                what: "is not UTF-8",
            }),
        }
    }

    /// Writes a file; another text in its place is gone.
    ///
    /// # Errors
    /// [`Error::Link`], [`Error::Unreadable`], or where it cannot be written; then it is as it was.
    pub fn write(&self, lock: &Lock, path: &UserPath, text: &Clean) -> Result<(), Error> {
        self.write_all(lock, &[(path, text)])
    }

    /// Writes several files, all of them or none.
    pub fn write_all(&self, _lock: &Lock, texts: &[(&UserPath, &Clean)]) -> Result<(), Error> {
        let mut prepared = Vec::new();
        for (path, text) in texts {
            prepared.push(self.prepare(path, text)?);
        }
        let mut done: Vec<(PathBuf, Option<TempPath>)> = Vec::new();
        for Prepared { file, text, before } in prepared {
            let put = atomic::put(text, &file, atomic::folder_of(&file)?, Sync::Disk);
            if let Err(error) = put {
                for (file, before) in done {
                    // The first error is the one to tell.
                    let _ = match before {
                        Some(before) => before.persist(&file).map_err(|error| error.error),
                        None => fs::remove_file(&file),
                    };
                }
                return Err(error);
            }
            done.push((file, before));
        }
        Ok(())
    }

    /// Writes a text beside its file.
    fn prepare(&self, path: &UserPath, text: &Clean) -> Result<Prepared, Error> {
        let name = path.to_string();
        let file = self.folder.join(&name);
        let is_there = self.plain(path)?.is_some();
        if !is_there && reserved(&name).is_some() {
            return Err(Error::Unreadable {
                path: file,
                what: "has a name that Windows reserves",
            });
        }
        let folder = atomic::folder_of(&file)?;
        atomic::sweep(folder);
        let before = if is_there {
            Some(atomic::keep(&file)?)
        } else {
            None
        };
        let like = atomic::permissions_at(&file)?;
        // Waits for the disk: no git has another copy of this.
        let text = atomic::prepare(folder, text.as_bytes(), like, Sync::Disk)?;
        Ok(Prepared { file, text, before })
    }

    /// Every file.
    pub fn list(&self) -> Result<UserFiles, Error> {
        let mut found = UserFiles::default();
        // The folder is missing until the first file is written.
        if !self
            .folder
            .try_exists()
            .map_err(Error::read(&self.folder))?
        {
            return Ok(found);
        }
        let walk = Walk {
            top: &self.folder,
            name: "",
            order: Order::Depth,
            is_lenient: false,
        };
        walk.run(|visited| {
            let path = visited.path();
            let name = path.trim_start_matches('/');
            if name == RULES && visited.kind.is_dir() {
                return Ok(Next::Enter);
            }
            match self.file_named(name)? {
                Some(path) => found.files.push(path),
                // The lock, and what an editor or a file system keeps beside its files.
                None if name.starts_with(['.', '_']) => {}
                None => found.odd.push(name.to_owned()),
            }
            Ok(Next::Pass)
        })?;
        found.files.sort();
        found.odd.sort();
        Ok(found)
    }

    /// The file of user memory that has exactly this name; `None` for what is no such file.
    fn file_named(&self, name: &str) -> Result<Option<UserPath>, Error> {
        let Ok(path) = name.parse::<UserPath>() else {
            return Ok(None);
        };
        // A name is read generously (`memory` is `MEMORY.md`); a file has only one.
        if path.to_string() != name {
            return Ok(None);
        }
        match self.plain(&path) {
            Ok(Some(_)) => Ok(Some(path)),
            Ok(None) | Err(Error::Link(_) | Error::Unreadable { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The file at a path, where there is one: regular, of a size that is read, and no
    /// link.
    fn plain(&self, path: &UserPath) -> Result<Option<PathBuf>, Error> {
        let name = path.to_string();
        let file = self.folder.join(&name);
        // The folder of user memory itself may be a link: people keep it among their own files.
        if let Some(folder) = file.parent()
            && folder != self.folder
            && is_link(folder)?
        {
            return Err(Error::Link(name));
        }
        if is_link(&file)? {
            return Err(Error::Link(name));
        }
        let meta = match fs::metadata(&file) {
            Ok(meta) => meta,
            Err(error) if is_nothing(&error) => return Ok(None),
            Err(error) => return Err(Error::read(&file)(error)),
        };
        let what = if !meta.is_file() {
            "is not a regular file"
        } else if meta.len() > limits::RECORD_BYTES {
            "is larger than 1 MiB"
        } else {
            return Ok(Some(file));
        };
        Err(Error::Unreadable { path: file, what })
    }
}

fn is_link(path: &Path) -> Result<bool, Error> {
    match fs::symlink_metadata(path) {
        Ok(meta) => Ok(meta.is_symlink()),
        Err(error) if is_nothing(&error) => Ok(false),
        Err(error) => Err(Error::read(path)(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use git_memory_guard::Guard;

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let store = UserStore::new(folder.path().to_owned());
        let lock = store.lock().unwrap();
        let [index, topic, rule] = ["MEMORY", "topic", "rules/rule"].map(|name| {
            let path: UserPath = name.parse().unwrap();
            path
        });
        let [one, two] = ["one\n", "two\n"].map(|text| Guard::new().redact(text));
        store.write(&lock, &index, &one).unwrap();
        // A file in the place of the folder of the last one.
        fs::write(folder.path().join(RULES), "").unwrap();
        let all = [(&index, &two), (&topic, &two), (&rule, &two)];
        store.write_all(&lock, &all).unwrap_err();
        assert_eq!(store.read(&index).unwrap().unwrap(), "one\n");
        assert_eq!(store.read(&topic).unwrap(), None);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        store.write_all(&lock, &all[..2]).unwrap();
        for path in [&index, &topic] {
            assert_eq!(store.read(path).unwrap().unwrap(), "two\n");
        }
    }
}
