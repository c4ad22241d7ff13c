//! Private memory: the chains of commits under `refs/memory/`, and their order.
//!
//! A chain grows under an OS lock in the common git folder, and its ref moves by compare-and-swap
//! against writers that are not ours. Where a chain begins is [`origin`](super::origin)'s business.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use super::origin;
use crate::domain::path::RepoPath;
use crate::domain::private::Chain;
use crate::domain::private::chain::{NOTES, REFS};
use crate::domain::secrets::Clean;
use crate::git;
use crate::git::{Durability, Moved, NewCommit, ObjectId, RefLock, Repo, TreeEdit};
use crate::store::Error;
use crate::store::atomic;
use crate::store::lock::{Lock, PATIENCE};
use crate::store::private::births::Births;
use crate::store::private::log::Log;

/// A lock file of git's that is older than this was left by a killed process; a move of a ref takes
/// milliseconds.
pub const STALE: Duration = Duration::from_mins(1);

/// The private memory of a repository.
#[derive(Clone, Copy)]
pub struct Private<'a> {
    repo: &'a Repo,
    durability: Durability,
    /// Whether a read may begin the chain of a new branch.
    may_begin: bool,
}

/// What is put at the end of a chain.
#[derive(Clone, Debug)]
pub struct NewEntry {
    /// The commit's message.
    pub message: Clean,
    /// The files that its tree holds.
    pub files: Vec<(RepoPath, Clean)>,
    /// When it is written, in seconds since 1970.
    pub time: i64,
}

impl<'a> Private<'a> {
    /// The private memory of a repository.
    #[must_use]
    pub fn new(repo: &'a Repo, durability: Durability, may_begin: bool) -> Self {
        Self {
            repo,
            durability,
            may_begin,
        }
    }

    /// The chain that entries go to now: the branch's; during a rebase that of the branch that is
    /// being rebased.
    ///
    /// # Errors
    /// Where HEAD cannot be read.
    pub fn current(&self) -> Result<Chain, Error> {
        let branch = self
            .repo
            .head()?
            .branch
            .or_else(|| self.repo.rebased_branch());
        Ok(branch.map_or(Chain::Detached, Chain::Branch))
    }

    /// Every chain that has a ref, with its newest commit, sorted by ref name.
    ///
    /// # Errors
    /// Where refs cannot be read.
    pub fn chains(&self) -> Result<Vec<(Chain, ObjectId)>, Error> {
        let refs = self.repo.references(REFS)?;
        Ok(refs
            .into_iter()
            .filter_map(|(name, id)| Some((Chain::of_ref(&name)?, id)))
            .collect())
    }

    /// The newest commit of a chain. One that has not begun yet is begun where its branch was made
    /// from; one that a branch of the same name left behind makes room.
    ///
    /// # Errors
    /// Where refs or reflogs cannot be read.
    pub fn tip(&self, chain: &Chain) -> Result<Option<ObjectId>, Error> {
        let births = Births::new(self.repo.common_dir());
        let birth = chain
            .branch()
            .map_or(Ok(None), |branch| self.repo.branch_birth(branch))?;
        if let Some(tip) = self.commit_at(chain)? {
            match (&birth, births.of(chain)) {
                (Some(now), Some(then)) if *now != then => {
                    self.set_aside(&births, chain, tip, &then);
                }
                (now, then) => {
                    now.iter()
                        .filter(|_| then.is_none())
                        .for_each(|now| births.note(chain, now));
                    return Ok(Some(tip));
                }
            }
        }
        if let Some(birth) = &birth
            && let Some((old, tip)) = self.unclaimed(&births, birth)?
        {
            self.rename(&births, &old, chain, tip, birth);
            return Ok(Some(tip));
        }
        let Some(origin) = origin::of(self.repo, chain)? else {
            return Ok(None);
        };
        // A read answers also where nothing can be written.
        let birth = birth.unwrap_or_default();
        match origin.renamed_from {
            Some(old) => self.rename(&births, &old, chain, origin.tip, &birth),
            None => drop(self.begin(&births, chain, origin.tip, &birth)),
        }
        Ok(Some(origin.tip))
    }

