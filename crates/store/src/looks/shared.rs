//! One look at some folders for all who ask at the same time, and for all who ask while nothing
//! changes: a client that asks a server must be answered from files as they were at that moment or
//! later, but not every request has to look.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::watch::Watch;
use crate::Error;

/// How long a look is good while nothing is told of: no event comes for a file that is written
/// through a mapping, or by a name elsewhere.
const TRUSTED: Duration = Duration::from_secs(1);

/// The last look at something, as long as another thread may still ask for one like it.
#[derive(Debug)]
pub(crate) struct SharedLooks<Of, Found> {
    /// How many have begun.
    begun: AtomicU64,
    last: Mutex<Option<LastLook<Of, Found>>>,
}

/// The result of a look.
pub(crate) struct Looked<Found> {
    pub(crate) found: Arc<Found>,
    /// All folders that were walked through, from the top; that itself has no name.
    pub(crate) walked: Vec<String>,
    /// True if the next look would find the same if nothing changes in them.
    pub(crate) is_settled: bool,
}

#[derive(Debug)]
struct LastLook<Of, Found> {
    of: Of,
    number: u64,
    began: Instant,
    walked: Vec<String>,
    /// The result of the look, if that is settled.
    settled: Option<Arc<Found>>,
    /// Tells what has changed in the folders since before the look began.
    watch: Option<Watch>,
}

impl<Of, Found> Default for SharedLooks<Of, Found> {
    fn default() -> Self {
        Self {
            begun: AtomicU64::new(0),
            last: Mutex::new(None),
        }
    }
}

impl<Of: PartialEq, Found> SharedLooks<Of, Found> {
    /// A look below `top` that begins after this was called, or since which nothing has changed:
    /// that of another thread, or what `look` finds, which gets what the last one has found, where
    /// that was settled. `of` is all that it depends on besides files.
    ///
    /// # Errors
    /// What `look` returns.
    pub(crate) fn after_now(
        &self,
        top: &Path,
        of: Of,
        look: impl FnOnce(Option<Arc<Found>>) -> Result<Looked<Found>, Error>,
    ) -> Result<Arc<Found>, Error> {
        self.after(self.begun.load(Ordering::SeqCst), top, of, look)
    }

    /// A look that comes after so many others have begun.
    fn after(
        &self,
        before: u64,
        top: &Path,
        of: Of,
        look: impl FnOnce(Option<Arc<Found>>) -> Result<Looked<Found>, Error>,
    ) -> Result<Arc<Found>, Error> {
        // A thread that comes while another one looks waits here. One that panicked has left the
        // last look.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &mut *last
            && known.of == of
            && (known.number > before || known.is_still_right())
            && let Some(settled) = &known.settled
        {
            return Ok(Arc::clone(settled));
        }
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let began = Instant::now();
        let (watch, known) = match last.take() {
            Some(mut known) if known.of == of => {
                let settled = known.settled.take();
                (known.watch_on(top), settled)
            }
            // The next one knows the folders.
            _ => (None, None),
        };
        let Looked {
            found,
            walked,
            is_settled,
        } = look(known)?;
        *last = Some(LastLook {
            of,
            number,
            began,
            watch: watch.filter(|watch| *watch.folders() == *walked),
            walked,
            settled: is_settled.then(|| Arc::clone(&found)),
        });
        Ok(found)
    }
}

impl<Of, Found> LastLook<Of, Found> {
    /// True if nothing has changed since.
    fn is_still_right(&mut self) -> bool {
        let is_quiet = self.watch.as_mut().is_some_and(Watch::is_quiet);
        is_quiet && self.began.elapsed() < TRUSTED
    }

    /// A watch on the folders that were walked through.
    fn watch_on(self, top: &Path) -> Option<Watch> {
        let whole = self.watch.filter(Watch::is_whole);
        whole.or_else(|| Watch::of(top, &self.walked))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    struct Asked {
        shared: SharedLooks<&'static str, Vec<String>>,
        looks: AtomicU64,
        folder: tempfile::TempDir,
    }

    impl Asked {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            std::fs::create_dir_all(folder.path().join("memory/notes")).unwrap();
            Self {
                shared: SharedLooks::default(),
                looks: AtomicU64::new(0),
                folder,
            }
        }

        /// How many looks there were after one more was asked for, and the files that it found.
        fn after(&self, before: Option<u64>, of: &'static str) -> (u64, Vec<String>) {
            let top = self.folder.path();
            let look = |_| {
                self.looks.fetch_add(1, Ordering::SeqCst);
                let (mut walked, mut found) = (Vec::new(), Vec::new());
                let mut waiting = vec![of.to_owned()];
                while let Some(folder) = waiting.pop() {
                    for entry in fs::read_dir(top.join(&folder)).into_iter().flatten() {
                        let entry = entry.unwrap();
                        let path = format!("{folder}/{}", entry.file_name().display());
                        match fs::read_to_string(entry.path()) {
                            Ok(text) => found.push(format!("{path} {text}")),
                            Err(_) => waiting.push(path),
                        }
                    }
                    if top.join(&folder).is_dir() {
                        walked.push(folder);
                    }
                }
                found.sort();
                Ok(Looked {
                    found: Arc::new(found),
                    walked,
                    is_settled: true,
                })
            };
            let found = match before {
                Some(before) => self.shared.after(before, top, of, look),
                None => self.shared.after_now(top, of, look),
            };
            let files = found.unwrap().to_vec();
            (self.looks.load(Ordering::SeqCst), files)
        }
    }

    #[test]
    fn a_look_is_shared_with_those_who_asked_before_it_began() {
        let asked = Asked::new();
        assert_eq!(asked.after(Some(0), "memory").0, 1, "nobody has looked");
        assert_eq!(asked.after(Some(0), "memory").0, 1, "asked before that");
        assert_eq!(asked.after(Some(1), "memory").0, 2, "asked since");
        assert_eq!(asked.after(Some(0), "docs").0, 3, "other folders");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn nobody_looks_again_until_something_changes() {
        let asked = Asked::new();
        let now = || asked.after(None, "memory");
        let at = |path: &str| asked.folder.path().join(path);
        now();
        if Watch::of(asked.folder.path(), &["memory".to_owned()]).is_none() {
            // On this file system everybody looks.
            return;
        }
        // After a second, a look is made all the same.
        let is_quiet = || (0..100).any(|_| now().0 == now().0);
        let change = |what: &dyn Fn() -> std::io::Result<()>, files: &[&str]| {
            assert!(is_quiet(), "nothing happens");
            what().unwrap();
            assert_eq!(now().1, files, "it is seen at once");
        };
        let write = |path: &str, text: &str| std::fs::write(at(path), text);
        let (one, two) = ("memory/notes/a.md one", "memory/notes/a.md two");
        change(&|| write("memory/notes/a.md", "one"), &[one]);
        change(&|| write("memory/notes/a.md", "two"), &[two]);
        change(&|| std::fs::create_dir(at("memory/lessons")), &[two]);
        let below = "memory/lessons/b.md one";
        change(&|| write("memory/lessons/b.md", "one"), &[below, two]);
        change(&|| std::fs::rename(at("memory"), at("other")), &[]);
        change(
            &|| std::fs::rename(at("other"), at("memory")),
            &[below, two],
        );
        change(&|| std::fs::remove_dir_all(at("memory/lessons")), &[two]);
    }
}
