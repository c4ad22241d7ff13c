//! How often the hooks of sessions ran out of time in a work tree.

use std::{fmt, fs};

use chrono::{DateTime, SecondsFormat, Utc};

use crate::state::KeyedFile;
use crate::{Error, Lock, Store};
use git_memory_text::counted;

/// The file with a line for each hook: its name, how often, and the last time.
const FILE: &str = "late-hooks";
/// Maximum number of hooks that are counted.
const HOOKS: usize = 16;

/// A hook that ran out of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateHook {
    /// Its name.
    pub name: String,
    /// How often.
    pub count: u32,
    /// The last time.
    pub last: DateTime<Utc>,
}

impl fmt::Display for LateHook {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = usize::try_from(self.count).unwrap_or(usize::MAX);
        let last = self.last.to_rfc3339_opts(SecondsFormat::Secs, true);
        write!(out, "{} {}, last {last}", self.name, counted(count, "time"))
    }
}

/// Sentence about hooks that ran out of time; `None` where none did.
#[must_use]
pub fn late_sentence(hooks: &[LateHook]) -> Option<String> {
    let hooks: Vec<String> = hooks.iter().map(ToString::to_string).collect();
    (!hooks.is_empty()).then(|| format!("hooks that ran out of time: {}", hooks.join("; ")))
}

impl LateHook {
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let (name, count, last) = (words.next()?, words.next()?, words.next()?);
        Some(Self {
            name: name.to_owned(),
            count: count.parse().ok()?,
            last: last.parse().ok()?,
        })
    }
}

impl Store<'_> {
    /// The hooks that ran out of time here, in the order in which they first did.
    #[must_use]
    pub fn late_hooks(&self) -> Vec<LateHook> {
        // A damaged file counts anew.
        let bytes = self.late_file().get().unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        text.lines().filter_map(LateHook::parse).collect()
    }

    /// Counts that a hook ran out of time.
    pub fn count_late(&self, name: &str, now: DateTime<Utc>) -> Result<(), Error> {
        let path = self.late_file().into_path();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        // As in a session's file: the lock is on the file, which is never replaced.
        let _lock = Lock::take(&path)?;
        let mut hooks = self.late_hooks();
        match hooks.iter_mut().find(|hook| hook.name == name) {
            Some(hook) => (hook.count, hook.last) = (hook.count.saturating_add(1), now),
            None => hooks.push(LateHook {
                name: name.to_owned(),
                count: 1,
                last: now,
            }),
        }
        let line = |hook: &LateHook| {
            let LateHook { name, count, last } = hook;
            format!("{name} {count} {}\n", last.to_rfc3339())
        };
        let lines: Vec<String> = hooks.iter().take(HOOKS).map(line).collect();
        fs::write(&path, lines.concat()).map_err(Error::write(&path))
    }

    fn late_file(&self) -> KeyedFile {
        KeyedFile::seen(self.repo().git_dir(), FILE)
    }
}
