//! The private records of a chain: each version is an entry whose tree holds that record alone, and
//! the newest version of an id counts.

use std::collections::{BTreeMap, BTreeSet};

use super::chains::Private;
use crate::Error;
use git_memory_git::{ObjectId, TreeEntry};
use git_memory_model::private::{self, EntryKind};
use git_memory_model::record::reading;
use git_memory_text::path::{MEMORY, RepoPath};

/// A private record that both sides of a join have changed since they parted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordConflict {
    /// The path that it has after the join, which is the same whichever side joins.
    pub path: RepoPath,
    /// Its text where the sides parted; `None` where it was not there yet.
    pub base: Option<String>,
    /// Our text.
    pub ours: String,
    /// Their text.
    pub theirs: String,
}

/// The newest version of each record, by id.
pub type Versions = BTreeMap<String, TreeEntry>;

impl Private<'_> {
    /// The newest version of each private record that a commit of a chain reaches.
    pub fn replay(&self, tip: Option<ObjectId>) -> Result<Versions, Error> {
        let mut newest = Versions::new();
        let empty = ObjectId::of_empty_tree(self.repo.format())?;
        let mut log = self.log(tip);
        for logged in log.by_ref() {
            // Most entries hold no record.
            if logged.commit.tree == empty {
                continue;
            }
            let files = match self.repo.tree(logged.commit.tree, MEMORY) {
                Ok(files) => files,
                Err(error) => {
                    self.faults.note_object(&error);
                    continue;
                }
            };
            for file in files {
                // A join may hold several records; its own id is not one of theirs.
                let id = match (logged.entry.kind, &logged.entry.id) {
                    (EntryKind::Record(_), Some(id)) => id.to_string(),
                    _ => match reading::read(&self.repo.blob(file.id)?).header {
                        Some(header) => header.id.to_string(),
                        None => continue,
                    },
                };
                // The log is newest first: older versions of the same record come later.
                newest.entry(id).or_insert(file);
            }
        }
        // The tree of a join is no entry, so the log does not leave it out.
        newest.retain(|id, _| !log.is_forgotten(id));
        Ok(newest)
    }

    /// The records that were changed on both sides since these parted.
    pub fn conflicts(
        &self,
        ours: ObjectId,
        theirs: ObjectId,
    ) -> Result<Vec<RecordConflict>, Error> {
        // The incoming side is small beside ours, so it is looked at first.
        let there = self.changed_records(theirs, ours)?;
        if there.is_empty() {
            return Ok(Vec::new());
        }
        let here = self.changed_records(ours, theirs)?;
        let both: Vec<&String> = here.intersection(&there).collect();
        if both.is_empty() {
            return Ok(Vec::new());
        }
        let base = self.repo.common_ancestor(ours, theirs)?;
        let (base, own, other) = (
            self.replay(base)?,
            self.replay(Some(ours))?,
            self.replay(Some(theirs))?,
        );
        let mut conflicts = Vec::new();
        for id in both {
            // An entry that claims to be a version and holds no file changes nothing.
            let (Some(one), Some(two)) = (own.get(id), other.get(id)) else {
                continue;
            };
            // The larger path: either side chooses the same.
            let path = (&one.path).max(&two.path);
            // No version of this program writes a record where none is read.
            let Ok(path) = String::from_utf8_lossy(path).parse() else {
                continue;
            };
            let base = match base.get(id) {
                Some(file) => Some(self.text(file)?),
                None => None,
            };
            conflicts.push(RecordConflict {
                path,
                base,
                ours: self.text(one)?,
                theirs: self.text(two)?,
            });
        }
        Ok(conflicts)
    }

    fn text(&self, file: &TreeEntry) -> Result<String, Error> {
        let bytes = self.repo.blob(file.id)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The ids of the records of which one side has versions that the other has not.
    fn changed_records(&self, side: ObjectId, other: ObjectId) -> Result<BTreeSet<String>, Error> {
        let mut ids = BTreeSet::new();
        for id in self.repo.between(side, &[other])? {
            let commit = self.repo.commit(id)?;
            let entry = private::Entry::parse(&commit.message, commit.parents.len());
            if let (EntryKind::Record(_), Some(id)) = (entry.kind, &entry.id) {
                ids.insert(id.to_string());
            }
        }
        Ok(ids)
    }
}
