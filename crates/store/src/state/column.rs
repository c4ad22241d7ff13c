//! The store of values by object: a column for each kind of value, in a file of its own, as most
//! commands ask for one of them. Disposable: delete it at will.
//!
//! A column is a head line and one row an object, appended. Whatever does not fit (another build, a
//! torn row) is dropped and made again from the objects. Loading it takes no repository, so it runs
//! beside looking at the files. A value is decoded when it is asked for: most are not.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
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
    /// First line of the file.
    head: String,
    /// The bytes of the file.
    file: Vec<u8>,
    rows: HashMap<ObjectId, Row<T>, foldhash::fast::RandomState>,
    /// True if every row of the file was good, so that rows can be appended to it.
    is_whole: bool,
    fresh: Vec<ObjectId>,
}

/// The value of an object.
#[derive(Debug)]
struct Row<T> {
    /// Its place in the file; empty for one that was made since.
    bytes: Range<usize>,
    /// The value, once it was asked for; `None` where the bytes hold none.
    value: OnceCell<Option<T>>,
}

impl<T: Serialize + DeserializeOwned + Send + 'static> Column<T> {
    /// Begins to read a column of a common git folder, on a thread of its own.
    pub(crate) fn load(
        kept: &Kept,
        common_dir: &Path,
        column: &str,
    ) -> io::Result<JoinHandle<Self>> {
        let path = kept.below(common_dir).join(column);
        thread::Builder::new().spawn(move || Self::of_file(path, VERSION.to_owned()))
    }

    /// Reads a column of a common git folder; whatever cannot be read is not there.
    pub(crate) fn open(kept: &Kept, common_dir: &Path, column: &str) -> Self {
        Self::of_version(kept, common_dir, column, VERSION.to_owned())
    }

    /// Reads a column whose first line is another one than that of this build.
    pub(crate) fn of_version(kept: &Kept, common_dir: &Path, column: &str, head: String) -> Self {
        Self::of_file(kept.below(common_dir).join(column), head)
    }

    fn of_file(path: PathBuf, head: String) -> Self {
        let mut opened = Self {
            path,
            head,
            file: Vec::new(),
            rows: HashMap::default(),
            is_whole: false,
            fresh: Vec::new(),
        };
        // Not there, or not readable: found out again from the objects, and written anew.
        let Ok(file) = fs::read(&opened.path) else {
            return opened;
        };
        // Another build may say other things of the same objects.
        if !file.starts_with(opened.head.as_bytes()) {
            return opened;
        }
        let mut found = checksummed_rows::rows(&file, opened.head.len());
        while let Some(row) = found.next() {
            let end = file.len() - found.left();
            if let Some((id, value)) = id_and_value(row) {
                let bytes = end - value.len()..end;
                let value = OnceCell::new();
                opened.rows.insert(id, Row { bytes, value });
            }
        }
        opened.is_whole = found.left() == 0;
        opened.file = file;
        opened
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The kept value of an object.
    pub(crate) fn get(&self, id: &ObjectId) -> Option<&T> {
        let row = self.rows.get(id)?;
        let decode = || checksummed_rows::decode(&self.file[row.bytes.clone()]);
        row.value.get_or_init(decode).as_ref()
    }

    /// Takes the value of an object out, after it was saved.
    pub(crate) fn take(&mut self, id: &ObjectId) -> Option<T> {
        let row = self.rows.remove(id)?;
        let bytes = &self.file[row.bytes];
        let value = row.value.into_inner();
        value.unwrap_or_else(|| checksummed_rows::decode(bytes))
    }

    /// Remembers what was found out about an object.
    pub(crate) fn put(&mut self, id: ObjectId, value: T) {
        let row = Row {
            bytes: 0..0,
            value: OnceCell::from(Some(value)),
        };
        self.rows.insert(id, row);
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
        let mut file = self.head.as_bytes().to_vec();
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
            let Some(kept) = self.rows.get(id) else {
                continue;
            };
            let mut row = vec![id.length()];
            row.extend_from_slice(id.as_bytes());
            match kept.value.get() {
                Some(Some(value)) if kept.bytes.is_empty() => {
                    // An object without a row is read again.
                    let Ok(value) = checksummed_rows::encode(value) else {
                        continue;
                    };
                    row.extend(value);
                }
                _ => row.extend_from_slice(&self.file[kept.bytes.clone()]),
            }
            checksummed_rows::push(&mut file, &row);
        }
        file
    }
}

impl Column<Vec<u8>> {
    /// The kept bytes of an object, as they are in the file.
    pub(crate) fn bytes(&self, id: &ObjectId) -> Option<&[u8]> {
        let row = self.rows.get(id)?;
        match row.value.get() {
            Some(value) => value.as_deref(),
            None => checksummed_rows::decode(&self.file[row.bytes.clone()]),
        }
    }
}

/// The id of a row, and the bytes of its value.
fn id_and_value(row: &[u8]) -> Option<(ObjectId, &[u8])> {
    let (&length, rest) = row.split_first()?;
    let (id, value) = rest.split_at_checked(usize::from(length))?;
    Some((ObjectId::from_bytes(id)?, value))
}
