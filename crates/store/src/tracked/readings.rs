//! What each record's blob says, kept for all work trees of a repository.

use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use crate::state::{BlobRows, KeyedFile};
use git_memory_model::record::Reading;

/// Tells this layout and this program's reading of records from any other: another version may read
/// the same bytes in another way.
const HEAD: &str = concat!("git-memory readings 10 ", env!("CARGO_PKG_VERSION"), "\n");

/// Readings by blob.
pub(crate) type Readings = BlobRows<Reading>;

/// Begins to load the readings of a common git folder, on a thread of its own.
pub(crate) fn load(common_dir: &Path) -> JoinHandle<Readings> {
    Readings::load(path(common_dir), HEAD)
}

/// Reads those of a common git folder.
pub(crate) fn open(common_dir: &Path) -> Readings {
    Readings::open(path(common_dir), HEAD)
}

fn path(common_dir: &Path) -> PathBuf {
    KeyedFile::in_state_of(common_dir, "readings").into_path()
}
