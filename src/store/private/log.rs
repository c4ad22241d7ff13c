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
        match &self.entry.id {
            Some(id) => id.to_string(),
            None => self.commit.id.to_string(),
        }
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
            // The last one that is pushed is read first: what a branch brought comes before what it
            // was joined to. What an earlier parent reaches too comes with that one.
            if nth == 0 {
                self.pending.push((*parent, region.clone()));
                continue;
            }
            let mut own = HashSet::new();
            for id in self.repo.between(*parent, &commit.parents[..nth])? {
                if is_in(region, id) {
                    own.insert(id);
                }
            }
            self.pending.push((*parent, Some(Rc::new(own))));
        }
        Ok(())
    }

    fn read(&mut self, id: ObjectId, region: &Region) -> Result<Logged, Error> {
        let commit = self.repo.commit(id)?;
        self.push_parents(&commit, region)?;
        let entry = Entry::parse(&commit.message, commit.parents.len());
        Ok(Logged { commit, entry })
    }
}

fn is_in(region: &Region, id: ObjectId) -> bool {
    match region {
        Some(region) => region.contains(&id),
        None => true,
    }
}

impl Iterator for Log<'_> {
    type Item = Result<Logged, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (id, region) = self.pending.pop()?;
            // Two joins may have brought the same entry.
            if !is_in(&region, id) || !self.seen.insert(id) {
                continue;
            }
            return Some(self.read(id, &region));
        }
    }
}
