//! Private memory: the chains of commits under `refs/memory/`, and what is written into them.
//!
//! A chain grows under an OS lock in the common git folder, and its ref moves by compare-and-swap
//! against writers that are not ours (see [`growing`](super::growing)). Where a chain begins is
//! [`beginning`](super::beginning)'s business.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use super::log::Log;
use crate::Error;
use crate::faults::Faults;
use crate::given::GivenFile;
use crate::kept::{self, PRIVATE_LOCK};
use crate::lock::Lock;
use crate::walk::{Next, Order, Walk};
use git_memory_git::{
    self as git, Durability, Moved, NewCommit, ObjectId, RefLock, Repo, TreeEdit,
};
use git_memory_guard::Clean;
use git_memory_model::private::Chain;
use git_memory_model::private::chain::{NOTES, REFS, REMOTES};
use git_memory_text::path::RepoPath;

/// A lock file of git's that is older than this was left by a killed process; a move of a ref takes
/// milliseconds.
pub const STALE: Duration = Duration::from_mins(1);

/// The private memory of a repository.
#[derive(Clone, Copy)]
pub struct Private<'a> {
    pub(crate) repo: &'a Repo,
    pub(crate) durability: Durability,
    /// True if private memory is on.
    pub(crate) may_write: bool,
    pub(crate) faults: &'a Faults,
}

