//! The effect of a command on a file that it names.

use crate::project::policy::Access;

/// Effect of a command on a file, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Has it among its words: its effect is unknown.
    Mentions,
    /// Reads it, or lists it.
    Reads,
    /// Creates it if it is missing, or changes its mode or its times.
    Marks,
    /// Adds to its end.
    Appends,
    /// Gives it another text, or takes it away.
    Writes,
    /// Takes it away with all that is below it.
    Takes,
}

impl Act {
    /// The access that it needs: a file that is only mentioned may be read.
    #[must_use]
    pub const fn access(self) -> Access {
        match self {
            Self::Mentions | Self::Reads => Access::Read,
            Self::Marks | Self::Appends | Self::Writes | Self::Takes => Access::Write,
        }
    }

    /// True if it plainly reads or changes the file's text.
    #[must_use]
    pub const fn is_of_text(self) -> bool {
        !matches!(self, Self::Mentions | Self::Marks)
    }
}
