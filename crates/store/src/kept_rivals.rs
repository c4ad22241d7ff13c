//! Which records of a view may say otherwise than another one, once that was found out: kept under
//! the view's key, so that any change of memory asks anew, and by blobs. Disposable.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::Store;
use crate::state::checksummed_rows;
use crate::state::disk_cache::DiskCache;
use git_memory_git::ObjectId;

/// Maximum number of records of one view: those that were asked about last.
const KEPT: usize = 2000;
/// Maximum number of records for which a server remembers them, and how many new ones it writes at
/// once.
const IN_MEMORY: usize = 50_000;
const BATCH: usize = 200;

/// A record that may say otherwise than another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRival {
    /// The blob of its file.
    pub blob: ObjectId,
    /// Its id.
    pub id: String,
    /// The reasons, in words: each is something that both have in common.
    pub why: Vec<String>,
}

/// The rivals that were found out for one view, and those that the requests of a server have found
/// out since.
#[derive(Debug)]
pub struct KeptRivals {
    cache: DiskCache,
    /// `None` where the view has no name: then nothing is kept.
    name: Option<String>,
    /// How many new ones are worth a file.
    batch: usize,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// By the blob of the record, the likeliest rival first.
    rivals: HashMap<ObjectId, Arc<[KeptRival]>, foldhash::fast::RandomState>,
    /// In the order in which they were found out.
    order: Vec<ObjectId>,
    /// How many were found out since the file was written.
    unsaved: usize,
}

#[derive(Serialize, Deserialize)]
struct Row<'a> {
    blob: &'a [u8],
    #[serde(borrow)]
    rivals: Vec<(&'a [u8], &'a str, Vec<&'a str>)>,
}

impl Store<'_> {
    /// The rivals that were found out before for the view of this key.
    #[must_use]
    pub fn kept_rivals(&self, key: Option<&str>) -> Arc<KeptRivals> {
        let name = key.map(|key| format!("rivals-{key}"));
        let (Some(_), Some(name)) = (self.loaded().many(), &name) else {
            return Arc::new(KeptRivals::load(self.answers(), name, usize::MAX));
        };
        let find = || {
            let name = Some(name.clone());
            Ok::<_, Infallible>(KeptRivals::load(self.answers(), name, BATCH))
        };
        let Ok(kept) = self.loaded().last(name.clone(), find);
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
    fn load(cache: DiskCache, name: Option<String>, batch: usize) -> Self {
        let mut known = Known::default();
        // A file that cannot be read counts as empty: its rivals are found out again.
        let bytes = name.as_deref().and_then(|name| cache.get(name));
        let rows: Option<Vec<Row>> = bytes.as_deref().and_then(checksummed_rows::of_file);
        for row in rows.unwrap_or_default() {
            if let Some((blob, rivals)) = row.read() {
                known.add(blob, rivals);
            }
        }
        Self {
            cache,
            name,
            batch,
            known: Mutex::new(known),
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // A thread that panicked has left rivals that are right: each row is put in whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rivals of the record with this blob; `None` where they were not found out yet.
    #[must_use]
    pub fn get(&self, blob: ObjectId) -> Option<Arc<[KeptRival]>> {
        self.known().rivals.get(&blob).map(Arc::clone)
    }

    /// Remembers them.
    pub fn put(&self, blob: ObjectId, rivals: Vec<KeptRival>) {
        let mut known = self.known();
        // A server that has seen very many begins anew: they are found out again.
        if known.order.len() >= IN_MEMORY {
            *known = Known::default();
        }
        known.add(blob, rivals);
        known.unsaved += 1;
        if known.unsaved >= self.batch {
            self.save(&mut known);
        }
    }

    /// Keeps what is new. Where that cannot be done, it is found out again.
    fn save(&self, known: &mut Known) {
        let (true, Some(name)) = (std::mem::take(&mut known.unsaved) > 0, &self.name) else {
            return;
        };
        let mut rows = Vec::new();
        for blob in &known.order[known.order.len().saturating_sub(KEPT)..] {
            let mut rivals = Vec::new();
            for rival in known.rivals.get(blob).map_or(&[][..], |rivals| rivals) {
                let why = rival.why.iter().map(String::as_str).collect();
                rivals.push((rival.blob.as_bytes(), rival.id.as_str(), why));
            }
            rows.push(Row {
                blob: blob.as_bytes(),
                rivals,
            });
        }
        if let Ok(bytes) = checksummed_rows::to_file(&rows) {
            self.cache.keep(name, &bytes);
        }
    }
}

impl Known {
    fn add(&mut self, blob: ObjectId, rivals: Vec<KeptRival>) {
        if self.rivals.insert(blob, rivals.into()).is_none() {
            self.order.push(blob);
        }
    }
}

impl Drop for KeptRivals {
    fn drop(&mut self) {
        let mut known = self.known();
        self.save(&mut known);
    }
}
