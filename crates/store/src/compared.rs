//! The column of pairs of blobs that were compared: true if the second one differs from the first in
//! comments and space only, as counting what changed a record's files asks it of each change.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use crate::Store;
use crate::kept::BY_BLOB;
use crate::state::Column;
use git_memory_git::ObjectId;

const COLUMN: &str = "same-code";

/// The pairs that were compared.
pub struct Compared {
    rows: Column<bool>,
    /// The pairs that this process asked about: these stay where there are many.
    asked: HashSet<ObjectId>,
}

impl Store<'_> {
    /// The pairs of blobs that were compared before.
    #[must_use]
    pub fn compared(&self) -> Compared {
        Compared {
            rows: Column::open(&BY_BLOB, self.repo().common_dir(), COLUMN),
            asked: HashSet::new(),
        }
    }
}

impl Compared {
    /// The kept result for the file at a path, by its blob before and after.
    #[must_use]
    pub fn get(&mut self, path: &str, before: ObjectId, after: ObjectId) -> Option<bool> {
        let pair = pair(path, before, after)?;
        self.asked.insert(pair);
        self.rows.get(&pair).copied()
    }

    /// Remembers what was found out about them.
    pub fn put(&mut self, path: &str, before: ObjectId, after: ObjectId, is_same: bool) {
        if let Some(pair) = pair(path, before, after) {
            self.rows.put(pair, is_same);
        }
    }
}

impl Drop for Compared {
    fn drop(&mut self) {
        self.rows.save(self.asked.iter().copied());
    }
}

/// One id for a pair of blobs, and for the end of the file's name, which tells its language.
fn pair(path: &str, before: ObjectId, after: ObjectId) -> Option<ObjectId> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mut hash = Sha256::new();
    // Both ids are of one length: no two pairs run together into the same bytes.
    hash.update(before.as_bytes());
    hash.update(after.as_bytes());
    hash.update(ending);
    ObjectId::from_bytes(&hash.finalize())
}
