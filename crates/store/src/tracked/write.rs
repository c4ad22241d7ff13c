//! Changing files of tracked memory: all of a change or nothing, and never through a symbolic link.
//!
//! New contents are written beside their targets and synced; then a journal in the git folder says
//! what is going to happen; then the files are renamed into place, their folders synced, and the
//! journal is removed. A process that is killed before the journal leaves nothing; one that is
//! killed after it is finished by the next command. So it is where a change that failed is put back.
//! The journal of a change that is to be staged stays until it is: the next command stages it whole.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::atomic::{self, Sync};
use crate::tracked::journal::Step;
use crate::tracked::target::Target;
use crate::tracked::text_file::Plain;
use crate::{Error, Lock};
use git_memory_guard::Clean;
use git_memory_text::path::RepoPath;

/// Change of one file.
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

    /// New text of the file; `None` if it is removed.
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

impl Target<'_> {
    /// Makes all changes, then calls `then`, which stages them where `is_staged`. Where anything
    /// fails, every file is as it was.
    ///
    /// # Errors
    /// [`Error::Link`], [`Error::Exists`], [`Error::Changed`], [`Error::Write`], or what `then`
    /// returns.
    pub fn apply<E: From<Error>>(
        &self,
        _lock: &Lock,
        changes: &[Change],
        is_staged: bool,
        then: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        for change in changes {
            self.must_be_plain(change.path())?;
            self.must_be_as_expected(change)?;
        }
        let mut folders = NewFolders::default();
        let kept = self.keep(changes)?;
        let prepared = self.prepare(changes, &mut folders)?;
        self.write_journal(&steps(changes), is_staged)?;
        if let Err(error) = self.carry_out(changes, prepared, is_staged, then) {
            // One that is killed while it puts files back leaves a change that the next one
            // finishes. Without room for a journal they are put back all the same.
            let _ = self.write_journal(&steps(changes), is_staged);
            self.undo(changes, kept);
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
        is_staged: bool,
        then: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        self.move_into_place(changes, prepared)?;
        if !is_staged {
            // A process that is killed from here on leaves a change that is whole.
            atomic::remove_if_there(&self.journal())?;
            return then();
        }
        then()?;
        // One that stays finds everything done.
        let _ = atomic::remove_if_there(&self.journal());
        Ok(())
    }

    fn must_be_as_expected(&self, change: &Change) -> Result<(), Error> {
        let path = change.path();
        match (change.before(), self.now(path)) {
            (None, Ok(Plain::Missing)) => Ok(()),
            // Whatever it is, also what cannot be read: it is not ours to replace.
            (None, _) => Err(Error::Exists(path.clone())),
            (Some(before), Ok(Plain::File(now))) if before == now => Ok(()),
            (Some(_), Ok(_)) => Err(Error::Changed(path.clone())),
            (Some(_), Err(error)) => Err(error),
        }
    }

    /// Keeps the old files under names of their own: putting them back takes no room on the disk,
    /// which may be full by then.
    fn keep(&self, changes: &[Change]) -> Result<Vec<Option<TempPath>>, Error> {
        let mut kept = Vec::with_capacity(changes.len());
        for change in changes {
            kept.push(match change.before() {
                Some(_) => Some(atomic::keep(&self.file(change.path()))?),
                None => None,
            });
        }
        Ok(kept)
    }

    fn prepare(
        &self,
        changes: &[Change],
        folders: &mut NewFolders,
    ) -> Result<Vec<Option<TempPath>>, Error> {
        let mut prepared = Vec::with_capacity(changes.len());
        let mut swept = HashSet::new();
        for change in changes {
            let Some(text) = change.text() else {
                prepared.push(None);
                continue;
            };
            let file = self.file(change.path());
            // Beside the file: a rename from another file system is a copy, which is not atomic.
            let folder = self.folder_of(&file);
            folders.create(folder)?;
            // Below memory the next scan removes temporary files; no scan removes them elsewhere.
            if !self.folder.holds(change.path().as_str()) && swept.insert(folder.to_owned()) {
                atomic::sweep(folder);
            }
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

    fn move_into_place(
        &self,
        changes: &[Change],
        prepared: Vec<Option<TempPath>>,
    ) -> Result<(), Error> {
        let mut folders = BTreeSet::new();
        for (change, file) in changes.iter().zip(prepared) {
            let target = self.file(change.path());
            let moved = match file {
                // Another process may have made the file since it was looked for.
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
    fn undo(&self, changes: &[Change], kept: Vec<Option<TempPath>>) {
        for (change, kept) in changes.iter().zip(kept) {
            let file = self.file(change.path());
            // A file that cannot be read cannot be known to be ours.
            let is_ours = match (self.now(change.path()), change.text()) {
                (Ok(Plain::File(now)), Some(text)) => now == text.as_bytes(),
                (Ok(Plain::Missing), None) => true,
                _ => false,
            };
            if !is_ours {
                continue;
            }
            // The error that led here is the one to be told; whatever cannot be put back is still
            // in git, or was never there.
            let _ = match kept {
                Some(kept) => kept.persist(&file).map_err(|error| error.error),
                None => fs::remove_file(&file),
            };
        }
    }
}

/// Steps of changes, as the journal has them.
fn steps(changes: &[Change]) -> Vec<Step> {
    let mut steps = Vec::with_capacity(changes.len());
    for change in changes {
        steps.push(Step {
            path: change.path().to_string(),
            before: change.before().map(crc32fast::hash),
            after: change.text().map(ToString::to_string),
        });
    }
    steps
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
            // Fails if the folder is not empty any more: then it has to stay.
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use git_memory_guard::redact;
    use git_memory_text::path::MemoryFolder;

    fn path(text: &str) -> RepoPath {
        text.parse().unwrap()
    }

    /// A work tree with one record, and a change of it together with a new one.
    struct World {
        top: tempfile::TempDir,
        git_dir: PathBuf,
        folder: MemoryFolder,
        changes: [Change; 2],
    }

    impl World {
        fn new() -> Self {
            let top = tempfile::tempdir().unwrap();
            fs::create_dir_all(top.path().join("memory/notes")).unwrap();
            fs::write(top.path().join("memory/notes/old.md"), "old").unwrap();
            let create = Change::Create(path("memory/lessons/new.md"), redact("new"));
            let replace = Change::Replace(
                path("memory/notes/old.md"),
                b"old".to_vec(),
                redact("changed"),
            );
            Self {
                git_dir: top.path().join("git"),
                folder: MemoryFolder::default(),
                top,
                changes: [create, replace],
            }
        }

        fn target(&self) -> Target<'_> {
            Target {
                top: self.top.path(),
                git_dir: &self.git_dir,
                folder: &self.folder,
            }
        }

        /// Writes down what is going to happen, as a process that is killed then.
        fn decide(&self) {
            let steps = steps(&self.changes);
            self.target().write_journal(&steps, true).unwrap();
        }

        /// Texts of the new and the old record; `-` where there is none.
        fn files(&self) -> [String; 2] {
            ["lessons/new.md", "notes/old.md"].map(|path| {
                let file = self.top.path().join("memory").join(path);
                fs::read_to_string(file).unwrap_or_else(|_| "-".to_owned())
            })
        }
    }

    #[test]
    fn who_waits_for_the_lock_finishes_what_its_owner_was_killed_over() {
        let world = World::new();
        let target = world.target();
        let killed = Lock::take(&target.lock_file()).unwrap();
        thread::scope(|scope| {
            let waiter = scope.spawn(|| target.lock(|_| Ok(())));
            // Long enough for the waiter to look around and find nothing to finish.
            thread::sleep(Duration::from_millis(100));
            world.decide();
            drop(killed);
            let lock = waiter.join().unwrap().unwrap();
            assert_eq!(world.files(), ["new", "changed"]);
            let path = path("memory/notes/old.md");
            let next = Change::Replace(path, b"changed".to_vec(), redact("again"));
            let applied = target.apply::<Error>(&lock, &[next], false, || Ok(()));
            applied.unwrap();
        });
        assert_eq!(world.files(), ["new", "again"]);
    }

    #[test]
    fn no_change_begins_before_the_last_one_is_finished() {
        let world = World::new();
        let target = world.target();
        world.decide();
        fs::create_dir_all(world.top.path().join("memory/lessons/new.md")).unwrap();
        let refused = target.lock(|_| Ok(())).unwrap_err();
        assert!(matches!(refused, Error::Unfinished { .. }), "{refused}");
        fs::remove_dir(world.top.path().join("memory/lessons/new.md")).unwrap();
        target.lock(|_| Ok(())).unwrap();
        assert_eq!(world.files(), ["new", "changed"]);
    }

    #[test]
    fn a_change_that_was_decided_is_finished_by_whoever_comes_next() {
        let world = World::new();
        let target = world.target();
        world.decide();
        assert_eq!(world.files(), ["-", "old"]);
        let lock = Lock::take(&target.lock_file()).unwrap();
        target.recover(|_| Ok(()));
        assert_eq!(
            world.files(),
            ["-", "old"],
            "somebody is alive and has the lock"
        );
        drop(lock);
        target.recover(|_| Ok(()));
        assert_eq!(world.files(), ["new", "changed"]);
        assert!(!target.journal().exists());
    }

    #[test]
    fn a_file_that_changed_since_is_not_touched_by_an_old_journal() {
        let world = World::new();
        let target = world.target();
        world.decide();
        fs::write(world.top.path().join("memory/notes/old.md"), "by hand").unwrap();
        target.recover(|_| Ok(()));
        assert_eq!(world.files()[1], "by hand");
    }

    #[test]
    fn a_step_that_cannot_be_done_now_is_done_later() {
        let world = World::new();
        let target = world.target();
        world.decide();
        fs::create_dir_all(world.top.path().join("memory/lessons/new.md")).unwrap();
        target.recover(|_| Ok(()));
        assert_eq!(world.files()[1], "changed");
        assert!(target.journal().exists(), "one step is left");
        fs::remove_dir(world.top.path().join("memory/lessons/new.md")).unwrap();
        target.recover(|_| Ok(()));
        assert_eq!(world.files()[0], "new");
        assert!(!target.journal().exists());
    }

    #[test]
    fn a_change_that_was_to_be_staged_is_staged_whole_or_not_at_all() {
        let world = World::new();
        let target = world.target();
        world.decide();
        target.recover(|_| Err(Error::Link("the index is locked".to_owned())));
        assert_eq!(world.files(), ["new", "changed"]);
        let staged = RefCell::new(Vec::new());
        let stage = |paths: &[RepoPath]| {
            staged
                .borrow_mut()
                .extend(paths.iter().map(ToString::to_string));
            Ok(())
        };
        target.recover(stage);
        assert_eq!(
            *staged.borrow(),
            ["memory/lessons/new.md", "memory/notes/old.md"]
        );
        assert!(!target.journal().exists());
        world.decide();
        fs::write(world.top.path().join("memory/notes/old.md"), "by hand").unwrap();
        target.recover(|_| panic!("half of it"));
        assert!(!target.journal().exists());
    }

    #[test]
    fn a_change_that_fails_half_way_leaves_everything_as_it_was() {
        let world = World::new();
        let target = world.target();
        let lock = Lock::take(&target.lock_file()).unwrap();
        let failed = target.apply(&lock, &world.changes, true, || {
            Err(Error::Link("staging failed".to_owned()))
        });
        assert!(failed.is_err());
        assert_eq!(world.files(), ["-", "old"]);
        assert!(
            !world.top.path().join("memory/lessons").exists(),
            "a folder that was made for nothing"
        );
        target
            .apply::<Error>(&lock, &world.changes, false, || Ok(()))
            .unwrap();
        assert_eq!(world.files(), ["new", "changed"]);
        assert!(matches!(
            target.apply::<Error>(&lock, &world.changes, false, || Ok(())),
            Err(Error::Exists(_))
        ));
    }
}
