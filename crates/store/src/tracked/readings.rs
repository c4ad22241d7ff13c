//! The column of records as read, for all work trees of a repository.

use std::path::Path;
use std::thread::JoinHandle;

use crate::kept::BY_BLOB;
use crate::state::Column;
use git_memory_model::record::Reading;

const COLUMN: &str = "readings";

/// Readings by blob.
pub(crate) type Readings = Column<Reading>;

/// Begins to load the readings of a common git folder, on a thread of its own.
pub(crate) fn load(common_dir: &Path) -> JoinHandle<Readings> {
    Readings::load(&BY_BLOB, common_dir, COLUMN)
}

/// Reads those of a common git folder.
pub(crate) fn open(common_dir: &Path) -> Readings {
    Readings::open(&BY_BLOB, common_dir, COLUMN)
}
