//! The order of a chain's entries: by the commit graph alone, never by a clock, and lazily.

use std::collections::HashSet;
use std::rc::Rc;

use crate::domain::private::Entry;
use crate::git::{Commit, ObjectId, Repo};
use crate::store::Error;

/// A commit of a chain, and what it says.
#[derive(Clone, Debug)]
pub struct Logged {
    /// The commit.
    pub commit: Commit,
    /// What it says.
    pub entry: Entry,
}

impl Logged {
    /// The entry's id; where its commit names none, the commit's.
    #[must_use]
    pub fn id(&self) -> String {
        self.entry
            .id
            .as_ref()
            .map_or_else(|| self.commit.id.to_string(), ToString::to_string)
    }
}

/// The commits that a walk may go to; `None` for all.
type Region = Option<Rc<HashSet<ObjectId>>>;

/// The walk of [`Private::log`](crate::store::Private::log).
pub struct Log<'a> {
    repo: &'a Repo,
    pending: Vec<(ObjectId, Region)>,
    seen: HashSet<ObjectId>,
}

impl<'a> Log<'a> {
    /// The walk from a commit, or from nothing.
    pub(crate) fn from(repo: &'a Repo, tip: Option<ObjectId>) -> Self {
        let pending = tip.into_iter().map(|tip| (tip, None)).collect();
        Self {
            repo,
            pending,
            seen: HashSet::new(),
        }
    }

    fn push_parents(&mut self, commit: &Commit, region: &Region) -> Result<(), Error> {
        for (nth, parent) in commit.parents.iter().enumerate() {
            // What an earlier parent reaches too comes with that one.
            if nth == 0 {
                self.pending.push((*parent, region.clone()));
                continue;
            }
            let mut own: HashSet<ObjectId> = self
                .repo
                .between(*parent, &commit.parents[..nth])?
                .into_iter()
                .collect();
            own.retain(|id| region.as_ref().is_none_or(|region| region.contains(id)));
            self.pending.push((*parent, Some(Rc::new(own))));
        }
        Ok(())
    }
}

impl Iterator for Log<'_> {
    type Item = Result<Logged, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (id, region) = self.pending.pop()?;
            if region.as_ref().is_some_and(|region| !region.contains(&id)) || !self.seen.insert(id)
            {
                continue;
            }
            let read = self
                .repo
                .commit(id)
                .map_err(Error::from)
                .and_then(|commit| {
                    self.push_parents(&commit, &region)?;
                    Ok(commit)
                });
            return Some(read.map(|commit| {
                let entry = Entry::parse(&commit.message, commit.parents.len());
                Logged { commit, entry }
            }));
        }
    }
}
