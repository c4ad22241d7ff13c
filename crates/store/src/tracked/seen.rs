//! What one look at the work tree found, and what follows from it: for one command, or for many
//! requests.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::looks::{Looked, SharedLooks};
use crate::tracked::listing::Listing;
use crate::tracked::memory::Memory;
use crate::tracked::snapshot::Snapshot;
use crate::tracked::work_tree::{Scan, TakeObject};
use crate::{Error, Lock, Store};
use git_memory_git::TreeEntry;
use git_memory_model::roots::Roots;
use git_memory_text::path::RepoPath;

/// What a look at the work tree depends on besides its files.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scanned {
    top: PathBuf,
    roots: Roots,
    /// Paths that git tracks, of roots whose other files are not read.
    tracked: Vec<RepoPath>,
    /// What a sparse checkout leaves out.
    left_out: Vec<TreeEntry>,
    /// Whether git stores line feeds where files have other line ends.
    is_folding: bool,
}

/// What one look at the work tree found.
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

    /// The same; `take` gets what had to be read of files, which otherwise is kept.
    pub(crate) fn look_handing(
        &self,
        take: Option<&mut TakeObject<'_>>,
    ) -> Result<Arc<Seen>, Error> {
        self.target()?.recover();
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
            // Where none were known, somebody may have made them since: what is remembered says so.
            let before = before.filter(|seen| seen.scan.derived.is_some());
            let mut scan = self.scan(before.as_ref().map(|seen| &seen.scan), take)?;
            let walked = std::mem::take(&mut scan.walked);
            // Whoever was handed something has it alone.
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

    /// Whether a scan that went on from another one found the same, and the derived files are still
    /// those that were made from it.
    fn still_sees(&self, before: &Scan, now: &Scan) -> Result<bool, Error> {
        Ok(now.is_settled()
            && now.folders == before.folders
            && now.snapshot.unreadable == before.snapshot.unreadable
            && now.derived == self.work_tree()?.derived_stats())
    }

    /// Scans the work tree, and removes what a killed process left.
    fn scan(
        &self,
        before: Option<&Scan>,
        take: Option<&mut TakeObject<'_>>,
    ) -> Result<Scan, Error> {
        let target = self.target()?;
        let mut scan = self.work_tree()?.scan(before, take)?;
        let left_out = self.left_out()?;
        if !left_out.is_empty() {
            scan.left_out = Snapshot::of_entries(left_out.to_vec(), self.roots()?);
            // What was made from the files that were there when they were made may miss others.
            scan.derived = None;
        }
        if scan.strays.is_empty() {
            return Ok(scan);
        }
        // A file that somebody is still writing belongs to the one who holds the lock.
        if let Some(_lock) = Lock::take_if_free(&target.lock_file()) {
            for stray in &scan.strays {
                // One that stays disturbs nobody: the next scan tries again.
                let _ = std::fs::remove_file(stray);
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

    /// What it lists.
    pub(crate) fn listing(&self, make: impl FnOnce(&Scan) -> Listing) -> &Listing {
        self.listing.get_or_init(|| make(&self.scan))
    }

    /// The records, where somebody has read them and left the derived files right. Who makes them
    /// lets the others wait.
    pub(crate) fn memory(&self) -> MutexGuard<'_, Option<Memory>> {
        // Whoever panicked has left none, or whole ones.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
