//! The one order of records that a sort key does not tell apart: the newest place in history
//! first, then by path. `list`, `get-context`, packs and briefings share it.
//!
//! Never by id or by blob: those are random, and what comes last may be left out.

use std::cmp::Reverse;

use crate::app::workspace::{Error, Workspace};
use crate::domain::date::Date;
use crate::domain::record::Record;
use crate::store::{Ages, Memory, Place, View};

/// Where a record comes among others: the day of its last change first, the newest one before the
/// others, then its place in history, then its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank<'a> {
    pub(crate) day: Reverse<Option<Date>>,
    pub(crate) place: Place,
    pub(crate) path: &'a str,
}

/// The history that records of a memory have; it is read where it is needed.
#[derive(Clone, Copy)]
pub struct RecordHistory<'a> {
    workspace: &'a Workspace,
    memory: &'a Memory,
    /// Where the memory was read; `None` where no history of files tells of it.
    view: Option<&'a View>,
}

impl<'a> RecordHistory<'a> {
    /// The history of a memory that was read from a view; without one, records have none.
    #[must_use]
    pub fn new(workspace: &'a Workspace, memory: &'a Memory, view: Option<&'a View>) -> Self {
        Self {
            workspace,
            memory,
            view,
        }
    }

    /// The ages of its files.
    pub(crate) fn ages(&self) -> Result<Ages, Error> {
        match self.view {
            Some(view) => ages(self.workspace, view),
            None => Ok(Ages::default()),
        }
    }

    /// The rank of a record; `day` is what was sorted by.
    pub(crate) fn rank<'r>(&self, ages: &Ages, record: &'r Record, day: Option<Date>) -> Rank<'r> {
        let path = record.path.as_str();
        let place = match self.memory.blob(record) {
            Some(blob) => ages.place(path, blob),
            None => Place::default(),
        };
        Rank {
            day: Reverse(day),
            place,
            path,
        }
    }
}

/// The ages of a view's files.
///
/// # Errors
/// Where git cannot walk the history.
pub(crate) fn ages(workspace: &Workspace, view: &View) -> Result<Ages, Error> {
    let store = workspace.store();
    let commit = match view {
        View::Revision(revision) => Some(store.history().resolve(revision)?),
        View::WorkTree | View::Index => store.history().head_commit()?,
    };
    match commit {
        Some(commit) if store.history().has_commit(commit)? => Ok(store.ages(commit)?),
        // A tree that was named by its id has no history.
        _ => Ok(Ages::default()),
    }
}
