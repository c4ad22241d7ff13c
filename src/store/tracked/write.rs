//! Changing files of tracked memory: all of a change or nothing, and never through a symbolic link.
//!
//! New contents are written beside their targets and synced; then a journal in the git folder says
//! what is going to happen; then the files are renamed into place, their folders synced, and the
//! journal is removed. A process that is killed before the journal leaves nothing; one that is
//! killed after it is finished by the next command.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::TempPath;

use crate::domain::path::RepoPath;
use crate::domain::secrets::Clean;
use crate::store::atomic::{self, Sync};
use crate::store::state::checksummed_rows;
use crate::store::tracked::text_file::is_nothing;
use crate::store::{Error, Lock};

/// What is to happen to one file.
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

    /// What it is to say; `None` where it is removed.
    #[must_use]
    pub fn text(&self) -> Option<&Clean> {
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
pub struct Target<'a> {
    /// The top of the work tree.
    pub top: &'a Path,
    /// The git folder of this work tree.
    pub git_dir: &'a Path,
}

impl Target<'_> {
    fn journal(&self) -> PathBuf {
        self.git_dir.join("memory").join("journal")
    }

    /// The file whose lock every change takes.
    pub(crate) fn lock_file(&self) -> PathBuf {
        self.git_dir.join("memory").join("lock")
    }

    fn file(&self, path: &RepoPath) -> PathBuf {
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
        if let Err(error) = self.carry_out(changes, prepared, then) {
            self.undo(changes);
            // One that stays finds nothing to do: no file is any more as it says.
            let _ = atomic::remove_if_there(&self.journal());
            return Err(error);
        }
        folders.keep();
        Ok(())
    }

    fn carry_out<E: From<Error>>(
        &self,
        changes: &[Change],
        prepared: Vec<Option<TempPath>>,
        then: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        self.move_into_place(changes, prepared)?;
        // Before `then`: from here on, whoever is killed leaves a change that is whole.
        atomic::remove_if_there(&self.journal())?;
        then()
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
        // One that cannot be read now stays for the next command.
        let Ok(bytes) = fs::read(self.journal()) else {
            return;
        };
        let mut is_finished = true;
        // It was written whole or not at all; a damaged one says nothing that could be done.
        for step in steps_of(&bytes) {
            // A full disk, say: the journal stays, and whoever comes next tries again.
            is_finished &= self.finish(&step).is_ok();
        }
        if is_finished {
            let _ = fs::remove_file(self.journal());
        }
    }

    /// Does a step that was decided, where the file is still as it was then.
    fn finish(&self, step: &Step) -> Result<(), Error> {
        let Ok(path) = step.path.parse::<RepoPath>() else {
            // No version of this program writes such a name.
            return Ok(());
        };
        let file = self.file(&path);
        let now = read_if_there(&file)?.map(|now| crc32fast::hash(&now));
        // Done already, or changed by somebody since.
        if now != step.before {
            self.remove_temporary_files(&file);
            return Ok(());
        }
        // A link that was put there since may lead out of the work tree: left alone, for ever.
        if self.must_be_plain(&path).is_ok() {
            match &step.after {
                Some(text) => atomic::replace(&file, text.as_bytes(), Sync::Disk)?,
                None => fs::remove_file(&file).map_err(Error::write(&file))?,
            }
        }
        self.remove_temporary_files(&file);
        Ok(())
    }

    fn remove_temporary_files(&self, file: &Path) {
        atomic::remove_temporary_files(self.folder_of(file));
    }

    /// The folder of a file of the work tree.
    fn folder_of<'f>(&'f self, file: &'f Path) -> &'f Path {
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
                // What is not there yet can lead nowhere.
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

    fn must_be_as_expected(&self, change: &Change) -> Result<(), Error> {
        let file = self.file(change.path());
        match (change.before(), fs::read(&file)) {
            (None, Err(error)) if error.kind() == ErrorKind::NotFound => Ok(()),
            // Whatever it is, also what cannot be read: it is not ours to replace.
            (None, _) => Err(Error::Exists(change.path().clone())),
            (Some(before), Ok(now)) if before == now => Ok(()),
            (Some(_), Ok(_)) => Err(Error::Changed(change.path().clone())),
            (Some(_), Err(source)) => Err(Error::read(&file)(source)),
        }
    }

    fn prepare(
        &self,
        changes: &[Change],
        folders: &mut NewFolders,
    ) -> Result<Vec<Option<TempPath>>, Error> {
        let mut prepared = Vec::with_capacity(changes.len());
        for change in changes {
            let Some(text) = change.text() else {
                prepared.push(None);
                continue;
            };
            let file = self.file(change.path());
            // Beside the file: a rename from another file system is a copy, which is not atomic.
            let folder = self.folder_of(&file);
            folders.create(folder)?;
            let like = atomic::permissions_at(&file)?;
            prepared.push(Some(atomic::prepare(
                folder,
                text.as_bytes(),
                like,
                Sync::Disk,
            )?));
        }
        Ok(prepared)
    }

    fn write_journal(&self, changes: &[Change]) -> Result<(), Error> {
        // One file is renamed or not: there is nothing half-done to finish.
        if changes.len() < 2 {
            return Ok(());
        }
        let mut steps = Vec::with_capacity(changes.len());
        for change in changes {
            steps.push(Step {
                path: change.path().to_string(),
                before: change.before().map(crc32fast::hash),
                after: change.text().map(ToString::to_string),
            });
        }
        let journal = self.journal();
        let row = checksummed_rows::encode(&steps).map_err(Error::write(&journal))?;
        let mut bytes = Vec::new();
        checksummed_rows::push(&mut bytes, &row);
        atomic::replace(&journal, &bytes, Sync::Disk)
    }

    fn move_into_place(
        &self,
        changes: &[Change],
        prepared: Vec<Option<TempPath>>,
    ) -> Result<(), Error> {
        let mut folders = BTreeSet::new();
        for (change, file) in changes.iter().zip(prepared) {
            let target = self.file(change.path());
            let moved = match file {
                // Somebody may have made the file since it was looked for.
                Some(file) if change.before().is_none() => file.persist_noclobber(&target),
                Some(file) => file.persist(&target),
                None => {
                    fs::remove_file(&target).map_err(Error::write(&target))?;
                    Ok(())
                }
            };
            if let Err(error) = moved {
                return Err(Error::write(&target)(error.error));
            }
            folders.insert(self.folder_of(&target).to_owned());
        }
        // A rename is on the disk when its folder is: each once, however many files it holds.
        for folder in &folders {
            atomic::sync_folder(folder)?;
        }
        Ok(())
    }

    /// Puts back what was there. Only files that now hold exactly our text, or that we removed, are
    /// touched.
    fn undo(&self, changes: &[Change]) {
        for change in changes {
            let file = self.file(change.path());
            // What cannot be read cannot be known to be ours.
            let Ok(now) = read_if_there(&file) else {
                continue;
            };
            if now.as_deref() != change.text().map(|text| text.as_bytes()) {
                continue;
            }
            // The error that led here is the one to be told; whatever cannot be put back is still
            // in git, or was never there.
            let _ = match change.before() {
                Some(before) => atomic::replace(&file, before, Sync::Disk),
                None => fs::remove_file(&file).map_err(Error::write(&file)),
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
        atomic::replace(&self.file(path), text, Sync::Later)
    }
}

/// The steps of a journal; none where it is damaged.
fn steps_of(journal: &[u8]) -> Vec<Step> {
    let Some(row) = checksummed_rows::rows(journal, 0).next() else {
        return Vec::new();
    };
    checksummed_rows::decode(row).unwrap_or_default()
}

/// The bytes at a path; `None` where there is nothing.
fn read_if_there(file: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if is_nothing(&error) => Ok(None),
        Err(error) => Err(Error::read(file)(error)),
    }
}

/// Folders that a change made; removed again (where they are empty) unless they are kept.
#[derive(Default)]
struct NewFolders(Vec<PathBuf>);

impl NewFolders {
    fn create(&mut self, folder: &Path) -> Result<(), Error> {
        let mut missing = Vec::new();
        for folder in folder.ancestors() {
            if folder.exists() {
                break;
            }
            missing.push(folder);
        }
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
            // Fails where somebody has put something there since, and that is right.
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
        let target = Target {
            top,
            git_dir: &git_dir,
        };
        target.write_journal(&changes).unwrap();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(files(top), (None, some("old")));
        let lock = Lock::take(&target.lock_file()).unwrap();
        target.recover();
        assert_eq!(
            files(top),
            (None, some("old")),
            "somebody is alive and has the lock"
        );
        drop(lock);
        target.recover();
        assert_eq!(files(top), (some("new"), some("changed")));
        assert!(!target.journal().exists());
    }

    #[test]
    fn a_file_that_changed_since_is_not_touched_by_an_old_journal() {
        let (folder, changes) = world();
        let target = Target {
            top: folder.path(),
            git_dir: &folder.path().join("git"),
        };
        target.write_journal(&changes).unwrap();
        fs::write(folder.path().join("memory/notes/old.md"), "by hand").unwrap();
        target.recover();
        assert_eq!(files(folder.path()).1.as_deref(), Some("by hand"));
    }

    #[test]
    fn a_step_that_cannot_be_done_now_is_done_later() {
        let (folder, changes) = world();
        let top = folder.path();
        let target = Target {
            top,
            git_dir: &top.join("git"),
        };
        target.write_journal(&changes).unwrap();
        fs::create_dir_all(top.join("memory/lessons/new.md")).unwrap();
        target.recover();
        assert_eq!(files(top).1.as_deref(), Some("changed"));
        assert!(target.journal().exists(), "one step is left");
        fs::remove_dir(top.join("memory/lessons/new.md")).unwrap();
        target.recover();
        assert_eq!(files(top).0.as_deref(), Some("new"));
        assert!(!target.journal().exists());
    }

    #[test]
    fn a_change_that_fails_half_way_leaves_everything_as_it_was() {
        let (folder, changes) = world();
        let target = Target {
            top: folder.path(),
            git_dir: &folder.path().join("git"),
        };
        let lock = Lock::take(&target.lock_file()).unwrap();
        let failed = target.apply(&lock, &changes, || {
            Err(Error::Link("staging failed".to_owned()))
        });
        assert!(failed.is_err());
        assert_eq!(files(folder.path()), (None, Some("old".to_owned())));
        assert!(
            !folder.path().join("memory/lessons").exists(),
            "a folder that was made for nothing"
        );
        target.apply::<Error>(&lock, &changes, || Ok(())).unwrap();
        assert_eq!(
            files(folder.path()),
            (Some("new".to_owned()), Some("changed".to_owned()))
        );
        assert!(matches!(
            target.apply::<Error>(&lock, &changes, || Ok(())),
            Err(Error::Exists(_))
        ));
    }
}
