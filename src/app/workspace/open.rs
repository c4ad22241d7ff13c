//! Everything a use case starts from. The one place that owns the randomness.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::PathBuf;

use super::settings::TeamFile;
use super::{Error, Invocation};
use crate::domain::date::Date;
use crate::domain::kind::Kind;
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::private::entry;
use crate::domain::record::RecordId;
use crate::domain::secrets::{Clean, Guard};
use crate::git::Repo;
use crate::store::write::Change;
use crate::store::{Loaded, Lock, Memory, Private, Store, View};

/// A number that is another one in every process: waits that begin together shall not end together.
pub(crate) fn jitter() -> u64 {
    getrandom::u64().unwrap_or_else(|_| u64::from(std::process::id()))
}

/// An open repository with its memory: for one command, or one request to a server. It may go to
/// any thread, and what the guard knows of this machine goes with it.
pub struct Workspace {
    /// The repository.
    pub repo: Repo,
    invocation: Invocation,
    loaded: Loaded,
    team: OnceCell<TeamFile>,
    guard: OnceCell<Guard>,
    unwatched: OnceCell<Vec<PathBuf>>,
}

impl Workspace {
    /// Opens the repository around an invocation's folder.
    ///
    /// # Errors
    /// Where there is none.
    pub fn open(invocation: &Invocation) -> Result<Self, Error> {
        Ok(Self {
            repo: Repo::open(invocation.environment())?,
            invocation: invocation.clone(),
            loaded: Loaded::default(),
            team: OnceCell::new(),
            guard: OnceCell::new(),
            unwatched: OnceCell::new(),
        })
    }

    /// Opens a repository for the next request: what was read of the same one is shared, settings
    /// and secrets are read anew.
    ///
    /// # Errors
    /// Where there is none.
    pub fn next(&self, invocation: &Invocation) -> Result<Self, Error> {
        let mut next = Self::open(invocation)?;
        if next.repo.common_dir() == self.repo.common_dir() {
            next.loaded = self.loaded.clone();
        }
        Ok(next)
    }

    /// What it was opened with.
    #[must_use]
    pub fn invocation(&self) -> &Invocation {
        &self.invocation
    }

    /// Today, in UTC.
    #[must_use]
    pub fn today(&self) -> Date {
        Date::of(self.invocation.now())
    }

    /// Now, in seconds since 1970.
    #[must_use]
    pub(crate) fn now(&self) -> i64 {
        self.invocation.now().timestamp()
    }

    /// The team's settings, as the work tree has them.
    ///
    /// # Errors
    /// Where the file cannot be read as settings.
    pub(crate) fn team(&self) -> Result<&TeamFile, Error> {
        if let Some(team) = self.team.get() {
            return Ok(team);
        }
        let team = super::settings::of_team(self, &View::WorkTree)?;
        Ok(self.team.get_or_init(|| team))
    }

    /// The secret guard, with all that it can know here.
    ///
    /// # Errors
    /// Where the settings that belong to it cannot be understood: then nothing may be written.
    pub fn guard(&self) -> Result<&Guard, Error> {
        match self.guard.get() {
            Some(guard) => Ok(guard),
            None => {
                let (guard, unwatched) = super::guard::of(self)?;
                self.unwatched.get_or_init(|| unwatched);
                Ok(self.guard.get_or_init(|| guard))
            }
        }
    }

    /// The `.env` files whose values the guard does not know, as they could not be read; none where
    /// no guard was asked for.
    #[must_use]
    pub fn unwatched(&self) -> &[PathBuf] {
        self.unwatched.get().map_or(&[], Vec::as_slice)
    }

    /// Lets a text pass that is to become the file at `place` and holds no secret.
    ///
    /// # Errors
    /// [`Error::Secret`].
    pub(crate) fn admit(&self, place: &RepoPath, text: impl Into<String>) -> Result<Clean, Error> {
        self.guard()?.admit(text).map_err(Error::secret(place))
    }

