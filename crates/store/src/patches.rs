//! The change of a commit, as a number that another commit with the same change has too: so notes
//! are found again after their commit was copied (git-patch-id(1)).

use std::collections::HashMap;

use crate::{Error, Store};
use git_memory_git::{ObjectId, Repo};

/// The changes of commits.
#[derive(Clone, Copy)]
pub struct Patches<'a> {
    repo: &'a Repo,
}

impl<'a> Store<'a> {
    /// The changes of commits, as patch ids.
    #[must_use]
    pub fn patches(self) -> Patches<'a> {
        Patches { repo: self.repo() }
    }
}

impl Patches<'_> {
    /// The patch id of a commit; `None` for a merge, and for a commit without a change.
    pub fn of(self, commit: ObjectId) -> Result<Option<String>, Error> {
        Ok(self.repo.patch_id(commit)?)
    }

    /// The patch ids of some commits, each with its commit.
    pub fn of_all(self, commits: &[ObjectId]) -> Result<HashMap<String, ObjectId>, Error> {
        Ok(self.repo.patch_ids(commits)?)
    }

    /// The patch id of everything that changed between two commits; `None` where nothing did.
    pub fn between(self, from: ObjectId, to: ObjectId) -> Result<Option<String>, Error> {
        Ok(self.repo.patch_id_between(from, to)?)
    }

    /// The paths that a commit changes, against its first parent.
    pub fn paths(self, commit: ObjectId) -> Result<Vec<String>, Error> {
        Ok(self.repo.paths_changed(commit)?)
    }
}
