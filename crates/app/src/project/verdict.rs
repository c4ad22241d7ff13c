//! Judgements of paths, as they are asked for.

use git_memory_policy::project::policy::{Denial, Note};
use git_memory_text::advice::Advice;

/// Judgement of a path.
pub enum Verdict {
    /// A tool may not.
    Denied(Denial),
    /// It may, and should know something.
    Noted(Note),
    /// It may, as far as git-memory goes.
    Open,
}

impl Verdict {
    /// Reason for a denial, or a note.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Denied(denial) => Some(&denial.reason),
            Self::Noted(note) => Some(&note.text),
            Self::Open => None,
        }
    }

    /// Ways out of a denial, or what to do with a note.
    #[must_use]
    pub fn advice(&self) -> &[Advice] {
        match self {
            Self::Denied(denial) => &denial.advice,
            Self::Noted(note) => &note.advice,
            Self::Open => &[],
        }
    }
}
