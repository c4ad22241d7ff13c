//! What was found out about pairs of blobs: whether the second one differs from the first in
//! comments and space alone. Kept under both ids and the end of the file's name, which tells the
//! language, as counting what moved a record's ground asks it of each change. Disposable.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::Store;
use crate::state::{KeyedFile, checksummed_rows};
use git_memory_git::ObjectId;

/// Where they are kept, in the state that all work trees share.
const FILE: &str = "same-code";
/// Names the layout, and this program's rules.
const HEAD: &[u8] = concat!("git-memory same code 2 ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();
/// Maximum number of pairs that are kept: those that were found last.
const KEPT: usize = 4000;

/// A blob, what it became, and the end of the file's name.
type Pair = (ObjectId, ObjectId, String);

/// The pairs that were compared.
pub struct Compared {
    file: KeyedFile,
    known: HashMap<Pair, bool, foldhash::fast::RandomState>,
    /// In the order in which they were found.
    order: Vec<Pair>,
    is_changed: bool,
}

#[derive(Serialize, Deserialize)]
struct Row<'a> {
    before: &'a [u8],
    after: &'a [u8],
    ending: &'a str,
    is_same: bool,
}

impl Store<'_> {
    /// The pairs of blobs that were compared before.
    #[must_use]
    pub fn compared(&self) -> Compared {
        let file = KeyedFile::in_state_of(self.repo().common_dir(), FILE);
        let mut compared = Compared {
            known: HashMap::default(),
            order: Vec::new(),
            is_changed: false,
            file,
        };
        // What cannot be read is compared again.
        let bytes = compared.file.get().unwrap_or_default();
        for row in rows(&bytes).unwrap_or_default() {
            if let (Some(before), Some(after)) = (
                ObjectId::from_bytes(row.before),
                ObjectId::from_bytes(row.after),
            ) {
                compared.add((before, after, row.ending.to_owned()), row.is_same);
            }
        }
        compared
    }
}

impl Compared {
    /// What is known of the file at a path, by its blob before and after.
    #[must_use]
    pub fn get(&self, path: &str, before: ObjectId, after: ObjectId) -> Option<bool> {
        let pair = (before, after, ending(path).to_owned());
        self.known.get(&pair).copied()
    }

    /// Remembers what was found out about them.
    pub fn put(&mut self, path: &str, before: ObjectId, after: ObjectId, is_same: bool) {
        self.add((before, after, ending(path).to_owned()), is_same);
        self.is_changed = true;
    }

    fn add(&mut self, pair: Pair, is_same: bool) {
        if self.known.insert(pair.clone(), is_same).is_none() {
            self.order.push(pair);
        }
    }
}

/// Keeps what is new. Where that cannot be done, it is found out again.
impl Drop for Compared {
    fn drop(&mut self) {
        if !self.is_changed {
            return;
        }
        let first = self.order.len().saturating_sub(KEPT);
        let mut rows = Vec::with_capacity(self.order.len() - first);
        for pair in &self.order[first..] {
            if let Some(is_same) = self.known.get(pair) {
                rows.push(Row {
                    before: pair.0.as_bytes(),
                    after: pair.1.as_bytes(),
                    ending: &pair.2,
                    is_same: *is_same,
                });
            }
        }
        if let Ok(row) = checksummed_rows::encode(&rows) {
            let mut bytes = HEAD.to_vec();
            checksummed_rows::push(&mut bytes, &row);
            self.file.put(&bytes);
        }
    }
}

/// What tells the language of a file.
fn ending(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

fn rows(bytes: &[u8]) -> Option<Vec<Row<'_>>> {
    let row = checksummed_rows::rows(bytes.strip_prefix(HEAD)?, 0).next()?;
    checksummed_rows::decode(row)
}
