//! What a top-level entry of a repository is for.

use serde::{Deserialize, Serialize};

/// What a top-level entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// What the program is built from.
    Source,
    Tests,
    Docs,
    /// Settings of tools.
    Config,
    /// Other projects' code, fetched or vendored.
    Dependency,
    /// What a build leaves.
    Build,
    Cache,
    /// Made by a program, but kept in the repository.
    Generated,
    Data,
    /// Of the version control system.
    Vcs,
    /// Of git-memory.
    Memory,
    Unknown,
}
