//! `directory-map.v1.json`: what each top-level entry is for, and what a tool may do with it.

use serde::{Deserialize, Serialize};

use super::Role;

/// Every top-level entry, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectoryMap {
    pub entries: Vec<Entry>,
}

/// A top-level entry. A folder's name ends in no slash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    pub is_folder: bool,
    pub role: Role,
    /// Whether a search of the project's own text leaves it out.
    pub ignore_for_search: Flag,
    /// Whether tools have to leave it alone.
    pub blocked_for_tools: Flag,
}

/// A yes or no, and why, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flag {
    pub is_set: bool,
    pub reason: String,
}
