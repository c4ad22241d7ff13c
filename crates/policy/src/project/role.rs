//! What a top-level entry of a repository is for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a top-level entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// What the program is built from.
    Source,
    /// What tests the program, and measures it.
    Tests,
    /// What people read.
    Docs,
    /// Settings of tools.
    Config,
    /// Other projects' code, fetched or vendored.
    Dependency,
    /// What a build leaves.
    Build,
    /// What can be made again at any time.
    Cache,
    /// Made by a program, but kept in the repository.
    Generated,
    /// What the program works with or shows.
    Data,
    /// Of the version control system.
    Vcs,
    /// Of git-memory, and of agents.
    Memory,
    /// Nothing says what it is for.
    Unknown,
}
