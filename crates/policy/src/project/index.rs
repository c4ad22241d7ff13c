//! `project-index.v1.json`: the short form that a policy starts from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::roles::ALWAYS_BLOCKED;
use super::{DirectoryMap, Role};

/// Meaning of the top level for a tool. Names are sorted by their bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProjectIndex {
    /// Entries that no tool may touch, whether or not they exist.
    pub blocked_top_level_dirs: Vec<String>,
    /// Entries that a search leaves out.
    pub ignored_top_level_dirs: Vec<String>,
    /// Entries with the project's own source and tests.
    pub focus_top_level_dirs: Vec<String>,
    /// SHA-256, hex, over the input of the three documents.
    pub top_level_fingerprint: String,
}

impl ProjectIndex {
    /// The short form of a map.
    #[must_use]
    pub fn of(map: &DirectoryMap, fingerprint: String) -> Self {
        let mut index = Self {
            top_level_fingerprint: fingerprint,
            ..Self::default()
        };
        for name in ALWAYS_BLOCKED {
            // Blocked even before it exists.
            if map.find(name).is_none() {
                index.blocked_top_level_dirs.push(name.to_owned());
            }
        }
        for entry in &map.entries {
            let name = || entry.name.clone();
            if entry.blocked_for_tools.is_set {
                index.blocked_top_level_dirs.push(name());
            } else if entry.is_folder && entry.ignore_for_search.is_set {
                index.ignored_top_level_dirs.push(name());
            } else if entry.is_folder && matches!(entry.role, Role::Source | Role::Tests) {
                index.focus_top_level_dirs.push(name());
            }
        }
        index.blocked_top_level_dirs.sort_unstable();
        index
    }
}
