//! Access of a tool to a path, and the kind of tool.

use serde::Deserialize;

/// Kinds of access of a tool to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Reading a file, or listing a folder.
    Read,
    /// Making, changing or removing something.
    Write,
    /// Searching everything below it.
    Search,
}

/// An access, and the kind of tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The access.
    pub access: Access,
    /// True if the words of a command line name the path, not an argument of a tool for files.
    pub is_by_shell: bool,
}

impl Touch {
    /// The access of a tool for files.
    #[must_use]
    pub const fn of_files(access: Access) -> Self {
        Self {
            access,
            is_by_shell: false,
        }
    }
}

impl Access {
    /// Every access, in the order of their words.
    pub const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Search];

    /// The word for it: `read`, `write`, `search`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Search => "search",
        }
    }

    /// The access of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|access| access.name() == name)
    }
}
