//! The journal of a change: what is going to happen, written before it happens, so that a change
//! whose process was killed is finished by the next one.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::target::Target;
use super::text_file::{LINK, Plain};
use crate::atomic::{self, Sync};
use crate::kept::JOURNAL;
use crate::state::checksummed_rows;
use crate::{Error, Lock};
use git_memory_text::path::RepoPath;

/// Row of a journal whose change is to be staged.
const STAGED: &[u8] = b"staged";

/// Step of a change that was begun: its effect on one file.
#[derive(Serialize, Deserialize)]
pub(crate) struct Step {
    pub(crate) path: String,
    /// CRC-32 of what is there before; `None` where nothing is.
    pub(crate) before: Option<u32>,
    pub(crate) after: Option<String>,
}

impl Target<'_> {
    pub(crate) fn journal(&self) -> PathBuf {
        JOURNAL.below(self.git_dir)
    }

    /// Takes the lock for a change, and finishes first what a killed process had begun; `stage`
    /// brings the index to what the work tree has at some paths.
    ///
    /// # Errors
    /// [`Error::Locked`], [`Error::NoLock`]; [`Error::Unfinished`] where an earlier change can
    /// still not be finished.
    pub fn lock(
        &self,
        stage: impl FnOnce(&[RepoPath]) -> Result<(), Error>,
    ) -> Result<Lock, Error> {
        let lock = Lock::take(&self.lock_file())?;
        // Only now: the previous owner of the lock may have been killed while this process waited
        // for it, and the journal of the next change would replace the one that it left.
        if let Err(source) = self.finish_begun(&lock, stage) {
            let (journal, source) = (self.journal(), Box::new(source));
            return Err(Error::Unfinished { journal, source });
        }
        Ok(lock)
    }

    /// Finishes what a killed process had begun, likewise; called before memory is read.
    pub fn recover(&self, stage: impl FnOnce(&[RepoPath]) -> Result<(), Error>) {
        if !self.journal().exists() {
            return;
        }
        // The process that holds the lock is alive and will finish its own work.
        if let Some(lock) = Lock::take_if_free(&self.lock_file()) {
            // A read answers also where nothing can be written; the next change says why not.
            let _ = self.finish_begun(&lock, stage);
        }
    }

    fn finish_begun(
        &self,
        _lock: &Lock,
        stage: impl FnOnce(&[RepoPath]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let journal = self.journal();
        let bytes = match fs::read(&journal) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::read(&journal)(error)),
        };
        let mut finished = Ok(());
        // It was written whole or not at all; a damaged one says nothing that could be done.
        let (steps, is_staged) = begun(&bytes);
        for step in &steps {
            // One that fails (a full disk, say) leaves the others to be done.
            finished = finished.and(self.finish(step));
        }
        // If a step is left, the journal stays, and the next process tries again.
        finished?;
        if is_staged && let Some(paths) = self.done(&steps)? {
            stage(&paths)?;
        }
        atomic::remove_if_there(&journal)
    }

    /// The files of steps that are all done; `None` if one of the files was changed since: staging
    /// the others would stage half of the change.
    fn done(&self, steps: &[Step]) -> Result<Option<Vec<RepoPath>>, Error> {
        let mut paths = Vec::with_capacity(steps.len());
        for step in steps {
            let Ok(path) = step.path.parse::<RepoPath>() else {
                return Ok(None);
            };
            let is_done = match (self.now(&path)?, &step.after) {
                (Plain::File(now), Some(text)) => now == text.as_bytes(),
                (Plain::Missing, None) => true,
                _ => false,
            };
            if !is_done {
                return Ok(None);
            }
            paths.push(path);
        }
        Ok(Some(paths))
    }

    /// Does a step that was decided, where the file is still as it was then.
    fn finish(&self, step: &Step) -> Result<(), Error> {
        let Ok(path) = step.path.parse::<RepoPath>() else {
            // No version of this program writes such a name.
            return Ok(());
        };
        let file = self.file(&path);
        let is_expected = match self.now(&path)? {
            Plain::File(now) => step.before == Some(crc32fast::hash(&now)),
            Plain::Missing => step.before.is_none(),
            // A folder or a device in the way may be taken away: the step stays to be done.
            Plain::Unreadable(why) if why != LINK => return Err(Error::Exists(path)),
            Plain::TooLarge | Plain::Unreadable(_) => false,
        };
        // The step is done already, or the file was changed since.
        if !is_expected {
            return Ok(());
        }
        // A link that was put there since may lead out of the work tree: left alone, for ever.
        if self.must_be_plain(&path).is_ok() {
            match &step.after {
                Some(text) => atomic::replace(&file, text.as_bytes(), Sync::Disk)?,
                None => fs::remove_file(&file).map_err(Error::write(&file))?,
            }
        }
        Ok(())
    }

    /// Writes down what is going to happen, and whether it is to be staged.
    pub(crate) fn write_journal(&self, steps: &[Step], is_staged: bool) -> Result<(), Error> {
        // One file is renamed or not: there is nothing half-done to finish.
        if steps.len() < 2 {
            return Ok(());
        }
        let journal = self.journal();
        let row = checksummed_rows::encode(&steps).map_err(Error::write(&journal))?;
        let mut bytes = Vec::new();
        checksummed_rows::push(&mut bytes, &row);
        if is_staged {
            checksummed_rows::push(&mut bytes, STAGED);
        }
        atomic::replace(&journal, &bytes, Sync::Disk)
    }
}

/// The steps of a journal (none where it is damaged), and whether they are to be staged.
fn begun(journal: &[u8]) -> (Vec<Step>, bool) {
    let mut rows = checksummed_rows::rows(journal, 0);
    let steps = rows.next().and_then(checksummed_rows::decode);
    (steps.unwrap_or_default(), rows.next() == Some(STAGED))
}
