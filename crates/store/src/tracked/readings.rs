//! The column of records as read, for all work trees of a repository.

use std::path::Path;
use std::thread::JoinHandle;

use crate::state::BlobRows;
use git_memory_model::record::Reading;

const COLUMN: &str = "readings";

/// Readings by blob.
pub(crate) type Readings = BlobRows<Reading>;

/// Begins to load the readings of a common git folder, on a thread of its own.
pub(crate) fn load(common_dir: &Path) -> JoinHandle<Readings> {
    Readings::load(common_dir, COLUMN)
}

/// Reads those of a common git folder.
pub(crate) fn open(common_dir: &Path) -> Readings {
    Readings::open(common_dir, COLUMN)
}
