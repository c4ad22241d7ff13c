//! What each record's blob says, kept for all work trees of a repository.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crate::domain::record::Reading;
use crate::store::state::{BlobRows, KeyedFile};
use crate::store::tracked::shared_scans::SharedScans;

/// Tells this layout and this program's reading of records from any other: another version may read
/// the same bytes in another way.
const HEAD: &str = concat!("git-memory readings 10 ", env!("CARGO_PKG_VERSION"), "\n");

/// Readings by blob.
pub(crate) type Readings = BlobRows<Reading>;

/// What a process has read of one repository: kept between the questions of a command, and shared
/// between the requests of a server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loaded {
    readings: Arc<Mutex<Option<Readings>>>,
    /// Where several may ask at once.
    scans: Option<Arc<SharedScans>>,
}

impl Loaded {
    /// The readings; `None` where nobody has loaded them yet.
    pub(crate) fn readings(&self) -> MutexGuard<'_, Option<Readings>> {
        // Whoever panicked has left readings that are right: each is put in whole.
        self.readings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same for several who ask at once.
    #[cfg(feature = "mcp")]
    pub(crate) fn for_many() -> Self {
        Self {
            scans: Some(Arc::default()),
            ..Self::default()
        }
    }

    /// What those who ask at once look at together.
    pub(crate) fn scans(&self) -> Option<&SharedScans> {
        self.scans.as_deref()
    }
}

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
