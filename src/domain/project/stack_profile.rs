//! `stack-profile.v1.json`: the stacks that a repository uses, with the evidence for each.

use serde::{Deserialize, Serialize};

/// What a repository is written in and built with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackProfile {
    pub stacks: Vec<Stack>,
    pub manifests: Vec<Manifest>,
    /// Names of package managers, sorted.
    pub package_managers: Vec<String>,
    pub commands: Vec<Command>,
    /// What could not be read or understood, one line each.
    pub faults: Vec<String>,
}

/// A stack that is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// In lower case: `rust`, `typescript`.
    pub name: String,
    /// The paths that show it, from the top of the repository.
    pub evidence: Vec<String>,
}

/// A file that says how a part of the repository is built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub path: String,
    pub stack: String,
    /// The id of its content, in hex.
    pub blob: String,
}

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    Test,
    Build,
    Lint,
    Run,
}

/// A command that the repository names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub purpose: Purpose,
    /// As it is typed.
    pub line: String,
    /// Where it is typed, from the top of the repository; empty at the top.
    pub folder: String,
    /// The file that names it.
    pub source: String,
}
