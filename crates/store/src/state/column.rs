//! The store of values by object: a column for each kind of value, in a file of its own, as most
//! commands ask for one of them. Disposable: delete it at will.
//!
//! A column is a head line and one row an object, appended. Whatever does not fit (another build, a
//! torn row) is dropped and made again from the objects. Loading it takes no repository, so it runs
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
use crate::kept::Kept;
use git_memory_git::ObjectId;

/// Rows of objects that are not in use are kept up to this many times the rows in use, and at least
/// this many: other branches and old revisions are asked about again.
const SLACK: usize = 4;
const KEPT: usize = 2000;

/// The rows that are on disk, and those that were made since.
#[derive(Debug)]
pub(crate) struct Column<T> {
    path: PathBuf,
    rows: HashMap<ObjectId, T, foldhash::fast::RandomState>,
    /// True if every row of the file was good, so that rows can be appended to it.
    is_whole: bool,
    fresh: Vec<ObjectId>,
}

impl<T: Serialize + DeserializeOwned + Send + 'static> Column<T> {
    /// Begins to read a column of a common git folder, on a thread of its own.
    pub(crate) fn load(kept: &Kept, common_dir: &Path, column: &str) -> JoinHandle<Self> {
        let path = kept.below(common_dir).join(column);
        thread::spawn(move || Self::of_file(path))
    }

    /// Reads a column of a common git folder; whatever cannot be read is not there.
    pub(crate) fn open(kept: &Kept, common_dir: &Path, column: &str) -> Self {
        Self::of_file(kept.below(common_dir).join(column))
    }

    fn of_file(path: PathBuf) -> Self {
        let mut opened = Self {
            path,
            rows: HashMap::default(),
            is_whole: false,
            fresh: Vec::new(),
        };
        // Not there, or not readable: found out again from the objects, and written anew.
        let Ok(file) = fs::read(&opened.path) else {
            return opened;
        };
        // Another build may say other things of the same objects.
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

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The kept value of an object.
    pub(crate) fn get(&self, id: &ObjectId) -> Option<&T> {
        self.rows.get(id)
    }

    /// Takes the value of an object out, after it was saved.
    pub(crate) fn take(&mut self, id: &ObjectId) -> Option<T> {
        self.rows.remove(id)
    }

    /// Remembers what was found out about an object.
    pub(crate) fn put(&mut self, id: ObjectId, value: T) {
        self.rows.insert(id, value);
        self.fresh.push(id);
    }

    /// Writes what is new. `in_use` are the objects of the current view: where most rows are of
    /// others, only these stay.
    pub(crate) fn save(&mut self, in_use: impl ExactSizeIterator<Item = ObjectId>) {
        let is_crowded = self.rows.len() > KEPT.max(in_use.len() * SLACK);
        if is_crowded && !self.fresh.is_empty() {
            self.is_whole = self.write_anew(Some(&in_use.collect()));
            self.fresh.clear();
        }
        self.save_all();
    }

    /// Writes what is new, beside all that is kept. A file that cannot be written is no error: the
    /// next command reads the objects again.
    pub(crate) fn save_all(&mut self) {
        if self.fresh.is_empty() {
            return;
        }
        self.is_whole = if self.is_whole {
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
            // An object without a row is read again.
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

fn decode<T: DeserializeOwned>(row: &[u8]) -> Option<(ObjectId, T)> {
    let (&length, rest) = row.split_first()?;
    let (id, value) = rest.split_at_checked(usize::from(length))?;
    Some((ObjectId::from_bytes(id)?, checksummed_rows::decode(value)?))
}
