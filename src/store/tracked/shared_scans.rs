//! One look at the work tree for all who ask at the same time: whoever asks a server must be
//! answered from files as they were at that moment or later, but not everybody has to look.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::domain::roots::Roots;
use crate::store::Error;
use crate::store::tracked::work_tree::Scan;

/// The last scan, as long as somebody may still wait for one like it.
#[derive(Debug, Default)]
pub(crate) struct SharedScans {
    /// How many have begun.
    begun: AtomicU64,
    last: Mutex<Option<LastScan>>,
}

#[derive(Debug)]
struct LastScan {
    of: Scanned,
    number: u64,
    scan: Scan,
}

/// What a scan is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scanned {
    pub(crate) top: PathBuf,
    pub(crate) roots: Roots,
}

impl SharedScans {
    /// A scan that begins after this was called: somebody else's, or what `look` finds.
    ///
    /// # Errors
    /// What `look` returns.
    pub(crate) fn after_now(
        &self,
        of: &Scanned,
        look: impl FnOnce() -> Result<Scan, Error>,
    ) -> Result<Scan, Error> {
        self.after(self.begun.load(Ordering::SeqCst), of, look)
    }

    /// A scan that comes after so many others have begun.
    fn after(
        &self,
        before: u64,
        of: &Scanned,
        look: impl FnOnce() -> Result<Scan, Error>,
    ) -> Result<Scan, Error> {
        // Who comes while another one looks waits here. Whoever panicked has left the last scan.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = &*last
            && last.number > before
            && last.of == *of
        {
            return Ok(last.scan.clone());
        }
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        *last = None;
        let scan = look()?;
        // What has changed is remembered by whoever finds it; the others find nothing new.
        if scan.is_settled() {
            *last = Some(LastScan {
                of: of.clone(),
                number,
                scan: scan.clone(),
            });
        }
        Ok(scan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::ObjectFormat;
    use crate::store::tracked::work_tree::WorkTree;

    #[test]
    fn a_scan_is_shared_with_those_who_asked_before_it_began() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path();
        std::fs::create_dir_all(top.join("memory/notes")).unwrap();
        let roots = Roots::default();
        let tree = WorkTree {
            top,
            git_dir: top,
            format: ObjectFormat::Sha1,
            is_folding: false,
            roots: &roots,
        };
        let (scans, looks) = (SharedScans::default(), AtomicU64::new(0));
        let of = |top: &str| Scanned {
            top: top.into(),
            roots: Roots::default(),
        };
        let look = || {
            looks.fetch_add(1, Ordering::SeqCst);
            tree.scan()
        };
        let after = |before, of: &Scanned| {
            let scan = scans.after(before, of, look).unwrap();
            (looks.load(Ordering::SeqCst), scan.snapshot.files.len())
        };
        let here = of("here");
        assert_eq!(after(0, &here), (1, 0), "nobody has looked");
        assert_eq!(after(0, &here), (1, 0), "asked before that one began");
        assert_eq!(after(1, &here), (2, 0), "asked since");
        assert_eq!(after(0, &of("there")), (3, 0), "another work tree");
        // A file that nobody knew is looked at by all, until it is remembered.
        std::fs::write(top.join("memory/notes/a.md"), "text").unwrap();
        assert_eq!(after(3, &here), (4, 1));
        assert_eq!(after(3, &here), (5, 1));
    }
}
