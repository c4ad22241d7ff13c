//! One setting: its name, its kind, and what the team's file may do with it.

use super::value::{Kind, Value};

/// Rights of the team's file `memory/config.yaml` on a setting. The file comes with every pull
/// request, so it must not be able to make anything less strict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Team {
    /// It may not set it: the value concerns one person's machine or trust.
    Never,
    /// It may set it where the user has not.
    Sets,
    /// Only this value counts, and it counts whatever the user has set.
    Tightens(&'static str),
    /// Its values come on top of the user's.
    Adds,
}

/// One setting.
#[derive(Debug)]
pub struct Setting {
    /// Its name in the team's file; git and the environment know it by [`Setting::key`] and
    /// [`Setting::variable`].
    pub name: &'static str,
    /// Kind of its values.
    pub kind: Kind,
    /// Rights of the team's file on it.
    pub team: Team,
    /// Default value; empty for none.
    pub default: &'static str,
    /// True if it protects something: then nothing is written to memory while its value is
    /// unreadable.
    pub guards: bool,
    /// Its effect, in one line.
    pub help: &'static str,
}

impl Setting {
    /// The name in git's settings.
    #[must_use]
    pub fn key(&self) -> String {
        format!("memory.{}", self.name)
    }

    /// True if a value is the one that the team's file may tighten it to.
    pub(super) fn is_tightest(&self, value: &Value) -> bool {
        match self.team {
            Team::Tightens(word) => value.is(word),
            _ => false,
        }
    }

    /// The environment variable.
    #[must_use]
    pub fn variable(&self) -> String {
        let name = self.name.to_ascii_uppercase();
        format!("GIT_MEMORY_{}", name.replace('.', "_"))
    }
}
