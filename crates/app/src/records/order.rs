//! The order of records that are equal by a sort key: the newest place in history first, then by
//! path. `list`, `get-context`, packs and briefings share it.
//!
//! Never by id or by blob: those are random, and what comes last may be left out.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::sync::Arc;

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::record::Record;
use git_memory_store::{Ages, Memory, Place, View};
use git_memory_text::date::Date;

/// Sort key of a record: the day of its last change, newest first, then its place in history, then
/// its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank<'a> {
    pub(crate) day: Reverse<Option<Date>>,
    pub(crate) place: Place,
    pub(crate) path: &'a str,
}

/// The history that records of a memory have; it is read once, where it is needed.
pub struct RecordHistory<'a> {
    workspace: &'a Workspace,
    /// View of the memory; `None` if it has no history of files.
    view: Option<&'a View>,
    ages: OnceCell<Arc<Ages>>,
}

impl<'a> RecordHistory<'a> {
    /// The history of a memory that was read from a view; without one, records have none.
    #[must_use]
    pub fn new(workspace: &'a Workspace, view: Option<&'a View>) -> Self {
        Self {
            workspace,
            view,
            ages: OnceCell::new(),
        }
    }

    /// The ages of its files.
    pub(crate) fn ages(&self) -> Result<&Ages, Error> {
        if let Some(ages) = self.ages.get() {
            return Ok(ages);
        }
        let ages = match self.view {
            Some(view) => ages(self.workspace, view)?,
            None => Arc::default(),
        };
        Ok(self.ages.get_or_init(|| ages))
    }
}

/// Gives the pages of a memory that name no day that of the commit that added them.
pub fn date_pages(memory: &mut Memory, history: &RecordHistory<'_>) -> Result<(), Error> {
    let mut undated = Vec::new();
    for (nth, record) in memory.records.iter().enumerate() {
        if record.is_page() && record.header.updated.is_none() {
            undated.push((nth, memory.blob(record)));
        }
    }
    for (nth, blob) in undated {
        if let Some(blob) = blob {
            let ages = history.ages()?;
            date_page(&mut memory.records.to_mut()[nth], ages, blob);
        }
    }
    Ok(())
}

/// Dates one page, which has this blob.
pub(crate) fn date_page(record: &mut Record, ages: &Ages, blob: ObjectId) {
    if record.header.updated.is_none() {
        let day = ages.first_day(record.path.as_str(), blob);
        let header = Arc::make_mut(&mut record.header);
        header.created = day;
        header.updated = day;
    }
}

/// The rank of a record of a memory; `day` is what was sorted by.
pub(crate) fn rank<'r>(
    ages: &Ages,
    memory: &Memory,
    record: &'r Record,
    day: Option<Date>,
) -> Rank<'r> {
    let path = record.path.as_str();
    let place = match memory.blob(record) {
        Some(blob) => ages.place(path, blob),
        None => Place::default(),
    };
    Rank {
        day: Reverse(day),
        place,
        path,
    }
}

/// The ages of a view's files.
pub(crate) fn ages(workspace: &Workspace, view: &View) -> Result<Arc<Ages>, Error> {
    let store = workspace.store();
    let commit = match view {
        View::Revision(revision) => Some(store.history().resolve(revision)?),
        View::WorkTree | View::Index => store.history().head_commit()?,
    };
    match commit {
        Some(commit) if store.history().has_commit(commit)? => Ok(store.ages(commit)?),
        // A tree that was named by its id has no history.
        _ => Ok(Arc::default()),
    }
}
