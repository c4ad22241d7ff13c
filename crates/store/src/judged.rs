//! The column of judgements: what a record names in files that changed, under the hash of its text
//! and of the files before and after.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use crate::Store;
use crate::kept::BY_BLOB;
use crate::state::Column;
use git_memory_git::{ObjectId, TreeChange};
use git_memory_model::evidence::impact::Impact;

const COLUMN: &str = "impact";

/// The judgements that were made before, and those of this process.
pub struct Judged {
    rows: Column<Impact>,
    /// The keys that this process asked for: these stay where there are many.
    asked: HashSet<ObjectId>,
}

impl Store<'_> {
    /// The judgements that were made before.
    #[must_use]
    pub fn judged(&self) -> Judged {
        Judged {
            rows: Column::open(&BY_BLOB, self.repo().common_dir(), COLUMN),
            asked: HashSet::new(),
        }
    }
}

impl Judged {
    /// The key of a record's text with its files: those that changed, and all of them now.
    #[must_use]
    pub fn key(record: ObjectId, changes: &[TreeChange], files: &[TreeChange]) -> Option<ObjectId> {
        let mut hash = Sha256::new();
        hash.update(record.as_bytes());
        for files in [changes, files] {
            let mut rows: Vec<&TreeChange> = files.iter().collect();
            rows.sort_unstable_by(|a, b| a.path.cmp(&b.path));
            for row in rows {
                hash.update(format!("{}\0{:?}{:?}\n", row.path, row.before, row.after));
            }
            hash.update("\0");
        }
        ObjectId::from_bytes(&hash.finalize())
    }

    /// The key of a judgement that depends on all files of a tree, too.
    #[must_use]
    pub fn key_in(key: ObjectId, tree: ObjectId) -> Option<ObjectId> {
        let mut hash = Sha256::new();
        hash.update(key.as_bytes());
        hash.update(tree.as_bytes());
        ObjectId::from_bytes(&hash.finalize())
    }

    /// The kept judgement of a key.
    #[must_use]
    pub fn get(&mut self, key: ObjectId) -> Option<Impact> {
        self.asked.insert(key);
        self.rows.get(&key).cloned()
    }

    /// Remembers a judgement.
    pub fn put(&mut self, key: ObjectId, impact: Impact) {
        self.asked.insert(key);
        self.rows.put(key, impact);
    }
}

impl Drop for Judged {
    fn drop(&mut self) {
        self.rows.save(self.asked.iter().copied());
    }
}
