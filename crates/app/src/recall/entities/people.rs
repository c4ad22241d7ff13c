//! Owners of records, and authors of the commits that brought them.

use std::collections::HashMap;

use serde_json::Value;

use super::owned::{Owners, is_like, normal};
use super::{Entity, EntityKind, Known, Relation};
use crate::workspace::Error;
use git_memory_git::ObjectId;
use git_memory_model::graph::Tie;
use git_memory_model::keys;
use git_memory_model::record::{Record, more};
use git_memory_store::BroughtBy;

/// The person of a name or a mail address, if records have one.
pub(super) fn of(known: &Known<'_>, name: &str) -> Result<Option<Entity>, Error> {
    let wanted = normal(name);
    if wanted.is_empty() {
        return Ok(None);
    }
    let mut relations = Vec::new();
    for record in &*known.memory.records {
        if let Some(owner) = owners(record).into_iter().find(|it| is_like(it, &wanted)) {
            let why = vec![format!("its owner is {owner}")];
            relations.push(Relation::of(record, Tie::OwnedBy, why));
        }
    }
    if let Some(owners) = Owners::of(known)? {
        for relation in owners.owned_by(known, &wanted)? {
            let is_told = |it: &Relation| it.of_record() == relation.of_record();
            if relation.of_record().is_none() || !relations.iter().any(is_told) {
                relations.push(relation);
            }
        }
    }
    // No person's name has a slash: the history need not be read.
    if !wanted.contains('/') {
        relations.extend(brought(known, &wanted)?);
    }
    let is_known = !relations.is_empty();
    Ok(is_known.then(|| Entity::new(EntityKind::Person, name, relations)))
}

/// The records as commits of a person brought them.
fn brought(known: &Known<'_>, wanted: &str) -> Result<Vec<Relation>, Error> {
    let ages = known.history.ages()?;
    let history = known.workspace.store().history();
    // Many records come with one commit.
    let mut authors: HashMap<ObjectId, bool> = HashMap::new();
    let mut relations = Vec::new();
    for record in &*known.memory.records {
        let Some(blob) = known.memory.blob(record) else {
            continue;
        };
        let BroughtBy::Commit(id) = ages.brought(record.path.as_str(), blob) else {
            continue;
        };
        let is_wanted = if let Some(is_wanted) = authors.get(&id) {
            *is_wanted
        } else {
            let commit = history.commit(id)?;
            let is_wanted = normal(&commit.author) == wanted || normal(&commit.email) == wanted;
            authors.insert(id, is_wanted);
            is_wanted
        };
        if is_wanted {
            let why = vec![format!("in commit {}", id.short())];
            relations.push(Relation::of(record, Tie::BroughtBy, why));
        }
    }
    Ok(relations)
}

/// The owners that a record names.
pub(super) fn owners(record: &Record) -> Vec<String> {
    let Some(text) = record.header.more.as_deref() else {
        return Vec::new();
    };
    let split = |text: &str| -> Vec<String> {
        let parts = text.split(',').map(str::trim);
        parts.map(str::to_owned).collect()
    };
    match more::read(text).get(keys::OWNER.name) {
        Some(Value::String(owners)) => split(owners),
        Some(Value::Array(owners)) => {
            let each = owners.iter().filter_map(Value::as_str);
            each.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}