    /// What the ref of a chain holds: whatever another program put there, nothing is built on what
    /// is no commit.
    fn commit_at(&self, chain: &Chain) -> Result<Option<ObjectId>, Error> {
        let name = chain.ref_name();
        let found = if chain.fits() {
            self.repo.reference(&name)?
        } else {
            None
        };
        let Some(tip) = found else { return Ok(None) };
        match self.repo.commit(tip) {
            Err(git::Error::UnknownRevision(_)) => Err(git::Error::NoCommit(name).into()),
            Err(error) => Err(error.into()),
            Ok(_) => Ok(Some(tip)),
        }
    }

    /// The chain that was a branch's under another name: no branch of its own name was born with
    /// it.
    fn unclaimed(&self, births: &Births, birth: &str) -> Result<Option<(Chain, ObjectId)>, Error> {
        for chain in births.with(birth) {
            let own = chain
                .branch()
                .map_or(Ok(None), |branch| self.repo.branch_birth(branch))?;
            if own.as_deref() != Some(birth)
                && let Some(tip) = self.commit_at(&chain)?
            {
                return Ok(Some((chain, tip)));
            }
        }
        Ok(None)
    }

    /// Takes the chain of an earlier branch out of the way of the one that has its name now; `gc`
    /// shows it.
    fn set_aside(&self, births: &Births, chain: &Chain, tip: ObjectId, birth: &str) {
        let former = Chain::former(
            chain.branch().unwrap_or_default(),
            crc32fast::hash(birth.as_bytes()),
        );
        self.rename(births, chain, &former, tip, birth);
    }

    /// Moves a chain to another name; where that cannot be done, a later command does it.
    fn rename(&self, births: &Births, old: &Chain, new: &Chain, tip: ObjectId, birth: &str) {
        if self.begin(births, new, tip, birth) {
            births.forget(old);
            let _ = self
                .repo
                .move_reference(&old.ref_name(), Some(tip), None, self.durability);
        }
    }

    /// Begins a chain at a commit, and notes which branch it is of; says whether it could.
    fn begin(&self, births: &Births, chain: &Chain, tip: ObjectId, birth: &str) -> bool {
        if !self.may_begin {
            return false;
        }
        let made = self
            .repo
            .move_reference(&chain.ref_name(), None, Some(tip), self.durability);
        let is_begun = matches!(made, Ok(Moved::Done));
        if is_begun {
            births.note(chain, birth);
        }
        is_begun
    }

    /// Takes the lock for a change of private memory, waiting for other processes for at most 10
    /// seconds.
    ///
    /// # Errors
    /// [`Error::Locked`], [`Error::NoLock`].
    pub fn lock(&self) -> Result<Lock, Error> {
        Lock::take(&self.lock_file())
    }

    fn lock_file(&self) -> PathBuf {
        self.repo.common_dir().join("memory").join("private.lock")
    }

    /// The lock files of refs of ours that are older than any move of a ref takes: killed processes
    /// left them.
    #[must_use]
    pub fn stale_locks(&self) -> Vec<RefLock> {
        let mut locks = self.repo.ref_locks(REFS.trim_end_matches('/'));
        locks.extend(self.repo.ref_lock(NOTES));
        locks.retain(|lock| lock.age > STALE);
        locks.sort();
        locks
    }

    /// Removes them. Every process of ours moves these refs under the lock that is held here, so
    /// none of them can be the owner, and no other program takes a minute.
    ///
    /// # Errors
    /// Where one cannot be removed.
    pub fn remove_stale_locks(&self, _lock: &Lock) -> Result<(), Error> {
        for lock in self.stale_locks() {
            fs::remove_file(&lock.path).map_err(Error::write(&lock.path))?;
        }
        Ok(())
    }

