//! Work logs of deleted branches: joined into the current chain or dropped, and only on request.

use crate::private::fold::{Branch, join};
use crate::workspace::{Error, Workspace};
use git_memory_store::{Leftover, Private};

/// The user's choice for a leftover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It is joined into the current chain, and its ref goes.
    Fold,
    /// Its ref goes; what only it had is lost.
    Drop,
    /// It stays.
    Keep,
}

impl Choice {
    /// Returns the word for the result of a choice.
    #[must_use]
    pub fn outcome(self) -> &'static str {
        match self {
            Self::Fold => "folded",
            Self::Drop => "dropped",
            Self::Keep => "kept",
        }
    }
}

/// The chains whose branches are gone, by name.
pub fn leftovers(workspace: &Workspace) -> Result<Vec<Leftover>, Error> {
    Ok(workspace.private()?.leftovers()?)
}

/// Does with a leftover what was chosen.
///
/// # Errors
/// [`Error::NoPrivate`], or if a ref cannot be moved, for example because the chain has grown
/// since.
pub fn clear(workspace: &Workspace, leftover: &Leftover, choice: Choice) -> Result<(), Error> {
    let private = workspace.private()?;
    match choice {
        Choice::Keep => Ok(()),
        Choice::Drop => drop_chain(&private, leftover),
        Choice::Fold => {
            let branch = Branch {
                name: leftover.chain.branch().unwrap_or_default(),
                tip: leftover.tip,
                // The branch is gone, and its last commit may be gone with it.
                work: None,
            };
            // Joined first: a process that is killed in between leaves the ref, and loses nothing.
            join(workspace, &private, &branch)?;
            drop_chain(&private, leftover)
        }
    }
}

fn drop_chain(private: &Private, leftover: &Leftover) -> Result<(), Error> {
    // Only while it is where the user saw it: what was written since must not go with it.
    Ok(private.remove(&private.lock()?, &leftover.chain, leftover.tip)?)
}
