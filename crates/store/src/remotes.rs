//! Refs of other repositories: listed, fetched and pushed by git, with the user's own credentials.

use std::collections::BTreeMap;

use crate::{Error, Store};
use git_memory_git::{ObjectId, Pushed, PushedRef, Repo};

/// Another repository, by the name that the settings give it or by its URL.
#[derive(Clone, Copy)]
pub struct Remote<'a> {
    repo: &'a Repo,
    name: &'a str,
}

/// A ref of the other repository, and the one of ours that remembers where it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackedRef {
    /// Its name there.
    pub theirs: String,
    /// The name here.
    pub ours: String,
}

impl<'a> Store<'a> {
    /// Another repository: the name of a remote, or a URL.
    #[must_use]
    pub fn remote(&self, name: &'a str) -> Remote<'a> {
        let repo = self.repo();
        Remote { repo, name }
    }
}

impl Remote<'_> {
    /// True if the settings name it; a URL is not named.
    pub fn is_named(&self) -> Result<bool, Error> {
        let settings = self.repo.settings()?;
        let names = settings.subsections("remote", "url");
        Ok(names.contains(&self.name))
    }

    /// Its refs that fit one of some patterns (`refs/memory/*`), by name.
    pub fn refs(&self, patterns: &[&str]) -> Result<BTreeMap<String, ObjectId>, Error> {
        Ok(self.repo.remote_refs(self.name, patterns)?)
    }

    /// Fetches refs of it into refs of ours, which are overwritten; nothing else is touched.
    pub fn fetch(&self, refs: &[TrackedRef]) -> Result<(), Error> {
        let mut pairs = Vec::with_capacity(refs.len());
        for one in refs {
            pairs.push((one.theirs.clone(), one.ours.clone()));
        }
        Ok(self.repo.fetch_refs(self.name, &pairs)?)
    }

    /// Pushes commits to refs of it; only what a request names as replaced is overwritten. Says for
    /// each ref what became of it.
    pub fn push(&self, refs: &[PushedRef]) -> Result<BTreeMap<String, Pushed>, Error> {
        Ok(self.repo.push_refs(self.name, refs)?)
    }
}