    /// The store of this repository.
    #[must_use]
    pub fn store(&self) -> Store<'_> {
        Store::new(&self.repo, &self.loaded)
    }

    /// The private memory of this repository.
    ///
    /// # Errors
    /// A setting that means nothing.
    pub fn private(&self) -> Result<Private<'_>, Error> {
        let may_begin = super::settings::allows_private(self)?;
        Ok(Private::new(
            &self.repo,
            super::settings::durability(self)?,
            may_begin,
        ))
    }

    /// The records of a view.
    ///
    /// # Errors
    /// Where memory cannot be read.
    pub fn memory(&self, view: &View) -> Result<Memory, Error> {
        Ok(self.store().memory(view)?)
    }

    /// Takes the lock for a change of tracked memory, which has to be there.
    ///
    /// # Errors
    /// [`Error::NoMemory`], or where the lock cannot be had.
    pub(crate) fn lock(&self) -> Result<Lock, Error> {
        self.must_have_memory()?;
        Ok(self.store().lock()?)
    }

    /// Makes sure that the work tree has memory.
    ///
    /// # Errors
    /// [`Error::NoMemory`], [`Error::NotCheckedOut`], or where `memory` is no folder.
    pub(crate) fn must_have_memory(&self) -> Result<(), Error> {
        let folder = self.repo.work_tree()?.join(MEMORY);
        match std::fs::symlink_metadata(&folder) {
            Ok(meta) if meta.is_dir() => Ok(()),
            Ok(meta) if meta.is_symlink() => {
                Err(crate::store::Error::Link(MEMORY.to_owned()).into())
            }
            Ok(_) => Err(crate::store::Error::NotAFolder(MEMORY.to_owned()).into()),
            Err(_) if !self.repo.index(MEMORY)?.is_empty() => Err(Error::NotCheckedOut),
            Err(_) => Err(Error::NoMemory),
        }
    }

    /// Makes changes, stages them where asked, and brings the derived files up to date.
    ///
    /// # Errors
    /// Where something fails; then every file and the index are as they were.
    pub(crate) fn change(
        &self,
        lock: &Lock,
        changes: &[Change],
        is_staged: bool,
    ) -> Result<(), Error> {
        self.store().place()?.apply(lock, changes, || {
            if is_staged {
                self.repo.stage(changes.iter().map(Change::path))?;
            }
            Ok::<(), Error>(())
        })?;
        // The change itself is made; a derived file that cannot be written now is healed by the
        // next command.
        let _ = self.store().refresh();
        Ok(())
    }

    /// An id of `kind` that is not among `taken`. Where a seed is fixed, the title makes the
    /// difference.
    pub(crate) fn new_id(&self, kind: Kind, title: &str, taken: &HashSet<RecordId>) -> RecordId {
        let mut attempt: u64 =
            taken.len() as u64 + (u64::from(crc32fast::hash(title.as_bytes())) << 32);
        loop {
            let id = RecordId::from_random(kind, self.random(attempt));
            if !taken.contains(&id) {
                return id;
            }
            attempt += 1;
        }
    }

    /// An id for an entry of private memory.
    pub(crate) fn new_entry_id(&self, text: &str, state: u64) -> RecordId {
        self.new_unasked_id(entry::ID_PREFIX, text, state)
    }

    /// An id that is made without looking at the others. Where a seed is fixed, `text` and `state`
    /// make the difference.
    pub(crate) fn new_unasked_id(&self, prefix: &'static str, text: &str, state: u64) -> RecordId {
        let attempt = u64::from(crc32fast::hash(text.as_bytes())) << 32 | state & 0xffff_ffff;
        RecordId::unasked(prefix, self.random(attempt))
    }

    /// Letters and digits that nobody can guess.
    pub(crate) fn random_word(&self, length: usize) -> String {
        const LETTERS: &[u8; 62] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let mut letters =
            (0..).map(|attempt| LETTERS[usize::try_from(self.random(attempt) % 62).unwrap_or(0)]);
        letters.by_ref().take(length).map(char::from).collect()
    }

    fn random(&self, attempt: u64) -> u64 {
        // SplitMix64's increment and finalizer (Steele, Lea, Flood 2014) spread a seed's small
        // steps over all bits.
        let seed = self
            .invocation
            .seed()
            .or_else(|| getrandom::u64().ok())
            .unwrap_or(0);
        let mut mixed =
            seed.wrapping_add(attempt.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The bytes of a file of tracked memory in the work tree.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) fn read(&self, path: &RepoPath) -> Result<Vec<u8>, Error> {
        let file = self.repo.work_tree()?.join(path.as_str());
        std::fs::read(&file).map_err(|source| Error::Input { path: file, source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_may_go_to_any_thread() {
        fn goes<T: Send>() {}
        goes::<Workspace>();
    }
}
