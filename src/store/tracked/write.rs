//! Changing files of tracked memory: all of a change or nothing, and never through a symbolic link.
//!
//! New contents are written beside their targets and synced; then a journal in the git folder says
//! what is going to happen; then the files are renamed into place, their folders synced, and the
//! journal is removed. A process that is killed before the journal leaves nothing; one that is
//! killed after it is finished by the next command.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::TempPath;

use crate::domain::path::RepoPath;
use crate::domain::secrets::Clean;
use crate::store::atomic::{self, Sync};
use crate::store::state::checksummed_rows;
use crate::store::{Error, Lock};

/// What shall happen to one file.
#[derive(Clone, Debug)]
pub enum Change {
    /// A file that must not be there yet.
    Create(RepoPath, Clean),
    /// New text for a file whose bytes are still these.
    Replace(RepoPath, Vec<u8>, Clean),
    /// A file to be removed, whose bytes are still these.
    Remove(RepoPath, Vec<u8>),
}

impl Change {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        match self {
            Self::Create(path, _) | Self::Replace(path, ..) | Self::Remove(path, _) => path,
        }
    }

    fn text(&self) -> Option<&Clean> {
        match self {
            Self::Create(_, text) | Self::Replace(_, _, text) => Some(text),
            Self::Remove(..) => None,
        }
    }

    fn before(&self) -> Option<&[u8]> {
        match self {
            Self::Create(..) => None,
            Self::Replace(_, before, _) | Self::Remove(_, before) => Some(before),
        }
    }
}

/// What a change that was begun will do to one file.
#[derive(Serialize, Deserialize)]
struct Step {
    path: String,
    /// CRC-32 of what is there before; `None` where nothing is.
    before: Option<u32>,
    after: Option<String>,
}

/// Where a work tree and its git folder are.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The top of the work tree.
    pub top: &'a Path,
    /// The git folder of this work tree.
    pub git_dir: &'a Path,
}

