//! What each blob says, kept under its id in the common git folder. Disposable: delete it at will.
//!
//! The file is a head line and one row a blob, appended. Whatever does not fit (another version, a torn row) is
//! dropped and read again from the blobs.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::framed;
use super::write::replace_disposable;
use crate::domain::record::Reading;
use crate::git::ObjectId;

/// Tells this layout and this program's reading of records from any other.
const HEAD: &str = concat!("git-memory readings 1 ", env!("CARGO_PKG_VERSION"), "\n");
/// Rows of blobs that are not in use are kept up to this many times the rows in use, and at least this many.
const SLACK: usize = 4;
const KEPT: usize = 2000;

/// The readings on disk, and those that were made since.
pub(super) struct Cache {
    path: PathBuf,
    file: Vec<u8>,
    rows: HashMap<ObjectId, Range<usize>>,
    is_whole: bool,
    fresh: Vec<(ObjectId, Reading)>,
}

impl Cache {
    /// Reads the cache of a common git folder; whatever cannot be read is not there.
    pub(super) fn open(common_dir: &Path) -> Self {
        let path = common_dir.join("memory").join("readings");
        let file = fs::read(&path).unwrap_or_default();
        let start = if file.starts_with(HEAD.as_bytes()) { HEAD.len() } else { file.len() };
        let mut rows = framed::rows(&file, start);
        let base = file.as_ptr() as usize;
        let mut by_id = HashMap::new();
        for row in rows.by_ref() {
            let Some((id, reading)) = split(row) else { continue };
            let at = reading.as_ptr() as usize - base;
            by_id.insert(id, at..at + reading.len());
        }
        let is_whole = start == HEAD.len() && rows.is_whole();
        Self { path, rows: by_id, is_whole, file, fresh: Vec::new() }
    }

    /// What a blob says, where that is known.
    pub(super) fn get(&self, id: &ObjectId) -> Option<Reading> {
        framed::decode(self.file.get(self.rows.get(id)?.clone())?)
    }

    /// Remembers what a blob says.
    pub(super) fn put(&mut self, id: ObjectId, reading: Reading) {
        self.fresh.push((id, reading));
    }

    /// Writes what is new. `in_use` are the blobs of the current view: where most rows are of others, only these stay.
    /// A cache that cannot be written is no error: the next command reads the blobs again.
    pub(super) fn save(&mut self, in_use: impl ExactSizeIterator<Item = ObjectId>) {
        if self.fresh.is_empty() {
            return;
        }
        let mut new_rows = Vec::new();
        for (id, reading) in self.fresh.drain(..) {
            push(&mut new_rows, &id, &framed::encode(&reading));
        }
        let is_crowded = self.rows.len() > KEPT.max(in_use.len() * SLACK);
        if self.is_whole && !is_crowded {
            let open = OpenOptions::new().append(true).open(&self.path);
            // One write call: rows of two processes may follow each other, never mix.
            let _ = open.and_then(|mut file| file.write_all(&new_rows));
            return;
        }
        let in_use: HashSet<ObjectId> = in_use.collect();
        let mut file = HEAD.as_bytes().to_vec();
        for (id, range) in &self.rows {
            if !is_crowded || in_use.contains(id) {
                push(&mut file, id, &self.file[range.clone()]);
            }
        }
        file.extend_from_slice(&new_rows);
        let _ = replace_disposable(&self.path, &file);
    }
}

/// A row is the length of the id, the id, and the encoded reading.
fn push(file: &mut Vec<u8>, id: &ObjectId, reading: &[u8]) {
    let raw = id.as_bytes();
    let mut row = Vec::with_capacity(1 + raw.len() + reading.len());
    row.push(u8::try_from(raw.len()).unwrap_or(0));
    row.extend_from_slice(raw);
    row.extend_from_slice(reading);
    framed::push(file, &row);
}

fn split(row: &[u8]) -> Option<(ObjectId, &[u8])> {
    let (&length, rest) = row.split_first()?;
    let (id, reading) = rest.split_at_checked(usize::from(length))?;
    Some((ObjectId::from_bytes(id)?, reading))
}
