//! `stack-profile.v1.json`: the stacks that a repository uses, with the evidence for each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Languages and build tools of a repository.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StackProfile {
    /// The stacks, those with a manifest at the top first.
    pub stacks: Vec<Stack>,
    /// The manifests, sorted by path.
    pub manifests: Vec<Manifest>,
    /// Names of package managers, sorted.
    pub package_managers: Vec<String>,
    /// The commands, by their purpose, those at the top first.
    pub commands: Vec<Command>,
    /// Files that could not be read or understood, one line each.
    pub faults: Vec<String>,
}

/// A stack that is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// In lower case: `rust`, `typescript`.
    pub name: String,
    /// The paths that show it, from the top of the repository.
    pub evidence: Vec<String>,
}

/// A file that describes the build of a part of the repository.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// From the top of the repository.
    pub path: String,
    /// The name of its stack.
    pub stack: String,
    /// The id of its content, in hex; none if it could not be read.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub blob: Option<String>,
}

/// Purpose of a command.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Runs tests.
    Test,
    /// Builds the program.
    Build,
    /// Finds faults without running the program.
    Lint,
    /// Runs the program.
    Run,
}

/// A command that the repository names, or that its manifest brings with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Purpose of the command.
    pub purpose: Purpose,
    /// As it is typed.
    pub line: String,
    /// Folder in which it is typed, from the top of the repository; empty at the top.
    pub folder: String,
    /// The file that names it.
    pub source: String,
}
