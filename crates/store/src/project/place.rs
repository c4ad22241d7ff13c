//! Places where the project index looks: the folders of a work tree, or of a commit's tree.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use git_memory_policy::project::known::{is_entered, is_source, use_of};
use git_memory_policy::project::{Content, TopKind};

/// List of a folder's entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Listed {
    /// Of the top, everything; below it, the files that are known by their names and the folders
    /// that are looked into. Sorted by name.
    pub(crate) names: Vec<ListedName>,
    /// True if a file of source code is in it.
    pub(crate) has_source: bool,
    /// True if it is the top of a repository of its own.
    pub(crate) is_repository: bool,
}

impl Listed {
    /// Takes up a name, where it says something.
    pub(crate) fn take_up(&mut self, folder: &str, name: String, kind: ListedKind) {
        let is_top = folder.is_empty();
        if kind == ListedKind::File && is_source(&name) {
            self.has_source = true;
        }
        if !is_top {
            let path = format!("{folder}/{name}");
            let is_known = match kind {
                ListedKind::Folder => is_entered(&path),
                ListedKind::Submodule => false,
                _ => use_of(&path).is_some(),
            };
            if !is_known {
                return;
            }
        }
        self.names.push(ListedName { name, kind });
    }
}

/// A name in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct ListedName {
    pub(crate) name: String,
    pub(crate) kind: ListedKind,
}

/// [`TopKind`], as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum ListedKind {
    Folder,
    File,
    Link,
    Submodule,
    Other,
}

impl From<ListedKind> for TopKind {
    fn from(kind: ListedKind) -> Self {
        match kind {
            ListedKind::Folder => Self::Folder,
            ListedKind::File => Self::File,
            ListedKind::Link => Self::Link,
            ListedKind::Submodule => Self::Submodule,
            ListedKind::Other => Self::Other,
        }
    }
}

/// Content of a file, and the members of a workspace that it names.
pub(crate) struct Known {
    pub(crate) content: Content,
    /// The folders that it names as members of its workspace.
    pub(crate) members: Vec<String>,
}

impl Known {
    /// One that cannot be read.
    pub(crate) fn unreadable(why: impl Into<String>) -> Self {
        Self {
            content: Content::Unreadable(why.into()),
            members: Vec::new(),
        }
    }
}

/// The folders and files below a top. Errors are the ends of sentences that begin with the path.
pub(crate) trait Place {
    /// Lists a folder; the path is empty for the top.
    fn list(&mut self, folder: &str) -> Result<Listed, String>;

    /// A file that is read; an error where what has its name is no regular file.
    fn file(&mut self, path: &str) -> Result<Known, String>;

    /// The names at the top that git tracks, or below which it tracks a file, sorted.
    fn tracked(&mut self) -> Result<Vec<String>, String>;

    /// True if HEAD has a name at the top.
    fn is_committed(&mut self, name: &str) -> Result<bool, String>;

    /// The rules by which git ignores some of these paths.
    fn ignored(&mut self, paths: &[String]) -> Result<HashMap<String, String>, String>;
}
