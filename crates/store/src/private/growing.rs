//! The growth of a chain: an entry at its end, a commit that joins two chains, and the ref that
//! moves only where no other process has moved it meanwhile.

use std::thread;
use std::time::{Duration, Instant};

use super::beginning::Begun;
use super::chains::{NewEntry, Private, STALE};
use crate::Error;
use crate::lock::Lock;
use git_memory_git::{Moved, NewCommit, ObjectId, RefLock};
use git_memory_model::private::Chain;
use git_memory_text::limits;

/// How long the lock file of a ref is looked at before it is taken for a dead process's.
const GLANCE: Duration = Duration::from_secs(1);

impl Private<'_> {
    /// Puts an entry at the end of a chain; gives its commit.
    pub fn append(&self, lock: &Lock, chain: &Begun, new: &NewEntry) -> Result<ObjectId, Error> {
        // Asked first: git's own failure would be about a file whose name no user has ever seen.
        if !chain.chain().fits() {
            return Err(Error::LongName(chain.chain().to_string()));
        }
        let tree = self.tree(&new.files)?;
        let name = chain.chain().ref_name();
        let moved = self.advance(lock, &name, |tip| {
            let commit = NewCommit {
                tree,
                parents: tip.into_iter().collect(),
                time: new.time,
                message: &new.message,
            };
            Ok::<_, Error>(Some(self.write(&commit)?))
        })?;
        let Some(commit) = moved else {
            return Err(Error::Contended { name });
        };
        // Only now: a chain that was not begun belongs to no branch.
        self.note_branch(chain);
        Ok(commit)
    }

    /// Puts a commit of two parents at the end of a chain, so that it reaches `other`; `None` where
    /// it does already. In a chain that has nothing yet, `other` is its only parent.
    pub fn join(
        &self,
        lock: &Lock,
        chain: &Chain,
        other: ObjectId,
        new: &NewEntry,
    ) -> Result<Option<ObjectId>, Error> {
        let tree = self.tree(&new.files)?;
        self.advance(lock, &chain.ref_name(), |tip| {
            // Two commands may fold the same branch at once: the second one finds it done.
            if let Some(tip) = tip
                && self.repo.is_ancestor(other, tip)?
            {
                return Ok(None);
            }
            let commit = NewCommit {
                tree,
                parents: tip.into_iter().chain([other]).collect(),
                time: new.time,
                message: &new.message,
            };
            Ok::<_, Error>(Some(self.write(&commit)?))
        })
    }

    /// Makes a chain reach what was fetched: it goes there where nothing of ours would be lost,
    /// else a commit joins.
    pub fn receive(
        &self,
        lock: &Lock,
        chain: &Chain,
        fetched: ObjectId,
        new: &NewEntry,
    ) -> Result<(), Error> {
        let name = chain.ref_name();
        let moved = self.advance(lock, &name, |tip| match tip {
            // Ours has entries that theirs lacks: going there would lose them.
            Some(tip) if !self.repo.is_ancestor(tip, fetched)? => Ok::<_, Error>(None),
            _ => Ok(Some(fetched)),
        })?;
        if moved.is_none() {
            self.join(lock, chain, fetched, new)?;
        }
        Ok(())
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
        lock: &Lock,
        name: &str,
        mut make: impl FnMut(Option<ObjectId>) -> Result<Option<ObjectId>, E>,
    ) -> Result<Option<ObjectId>, E> {
        // The ref would stay where the push is refused, and name a commit that git has deleted.
        if self.repo.is_quarantined() {
            return Err(Error::Quarantine.into());
        }
        // Our lock keeps out our own processes alone: a fetch or a push into this repository moves
        // refs without it.
        let start = Instant::now();
        let mut earlier: Option<Made> = None;
        loop {
            let tip = self.repo.tip(name).map_err(Error::from)?;
            // If only the lock was in the way, the commit that was made is still the right one.
            let new = match earlier {
                Some(commit) if commit.on == tip => commit.new,
                _ => match make(tip)? {
                    Some(new) => new,
                    None => return Ok(None),
                },
            };
            earlier = Some(Made { on: tip, new });
            if self.move_ref(name, tip, Some(new))? == Moved::Done {
                return Ok(Some(new));
            }
            self.may_wait(lock, name, start.elapsed())?;
            thread::sleep(pause(start.elapsed()));
        }
    }

    /// Says no where waiting for a ref any longer is of no use.
    fn may_wait(&self, lock: &Lock, name: &str, waited: Duration) -> Result<(), Error> {
        match self.repo.ref_lock(name)? {
            // Seen for a while, too: the clock that dates files may be another computer's.
            Some(RefLock { age, .. }) if age > STALE && waited > GLANCE => {
                self.remove_stale_locks(lock)
            }
            // An unchanged lock file has a dead owner. New ones again and again mean that others
            // are at work, and that is another error.
            Some(RefLock { path, age }) if waited.min(age) > limits::LOCK_TIME => {
                let seconds = age.as_secs();
                Err(Error::StaleLock { path, seconds })
            }
            _ if waited > limits::LOCK_TIME => {
                let name = name.to_owned();
                Err(Error::Contended { name })
            }
            _ => Ok(()),
        }
    }
}

/// A commit that was made to follow another one.
#[derive(Clone, Copy)]
struct Made {
    on: Option<ObjectId>,
    new: ObjectId,
}

/// A random time between nothing and what a waiter may reasonably wait: longer the longer it has
/// waited.
fn pause(waited: Duration) -> Duration {
    let most = (waited / 4).clamp(Duration::from_millis(1), Duration::from_millis(50));
    // Without randomness, half of the time is as good as any.
    let part = getrandom::u32().unwrap_or(u32::MAX / 2);
    most.mul_f64(f64::from(part) / f64::from(u32::MAX))
}
