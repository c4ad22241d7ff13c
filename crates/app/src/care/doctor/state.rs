//! State of one check of an installation.

use git_memory_text::advice::Advice;

/// Observation of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// All is well: what was seen.
    Good(String),
    /// Nothing is wrong, but there is more to set up: what was seen, and how.
    Idle(String, Advice),
    /// Something is wrong: what.
    Bad(String),
    /// Something is wrong that the check's usual advice does not mend: what, and the right advice.
    Otherwise(String, Advice),
    /// Something is wrong that is not ours to mend: what, and what its owner can do.
    Foreign(String, Advice),
}

impl State {
    /// True if all is well.
    #[must_use]
    pub fn is_good(&self) -> bool {
        matches!(self, Self::Good(_) | Self::Idle(..))
    }

    /// Text of the observation, good or not.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Good(message)
            | Self::Idle(message, _)
            | Self::Bad(message)
            | Self::Otherwise(message, _)
            | Self::Foreign(message, _) => message,
        }
    }
}
