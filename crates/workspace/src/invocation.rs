//! Start values of a command or of a request to a server: its folder, its variables and its clock.
//! They are read once, at the top; nothing below a door asks the process again.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{DateTime, Utc};

use super::Error;
use git_memory_git::Environment;

/// Fixes the time (RFC 3339), so that scripts and tests give the same bytes every time.
const CLOCK: &str = "GIT_MEMORY_CLOCK";
/// Fixes the ids of new records (a number), likewise.
const SEED: &str = "GIT_MEMORY_SEED";

/// Start values of a command or a request.
#[derive(Clone, Debug)]
pub struct Invocation {
    environment: Environment,
    now: DateTime<Utc>,
    is_clock_fixed: bool,
    seed: Option<u64>,
}

impl Invocation {
    /// An invocation at a time; `GIT_MEMORY_CLOCK` and `GIT_MEMORY_SEED` among the variables fix
    /// time and ids.
    ///
    /// # Errors
    /// [`Error::Setting`] where one of these two cannot be read.
    pub fn new(environment: Environment, now: SystemTime) -> Result<Self, Error> {
        let fixed = text(&environment, CLOCK)?;
        let is_clock_fixed = fixed.is_some();
        let now = match fixed {
            None => now.into(),
            Some(fixed) => DateTime::parse_from_rfc3339(fixed)
                .map_err(|error| bad(CLOCK, fixed, &format!("is not an RFC 3339 time: {error}")))?
                .to_utc(),
        };
        let seed = match text(&environment, SEED)? {
            None => None,
            Some(fixed) => Some(
                fixed
                    .parse()
                    .map_err(|_| bad(SEED, fixed, "is not a number below 2^64"))?,
            ),
        };
        Ok(Self {
            environment,
            now,
            is_clock_fixed,
            seed,
        })
    }

    /// Moves the start values to another folder; a relative one is taken from this one.
    ///
    /// # Errors
    /// If the folder does not exist.
    pub fn at(&self, folder: &Path) -> Result<Self, Error> {
        Ok(Self {
            environment: self.environment.at(folder)?,
            ..self.clone()
        })
    }

    /// The folder and the variables.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// A path that the user gave, as one that can be opened: relative ones begin at the folder.
    #[must_use]
    pub fn path(&self, given: &Path) -> PathBuf {
        self.environment.folder().join(given)
    }

    /// When it began.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// True if the clock stands still, so that no answer may depend on how long it takes.
    #[must_use]
    pub fn is_clock_fixed(&self) -> bool {
        self.is_clock_fixed
    }

    /// The seed of new ids, if it is fixed.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
    }
}

/// The value of a variable; an empty one counts as not set.
fn text<'a>(environment: &'a Environment, name: &'static str) -> Result<Option<&'a str>, Error> {
    match environment.variable(name) {
        None => Ok(None),
        Some(value) if value.is_empty() => Ok(None),
        Some(value) => match value.to_str() {
            Some(text) => Ok(Some(text)),
            None => Err(bad(name, &value.to_string_lossy(), "is not UTF-8")),
        },
    }
}

fn bad(key: &'static str, value: &str, why: &str) -> Error {
    // A variable may hold anything, escape sequences of a terminal too.
    let value = git_memory_text::visible_line(value);
    Error::Setting {
        key: key.to_owned(),
        why: format!("'{value}' {why}"),
    }
}
