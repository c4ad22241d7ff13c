//! What each blob says, kept under its id in the common git folder. Disposable: delete it at will.
//!
//! The file is a head line and one row a blob, appended. Whatever does not fit (another version, a
//! torn row) is dropped and read again from the blobs. Loading it takes no repository, so it runs
//! beside looking at the files.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use crate::domain::record::Reading;
use crate::git::ObjectId;
use crate::store::atomic::replace_disposable;
use crate::store::state::checksummed_rows;

/// Tells this layout and this program's reading of records from any other.
const HEAD: &str = concat!("git-memory readings 3 ", env!("CARGO_PKG_VERSION"), "\n");
/// Rows of blobs that are not in use are kept up to this many times the rows in use, and at least
/// this many.
const SLACK: usize = 4;
const KEPT: usize = 2000;

type Readings = HashMap<ObjectId, Reading, foldhash::fast::RandomState>;

/// The readings that are on disk, and those that were made since.
#[derive(Debug)]
pub(crate) struct Cache {
    path: PathBuf,
    readings: Readings,
    /// Whether every row of the file was good, so that rows can be appended to it.
    is_whole: bool,
    fresh: Vec<ObjectId>,
}

impl Cache {
    /// Begins to load the cache of a common git folder, on a thread of its own.
    pub(crate) fn load(common_dir: &Path) -> JoinHandle<Self> {
        let path = Self::path(common_dir);
        thread::spawn(move || Self::open(path))
    }

    /// The cache file of a common git folder.
    pub(crate) fn path(common_dir: &Path) -> PathBuf {
        common_dir.join("memory").join("readings")
    }

    /// Reads a cache file; whatever cannot be read is not there.
    pub(crate) fn open(path: PathBuf) -> Self {
        let file = fs::read(&path).unwrap_or_default();
        let start = if file.starts_with(HEAD.as_bytes()) {
            HEAD.len()
        } else {
            file.len()
        };
        let mut rows = checksummed_rows::rows(&file, start);
        let mut readings = Readings::default();
        for row in rows.by_ref() {
            readings.extend(decode(row));
        }
        let is_whole = start == HEAD.len() && rows.is_whole();
        Self {
            path,
            readings,
            is_whole,
            fresh: Vec::new(),
        }
    }

    /// What a blob says, where that is known.
    pub(crate) fn get(&self, id: &ObjectId) -> Option<&Reading> {
        self.readings.get(id)
    }

    /// Remembers what a blob says.
    pub(crate) fn put(&mut self, id: ObjectId, reading: Reading) {
        self.readings.insert(id, reading);
        self.fresh.push(id);
    }

    /// Writes what is new. `in_use` are the blobs of the current view: where most rows are of
    /// others, only these stay. A cache that cannot be written is no error: the next command
    /// reads the blobs again.
    pub(crate) fn save(&mut self, in_use: impl ExactSizeIterator<Item = ObjectId>) {
        if self.fresh.is_empty() {
            return;
        }
        let is_crowded = self.readings.len() > KEPT.max(in_use.len() * SLACK);
        if self.is_whole && !is_crowded {
            let rows = self.rows(self.fresh.iter());
            let open = OpenOptions::new().append(true).open(&self.path);
            // One write call: rows of two processes may follow each other, never mix.
            self.is_whole = open.and_then(|mut file| file.write_all(&rows)).is_ok();
        } else {
            let in_use: HashSet<ObjectId> = in_use.collect();
            let mut file = HEAD.as_bytes().to_vec();
            file.extend(
                self.rows(
                    self.readings
                        .keys()
                        .filter(|id| !is_crowded || in_use.contains(id)),
                ),
            );
            self.is_whole = replace_disposable(&self.path, &file).is_ok();
        }
        self.fresh.clear();
    }

    /// Each row is the length of the id, the id, and the encoded reading.
    fn rows<'a>(&self, ids: impl Iterator<Item = &'a ObjectId>) -> Vec<u8> {
        let mut file = Vec::new();
        for id in ids {
            let Some(reading) = self.readings.get(id) else {
                continue;
            };
            let raw = id.as_bytes();
            let mut row = vec![u8::try_from(raw.len()).unwrap_or(0)];
            row.extend_from_slice(raw);
            row.extend(checksummed_rows::encode(reading));
            checksummed_rows::push(&mut file, &row);
        }
        file
    }
}

fn decode(row: &[u8]) -> Option<(ObjectId, Reading)> {
    let (&length, rest) = row.split_first()?;
    let (id, reading) = rest.split_at_checked(usize::from(length))?;
    Some((
        ObjectId::from_bytes(id)?,
        checksummed_rows::decode(reading)?,
    ))
}
