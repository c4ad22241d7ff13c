//! For which commit the caches were filled ahead, and when.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::git::ObjectId;
use crate::store::Store;
use crate::store::lock::Lock;
use crate::store::state::KeyedFile;

/// Where that is kept.
const DONE: &str = "warm";
/// Where whoever is at it holds a lock.
const LOCK: &str = "warm.lock";
/// For so long it is not done again for the same commit: then it is something else that takes time.
const REST: Duration = Duration::from_mins(5);

/// The filling of caches ahead, which one process at a time does.
pub struct WarmUp {
    file: KeyedFile,
    done: String,
    _lock: Lock,
}

impl Store<'_> {
    /// Begins to fill the caches for a commit; `None` where somebody is at it, or has just done so.
    #[must_use]
    pub fn begin_warm_up(&self, tip: ObjectId, now: DateTime<Utc>) -> Option<WarmUp> {
        let git_dir = self.repo().git_dir();
        let lock = KeyedFile::in_state_of(git_dir, LOCK).into_path();
        let lock = Lock::take_if_free(&lock)?;
        let file = KeyedFile::in_state_of(git_dir, DONE);
        if let Some(last) = file.get()
            && let Ok(last) = String::from_utf8(last)
            && let Some((commit, time)) = last.split_once(' ')
            && commit == tip.to_string()
            && let Ok(time) = time.parse::<DateTime<Utc>>()
            // A time to come is another clock's.
            && (now - time).to_std().is_ok_and(|past| past < REST)
        {
            return None;
        }
        Some(WarmUp {
            file,
            done: format!("{tip} {}", now.to_rfc3339()),
            _lock: lock,
        })
    }
}

impl WarmUp {
    /// Remembers that it is done.
    pub fn done(self) {
        self.file.put(self.done.as_bytes());
    }
}
