//! `directory-map.v1.json`: the role of each top-level entry, and the limits for tools.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Role;

/// Every top-level entry, sorted by the bytes of its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DirectoryMap {
    /// The entries.
    pub entries: Vec<Entry>,
}

/// A top-level entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name, without a slash; bytes that are not UTF-8 are replaced.
    pub name: String,
    /// True if the entry is a folder, or a submodule, but not a symbolic link.
    pub is_folder: bool,
    /// True if git tracks the entry, or a file in it.
    pub is_tracked: bool,
    /// Role of the entry.
    pub role: Role,
    /// Flag: a search of the project's own text leaves the entry out.
    pub ignore_for_search: Flag,
    /// Flag: tools must leave the entry alone.
    pub blocked_for_tools: Flag,
}

/// A yes or no, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flag {
    /// The answer.
    pub is_set: bool,
    /// Why, in one sentence, in lower case and without a full stop.
    pub reason: String,
}

impl DirectoryMap {
    /// The entries that readers need for a judgement: folders, and files that are left out or
    /// blocked.
    #[must_use]
    pub fn short(&self) -> Self {
        let mut entries = self.entries.clone();
        entries.retain(|entry| {
            entry.is_folder || entry.ignore_for_search.is_set || entry.blocked_for_tools.is_set
        });
        Self { entries }
    }

    /// The entry of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Entry> {
        let place = self
            .entries
            .binary_search_by(|entry| entry.name.as_str().cmp(name));
        Some(&self.entries[place.ok()?])
    }
}