    /// Puts an entry at the end of a chain that was looked at ([`Private::tip`]); gives its commit.
    ///
    /// # Errors
    /// Where it cannot be written, or another program holds the ref for too long.
    pub fn append(&self, lock: &Lock, chain: &Chain, new: &NewEntry) -> Result<ObjectId, Error> {
        if !chain.fits() {
            return Err(Error::LongName(chain.to_string()));
        }
        let tree = self.tree(&new.files)?;
        self.advance(lock, &chain.ref_name(), |tip| {
            let parents = tip
                .map_or_else(|| self.tip(chain), |tip| Ok(Some(tip)))?
                .into_iter()
                .collect();
            let commit = NewCommit {
                tree,
                parents,
                time: new.time,
                message: &new.message,
            };
            Ok::<_, Error>(Some(self.write(&commit)?))
        })?
        .ok_or_else(|| Error::Contended {
            name: chain.ref_name(),
        })
    }

    /// Puts a commit of two parents at the end of a chain, so that it reaches `other`; `None` where
    /// it does already. In a chain that has nothing yet, `other` is its only parent.
    ///
    /// # Errors
    /// As for [`Private::append`].
    pub fn join(
        &self,
        lock: &Lock,
        chain: &Chain,
        other: ObjectId,
        new: &NewEntry,
    ) -> Result<Option<ObjectId>, Error> {
        let tree = self.tree(&new.files)?;
        self.advance(lock, &chain.ref_name(), |tip| {
            if let Some(tip) = tip
                && self.repo.is_ancestor(other, tip)?
            {
                return Ok(None);
            }
            let parents = tip.into_iter().chain([other]).collect();
            let commit = NewCommit {
                tree,
                parents,
                time: new.time,
                message: &new.message,
            };
            Ok::<_, Error>(Some(self.write(&commit)?))
        })
    }

    /// Makes a chain reach what was fetched: it goes there where nothing of ours would be left
    /// behind, else a commit joins.
    ///
    /// # Errors
    /// As for [`Private::append`].
    pub fn receive(
        &self,
        lock: &Lock,
        chain: &Chain,
        fetched: ObjectId,
        new: &NewEntry,
    ) -> Result<(), Error> {
        let name = chain.ref_name();
        let moved = self.advance(lock, &name, |tip| match tip {
            Some(tip) if !self.repo.is_ancestor(tip, fetched)? => Ok::<_, Error>(None),
            _ => Ok(Some(fetched)),
        })?;
        if moved.is_none() {
            self.join(lock, chain, fetched, new)?;
        }
        Ok(())
    }

    /// Remembers where a remote's ref is.
    ///
    /// # Errors
    /// Where the ref cannot be written. That somebody else was faster is no error: they know it
    /// better.
    pub fn remember(
        &self,
        tracking: &str,
        before: Option<ObjectId>,
        now: ObjectId,
    ) -> Result<(), Error> {
        self.repo
            .move_reference(tracking, before, Some(now), self.durability)?;
        Ok(())
    }

    /// Forgets where a remote's ref was.
    ///
    /// # Errors
    /// Where the ref cannot be removed.
    pub fn forget(&self, tracking: &str, now: ObjectId) -> Result<(), Error> {
        self.repo
            .move_reference(tracking, Some(now), None, self.durability)?;
        Ok(())
    }

