//! Reports on the configuration files of agents.

use super::places::{Scope, Spot};
use git_memory_agents::agent::Agent;
use git_memory_agents::agent_setup::Found;

/// State of our part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing.
    Absent,
    /// All of it.
    Installed,
    /// A part, as another version may have put it in.
    Incomplete,
    /// All of it, but some entries were written by hand.
    Changed,
    /// Something else in our place.
    Different,
    /// The state is unknown.
    Unreadable,
}

/// Change to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is made.
    Created,
    /// Entries come in or go out.
    Changed,
    /// It is removed: it equals a file that is made for our entries only, and git does not track
    /// it.
    Removed,
    /// Nothing.
    Unchanged,
}

/// A file of an agent.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// Its owner.
    pub scope: Scope,
    /// Name for people: the path from the top of the work tree, or the whole path.
    pub file: String,
    /// Our parts that belong into the file.
    pub holds: Vec<&'static str>,
    /// State of those parts.
    pub state: State,
    /// Change to the file, done or planned.
    pub change: Change,
    /// Reason why it cannot be read or changed.
    pub problem: Option<String>,
    /// A file that has nothing else.
    pub fresh: String,
}

/// An agent.
#[derive(Clone, Debug)]
pub struct AgentReport {
    /// The agent.
    pub agent: Agent,
    /// Signs that it is used here; empty without any.
    pub signs: Vec<String>,
    /// The version of its program that was tried.
    pub tried: Option<&'static str>,
    /// Its documentation.
    pub source: &'static str,
    /// Its files.
    pub files: Vec<FileReport>,
}

/// Result of an installation or a removal, done or planned.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// The agents.
    pub agents: Vec<AgentReport>,
    /// The files that rules were written into.
    pub rules: Vec<String>,
    /// Files and links at those paths that other people made; they stay.
    pub foreign: Vec<String>,
    /// Tracked files that a removal left otherwise than HEAD has them.
    pub shared: Vec<String>,
}

impl State {
    /// Returns one state for all parts that were looked up.
    pub(crate) fn of(found: &[Found]) -> Self {
        let is = |wanted: fn(&Found) -> bool| found.iter().any(wanted);
        if is(|found| matches!(found, Found::Other(_) | Found::Impostor(_))) {
            Self::Different
        } else if found.iter().all(|found| *found == Found::Missing) {
            Self::Absent
        } else if is(|found| *found == Found::Missing) {
            Self::Incomplete
        } else if is(|found| *found == Found::Alike) {
            Self::Changed
        } else {
            Self::Installed
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Installed => "installed",
            Self::Incomplete => "incomplete",
            Self::Changed => "changed",
            Self::Different => "different",
            Self::Unreadable => "unreadable",
        }
    }
}

impl Change {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Removed => "removed",
            Self::Unchanged => "unchanged",
        }
    }
}

impl FileReport {
    pub(crate) fn new(spot: &Spot, state: State, change: Change, fresh: String) -> Self {
        Self {
            scope: spot.scope,
            file: spot.shown.clone(),
            holds: spot.holds.clone(),
            state,
            change,
            problem: None,
            fresh,
        }
    }
}
