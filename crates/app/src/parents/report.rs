//! Questions and answers of `subscribe`.

use super::differing::ParentChange;
use git_memory_model::subscription::ParentName;

/// A new parent.
#[derive(Clone, Debug, Default)]
pub struct SubscribeRequest {
    /// Its URL, or a path from the current folder.
    pub url: String,
    /// Its name here; made of the address without one.
    pub name: Option<String>,
    /// The branch, tag or commit; its HEAD without one.
    pub rev: Option<String>,
    /// Folders of it to read beside its memory, in place of those that it names.
    pub folders: Vec<String>,
}

/// The pins to move.
#[derive(Clone, Debug, Default)]
pub struct UpdateRequest {
    /// The parent; all without one.
    pub name: Option<String>,
    /// The branch, tag or commit, whether it follows the pinned commit or not.
    pub rev: Option<String>,
    /// True if only what would be done is told.
    pub dry_run: bool,
}

/// A parent, and what this clone has of it.
#[derive(Clone, Debug)]
pub struct ParentState {
    /// Its name.
    pub name: ParentName,
    /// Its address as it is listed; empty for a parent of a parent.
    pub url: String,
    /// The pinned commit; for a parent of a parent the one that is here.
    pub commit: String,
    /// The commit that is here.
    pub here: Option<String>,
    /// Number of its records here.
    pub records: usize,
}

/// A pin that was moved, or would be.
#[derive(Clone, Debug)]
pub struct PinMove {
    /// The parent.
    pub name: ParentName,
    /// The commit before.
    pub from: String,
    /// The commit now.
    pub to: String,
    /// The records that differ, by id; none if nothing was fetched.
    pub records: Vec<ParentChange>,
}

/// Report of a command: its changes, and how things are now.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The parents.
    pub parents: Vec<ParentState>,
    /// The pins that moved.
    pub moved: Vec<PinMove>,
    /// One line for each thing that a person should know.
    pub notes: Vec<String>,
    /// One line for each parent that could not be fetched or moved.
    pub failed: Vec<String>,
    /// True if a parent that was asked has commits after the pinned one.
    pub is_ahead: bool,
    /// True if one of these has a commit that does not follow the pinned one.
    pub is_rewound: bool,
}