    /// What was remembered when nothing was left to be joined in this work tree.
    #[must_use]
    pub fn settled(&self) -> Option<u64> {
        let bytes = fs::read(self.settled_file()).ok()?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    /// Remembers that nothing is left to be joined while `state` stays what it is.
    pub fn settle(&self, state: u64) {
        // Without it, the next read looks again.
        let _ = atomic::replace_disposable(&self.settled_file(), &state.to_le_bytes());
    }

    fn settled_file(&self) -> PathBuf {
        self.repo.git_dir().join("memory").join("folded")
    }

    /// The tree that holds these files and nothing else.
    ///
    /// # Errors
    /// Where the object database cannot be written.
    pub fn tree(&self, files: &[(RepoPath, Clean)]) -> Result<ObjectId, Error> {
        let edit =
            |(path, text): &(RepoPath, Clean)| Ok((path.to_string(), Some(self.blob(text)?)));
        let edits = files.iter().map(edit).collect::<Result<Vec<_>, Error>>()?;
        self.edited(None, &edits)
    }

    /// Moves a ref to what `make` makes of the commit that it holds (`None`: it stays), and tries
    /// again where another program moved it in between. Gives what it holds then, where it was
    /// moved.
    ///
    /// # Errors
    /// What `make` returns; [`Error::Contended`] or [`Error::StaleLock`] where the ref cannot be
    /// had.
    pub fn advance<E: From<Error>>(
        &self,
        _lock: &Lock,
        name: &str,
        mut make: impl FnMut(Option<ObjectId>) -> Result<Option<ObjectId>, E>,
    ) -> Result<Option<ObjectId>, E> {
        if self.repo.is_quarantined() {
            return Err(Error::Quarantine.into());
        }
        let start = Instant::now();
        let mut kept: Option<(Option<ObjectId>, ObjectId)> = None;
        loop {
            let tip = self.repo.reference(name).map_err(Error::from)?;
            // Where only the lock was in the way, the commit that was made is still the right one.
            let new = match kept.filter(|(before, _)| *before == tip) {
                Some((_, new)) => new,
                None => match make(tip)? {
                    Some(new) => new,
                    None => return Ok(None),
                },
            };
            kept = Some((tip, new));
            let moved = self
                .repo
                .move_reference(name, tip, Some(new), self.durability)
                .map_err(Error::from)?;
            if moved == Moved::Done {
                return Ok(Some(new));
            }
            let waited = start.elapsed();
            match self.repo.ref_lock(name) {
                Some(RefLock { path, age }) if age > STALE || waited.min(age) > PATIENCE => {
                    let seconds = age.as_secs();
                    return Err(Error::StaleLock { path, seconds }.into());
                }
                _ if waited > PATIENCE => {
                    return Err(Error::Contended {
                        name: name.to_owned(),
                    }
                    .into());
                }
                _ => {}
            }
            thread::sleep(pause(start.elapsed()));
        }
    }

    /// Stores a text as a blob, as durably as the settings ask.
    ///
    /// # Errors
    /// Where the object database cannot be written.
    pub fn blob(&self, text: &Clean) -> Result<ObjectId, Error> {
        Ok(self.repo.write_blob(text, self.durability)?)
    }

    /// Stores the tree that `edits` make of a tree (of the empty one where there is none),
    /// likewise.
    ///
    /// # Errors
    /// Where the object database cannot be written.
    pub fn edited(&self, base: Option<ObjectId>, edits: &[TreeEdit]) -> Result<ObjectId, Error> {
        Ok(self.repo.write_tree(base, edits, self.durability)?)
    }

    /// Stores a commit, as durably as the settings ask.
    ///
    /// # Errors
    /// Where git knows no name, or the object database cannot be written.
    pub fn write(&self, commit: &NewCommit) -> Result<ObjectId, Error> {
        Ok(self.repo.write_commit(commit, self.durability)?)
    }

    /// Removes a chain's ref that is still at `tip`.
    ///
    /// # Errors
    /// [`Error::Contended`] where it is not.
    pub fn remove(&self, _lock: &Lock, chain: &Chain, tip: ObjectId) -> Result<(), Error> {
        let name = chain.ref_name();
        match self
            .repo
            .move_reference(&name, Some(tip), None, self.durability)?
        {
            Moved::Done => Ok(()),
            Moved::Contended => Err(Error::Contended { name }),
        }
    }

    /// The commits that `tip` reaches, newest first: each after every one that builds on it. What a
    /// branch brought stands before what it was joined to. Only as much is read as is asked
    /// for.
    #[must_use]
    pub fn log(&self, tip: Option<ObjectId>) -> Log<'a> {
        Log::from(self.repo, tip)
    }
}

/// A random time between nothing and what a waiter may reasonably wait: longer the longer it has
/// waited.
fn pause(waited: Duration) -> Duration {
    let most = (waited / 4).clamp(Duration::from_millis(1), Duration::from_millis(50));
    let part = getrandom::u32().unwrap_or(u32::MAX / 2);
    most.mul_f64(f64::from(part) / f64::from(u32::MAX))
}
