//! Commits, and symbols of source code by their bare names.

use std::collections::HashSet;

use super::places::applying;
use super::{Entity, EntityKind, Known, Relation, Thing};
use crate::recall::blame::named;
use crate::recall::location::Location;
use crate::recall::symbols::definitions;
use crate::workspace::Error;
use git_memory_model::evidence::naming::names_symbol;
use git_memory_model::graph::Tie;
use git_memory_model::record::Name;
use git_memory_store::{BroughtBy, View};

/// The shortest name of a commit.
const SHORTEST: usize = 7;
/// Maximum number of places that define a symbol.
const PLACES: usize = 10;

/// The commit of an id or the beginning of one: the records that it brought, and those that it
/// follows.
pub(super) fn commit(known: &Known<'_>, name: &str) -> Result<Option<Entity>, Error> {
    if name.len() < SHORTEST || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(None);
    }
    let history = known.workspace.store().history();
    // Also what is the beginning of several, or of something else than a commit, is none.
    let Ok(id) = history.resolve(name) else {
        return Ok(None);
    };
    if !history.has_commit(id)? {
        return Ok(None);
    }
    let mut relations = Vec::new();
    for tied in named(known.workspace, &known.memory, id)? {
        let why = vec![tied.why];
        relations.push(Relation::of(&tied.record, Tie::FollowedBy, why));
    }
    let ages = known.history.ages()?;
    for record in &*known.memory.records {
        if let Some(blob) = known.memory.blob(record)
            && ages.brought(record.path.as_str(), blob) == BroughtBy::Commit(id)
        {
            relations.push(Relation::of(record, Tie::BroughtBy, Vec::new()));
        }
    }
    let id = id.to_string();
    Ok(Some(Entity::new(EntityKind::Commit, &id, relations)))
}

/// The symbol of a bare name, if tracked source code defines it: where, the records that apply to
/// that, and those that name it.
pub(super) fn symbol(known: &Known<'_>, name: &str) -> Result<Option<Entity>, Error> {
    let places = definitions(known.workspace, &View::WorkTree, name, PLACES)?;
    if places.is_empty() {
        return Ok(None);
    }
    let mut relations = Vec::new();
    let mut told: HashSet<Name> = HashSet::new();
    for (path, line) in places {
        let place = Location {
            symbol: Some(name.to_owned()),
            ..Location::of_file(&path)
        };
        for relation in applying(known, place)? {
            let record = relation.of_record();
            let is_new = record.is_none_or(|name| told.insert(name.clone()));
            relations.extend(is_new.then_some(relation));
        }
        relations.push(Relation {
            tie: Tie::Defines,
            of: Thing::Line { path, line },
            why: Vec::new(),
        });
    }
    known.each_text(|record, text| {
        if names_symbol(text, name) && told.insert(record.header.id.clone()) {
            relations.push(Relation::of(record, Tie::Names, Vec::new()));
        }
    })?;
    Ok(Some(Entity::new(EntityKind::Symbol, name, relations)))
}
