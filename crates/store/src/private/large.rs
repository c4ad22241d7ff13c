//! Entries that are larger than any that git-memory writes: other programs made them. `sync` neither
//! takes them nor brings them anywhere.

use std::collections::{BTreeSet, HashSet};

use super::chains::Private;
use super::expunging::Rewriting;
use crate::Error;
use git_memory_git::{ObjectId, Reach};
use git_memory_text::limits;
use git_memory_text::path::MEMORY;

/// Bytes that a commit may have beside its message: parents, people, a signature.
const HEADER: u64 = 8 << 10;

/// An entry that is too large.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LargeEntry {
    /// Its commit.
    pub commit: ObjectId,
    /// Its id; that of its commit where it has none.
    pub id: String,
    /// Its size in bytes, or that of the largest file in it.
    pub bytes: u64,
    /// True if chains meet in it, so that leaving out only this entry is not possible.
    pub is_join: bool,
}

impl Private<'_> {
    /// The entries that are too large among those that a commit reaches and `known` does not.
    pub fn large_entries(
        &self,
        tip: ObjectId,
        known: Option<ObjectId>,
    ) -> Result<Vec<LargeEntry>, Error> {
        let reach = Reach {
            from: vec![tip.to_string()],
            not: known.iter().map(ObjectId::to_string).collect(),
            ..Reach::default()
        };
        let objects = self
            .repo
            .larger_objects(&reach, limits::ENTRY_BYTES as u64 + HEADER)?;
        if objects.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for commit in self.repo.between(tip, known.as_slice())? {
            let mut bytes = match objects.get(&commit) {
                Some(size) => *size,
                None => 0,
            };
            for file in self.repo.tree(commit, MEMORY)? {
                match objects.get(&file.id) {
                    Some(size) if *size > limits::RECORD_BYTES => bytes = bytes.max(*size),
                    _ => {}
                }
            }
            if bytes > 0 {
                let entry = self.raw_entry(commit)?;
                found.push(LargeEntry {
                    commit,
                    id: match entry {
                        Some(entry) => entry.id,
                        None => commit.to_string(),
                    },
                    bytes,
                    is_join: self.repo.commit(commit)?.parents.len() > 1,
                });
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// How large the largest of the notes is that a commit of theirs reaches and `known` does not,
    /// where it is larger than any that git-memory reads.
    pub fn large_note(&self, tip: ObjectId, known: Option<ObjectId>) -> Result<Option<u64>, Error> {
        let reach = Reach {
            from: vec![tip.to_string()],
            not: known.iter().map(ObjectId::to_string).collect(),
            ..Reach::default()
        };
        let objects = self.repo.larger_objects(&reach, limits::RECORD_BYTES)?;
        Ok(objects.into_values().max())
    }

    /// Rewrites a fetched chain without some entries; `None` where nothing is left. The same
    /// entries give the same commits everywhere.
    pub fn without_entries(
        &self,
        tip: ObjectId,
        entries: &[LargeEntry],
    ) -> Result<Option<ObjectId>, Error> {
        let none = BTreeSet::new();
        let commits: HashSet<ObjectId> = entries.iter().map(|entry| entry.commit).collect();
        Rewriting::leaving_out(self, &none, commits).rewrite(tip)
    }
}
