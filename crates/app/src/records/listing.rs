//! Listing records, as every door does: chosen, sorted, and marked where they are in conflict.

use crate::records::conflict::{Conflicts, conflicts};
use crate::records::list::{Filter, Sort, sort};
use crate::records::order::{RecordHistory, date_pages};
use crate::records::source;
use crate::records::trust::{Depth, Trusts};
use crate::workspace::{Double, Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::layout::RECORD_LIMIT;
use git_memory_model::record::Record;
use git_memory_model::trust::Trust;
use git_memory_store::{Memory, View};
use git_memory_text::date::Date;

/// The question to `list`.
#[derive(Clone, Debug, Default)]
pub struct ListRequest {
    /// View of tracked memory; `None` for this branch's private records.
    pub view: Option<View>,
    /// Conditions for the records.
    pub filter: Filter,
    /// By what they are sorted.
    pub sort: Sort,
    /// Only those that were changed on this day or later.
    pub since: Option<Date>,
    /// Only those of tracked memory that have come so far.
    pub trust: Option<Trust>,
    /// Maximum number of them.
    pub most: Option<usize>,
}

/// A list of records.
pub struct Listing {
    /// The memory that it was chosen from.
    pub memory: Memory,
    /// The chosen records by their places in memory, as sorted.
    chosen: Vec<usize>,
    /// The records of the memory that are in conflict.
    pub conflicts: Conflicts,
    /// The ids of records that several files have.
    pub doubles: Vec<Double>,
}

impl Listing {
    /// The records, as sorted.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        let of = |nth: &usize| self.memory.records.get(*nth);
        self.chosen.iter().filter_map(of)
    }

    /// The texts of the records' files at a revision, as sorted, without secrets. Git need not have
    /// those of a work tree.
    pub fn texts(&self, workspace: &Workspace) -> Result<Vec<Clean>, Error> {
        let guard = workspace.guard()?;
        let blobs = self.records().filter_map(|it| self.memory.blob(it));
        let blobs: Vec<ObjectId> = blobs.collect();
        let mut texts = vec![Clean::default(); blobs.len()];
        // All at once: one process answers for thousands.
        workspace
            .store()
            .blobs_at_most(RECORD_LIMIT, &blobs, |nth, bytes| {
                texts[nth] = guard.redact(&String::from_utf8_lossy(bytes));
            })?;
        Ok(texts)
    }
}

/// Lists records.
///
/// # Errors
/// An unknown revision, or where memory or its history cannot be read.
pub fn list(workspace: &Workspace, request: &ListRequest) -> Result<Listing, Error> {
    let view = request.view.as_ref();
    let mut memory = match view {
        Some(view) => workspace.memory(view)?,
        None => source::private_records(workspace)?,
    };
    let history = RecordHistory::new(workspace, view);
    date_pages(&mut memory, &history)?;
    let conflicts = match view {
        Some(view) => conflicts(workspace, view, &memory)?,
        None => Conflicts::default(),
    };
    let mut chosen = request.filter.choose(&memory.records);
    if let Some(since) = request.since {
        // A record without a day may have any age.
        chosen.retain(|record| record.header.updated.is_some_and(|day| day >= since));
    }
    if let (Some(least), Some(view)) = (request.trust, view) {
        let trusts = Trusts::of(workspace, view, Depth::of(least))?;
        let mut kept = Vec::new();
        for record in chosen {
            let told = trusts.told(record.path.as_str(), memory.blob(record))?;
            if told.trust >= least {
                kept.push(record);
            }
        }
        chosen = kept;
    }
    sort(&mut chosen, request.sort, &memory, &history)?;
    chosen.truncate(request.most.unwrap_or(usize::MAX));
    let doubles = match view {
        Some(_) => workspace.look_for_doubles(&memory.records, chosen.iter().copied())?,
        None => Vec::new(),
    };
    let places = chosen
        .iter()
        .filter_map(|it| memory.records.element_offset(it));
    let chosen = places.collect();
    Ok(Listing {
        memory,
        chosen,
        conflicts,
        doubles,
    })
}
