//! Which hooks were installed, for all work trees of a repository: hook managers write hook files
//! anew, and who compares can say that ours are gone.

use crate::Store;
use crate::kept::HOOKS;
use crate::state::KeyedFile;

/// File with the names of the hooks whose loss was told in this work tree.
const LOST: &str = "hooks-lost";

impl Store<'_> {
    /// The names of the hooks that were installed here, with a space between them; `None` where
    /// none were.
    #[must_use]
    pub fn installed_hooks(&self) -> Option<String> {
        // A note that is not text is none of ours.
        String::from_utf8(self.installed_note().get()?).ok()
    }

    /// Remembers which hooks were installed; none where that is empty.
    pub fn remember_hooks(&self, names: &str) {
        if names.is_empty() {
            self.installed_note().remove();
        } else {
            self.installed_note().put(names.as_bytes());
        }
        // Whatever was told before: the next loss is a new one.
        self.lost_note().remove();
    }

    /// True if it was not told yet that these hooks are gone; it counts as told then. Without
    /// names, nothing is gone, and the next loss is news.
    #[must_use]
    pub fn is_new_loss(&self, names: &str) -> bool {
        let told = self.lost_note();
        if names.is_empty() {
            if told.get().is_some() {
                told.remove();
            }
            return false;
        }
        if told.holds(names.as_bytes()) {
            return false;
        }
        told.put(names.as_bytes());
        // If nothing can be written, every command would say it: better none does.
        told.holds(names.as_bytes())
    }

    fn installed_note(&self) -> KeyedFile {
        KeyedFile::of(&HOOKS, self.repo().common_dir())
    }

    fn lost_note(&self) -> KeyedFile {
        KeyedFile::seen(self.repo().git_dir(), LOST)
    }
}
