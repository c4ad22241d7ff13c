//! For which commit the caches were filled ahead, and when.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::Store;
use crate::lock::Lock;
use crate::state::KeyedFile;
use git_memory_git::ObjectId;

/// The file with the commit and the time.
const DONE: &str = "warm";
/// The file on which the process that fills the caches holds a lock.
const LOCK: &str = "warm.lock";
/// For so long it is not done again for the same commit: then it is something else that takes time.
const REST: Duration = Duration::from_mins(5);

/// The filling of caches ahead, which one process at a time does.
pub struct WarmUp<'a> {
    store: Store<'a>,
    tip: ObjectId,
    now: DateTime<Utc>,
    _lock: Lock,
}

impl<'a> Store<'a> {
    /// Begins to fill the caches for a commit; `None` where another process is at it, or has just
    /// done so.
    #[must_use]
    pub fn begin_warm_up(&self, tip: ObjectId, now: DateTime<Utc>) -> Option<WarmUp<'a>> {
        let lock = KeyedFile::seen(self.repo().git_dir(), LOCK).into_path();
        let lock = Lock::take_if_free(&lock)?;
        if let Some((commit, time)) = self.warmed()
            && commit == tip.to_string()
            && is_lately(time, now)
        {
            return None;
        }
        Some(WarmUp {
            store: *self,
            tip,
            now,
            _lock: lock,
        })
    }

    /// True where it was done at least once in this work tree.
    #[must_use]
    pub fn was_warmed(&self) -> bool {
        self.warmed().is_some()
    }

    /// True after a hook ran out of time, until the caches are filled: the next one would run out of
    /// time, too, in the middle of the same walk. After a while it may try.
    #[must_use]
    pub fn is_cold(&self, now: DateTime<Utc>) -> bool {
        let Some(late) = self.last_late() else {
            return false;
        };
        let is_warm = self.warmed().is_some_and(|(_, done)| done >= late);
        !is_warm && is_lately(late, now)
    }

    fn last_late(&self) -> Option<DateTime<Utc>> {
        self.late_hooks().iter().map(|hook| hook.last).max()
    }

    /// The commit for which it was done last, and the time.
    fn warmed(&self) -> Option<(String, DateTime<Utc>)> {
        // A damaged file is as good as none.
        let text = String::from_utf8(self.warm_file().get()?).ok()?;
        let (commit, time) = text.split_once(' ')?;
        Some((commit.to_owned(), time.parse().ok()?))
    }

    fn warm_file(&self) -> KeyedFile {
        KeyedFile::seen(self.repo().git_dir(), DONE)
    }
}

/// True for a time of the last minutes; one to come is another clock's.
fn is_lately(time: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (now - time).to_std().is_ok_and(|past| past < REST)
}

impl WarmUp<'_> {
    /// Remembers that it is done, also for hooks that ran out of time meanwhile.
    pub fn done(self) {
        let done = self
            .store
            .last_late()
            .map_or(self.now, |late| late.max(self.now));
        let text = format!("{} {}", self.tip, done.to_rfc3339());
        self.store.warm_file().put(text.as_bytes());
    }
}
