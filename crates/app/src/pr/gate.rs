//! How each kind of finding counts: by the table of the team, as the base of the change has it.

use crate::workspace::settings::{Setting, choices, gate};
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;

/// How a finding counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It is not told.
    Off,
    /// It is told.
    Advisory,
    /// It is told, and the change does not pass.
    Blocking,
}

impl Level {
    /// The word in settings and answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Advisory => "advisory",
            Self::Blocking => "blocking",
        }
    }
}

/// Kind of a finding, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A secret in one of the commits.
    Secret,
    /// An error of `check` that the change brings.
    Broken,
    /// A new place that breaks a record's check.
    Check,
    /// A path of a current record that the change leaves without a file.
    Deleted,
    /// A record of the change that contradicts a current one.
    Conflict,
    /// A thing that a record names and that the change takes out of its files.
    Changed,
    /// A record that landed on the base since, about changed files.
    Incoming,
    /// A record that applies to changed files.
    Applies,
    /// A trailer that names no record, or a waiver without a reason.
    Trailer,
}

/// Every kind, in its order, with its setting.
const KINDS: [(Kind, &str, &Setting); 9] = [
    (Kind::Secret, "secret", &gate::PR_SECRET),
    (Kind::Broken, "broken", &gate::PR_BROKEN),
    (Kind::Check, "check", &gate::PR_CHECK),
    (Kind::Deleted, "deleted", &gate::PR_DELETED),
    (Kind::Conflict, "conflict", &gate::PR_CONFLICT),
    (Kind::Changed, "changed", &gate::PR_CHANGED),
    (Kind::Incoming, "incoming", &gate::PR_INCOMING),
    (Kind::Applies, "applies", &gate::PR_APPLIES),
    (Kind::Trailer, "trailer", &gate::PR_TRAILER),
];

impl Kind {
    /// The word in settings and answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }
}

/// The level of each kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate([Level; KINDS.len()]);

impl Gate {
    /// The table as a commit has it.
    pub(super) fn at(workspace: &Workspace, commit: ObjectId) -> Result<Self, Error> {
        let words = choices(workspace, &commit.to_string(), &KINDS.map(|it| it.2))?;
        let mut levels = [Level::Blocking; KINDS.len()];
        for (level, word) in levels.iter_mut().zip(words) {
            let of_word = [Level::Off, Level::Advisory, Level::Blocking];
            *level = of_word
                .into_iter()
                .find(|it| it.name() == word)
                .unwrap_or(*level);
        }
        Ok(Self(levels))
    }

    pub(super) fn level(&self, kind: Kind) -> Level {
        self.0[kind as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_at_their_place_with_their_setting() {
        for (nth, (kind, name, setting)) in KINDS.into_iter().enumerate() {
            assert_eq!(kind as usize, nth);
            assert_eq!(setting.name, format!("pr.{name}"));
        }
    }
}
