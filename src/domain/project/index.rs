//! `project-index.v1.json`: the short form that a policy starts from.

use serde::{Deserialize, Serialize};

/// What the top level means to a tool. Names are sorted by their bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectIndex {
    /// Those that no tool may touch.
    pub blocked_top_level_dirs: Vec<String>,
    /// Those that a search leaves out.
    pub ignored_top_level_dirs: Vec<String>,
    /// Those with the project's own source and tests.
    pub focus_top_level_dirs: Vec<String>,
    /// SHA-256, hex, over what the three documents were made from.
    pub top_level_fingerprint: String,
}
