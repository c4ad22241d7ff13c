//! The place of a chain, or the entry at which it would begin: looked at without writing anything,
//! and begun when a command asks for it.
//!
//! A branch's name may be given again, so a chain belongs to the branch that [`branch_identity`]
//! knows: the chain of an earlier branch of that name makes room, and that of a renamed branch goes
//! on under its new name.
//!
//! [`branch_identity`]: super::branch_identity

use super::branch_identity::BranchIdentities;
use super::chains::Private;
use super::origin;
use crate::Error;
use git_memory_git::{Moved, ObjectId};
use git_memory_model::private::Chain;

/// The state of a chain before anything is written.
pub(crate) struct Beginning {
    /// Identity that tells its branch from every other of that name; `None` where that is not
    /// known.
    identity: Option<String>,
    /// The chain of an earlier branch that is in its place.
    former: Option<Former>,
    state: State,
}

struct Former {
    tip: ObjectId,
    identity: String,
}

enum State {
    /// It has a ref at this commit.
    Begun(ObjectId),
    /// It goes on with the chain that the branch had under another name.
    Renamed { from: Chain, tip: ObjectId },
    /// It begins with what another chain holds.
    Branched(ObjectId),
    /// It begins with nothing.
    Empty,
}

impl Beginning {
    fn tip(&self) -> Option<ObjectId> {
        match self.state {
            State::Begun(tip) | State::Renamed { tip, .. } | State::Branched(tip) => Some(tip),
            State::Empty => None,
        }
    }
}

/// A chain that is ready to grow.
#[derive(Clone, Debug)]
pub struct Begun {
    chain: Chain,
    tip: Option<ObjectId>,
    identity: Option<String>,
    set_aside: Option<Chain>,
}

impl Begun {
    /// The chain.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Its newest commit when it was begun; `None` where it has nothing yet.
    #[must_use]
    pub fn tip(&self) -> Option<ObjectId> {
        self.tip
    }

    /// Name that the chain of an earlier branch of this name has now, where it had to make room.
    #[must_use]
    pub fn set_aside(&self) -> Option<&Chain> {
        self.set_aside.as_ref()
    }
}

