//! The columns of vectors: what each record says, as a model tells it. A column for each model.

use crate::Store;
use crate::kept::BY_BLOB;
use crate::state::Column;
use git_memory_git::ObjectId;
use git_memory_meaning::{VERSION, Vector};

/// The vectors of records that were made before.
pub struct KeptVectors(Column<Vec<u8>>);

impl Store<'_> {
    /// The vectors that a model made of records; `sum` is the model's.
    #[must_use]
    pub fn kept_vectors(&self, sum: &str) -> KeptVectors {
        // They take long to make, and stay as long as what makes them.
        let head = format!("git-memory vectors {VERSION}\n");
        let name = format!("vectors-{sum}");
        let folder = self.repo().common_dir();
        KeptVectors(Column::of_version(&BY_BLOB, folder, &name, head))
    }
}

impl KeptVectors {
    /// The vector of a record, by its blob.
    #[must_use]
    pub fn get(&self, blob: &ObjectId) -> Option<Vector> {
        self.0.get(blob).map(|bytes| Vector::from_bytes(bytes))
    }

    /// True if there is one.
    #[must_use]
    pub fn has(&self, blob: &ObjectId) -> bool {
        self.0.get(blob).is_some()
    }

    /// Remembers the vector of a record.
    pub fn put(&mut self, blob: ObjectId, vector: &Vector) {
        self.0.put(blob, vector.to_bytes());
    }

    /// Writes what is new; `in_use` are the records of the current view.
    pub fn save(&mut self, in_use: impl ExactSizeIterator<Item = ObjectId>) {
        self.0.save(in_use);
    }
}
