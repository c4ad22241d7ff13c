//! The ledger of history: everything that is kept about commits, under their ids. [`commits`] has a
//! row for each of the newest ones and walks any tip through them; [`aging`] adds up what a branch's
//! own line did to memory's files, from the nearest commit of the line whose sum is kept;
//! [`confirmations`] is told from both. Disposable: whatever is missing or damaged is read again.

use std::collections::HashSet;
use std::fs;

use crate::tracked::is_nothing;
use crate::{Error, Store};
use git_memory_git::{ObjectId, Repo};

mod ages;
mod aging;
mod commits;
mod confirmations;

pub use ages::{Age, Ages, BroughtBy, Place};
pub use commits::{RecentCommit, RecentCommits, RecentFile};
pub use confirmations::{Confirmed, ConfirmedRecord};

impl Store<'_> {
    /// The commits at the end of a shallow clone, one id a line; empty for a whole one.
    pub fn shallow(&self) -> Result<String, Error> {
        shallow(self.repo())
    }
}

/// The commits at the end of a shallow clone, which lacks their parents.
pub(crate) fn ends(repo: &Repo) -> Result<HashSet<ObjectId>, Error> {
    let ids: Result<_, _> = shallow(repo)?.lines().map(str::parse).collect();
    Ok(ids?)
}

fn shallow(repo: &Repo) -> Result<String, Error> {
    let file = repo.common_dir().join("shallow");
    match fs::read_to_string(&file) {
        Ok(list) => Ok(list),
        Err(error) if is_nothing(&error) => Ok(String::new()),
        Err(error) => Err(Error::read(&file)(error)),
    }
}
