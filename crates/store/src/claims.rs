//! The column of claims: what each record says to do or not to do, as contradictions are found by.

use std::collections::HashSet;

use crate::Store;
use crate::kept::BY_BLOB;
use crate::state::Column;
use git_memory_git::ObjectId;
use git_memory_model::contradiction::Claim;

const COLUMN: &str = "claims";

/// The claims of records that were read before.
pub struct KeptClaims {
    rows: Column<Vec<Claim>>,
    /// The records that this process asked about: these stay where there are many.
    asked: HashSet<ObjectId>,
}

impl Store<'_> {
    /// The claims of records that were read before.
    #[must_use]
    pub fn kept_claims(&self) -> KeptClaims {
        KeptClaims {
            rows: Column::open(&BY_BLOB, self.repo().common_dir(), COLUMN),
            asked: HashSet::new(),
        }
    }
}

impl KeptClaims {
    /// The kept claims of a record, by its blob.
    #[must_use]
    pub fn get(&self, blob: ObjectId) -> Option<&[Claim]> {
        self.rows.get(&blob).map(Vec::as_slice)
    }

    /// Keeps this record's row where there are many.
    pub fn ask(&mut self, blob: ObjectId) {
        self.asked.insert(blob);
    }

    /// Remembers the claims of a record.
    pub fn put(&mut self, blob: ObjectId, claims: Vec<Claim>) {
        self.rows.put(blob, claims);
    }
}

impl Drop for KeptClaims {
    fn drop(&mut self) {
        self.rows.save(self.asked.iter().copied());
    }
}
