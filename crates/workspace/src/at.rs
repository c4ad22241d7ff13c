//! In a repository or outside of any: user memory belongs to none.

use super::{Error, Invocation, Workspace, guard};
use git_memory_git as git;
use git_memory_guard::Guard;
use git_memory_store as store;

/// Place of a use case that needs no repository.
#[derive(Clone, Copy)]
pub enum At<'a> {
    /// In a repository, whose guard knows more secrets.
    Repository(&'a Workspace),
    /// Outside of any.
    Outside(&'a Invocation),
}

/// The repository around an invocation's folder; `None` outside of any.
///
/// # Errors
/// Where there is one that cannot be opened: its settings would be missed, and its guard.
pub fn open_if_any(invocation: &Invocation) -> Result<Option<Workspace>, Error> {
    match Workspace::open(invocation) {
        Ok(workspace) => Ok(Some(workspace)),
        // A repository that GIT_DIR names and that is missing is an error.
        Err(error) if invocation.environment().variable("GIT_DIR").is_some() => Err(error),
        Err(
            Error::Git(git::Error::NoRepository(_))
            | Error::Store(store::Error::Git(git::Error::NoRepository(_))),
        ) => Ok(None),
        Err(error) => Err(error),
    }
}

impl At<'_> {
    /// Returns the command's start values.
    #[must_use]
    pub fn invocation(&self) -> &Invocation {
        match self {
            Self::Repository(workspace) => workspace.invocation(),
            Self::Outside(invocation) => invocation,
        }
    }

    /// Does `work` with the guard of the repository, or with that of the machine.
    pub fn with_guard<T>(self, work: impl FnOnce(&Guard) -> Result<T, Error>) -> Result<T, Error> {
        match self {
            Self::Repository(workspace) => work(workspace.guard()?),
            Self::Outside(invocation) => work(&guard::outside(invocation)?),
        }
    }
}
