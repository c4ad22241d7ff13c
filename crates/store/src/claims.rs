//! The column of claims: what each record says to do or not to do, as contradictions are found by.
//! And the pairs of records that were found to contradict each other, under the key of a view.

use std::collections::HashSet;

use crate::Store;
use crate::kept::BY_BLOB;
use crate::state::{Column, checksummed_rows};
use git_memory_git::ObjectId;
use git_memory_model::contradiction::Claim;

const COLUMN: &str = "claims";

/// The claims of records that were read before.
pub struct KeptClaims {
    rows: Column<Vec<Claim>>,
    /// The records that this process asked about: these stay where there are many.
    asked: HashSet<ObjectId>,
}

/// Two records of a view that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPair {
    /// Paths and blobs of their files.
    pub files: [(String, ObjectId); 2],
    /// True if both replaced the same record.
    pub is_rivalry: bool,
}

/// A pair as its row has it: path and blob of each, and if both replaced the same record.
type Row = ([(String, Vec<u8>); 2], bool);

impl Store<'_> {
    /// The claims of records that were read before.
    #[must_use]
    pub fn kept_claims(&self) -> KeptClaims {
        KeptClaims {
            rows: Column::open(&BY_BLOB, self.repo().common_dir(), COLUMN),
            asked: HashSet::new(),
        }
    }

    /// The pairs that were found in the view of this key; `None` if they were not looked for yet.
    #[must_use]
    pub fn kept_pairs(&self, key: &str) -> Option<Vec<KeptPair>> {
        let rows: Vec<Row> = checksummed_rows::of_file(&self.answers().get(&name(key))?)?;
        let mut pairs = Vec::with_capacity(rows.len());
        for ([(one, one_blob), (other, other_blob)], is_rivalry) in rows {
            let one = (one, ObjectId::from_bytes(&one_blob)?);
            let other = (other, ObjectId::from_bytes(&other_blob)?);
            pairs.push(KeptPair {
                files: [one, other],
                is_rivalry,
            });
        }
        Some(pairs)
    }

    /// Keeps the pairs of the view of this key.
    pub fn keep_pairs(&self, key: &str, pairs: &[KeptPair]) {
        let mut rows: Vec<Row> = Vec::new();
        for pair in pairs {
            let row = |(path, blob): &(String, ObjectId)| (path.clone(), blob.as_bytes().to_vec());
            rows.push((pair.files.each_ref().map(row), pair.is_rivalry));
        }
        // Without the file, they are found again.
        if let Ok(file) = checksummed_rows::to_file(&rows) {
            self.answers().keep(&name(key), &file);
        }
    }
}

fn name(key: &str) -> String {
    format!("pairs-{key}")
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