/// An entry to put at the end of a chain.
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
    pub(crate) fn new(
        repo: &'a Repo,
        durability: Durability,
        may_write: bool,
        faults: &'a Faults,
    ) -> Self {
        Self {
            repo,
            durability,
            may_write,
            faults,
        }
    }

    /// The chain that entries go to now: the branch's; during a rebase that of the branch that is
    /// being rebased.
    pub fn current(&self) -> Result<Chain, Error> {
        let branch = match self.repo.head()?.branch {
            Some(branch) => Some(branch),
            // A rebase detaches HEAD. What is written meanwhile is about the branch that comes out
            // of it, and would be on no branch's chain afterwards.
            None => self.repo.rebased_branch()?,
        };
        Ok(match branch {
            Some(branch) => Chain::Branch(branch),
            None => Chain::Detached,
        })
    }

    /// Every chain that has a ref, with its newest commit, sorted by ref name.
    pub fn chains(&self) -> Result<Vec<(Chain, ObjectId)>, Error> {
        let mut chains = Vec::new();
        for (name, tip) in self.repo.references(REFS)? {
            // Other refs below this folder are not ours.
            if let Some(chain) = Chain::of_ref(&name) {
                // A reader of a ref that leads to no commit gets an error.
                let commit = self.repo.commit_of(tip).ok().flatten();
                chains.push((chain, commit.unwrap_or(tip)));
            }
        }
        Ok(chains)
    }

    /// Notes that a chain cannot be read.
    pub fn note_fault(&self, chain: &Chain, error: &git::Error) {
        self.faults.note_chain(chain, error);
    }

    /// The commits that a commit of a chain reaches; what cannot be read is noted, and left out
    /// with what only it leads to.
    pub(crate) fn reached(&self, tip: ObjectId) -> HashSet<ObjectId> {
        if let Ok(all) = self.repo.between(tip, &[]) {
            return all.into_iter().collect();
        }
        // One commit at a time takes longer, and comes as far as it can.
        let (mut reached, mut pending) = (HashSet::new(), vec![tip]);
        while let Some(id) = pending.pop() {
            match self.repo.commit(id) {
                Ok(commit) if reached.insert(id) => pending.extend(commit.parents),
                Ok(_) => {}
                Err(error) => self.faults.note_object(&error),
            }
        }
        reached
    }

    /// The commit that a ref leads to: of private memory, or of notes.
    pub fn tip_of(&self, name: &str) -> Result<Option<ObjectId>, Error> {
        Ok(self.repo.tip(name)?)
    }

    /// The commit that a raw value of a ref is or leads to, also by annotated tags; `None` for anything
    /// else, and for what is not here.
    pub fn commit_of(&self, held: Option<ObjectId>) -> Result<Option<ObjectId>, Error> {
        match held {
            Some(held) if self.repo.has_object(held)? => Ok(self.repo.commit_of(held)?),
            _ => Ok(None),
        }
    }

    /// Raw value of a ref that remembers a remote's.
    pub fn reference(&self, name: &str) -> Result<Option<ObjectId>, Error> {
        Ok(self.repo.reference(name)?)
    }

    /// Takes the lock for a change of private memory, waiting for other processes for at most 10
    /// seconds.
    ///
    /// # Errors
    /// [`Error::Locked`], [`Error::NoLock`].
    pub fn lock(&self) -> Result<Lock, Error> {
        let lock = Lock::take(&self.lock_file())?;
        kept::sweep(self.repo);
        Ok(lock)
    }

    fn lock_file(&self) -> PathBuf {
        // Another one than tracked memory's, which is of one work tree: all of them share these
        // refs.
        PRIVATE_LOCK.of(self.repo)
    }

    /// The lock files of refs of ours that are older than any move of a ref takes: killed processes
    /// left them.
    pub fn stale_locks(&self) -> Result<Vec<RefLock>, Error> {
        let mut locks = self.locks_below(REFS)?;
        locks.extend(self.locks_below(REMOTES)?);
        locks.extend(self.repo.ref_lock(NOTES)?);
        locks.retain(|lock| lock.age > STALE);
        locks.sort();
        Ok(locks)
    }

    fn locks_below(&self, refs: &str) -> Result<Vec<RefLock>, Error> {
        let mut locks = Vec::new();
        for file in self.ref_files(refs)? {
            // No ref's own name ends so (git-check-ref-format(1)).
            if file.shown.strip_suffix(".lock").is_some() {
                locks.extend(RefLock::at(file.file)?);
            }
        }
        Ok(locks)
    }

    /// The files in which refs below a folder of refs are, each shown by the name of its ref; none
    /// before the first entry, and in a reftable repository.
    pub(crate) fn ref_files(&self, refs: &str) -> Result<Vec<GivenFile>, Error> {
        let folder = self.repo.common_dir().join(refs);
        let mut files = Vec::new();
        if !folder.is_dir() {
            return Ok(files);
        }
        let walk = Walk {
            top: &folder,
            name: refs.trim_end_matches('/'),
            order: Order::Depth,
            is_lenient: false,
        };
        walk.run(|visited| {
            if !visited.kind.is_dir() {
                files.push(GivenFile {
                    file: visited.entry.path(),
                    shown: visited.path(),
                });
            }
            Ok(Next::Enter)
        })?;
        Ok(files)
    }

    /// Removes them. Every process of ours moves these refs under the lock that is held here, so
    /// none of them can be the owner, and no other program takes a minute.
    pub fn remove_stale_locks(&self, _lock: &Lock) -> Result<(), Error> {
        // Looked for again under the lock: what was stale before may have been replaced since.
        for lock in self.stale_locks()? {
            fs::remove_file(&lock.path).map_err(Error::write(&lock.path))?;
        }
        Ok(())
    }

    /// Remembers where a remote's ref is.
    ///
    /// # Errors
    /// If the ref cannot be written. That another process was faster is no error: its value is
    /// newer.
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
    pub fn forget(&self, tracking: &str, now: ObjectId) -> Result<(), Error> {
        self.repo
            .move_reference(tracking, Some(now), None, self.durability)?;
        Ok(())
    }

    /// Removes a chain's ref that is still at `tip`.
    ///
    /// # Errors
    /// [`Error::Contended`] where it is not.
    pub fn remove(&self, _lock: &Lock, chain: &Chain, tip: ObjectId) -> Result<(), Error> {
        let name = chain.ref_name();
        match self.move_ref(&name, Some(tip), None)? {
            Moved::Done => Ok(()),
            Moved::Contended => Err(Error::Contended { name }),
        }
    }

    /// Stores the tree that holds these files and nothing else.
    pub fn tree(&self, files: &[(RepoPath, Clean)]) -> Result<ObjectId, Error> {
        let mut edits = Vec::new();
        for (path, text) in files {
            edits.push((path.to_string(), Some(self.blob(text)?)));
        }
        self.edited(None, &edits)
    }

    /// Stores a text as a blob, as durably as the settings ask.
    pub fn blob(&self, text: &Clean) -> Result<ObjectId, Error> {
        Ok(self.repo.write_blob(text, self.durability)?)
    }

    /// Stores the tree that `edits` make of a tree (of the empty one where there is none),
    /// likewise.
    pub fn edited(&self, base: Option<ObjectId>, edits: &[TreeEdit]) -> Result<ObjectId, Error> {
        Ok(self.repo.write_tree(base, edits, self.durability)?)
    }

    /// Stores a commit, as durably as the settings ask.
    pub fn write(&self, commit: &NewCommit) -> Result<ObjectId, Error> {
        Ok(self.repo.write_commit(commit, self.durability)?)
    }

    /// The commits that `tip` reaches, newest first: each after every one that builds on it. What a
    /// branch brought comes before what it was joined to. Only as much is read as is asked for.
    /// A commit that cannot be read is left out, with what only it leads to, and noted.
    #[must_use]
    pub fn log(&self, tip: Option<ObjectId>) -> Log<'a> {
        self.log_of(tip.as_slice())
    }

    /// The commits that several commits reach, likewise: those of the first one, then what the next
    /// ones add.
    #[must_use]
    pub fn log_of(&self, tips: &[ObjectId]) -> Log<'a> {
        Log::from(self.repo, self.faults, tips)
    }
}