impl Private<'_> {
    /// The newest commit of a chain. One that has not begun yet is read from where its branch was
    /// made; nothing is written. Of one that git cannot read it is noted, and there is none: what
    /// else there is to answer does not depend on it.
    pub fn tip(&self, chain: &Chain) -> Result<Option<ObjectId>, Error> {
        match self.look(chain) {
            Ok(beginning) => Ok(beginning.tip()),
            Err(Error::Git(error)) => {
                self.faults.note_chain(chain, &error);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Begins a chain that has no ref yet, and gives the chain of an earlier branch of its name
    /// another one; what is there already stays. Nothing is done where private memory is off, or
    /// while git is receiving objects that it may throw away.
    pub fn begin(&self, chain: &Chain) -> Result<Begun, Error> {
        let beginning = self.look(chain)?;
        let mut begun = Begun {
            chain: chain.clone(),
            tip: beginning.tip(),
            identity: beginning.identity.clone(),
            set_aside: None,
        };
        // A chain whose name is too long for a ref is read, and never begun.
        if chain.fits() && self.may_write && !self.repo.is_quarantined() {
            begun.set_aside = self.write_beginning(chain, beginning)?;
        }
        Ok(begun)
    }

    /// True if a branch's chain lost its ref while git still has what it held, as after a
    /// `git fetch --prune`. A chain of an earlier branch of that name is not missed.
    pub fn is_gone(&self, chain: &Chain) -> Result<bool, Error> {
        let name = chain.ref_name();
        if !chain.fits() || self.repo.reference(&name)?.is_some() {
            return Ok(false);
        }
        let (Some(_), Some(branch)) = (self.last_commit(&name), chain.branch()) else {
            return Ok(false);
        };
        let known = BranchIdentities::new(self.repo.common_dir()).of(chain);
        Ok(known.is_none() || known == self.repo.branch_birth(branch)?)
    }

    /// Gives the chain that had to make room for it.
    fn write_beginning(&self, chain: &Chain, beginning: Beginning) -> Result<Option<Chain>, Error> {
        let identities = BranchIdentities::new(self.repo.common_dir());
        let mut set_aside = None;
        if let (Some(former), Some(branch)) = (&beginning.former, chain.branch()) {
            // A hash, so that it does not change: two processes that make room at once choose one
            // name.
            let number = crc32fast::hash(former.identity.as_bytes());
            let aside = Chain::former(branch, number);
            self.rename(chain, &aside, former.tip, Some(&former.identity))?;
            set_aside = Some(aside);
        }
        let identity = beginning.identity.as_deref();
        match beginning.state {
            State::Begun(tip) => {
                // A chain that came from another clone, or lost its note, has one from now on.
                if let Some(identity) = identity
                    && identities.of(chain).is_none()
                {
                    identities.put(chain, identity);
                }
                self.note_found(&chain.ref_name(), tip);
            }
            State::Renamed { from, tip } => self.rename(&from, chain, tip, identity)?,
            State::Branched(tip) => {
                self.create(chain, tip, identity)?;
            }
            State::Empty => {}
        }
        Ok(set_aside)
    }

    /// Notes which branch a chain belongs to, after its first entry was written.
    pub(crate) fn note_branch(&self, begun: &Begun) {
        if let (None, Some(identity)) = (begun.tip, &begun.identity) {
            BranchIdentities::new(self.repo.common_dir()).put(&begun.chain, identity);
        }
    }

    /// Looks at a chain and at what its branch was made from.
    fn look(&self, chain: &Chain) -> Result<Beginning, Error> {
        let identities = BranchIdentities::new(self.repo.common_dir());
        let identity = match chain.branch() {
            Some(branch) => self.repo.branch_birth(branch)?,
            None => None,
        };
        let mut former = None;
        if let Some(tip) = self.commit_at(chain)? {
            match identities.of(chain) {
                // A branch of this name was deleted, and another one was made since: what the
                // first one knew is not the second one's.
                Some(known) if identity.as_ref().is_some_and(|now| *now != known) => {
                    let identity = known;
                    former = Some(Former { tip, identity });
                }
                _ => {
                    let state = State::Begun(tip);
                    return Ok(Beginning {
                        identity,
                        former,
                        state,
                    });
                }
            }
        }
        let state = self.look_elsewhere(chain, identity.as_deref(), &identities)?;
        Ok(Beginning {
            identity,
            former,
            state,
        })
    }

    /// Finds where a chain without a ref begins.
    fn look_elsewhere(
        &self,
        chain: &Chain,
        identity: Option<&str>,
        identities: &BranchIdentities,
    ) -> Result<State, Error> {
        // Before the reflog, which may have expired since the branch was renamed.
        if let Some(identity) = identity
            && let Some((from, tip)) = self.unclaimed(identities, identity)?
        {
            return Ok(State::Renamed { from, tip });
        }
        let Some(origin) = origin::of(self.repo, chain)? else {
            return Ok(State::Empty);
        };
        let tip = origin.tip;
        Ok(match origin.renamed_from {
            Some(from) => State::Renamed { from, tip },
            None => State::Branched(tip),
        })
    }

    /// The commit that the ref of a chain leads to: whatever another program put there, nothing is
    /// built on what is not a commit.
    pub(crate) fn commit_at(&self, chain: &Chain) -> Result<Option<ObjectId>, Error> {
        if !chain.fits() {
            return Ok(None);
        }
        Ok(self.repo.tip(&chain.ref_name())?)
    }

    /// The chain that was a branch's under another name: no branch of that chain's own name has
    /// this identity.
    fn unclaimed(
        &self,
        identities: &BranchIdentities,
        identity: &str,
    ) -> Result<Option<(Chain, ObjectId)>, Error> {
        for chain in identities.with(identity)? {
            let own = match chain.branch() {
                Some(branch) => self.repo.branch_birth(branch)?,
                None => None,
            };
            if own.as_deref() != Some(identity)
                && let Some(tip) = self.commit_at(&chain)?
            {
                return Ok(Some((chain, tip)));
            }
        }
        Ok(None)
    }

    /// Moves a chain to another name.
    fn rename(
        &self,
        old: &Chain,
        new: &Chain,
        tip: ObjectId,
        identity: Option<&str>,
    ) -> Result<(), Error> {
        // The new name first: a process that is killed in between leaves two refs, not none.
        if self.create(new, tip, identity)? {
            BranchIdentities::new(self.repo.common_dir()).remove(old);
            // The old ref stays if another process has just moved it: a later command looks again.
            self.move_ref(&old.ref_name(), Some(tip), None)?;
        }
        Ok(())
    }

    /// Makes the ref of a chain, and notes which branch it belongs to; says whether it was not
    /// there yet.
    fn create(&self, chain: &Chain, tip: ObjectId, identity: Option<&str>) -> Result<bool, Error> {
        let made = self.move_ref(&chain.ref_name(), None, Some(tip))?;
        let is_made = made == Moved::Done;
        // After the ref. A chain without a note is taken for that of the branch that has its name,
        // which is nearly always right; a note without a chain would say something wrong.
        if let (true, Some(identity)) = (is_made, identity) {
            BranchIdentities::new(self.repo.common_dir()).put(chain, identity);
        }
        Ok(is_made)
    }
}
