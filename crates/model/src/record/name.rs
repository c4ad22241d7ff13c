//! Name of a record for people: its id; of a page, which has none, its path.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::RecordId;
use crate::parent_name::ParentName;
use git_memory_text::path::{BadPath, RepoPath};

/// The name of a record or page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "Box<str>")]
pub enum Name {
    /// A record's id.
    Id(RecordId),
    /// A page's path, from the top of the work tree.
    Path(RepoPath),
}

impl Name {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Id(id) => id.as_str(),
            Self::Path(path) => path.as_str(),
        }
    }

    /// The id, if the name is one.
    #[must_use]
    pub fn id(&self) -> Option<&RecordId> {
        match self {
            Self::Id(id) => Some(id),
            Self::Path(_) => None,
        }
    }

    /// The name that a record of a parent has here; the path of a page may be that already.
    #[must_use]
    pub fn of_parent(&self, parent: &ParentName) -> Self {
        match self {
            Self::Id(id) => Self::Id(id.of_parent(parent)),
            Self::Path(path) if path.as_str().starts_with(&parent.with("")) => self.clone(),
            Self::Path(path) => match parent.with(path.as_str()).parse() {
                Ok(path) => Self::Path(path),
                Err(_) => self.clone(),
            },
        }
    }

    /// True if the name is this id.
    #[must_use]
    pub fn is(&self, id: &RecordId) -> bool {
        self.id() == Some(id)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.as_str().to_owned()
    }
}

impl TryFrom<Box<str>> for Name {
    type Error = BadPath;

    fn try_from(text: Box<str>) -> Result<Self, BadPath> {
        // No path of a record is without a slash, and no id has one. Ten thousand ids of a cache
        // need not be taken apart again.
        if text.contains('/') {
            Ok(Self::Path(text.parse()?))
        } else {
            Ok(Self::Id(RecordId::known(text)))
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}
