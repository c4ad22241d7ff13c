//! The store of values by blob: a column for each kind of value, in a file of its own, as most
//! commands ask for one of them. Disposable: delete it at will.
//!
//! A column is a head line and one row a blob, appended. Whatever does not fit (another build, a
//! torn row) is dropped and made again from the blobs. Loading it takes no repository, so it runs
//! beside looking at the files.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{VERSION, checksummed_rows};
use crate::atomic::replace_disposable;
use crate::kept::BY_BLOB;
use git_memory_git::ObjectId;

/// Rows of blobs that are not in use are kept up to this many times the rows in use, and at least
/// this many: other branches and old revisions are asked about again.
const SLACK: usize = 4;
const KEPT: usize = 2000;

/// The rows that are on disk, and those that were made since.
#[derive(Debug)]
pub(crate) struct BlobRows<T> {
    path: PathBuf,
    rows: HashMap<ObjectId, T, foldhash::fast::RandomState>,
    /// True if every row of the file was good, so that rows can be appended to it.
    is_whole: bool,
    fresh: Vec<ObjectId>,
}

impl<T: Serialize + DeserializeOwned + Send + 'static> BlobRows<T> {
    /// Begins to read a column of a common git folder, on a thread of its own.
    pub(crate) fn load(common_dir: &Path, column: &'static str) -> JoinHandle<Self> {
        let path = path(common_dir, column);
        thread::spawn(move || Self::of_file(path))
    }

    /// Reads a column of a common git folder; whatever cannot be read is not there.
    pub(crate) fn open(common_dir: &Path, column: &'static str) -> Self {
        Self::of_file(path(common_dir, column))
    }

    fn of_file(path: PathBuf) -> Self {
        let mut opened = Self {
            path,
            rows: HashMap::default(),
            is_whole: false,
            fresh: Vec::new(),
        };
        // Not there, or not readable: found out again from the blobs, and written anew.
        let Ok(file) = fs::read(&opened.path) else {
            return opened;
        };
        // Another build may say other things of the same blobs.
        if !file.starts_with(VERSION.as_bytes()) {
            return opened;
        }
        let mut found = checksummed_rows::rows(&file, VERSION.len());
        for row in found.by_ref() {
            if let Some((id, value)) = decode(row) {
                opened.rows.insert(id, value);
            }
        }
        opened.is_whole = found.is_whole();
        opened
    }

    /// The kept value of a blob.
    pub(crate) fn get(&self, id: &ObjectId) -> Option<&T> {
        self.rows.get(id)
    }

    /// Remembers what was found out about a blob.
    pub(crate) fn put(&mut self, id: ObjectId, value: T) {
        self.rows.insert(id, value);
        self.fresh.push(id);
    }

    /// Writes what is new. `in_use` are the blobs of the current view: where most rows are of
    /// others, only these stay. A file that cannot be written is no error: the next command reads
    /// the blobs again.
    pub(crate) fn save(&mut self, in_use: impl ExactSizeIterator<Item = ObjectId>) {
        if self.fresh.is_empty() {
            return;
        }
        let is_crowded = self.rows.len() > KEPT.max(in_use.len() * SLACK);
        self.is_whole = if is_crowded {
            self.write_anew(Some(&in_use.collect()))
        } else if self.is_whole {
            self.append()
        } else {
            // After a torn row, nothing that is appended would be read.
            self.write_anew(None)
        };
        self.fresh.clear();
    }

    /// Appends what is new; says whether it could.
    fn append(&self) -> bool {
        let rows = self.encode(self.fresh.iter());
        // Not created here: another process may just have begun the file anew.
        match OpenOptions::new().append(true).open(&self.path) {
            // One write call: rows of two processes may follow each other, never mix.
            Ok(mut file) => file.write_all(&rows).is_ok(),
            Err(_) => false,
        }
    }

    /// Writes the whole file, with the rows that are wanted (all, where nothing is said); says
    /// whether it could.
    fn write_anew(&self, wanted: Option<&HashSet<ObjectId>>) -> bool {
        let mut file = VERSION.as_bytes().to_vec();
        match wanted {
            Some(wanted) => file.extend(self.encode(wanted.iter())),
            None => file.extend(self.encode(self.rows.keys())),
        }
        replace_disposable(&self.path, &file).is_ok()
    }

    /// Each row is the length of the id, the id, and the encoded value.
    fn encode<'a>(&self, ids: impl Iterator<Item = &'a ObjectId>) -> Vec<u8> {
        let mut file = Vec::new();
        for id in ids {
            let Some(value) = self.rows.get(id) else {
                continue;
            };
            // A blob without a row is read again.
            let Ok(value) = checksummed_rows::encode(value) else {
                continue;
            };
            let mut row = vec![id.length()];
            row.extend_from_slice(id.as_bytes());
            row.extend(value);
            checksummed_rows::push(&mut file, &row);
        }
        file
    }
}

fn path(common_dir: &Path, column: &str) -> PathBuf {
    BY_BLOB.below(common_dir).join(column)
}

fn decode<T: DeserializeOwned>(row: &[u8]) -> Option<(ObjectId, T)> {
    let (&length, rest) = row.split_first()?;
    let (id, value) = rest.split_at_checked(usize::from(length))?;
    Some((ObjectId::from_bytes(id)?, checksummed_rows::decode(value)?))
}
