//! The records of a parent that differ between two commits of it.

use std::collections::BTreeMap;

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::record::Name;
use git_memory_model::subscription::ParentName;

/// A record of a parent that differs between two commits.
#[derive(Clone, Debug)]
pub struct ParentChange {
    /// Its id here.
    pub id: Name,
    /// Its title.
    pub title: Clean,
    /// `added`, `changed` or `removed`.
    pub change: &'static str,
}

/// The records of a parent by their ids: titles and blobs.
pub(super) type ById = BTreeMap<Name, (Clean, Option<ObjectId>)>;

/// The records that this clone has of a parent now.
pub(super) fn records_of(workspace: &Workspace, name: &ParentName) -> Result<ById, Error> {
    let mut found = ById::new();
    // Opened anew: it may have been fetched since.
    let workspace = workspace.again()?;
    for parent in workspace.parents()?.iter().filter(|it| it.name == *name) {
        let memory = workspace.memory_of_parent(parent)?;
        for record in &memory.records {
            let (id, title) = (record.header.id.clone(), record.header.title.clone());
            found.insert(id, (title, memory.blob(record)));
        }
    }
    Ok(found)
}

/// The records that were added, changed or removed, by id.
pub(super) fn differing(before: &ById, after: &ById) -> Vec<ParentChange> {
    let mut changes = Vec::new();
    for (id, (title, blob)) in after {
        let change = match before.get(id) {
            None => "added",
            Some((_, old)) if old != blob => "changed",
            Some(_) => continue,
        };
        changes.push((id, title, change));
    }
    let removed = before.iter().filter(|(id, _)| !after.contains_key(*id));
    changes.extend(removed.map(|(id, (title, _))| (id, title, "removed")));
    changes.sort_by_key(|(id, ..)| *id);
    let owned = changes.into_iter().map(|(id, title, change)| ParentChange {
        id: id.clone(),
        title: title.clone(),
        change,
    });
    owned.collect()
}