impl Place<'_> {
    fn journal(&self) -> PathBuf {
        self.git_dir.join("memory").join("journal")
    }

    /// The file whose lock every change takes.
    pub(crate) fn lock_file(&self) -> PathBuf {
        self.git_dir.join("memory").join("lock")
    }

    fn target(&self, path: &RepoPath) -> PathBuf {
        self.top.join(path.as_str())
    }

    /// Makes all changes, then calls `then` (staging, say). Where anything fails, every file is as
    /// it was.
    ///
    /// # Errors
    /// [`Error::Link`], [`Error::Exists`], [`Error::Changed`], [`Error::Write`], or what `then`
    /// returns.
    pub fn apply<E: From<Error>>(
        &self,
        _lock: &Lock,
        changes: &[Change],
        then: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        for change in changes {
            self.must_be_plain(change.path())?;
            self.must_be_as_expected(change)?;
        }
        let mut folders = NewFolders::default();
        let prepared = self.prepare(changes, &mut folders)?;
        self.write_journal(changes)?;
        let moved = self.move_into_place(changes, prepared);
        let journal = self.journal();
        let done = moved.map_err(E::from).and_then(|()| {
            atomic::remove_if_there(&journal)?;
            then()
        });
        if done.is_err() {
            self.undo(changes);
            let _ = atomic::remove_if_there(&journal);
        } else {
            folders.keep();
        }
        done
    }

    /// Finishes what a killed process had begun; called before memory is read.
    pub fn recover(&self) {
        if !self.journal().exists() {
            return;
        }
        // Whoever holds the lock is alive and will finish its own work.
        let Some(_lock) = Lock::take_if_free(&self.lock_file()) else {
            return;
        };
        let bytes = fs::read(self.journal()).unwrap_or_default();
        let steps: Vec<Step> = checksummed_rows::rows(&bytes, 0)
            .next()
            .and_then(checksummed_rows::decode)
            .unwrap_or_default();
        for step in &steps {
            let Ok(path) = step.path.parse::<RepoPath>() else {
                continue;
            };
            let target = self.target(&path);
            let is_before = fs::read(&target).ok().map(|now| crc32fast::hash(&now)) == step.before;
            if is_before && self.must_be_plain(&path).is_ok() {
                let _ = match &step.after {
                    Some(text) => atomic::replace(&target, text.as_bytes(), Sync::Disk),
                    None => fs::remove_file(&target).map_err(Error::write(&target)),
                };
            }
            atomic::remove_temporary_files(target.parent().unwrap_or(self.top));
        }
        let _ = fs::remove_file(self.journal());
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
            let Ok(meta) = fs::symlink_metadata(&at) else {
                return Ok(());
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

    fn must_be_as_expected(&self, change: &Change) -> Result<(), Error> {
        let target = self.target(change.path());
        match (change.before(), fs::read(&target)) {
            (None, Err(error)) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            (None, _) => Err(Error::Exists(change.path().clone())),
            (Some(before), Ok(now)) if before == now => Ok(()),
            (Some(_), Ok(_)) => Err(Error::Changed(change.path().clone())),
            (Some(_), Err(source)) => Err(Error::Read {
                path: target,
                source,
            }),
        }
    }

    fn prepare(
        &self,
        changes: &[Change],
        folders: &mut NewFolders,
    ) -> Result<Vec<Option<TempPath>>, Error> {
        let prepare_one = |change: &Change| {
            let Some(text) = change.text() else {
                return Ok(None);
            };
            let target = self.target(change.path());
            let folder = target.parent().unwrap_or(self.top);
            folders.create(folder)?;
            let like = atomic::permissions_at(&target);
            atomic::prepare(folder, text.as_str().as_bytes(), like, Sync::Disk).map(Some)
        };
        changes.iter().map(prepare_one).collect()
    }

    fn write_journal(&self, changes: &[Change]) -> Result<(), Error> {
        // One file is renamed or not: there is nothing half-done to finish.
        if changes.len() < 2 {
            return Ok(());
        }
        let step = |change: &Change| Step {
            path: change.path().to_string(),
            before: change.before().map(crc32fast::hash),
            after: change.text().map(ToString::to_string),
        };
        let steps: Vec<Step> = changes.iter().map(step).collect();
        let mut bytes = Vec::new();
        checksummed_rows::push(&mut bytes, &checksummed_rows::encode(&steps));
        atomic::replace(&self.journal(), &bytes, Sync::Disk)
    }

    fn move_into_place(
        &self,
        changes: &[Change],
        prepared: Vec<Option<TempPath>>,
    ) -> Result<(), Error> {
        let mut folders = BTreeSet::new();
        for (change, file) in changes.iter().zip(prepared) {
            let target = self.target(change.path());
            match file {
                Some(file) if change.before().is_none() => {
                    file.persist_noclobber(&target)
                        .map_err(|error| Error::write(&target)(error.error))?;
                }
                Some(file) => {
                    file.persist(&target)
                        .map_err(|error| Error::write(&target)(error.error))?;
                }
                None => fs::remove_file(&target).map_err(Error::write(&target))?,
            }
            folders.extend(target.parent().map(Path::to_owned));
        }
        folders
            .iter()
            .try_for_each(|folder| atomic::sync_folder(folder))
    }

    /// Puts back what was there. Only files that now hold exactly our text, or that we removed, are
    /// touched.
    fn undo(&self, changes: &[Change]) {
        for change in changes {
            let target = self.target(change.path());
            let now = fs::read(&target).ok();
            let is_ours = now.as_deref() == change.text().map(|text| text.as_str().as_bytes());
            let _ = match change.before() {
                Some(before) if is_ours => atomic::replace(&target, before, Sync::Disk),
                None if is_ours => fs::remove_file(&target).map_err(Error::write(&target)),
                _ => Ok(()),
            };
        }
    }

    /// Writes a derived file of the work tree (the bytes of a [`Clean`] text, made now or kept):
    /// atomically, not through a link, without waiting for the disk.
    ///
    /// # Errors
    /// [`Error::Link`], [`Error::NotAFolder`] or [`Error::Write`].
    pub(crate) fn write_derived(&self, path: &RepoPath, text: &[u8]) -> Result<(), Error> {
        self.must_be_plain(path)?;
        atomic::replace(&self.target(path), text, Sync::Later)
    }
}

/// Folders that a change made; removed again (where they are empty) unless they are kept.
#[derive(Default)]
struct NewFolders(Vec<PathBuf>);

impl NewFolders {
    fn create(&mut self, folder: &Path) -> Result<(), Error> {
        let missing: Vec<&Path> = folder
            .ancestors()
            .take_while(|folder| !folder.exists())
            .collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder).map_err(Error::write(folder))?;
            self.0.push(folder.to_owned());
        }
        Ok(())
    }

    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        for folder in self.0.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::secrets::admit;

    fn path(text: &str) -> RepoPath {
        text.parse().unwrap()
    }

    /// A work tree with one record, and a change of it together with a new one.
    fn world() -> (tempfile::TempDir, [Change; 2]) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("memory/notes")).unwrap();
        fs::write(folder.path().join("memory/notes/old.md"), "old").unwrap();
        let create = Change::Create(path("memory/lessons/new.md"), admit("new").unwrap());
        let replace = Change::Replace(
            path("memory/notes/old.md"),
            b"old".to_vec(),
            admit("changed").unwrap(),
        );
        (folder, [create, replace])
    }

    fn files(top: &Path) -> (Option<String>, Option<String>) {
        let read = |path: &str| fs::read_to_string(top.join("memory").join(path)).ok();
        (read("lessons/new.md"), read("notes/old.md"))
    }

    #[test]
    fn a_change_that_was_decided_is_finished_by_whoever_comes_next() {
        let (folder, changes) = world();
        let (top, git_dir) = (folder.path(), folder.path().join("git"));
        let place = Place {
            top,
            git_dir: &git_dir,
        };
        place.write_journal(&changes).unwrap();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(files(top), (None, some("old")));
        let lock = Lock::take(&place.lock_file()).unwrap();
        place.recover();
        assert_eq!(
            files(top),
            (None, some("old")),
            "somebody is alive and has the lock"
        );
        drop(lock);
        place.recover();
        assert_eq!(files(top), (some("new"), some("changed")));
        assert!(!place.journal().exists());
    }

    #[test]
    fn a_file_that_changed_since_is_not_touched_by_an_old_journal() {
        let (folder, changes) = world();
        let place = Place {
            top: folder.path(),
            git_dir: &folder.path().join("git"),
        };
        place.write_journal(&changes).unwrap();
        fs::write(folder.path().join("memory/notes/old.md"), "by hand").unwrap();
        place.recover();
        assert_eq!(files(folder.path()).1.as_deref(), Some("by hand"));
    }

    #[test]
    fn a_change_that_fails_half_way_leaves_everything_as_it_was() {
        let (folder, changes) = world();
        let place = Place {
            top: folder.path(),
            git_dir: &folder.path().join("git"),
        };
        let lock = Lock::take(&place.lock_file()).unwrap();
        let failed = place.apply(&lock, &changes, || {
            Err(Error::Link("staging failed".to_owned()))
        });
        assert!(failed.is_err());
        assert_eq!(files(folder.path()), (None, Some("old".to_owned())));
        assert!(
            !folder.path().join("memory/lessons").exists(),
            "a folder that was made for nothing"
        );
        place.apply::<Error>(&lock, &changes, || Ok(())).unwrap();
        assert_eq!(
            files(folder.path()),
            (Some("new".to_owned()), Some("changed".to_owned()))
        );
        assert!(matches!(
            place.apply::<Error>(&lock, &changes, || Ok(())),
            Err(Error::Exists(_))
        ));
    }
}
