//! Roles of the top-level entries of a repository.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Role of a top-level entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Code that the program is built from.
    Source,
    /// Code that tests the program, and measures it.
    Tests,
    /// Texts for people.
    Docs,
    /// Settings of tools.
    Config,
    /// Other projects' code, fetched or vendored.
    Dependency,
    /// Output of a build.
    Build,
    /// Files that can be made again at any time.
    Cache,
    /// Made by a program, but kept in the repository.
    Generated,
    /// Data that the program works with or shows.
    Data,
    /// Of the version control system.
    Vcs,
    /// Of git-memory, and of agents.
    Memory,
    /// No evidence of its role.
    Unknown,
}
