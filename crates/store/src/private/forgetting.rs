//! Forgotten entries: those that other entries hide. Chains only grow; what is hidden is still in
//! them until it is expunged.

use std::collections::BTreeSet;

use super::chains::Private;
use crate::Error;
use git_memory_git::ObjectId;
use git_memory_model::private::chain::{Fetched, REMOTES, fetched};
use git_memory_model::private::{Entry, EntryKind};

/// Beginning of a line that the message of a commit which hides entries contains, and that of few
/// others.
const FORGETS_LINE: &str = "\nForgets: ";

/// An entry of a chain, hidden or not.
#[derive(Clone, Debug)]
pub struct RawEntry {
    /// Its commit.
    pub commit: ObjectId,
    /// Its id; where its commit names none, the commit's.
    pub id: String,
    /// Content of the entry.
    pub entry: Entry,
}

impl Private<'_> {
    /// The ids that the forgettings of either of two chains hide, where the other chain does not
    /// reach those.
    pub fn forgotten_since(
        &self,
        ours: ObjectId,
        theirs: ObjectId,
    ) -> Result<BTreeSet<String>, Error> {
        let mut ids = BTreeSet::new();
        for (side, other) in [(theirs, ours), (ours, theirs)] {
            for id in self.repo.between(side, &[other])? {
                ids.extend(self.forgets(id)?);
            }
        }
        Ok(ids)
    }

    /// The ids of everything that was forgotten in some chains.
    pub fn forgotten(&self, tips: &[ObjectId]) -> Result<BTreeSet<String>, Error> {
        let mut ids = BTreeSet::new();
        for tip in tips {
            for id in self.repo.between(*tip, &[])? {
                ids.extend(self.forgets(id)?);
            }
        }
        Ok(ids)
    }

    fn forgets(&self, id: ObjectId) -> Result<Vec<String>, Error> {
        let commit = self.repo.commit(id)?;
        // Reading an entry costs more than looking for one line.
        if !commit.message.contains(FORGETS_LINE) {
            return Ok(Vec::new());
        }
        Ok(Entry::parse(&commit.message, commit.parents.len()).forgets)
    }

    /// Every entry that a commit of a chain reaches, hidden or not, in no particular order. Joins
    /// and forgettings are no entries.
    pub fn raw_entries(&self, tip: ObjectId) -> Result<Vec<RawEntry>, Error> {
        let mut entries = Vec::new();
        for commit in self.repo.between(tip, &[])? {
            entries.extend(self.raw_entry(commit)?);
        }
        Ok(entries)
    }

    /// The entry of a commit.
    pub(crate) fn raw_entry(&self, id: ObjectId) -> Result<Option<RawEntry>, Error> {
        let commit = self.repo.commit(id)?;
        let entry = Entry::parse(&commit.message, commit.parents.len());
        if matches!(entry.kind, EntryKind::Join | EntryKind::Forgetting) {
            return Ok(None);
        }
        Ok(Some(RawEntry {
            commit: id,
            id: match &entry.id {
                Some(id) => id.to_string(),
                None => id.to_string(),
            },
            entry,
        }))
    }

    /// The remotes' chains, as the last syncs fetched them: the ref and its commit.
    pub fn remote_chains(&self) -> Result<Vec<(String, ObjectId)>, Error> {
        self.fetched(Fetched::Chain)
    }

    /// The refs with something that the last syncs fetched or sent.
    pub(crate) fn fetched(&self, content: Fetched) -> Result<Vec<(String, ObjectId)>, Error> {
        let mut found = self.repo.references(REMOTES)?;
        found.retain(|(name, _)| fetched(name) == content);
        Ok(found)
    }
}
