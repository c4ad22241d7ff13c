//! Which records of a view may say otherwise than another one, once that was found out: kept under
//! the view's key, so that any change of memory asks anew, and by blobs. Disposable.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::git::ObjectId;
use crate::store::Store;
use crate::store::state::checksummed_rows;
use crate::store::state::disk_cache::DiskCache;

/// Where they are kept, in the state that all work trees share, and for how many views.
const FOLDER: &str = "rivals";
const VIEWS: usize = 8;
/// Names the layout, and this program's rules.
const HEAD: &[u8] = concat!("git-memory rivals 1 ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();
/// Maximum number of records of one view: those that were asked about last.
const KEPT: usize = 2000;

/// A record that may say otherwise than another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRival {
    /// The blob of its file.
    pub blob: ObjectId,
    /// Its id.
    pub id: String,
    /// What both have in common, in words.
    pub why: Vec<String>,
}

/// What was found out for one view.
pub struct KeptRivals {
    cache: DiskCache,
    /// `None` where the view has no name: then nothing is kept.
    name: Option<String>,
    /// By the blob of the record, the likeliest rival first.
    rivals: HashMap<ObjectId, Vec<KeptRival>, foldhash::fast::RandomState>,
    /// In the order in which they were found out.
    order: Vec<ObjectId>,
    is_changed: bool,
}

#[derive(Serialize, Deserialize)]
struct Row<'a> {
    blob: &'a [u8],
    #[serde(borrow)]
    rivals: Vec<(&'a [u8], &'a str, Vec<&'a str>)>,
}

impl Store<'_> {
    /// What was found out before for the view of this key.
    #[must_use]
    pub fn kept_rivals(&self, key: Option<&str>) -> KeptRivals {
        let mut kept = KeptRivals {
            cache: DiskCache::new(self.repo().common_dir().join("memory").join(FOLDER), VIEWS),
            name: key.map(str::to_owned),
            rivals: HashMap::default(),
            order: Vec::new(),
            is_changed: false,
        };
        // What cannot be read is found out again.
        let bytes = key.and_then(|key| kept.cache.get(key)).unwrap_or_default();
        for row in rows(&bytes).unwrap_or_default() {
            if let Some((blob, rivals)) = row.read() {
                kept.add(blob, rivals);
            }
        }
        kept
    }
}

impl Row<'_> {
    fn read(self) -> Option<(ObjectId, Vec<KeptRival>)> {
        let mut rivals = Vec::with_capacity(self.rivals.len());
        for (blob, id, why) in self.rivals {
            rivals.push(KeptRival {
                blob: ObjectId::from_bytes(blob)?,
                id: id.to_owned(),
                why: why.into_iter().map(str::to_owned).collect(),
            });
        }
        Some((ObjectId::from_bytes(self.blob)?, rivals))
    }
}

impl KeptRivals {
    /// The rivals of the record with this blob; `None` where nobody has asked yet.
    #[must_use]
    pub fn get(&self, blob: ObjectId) -> Option<&[KeptRival]> {
        self.rivals.get(&blob).map(Vec::as_slice)
    }

    /// Remembers them.
    pub fn put(&mut self, blob: ObjectId, rivals: Vec<KeptRival>) {
        self.add(blob, rivals);
        self.is_changed = true;
    }

    fn add(&mut self, blob: ObjectId, rivals: Vec<KeptRival>) {
        if self.rivals.insert(blob, rivals).is_none() {
            self.order.push(blob);
        }
    }

    /// Keeps what is new. Where that cannot be done, it is found out again.
    pub fn save(&mut self) {
        let is_changed = std::mem::take(&mut self.is_changed);
        let (true, Some(name)) = (is_changed, &self.name) else {
            return;
        };
        let mut rows = Vec::new();
        for blob in &self.order[self.order.len().saturating_sub(KEPT)..] {
            let mut rivals = Vec::new();
            for rival in self.get(*blob).unwrap_or_default() {
                let why = rival.why.iter().map(String::as_str).collect();
                rivals.push((rival.blob.as_bytes(), rival.id.as_str(), why));
            }
            rows.push(Row {
                blob: blob.as_bytes(),
                rivals,
            });
        }
        if let Ok(row) = checksummed_rows::encode(&rows) {
            let mut bytes = HEAD.to_vec();
            checksummed_rows::push(&mut bytes, &row);
            self.cache.keep(name, &bytes);
        }
    }
}

fn rows(bytes: &[u8]) -> Option<Vec<Row<'_>>> {
    let row = checksummed_rows::rows(bytes.strip_prefix(HEAD)?, 0).next()?;
    checksummed_rows::decode(row)
}
