//! What a command does to a file that it names.

use crate::domain::project::policy::Access;

/// What a command does to a file, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Looks for something in it, or in what is below.
    Searches,
    /// Reads it.
    Reads,
    /// Makes it where it is not there, or changes what is kept beside its text: its mode, its times.
    Marks,
    /// Adds to its end.
    Appends,
    /// Gives it another text, or takes it away.
    Writes,
}

impl Act {
    /// What it has to be allowed.
    #[must_use]
    pub const fn access(self) -> Access {
        match self {
            Self::Searches => Access::Search,
            Self::Reads => Access::Read,
            Self::Marks | Self::Appends | Self::Writes => Access::Write,
        }
    }
}
