//! The columns of vectors: what each record says, as a model tells it. A column for each model.

use std::convert::Infallible;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::kept::BY_BLOB;
use crate::lock::Lock;
use crate::state::{Column, KeyedFile};
use crate::{Error, Store, atomic};
use git_memory_git::ObjectId;
use git_memory_meaning::{VERSION, Vector};

/// The file on which the process that makes vectors holds a lock.
const LOCK: &str = "vectors.lock";

/// The vectors of records that were made before. The questions of a server share them for as long
/// as their file is the same.
pub struct KeptVectors(Arc<Mutex<Column<Vec<u8>>>>);

impl Store<'_> {
    /// The vectors that a model made of records; `sum` is the model's.
    #[must_use]
    pub fn kept_vectors(&self, sum: &str) -> KeptVectors {
        let folder = self.repo().common_dir();
        let name = column(sum);
        let file = fs::metadata(BY_BLOB.below(folder).join(&name)).ok();
        let is_file = file.map(|file| (file.len(), file.modified().ok()));
        let read = || {
            // They take long to make, and stay as long as what makes them.
            let head = format!("git-memory vectors {VERSION}\n");
            let column = Column::of_version(&BY_BLOB, folder, &name, head);
            Ok::<_, Infallible>(Mutex::new(column))
        };
        let Ok(kept) = self.loaded().last((name.clone(), is_file), read);
        KeptVectors(kept)
    }

    /// Takes the vectors away that a model made.
    pub fn remove_vectors(&self, sum: &str) -> Result<(), Error> {
        atomic::remove_if_there(&BY_BLOB.of(self.repo()).join(column(sum)))
    }

    /// Begins to make many vectors, as one process at a time does. Waits for another one.
    pub fn lock_vectors(&self) -> Result<Lock, Error> {
        Lock::take(&self.vectors_lock())
    }

    /// As [`lock_vectors`](Self::lock_vectors); `None` where another process is at it.
    #[must_use]
    pub fn lock_vectors_if_free(&self) -> Option<Lock> {
        Lock::take_if_free(&self.vectors_lock())
    }

    fn vectors_lock(&self) -> PathBuf {
        KeyedFile::seen(self.repo().common_dir(), LOCK).into_path()
    }
}

/// The name of a model's column.
fn column(sum: &str) -> String {
    format!("vectors-{sum}")
}

impl KeptVectors {
    /// The cosines of a question to the records of blobs; `None` for one without a vector.
    pub fn cosines<'a>(
        &self,
        question: &Vector,
        blobs: impl Iterator<Item = &'a ObjectId>,
    ) -> Vec<Option<i32>> {
        let rows = self.rows();
        let cosine = |blob| rows.bytes(blob).map(|bytes| question.cosine_to(bytes));
        blobs.map(cosine).collect()
    }

    /// The vector of the record of a blob; `None` without one.
    #[must_use]
    pub fn get(&self, blob: &ObjectId) -> Option<Vector> {
        let rows = self.rows();
        rows.bytes(blob)
            .map(|bytes| Vector::of_bytes(bytes.to_vec()))
    }

    /// True if there is one.
    #[must_use]
    pub fn has(&self, blob: &ObjectId) -> bool {
        self.rows().bytes(blob).is_some()
    }

    /// Remembers the vector of a record.
    pub fn put(&mut self, blob: ObjectId, vector: &Vector) {
        self.rows().put(blob, vector.bytes().to_vec());
    }

    /// Writes what is new; `in_use` are the records of the current view.
    pub fn save(&mut self, in_use: impl ExactSizeIterator<Item = ObjectId>) {
        self.rows().save(in_use);
    }

    fn rows(&self) -> MutexGuard<'_, Column<Vec<u8>>> {
        // A thread that panicked has left whole rows.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
