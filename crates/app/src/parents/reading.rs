//! The records of parents for the doors: all of them as one list, and those that apply to files.

use std::collections::HashMap;

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::{Clean, redact};
use git_memory_model::kind::SUPERSEDED;
use git_memory_model::record::{Name, Record, RecordId};
use git_memory_store::{Memory, View};
use git_memory_text::pathspec::covers;

/// The records of parents that current records of the repository replace, each with one of those.
#[derive(Default)]
pub(crate) struct Replaced(HashMap<Name, Name>);

impl Replaced {
    pub(crate) fn of(workspace: &Workspace) -> Result<Self, Error> {
        let mut replaced = HashMap::new();
        if workspace.parents()?.is_empty() {
            return Ok(Self(replaced));
        }
        for record in &workspace.memory(&View::WorkTree)?.records {
            for old in &record.header.supersedes {
                if old.id().is_some_and(RecordId::is_of_parent) && record.is_current() {
                    replaced.insert(old.clone(), record.header.id.clone());
                }
            }
        }
        Ok(Self(replaced))
    }

    /// A record of a parent, with what replaces it here.
    pub(crate) fn marked(&self, record: Record) -> Record {
        match self.0.get(&record.header.id) {
            Some(by) => record.replaced_here(by, redact(SUPERSEDED)),
            None => record,
        }
    }
}

/// The records of all parents that this clone has, sorted by path.
pub(crate) fn records(workspace: &Workspace) -> Result<Memory, Error> {
    let mut all = Memory::default();
    for parent in workspace.parents()? {
        all.add(workspace.memory_of_parent(parent)?);
    }
    let replaced = Replaced::of(workspace)?;
    if !replaced.0.is_empty() {
        for record in all.records.to_mut() {
            *record = replaced.marked(record.clone());
        }
    }
    Ok(all)
}

/// A memory, and the records of all parents beside it; `None` if this clone has none.
pub(crate) fn beside(workspace: &Workspace, own: &Memory) -> Result<Option<Memory>, Error> {
    if workspace.parents()?.is_empty() {
        return Ok(None);
    }
    let mut all = own.clone();
    all.add(records(workspace)?);
    Ok(Some(all))
}

/// The names and commits of the parents that are read for an answer, and what is missing.
pub(crate) fn state(workspace: &Workspace) -> Result<Vec<String>, Error> {
    let mut state = Vec::new();
    for parent in workspace.parents()? {
        state.push(format!("{} {}", parent.name, parent.kept.tip));
    }
    state.extend(workspace.parents_missing().iter().cloned());
    Ok(state)
}

/// A record of a parent that applies to files here.
pub(crate) struct Covering {
    pub(crate) record: Record,
    /// The blob of its file.
    pub(crate) blob: Option<ObjectId>,
    /// The files.
    pub(crate) files: Vec<String>,
    /// The first of its paths that covers one of them.
    pub(crate) spec: String,
}

/// The current records of parents that apply to some files.
pub(crate) fn covering(workspace: &Workspace, files: &[String]) -> Result<Vec<Covering>, Error> {
    let mut found = Vec::new();
    if files.is_empty() {
        return Ok(found);
    }
    let memory = records(workspace)?;
    for record in memory.records.iter().filter(|it| it.is_current()) {
        let specs = record.header.paths.iter().map(Clean::as_str);
        let (mut covered, mut first) = (Vec::new(), None);
        for file in files {
            if let Some(spec) = specs.clone().find(|spec| covers(spec, file)) {
                covered.push(file.clone());
                first = first.or(Some(spec));
            }
        }
        if let Some(spec) = first {
            found.push(Covering {
                record: record.clone(),
                blob: memory.blob(record),
                spec: spec.to_owned(),
                files: covered,
            });
        }
    }
    Ok(found)
}
