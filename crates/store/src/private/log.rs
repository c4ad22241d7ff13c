//! The order of a chain's entries: by the commit graph alone, never by a clock, and lazily. What
//! was forgotten is left out here, so that no reader can forget to.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use crate::faults::Faults;
use git_memory_git::{self as git, Commit, ObjectId, Repo};
use git_memory_model::private::{Entry, EntryKind};

/// A commit of a chain, and what it says.
#[derive(Clone, Debug)]
pub struct Logged {
    /// The commit.
    pub commit: Commit,
    /// Entry in its message.
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

/// The walk of [`Private::log`](crate::Private::log).
pub struct Log<'a> {
    repo: &'a Repo,
    faults: &'a Faults,
    pending: Vec<(ObjectId, Region)>,
    seen: HashSet<ObjectId>,
    /// Hashes of the messages that were met. A clone that has not expunged what another one has
    /// gets the same entries in other commits.
    messages: HashSet<u64>,
    /// The ids of the entries that what was read so far hides.
    forgotten: HashSet<String>,
}

impl<'a> Log<'a> {
    /// The walk from some commits: all that the first one reaches, then what the next ones add.
    pub(crate) fn from(repo: &'a Repo, faults: &'a Faults, tips: &[ObjectId]) -> Self {
        let pending = tips.iter().rev().map(|tip| (*tip, None)).collect();
        Self {
            repo,
            faults,
            pending,
            seen: HashSet::new(),
            messages: HashSet::new(),
            forgotten: HashSet::new(),
        }
    }

    /// Goes on with what other commits reach, as far as it was not met.
    pub fn go_on(&mut self, tips: &[ObjectId]) {
        let new = tips.iter().rev().filter(|tip| !self.seen.contains(tip));
        self.pending.extend(new.map(|tip| (*tip, None)));
    }

    /// True if an entry of this id is hidden, as far as the walk has come: in one chain a forgetting
    /// comes before what it hides, as it was written after it, and joins repeat those of either
    /// side.
    #[must_use]
    pub fn is_forgotten(&self, id: &str) -> bool {
        self.forgotten.contains(id)
    }

    /// True if an entry of this id, text and time was not met yet.
    fn is_new(&mut self, logged: &Logged) -> bool {
        // Commits of other programs may well say the same again.
        if logged.entry.id.is_none() {
            return true;
        }
        let commit = &logged.commit;
        let mut hash = DefaultHasher::new();
        (&commit.message, commit.time, commit.tree).hash(&mut hash);
        self.messages.insert(hash.finish())
    }

    fn push_parents(&mut self, commit: &Commit, region: &Region) {
        for (nth, parent) in commit.parents.iter().enumerate() {
            // The last one that is pushed is read first: what a branch brought comes before what it
            // was joined to. What an earlier parent reaches too comes with that one.
            if nth == 0 {
                self.pending.push((*parent, region.clone()));
                continue;
            }
            let region = match self.repo.between(*parent, &commit.parents[..nth]) {
                Ok(own) => {
                    let own = own.into_iter().filter(|id| is_in(region, *id));
                    Some(Rc::new(own.collect()))
                }
                // Somewhere on the way is what cannot be read: it is noted when the walk comes
                // there, and until then entries may come in another order.
                Err(_) => region.clone(),
            };
            self.pending.push((*parent, region));
        }
    }

    fn read(&mut self, id: ObjectId, region: &Region) -> Result<Logged, git::Error> {
        let commit = self.repo.commit(id)?;
        self.push_parents(&commit, region);
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
    type Item = Logged;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (id, region) = self.pending.pop()?;
            // Two joins may have brought the same entry.
            if !is_in(&region, id) || !self.seen.insert(id) {
                continue;
            }
            let logged = match self.read(id, &region) {
                Ok(logged) => logged,
                Err(error) => {
                    self.faults.note_object(&error);
                    continue;
                }
            };
            self.forgotten.extend(logged.entry.forgets.iter().cloned());
            let is_hidden = matches!(logged.entry.kind, EntryKind::Forgetting | EntryKind::Sealed)
                || !self.forgotten.is_empty() && self.is_forgotten(&logged.id());
            if !is_hidden && self.is_new(&logged) {
                return Some(logged);
            }
        }
    }
}
