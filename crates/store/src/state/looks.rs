//! The time of the last look at a repository's memory, what was counted then, and what was said
//! lately: state of one work tree, for its user only.

use crate::Store;
use crate::state::KeyedFile;
use git_memory_git::ObjectId;

/// File with the last look.
const LOOK: &str = "last-look";
/// File with the count of stale records.
const STALE: &str = "stale";
/// File with the day of the last reminder.
const REMINDER: &str = "reminded";

/// File with findings that may be allowed.
const OFFERS: &str = "findings";
/// File with what clients of the server asked for.
const SERVED: &str = "served";

/// A look at memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The commit that HEAD was at.
    pub commit: ObjectId,
    /// When it was, in seconds since 1970.
    pub time: i64,
}

impl Store<'_> {
    /// The last look; `None` where there was none yet.
    #[must_use]
    pub fn last_look(&self) -> Option<Look> {
        let text = String::from_utf8(self.state(LOOK).get()?).ok()?;
        let (commit, time) = text.trim_end().split_once(' ')?;
        Some(Look {
            commit: commit.parse().ok()?,
            time: time.parse().ok()?,
        })
    }

    /// Remembers a look.
    pub fn remember_look(&self, look: Look) {
        let text = format!("{} {}\n", look.commit, look.time);
        self.state(LOOK).put(text.as_bytes());
    }

    /// The count that was kept under a key.
    #[must_use]
    pub fn kept_counts(&self, key: &str) -> Option<[usize; 2]> {
        let text = String::from_utf8(self.state(STALE).get()?).ok()?;
        let mut words = text.trim_end().split(' ');
        if words.next() != Some(key) {
            return None;
        }
        let mut count = || words.next()?.parse().ok();
        Some([count()?, count()?])
    }

    /// Keeps two counts under a key, in place of those before.
    pub fn keep_counts(&self, key: &str, [one, other]: [usize; 2]) {
        let line = format!("{key} {one} {other}\n");
        self.state(STALE).put(line.as_bytes());
    }

    /// True if a reminder is due that is given once a day; it counts as given then.
    #[must_use]
    pub fn is_reminder_due(&self, today: &str) -> bool {
        let state = self.state(REMINDER);
        if state.holds(today.as_bytes()) {
            return false;
        }
        state.put(today.as_bytes());
        // If nothing can be written, every command would say it: better none does.
        state.holds(today.as_bytes())
    }

    /// The findings of the secret guard that may be allowed, a line of JSON each.
    #[must_use]
    pub fn offers(&self) -> Option<String> {
        // A file that is not text is of no use.
        String::from_utf8(self.state(OFFERS).get()?).ok()
    }

    /// Keeps such findings, in place of those before.
    pub fn keep_offers(&self, text: &str) {
        self.state(OFFERS).put(text.as_bytes());
    }

    /// Reads what clients of the server asked for, as a text of JSON.
    #[must_use]
    pub fn served(&self) -> Option<String> {
        String::from_utf8(self.state(SERVED).get()?).ok()
    }

    /// Keeps that, in place of what was there.
    pub fn keep_served(&self, text: &str) {
        self.state(SERVED).put(text.as_bytes());
    }

    fn state(&self, name: &str) -> KeyedFile {
        KeyedFile::seen(self.repo().git_dir(), name)
    }
}
