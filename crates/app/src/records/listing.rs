//! Listing records, as every door does: chosen, sorted, and marked where they are in conflict.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::parents::reading;
use crate::private::settle::settle;
use crate::private::summary::day;
use crate::records::conflict::{Conflicts, conflicts};
use crate::records::list::{Filter, Sort, sort};
use crate::records::order::{RecordHistory, date_pages};
use crate::records::pathspecs::paths_from_top;
use crate::records::trust::{Depth, Trusts};
use crate::records::{source, wanted_statuses};
use crate::workspace::{Double, Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::record::Record;
use git_memory_model::trust::Trust;
use git_memory_store::{Memory, View};
use git_memory_text::limits;

/// The records to list, and their order.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ListQuestion {
    /// Conditions for the records.
    #[serde(flatten)]
    pub filter: Filter,
    /// updated (the default), created, title, id or path.
    #[schemars(with = "Option<String>")]
    pub sort: Option<Sort>,
    /// Only records that were changed on this day or later: 2026-11-20, 3d, yesterday.
    pub since: Option<String>,
    /// Only records that have come so far: uncommitted, agent, committed, merged or signed.
    #[schemars(with = "Option<String>")]
    pub trust: Option<Trust>,
    /// Maximum number of records.
    pub most: Option<usize>,
    /// This branch's private records instead.
    pub private: bool,
    /// The records of parents instead.
    pub parents: bool,
    /// Memory as of this revision.
    pub rev: Option<String>,
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
    /// Number of records of each kind for which the conditions hold but those for kind, trust and
    /// number.
    pub kinds: BTreeMap<&'static str, usize>,
}

impl Listing {
    /// The records, as sorted.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        let of = |nth: &usize| self.memory.records.get(*nth);
        self.chosen.iter().filter_map(of)
    }

    /// These and everything else that memory has, by path: pages about their folder are no records,
    /// and others may link to them.
    pub(crate) fn with_all_pages(mut self) -> Self {
        self.chosen = (0..self.memory.records.len()).collect();
        self
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
            .blobs_at_most(limits::RECORD_BYTES, &blobs, |nth, bytes| {
                texts[nth] = guard.redact(&String::from_utf8_lossy(bytes));
            })?;
        Ok(texts)
    }
}

/// Lists records.
///
/// # Errors
/// [`Error::BadValue`] for what private records do not have, and for what is no time; an unknown
/// revision, or where memory or its history cannot be read.
pub fn list(workspace: &Workspace, question: &ListQuestion) -> Result<Listing, Error> {
    let is_elsewhere = question.private || question.parents;
    if is_elsewhere && (question.rev.is_some() || question.trust.is_some()) {
        let why = "private records, and those of parents, have no revision and no trust";
        return Err(Error::BadValue(why.to_owned()));
    }
    if question.private && question.parents {
        return Err(Error::BadValue(
            "give one of 'private' and 'parents'".to_owned(),
        ));
    }
    let since = match &question.since {
        Some(time) => Some(day(workspace, time)?),
        None => None,
    };
    let of_any_kind = Filter {
        kinds: Vec::new(),
        statuses: wanted_statuses(question.filter.statuses.clone()),
        ..question.filter.clone()
    };
    let view = (!is_elsewhere).then(|| View::at(question.rev.as_deref()));
    let view = view.as_ref();
    let mut memory = match view {
        Some(view) => workspace.memory(view)?,
        None if question.parents => reading::records(workspace)?,
        None => source::private_records(workspace)?,
    };
    let history = RecordHistory::new(workspace, view);
    date_pages(&mut memory, &history)?;
    let conflicts = match view {
        Some(view) => conflicts(workspace, view, &memory)?,
        None => Conflicts::default(),
    };
    let mut chosen = of_any_kind.choose(&memory.records);
    if let Some(since) = since {
        // A record without a day may have any age.
        chosen.retain(|record| record.header.updated.is_some_and(|day| day >= since));
    }
    let mut kinds = BTreeMap::new();
    for record in &chosen {
        *kinds.entry(record.kind_name()).or_default() += 1;
    }
    let wanted = &question.filter.kinds;
    if !wanted.is_empty() {
        chosen.retain(|record| record.kind().is_some_and(|kind| wanted.contains(&kind)));
    }
    if let (Some(least), Some(view)) = (question.trust, view) {
        chosen = trusted(workspace, view, &memory, chosen, least)?;
    }
    let most = question.most.unwrap_or(usize::MAX);
    sort(
        &mut chosen,
        question.sort.unwrap_or_default(),
        most,
        &memory,
        &history,
    )?;
    chosen.truncate(most);
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
        kinds,
    })
}

/// Records of a view that have come at least so far.
fn trusted<'a>(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    records: Vec<&'a Record>,
    least: Trust,
) -> Result<Vec<&'a Record>, Error> {
    let trusts = Trusts::of(workspace, view, Depth::of(least))?;
    let mut kept = Vec::new();
    for record in records {
        let told = trusts.told(record.path.as_str(), memory.blob(record))?;
        if told.trust >= least {
            kept.push(record);
        }
    }
    Ok(kept)
}

/// Lists records.
pub fn answer(call: &Call, question: &ListQuestion) -> Result<Listing, Error> {
    let mut question = question.clone();
    question.filter.paths = paths_from_top(call.workspace, &question.filter.paths)?;
    if question.private {
        settle(call.workspace)?;
    }
    list(call.workspace, &question)
}
