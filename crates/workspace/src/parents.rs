//! The parents of a repository, as far as they were fetched into this clone.

use git_memory_model::roots::Roots;
use git_memory_model::subscription::ParentName;
use git_memory_store::KeptParent;

/// A parent that can be read here.
#[derive(Clone, Debug)]
pub struct Parent {
    /// Its name.
    pub name: ParentName,
    /// What is kept of it.
    pub kept: KeptParent,
    /// The folders of its records, with the paths that they have here.
    pub roots: Roots,
}

/// The parents, and what is missing.
#[derive(Debug, Default)]
pub(super) struct Parents {
    pub(super) all: Vec<Parent>,
    /// One line for each that is missing.
    pub(super) missing: Vec<String>,
}
