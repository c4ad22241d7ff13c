//! Result of one look at the work tree, and the data that follows from it: for one command, or for
//! many requests.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::looks::{Looked, SharedLooks};
use crate::tracked::listing::Listing;
use crate::tracked::memory::Memory;
use crate::tracked::paths::TrackedPaths;
use crate::tracked::snapshot::Snapshot;
use crate::tracked::work_tree::{Scan, TakeObject};
use crate::{Error, Lock, Store, atomic};
use git_memory_git::TreeEntry;
use git_memory_model::roots::Roots;

/// Everything that a look at the work tree depends on besides its files.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scanned {
    top: PathBuf,
    roots: Roots,
    /// Paths that git tracks, of roots whose other files are not read.
    tracked: TrackedPaths,
    /// Entries that a sparse checkout leaves out.
    left_out: Vec<TreeEntry>,
    /// True if git stores line feeds where files have other line ends.
    is_folding: bool,
}

/// Result of one look at the work tree.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) scan: Scan,
    listing: OnceLock<Listing>,
    memory: Mutex<Option<Memory>>,
}

impl Store<'_> {
    /// Looks at the work tree as it is now or, where others ask at the same time, a moment later;
    /// after finishing what a killed process had begun.
    pub(crate) fn look(&self) -> Result<Arc<Seen>, Error> {
        self.look_handing(None)
    }

    /// Looks at the work tree as [`Self::look`] does; `take` gets the contents that had to be read,
    /// which otherwise are kept.
    pub(crate) fn look_handing(
        &self,
        take: Option<&mut TakeObject<'_>>,
    ) -> Result<Arc<Seen>, Error> {
        self.target()?.recover(|paths| self.stage_begun(paths));
        let Some(many) = self.loaded().many() else {
            return Ok(Arc::new(Seen::new(self.scan(None, take)?)));
        };
        let top = self.repo().work_tree()?;
        let of = Scanned {
            top: top.to_owned(),
            roots: self.roots()?.clone(),
            tracked: self.tracked_roots()?,
            left_out: self.left_out()?.to_vec(),
            is_folding: self.is_folding()?,
        };
        let looks = many.of::<SharedLooks<Scanned, Seen>>();
        looks.after_now(top, of, |before| {
            // If no derived files were known, the remembered state is read: another process may
            // have made them since.
            let before = before.filter(|seen| seen.scan.derived.is_some());
            let mut scan = self.scan(before.as_ref().map(|seen| &seen.scan), take)?;
            let walked = std::mem::take(&mut scan.walked);
            // A scan that handed contents to `take` lacks them: it is not settled, and not shared.
            let is_settled = scan.is_settled();
            let found = match before {
                // With what was made of it.
                Some(seen) if self.still_sees(&seen.scan, &scan)? => seen,
                _ => Arc::new(Seen::new(scan)),
            };
            Ok(Looked {
                found,
                walked,
                is_settled,
            })
        })
    }

    /// True if a scan that went on from another one found the same, and the derived files are still
    /// those that were made from it.
    fn still_sees(&self, before: &Scan, now: &Scan) -> Result<bool, Error> {
        Ok(now.is_settled()
            && now.folders == before.folders
            && now.snapshot.unreadable == before.snapshot.unreadable
            && self.work_tree()?.derived_of(now).is_some())
    }

    /// Scans the work tree, and removes what a killed process left.
    fn scan(
        &self,
        before: Option<&Scan>,
        take: Option<&mut TakeObject<'_>>,
    ) -> Result<Scan, Error> {
        let target = self.target()?;
        let tracked = self.tracked_roots()?;
        let mut scan = self.work_tree()?.scan(&tracked, before, take)?;
        let left_out = self.left_out()?;
        if !left_out.is_empty() {
            scan.left_out = Snapshot::of_entries(left_out.to_vec(), self.roots()?);
            // The derived files may miss files that were left out when they were made.
            scan.derived = None;
        }
        if scan.strays.is_empty() {
            return Ok(scan);
        }
        // Derived files are written without the lock, all others by the process that holds it.
        let top = target.top.join(self.folder().as_str());
        atomic::sweep(&top);
        if let Some(_lock) = Lock::take_if_free(&target.lock_file()) {
            for stray in &scan.strays {
                if stray.parent() != Some(&top) {
                    // A file that stays does no harm: the next scan tries again.
                    let _ = std::fs::remove_file(stray);
                }
            }
        }
        Ok(scan)
    }
}

impl Seen {
    pub(crate) fn new(scan: Scan) -> Self {
        Self {
            scan,
            listing: OnceLock::new(),
            memory: Mutex::default(),
        }
    }

    /// Listing of the scan; `make` makes it the first time.
    pub(crate) fn listing(&self, make: impl FnOnce(&Scan) -> Listing) -> &Listing {
        self.listing.get_or_init(|| make(&self.scan))
    }

    /// The records, if an earlier caller has read them and left the derived files right. While one
    /// caller makes them, the others wait.
    pub(crate) fn memory(&self) -> MutexGuard<'_, Option<Memory>> {
        // A thread that panicked has left no records, or whole ones.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
