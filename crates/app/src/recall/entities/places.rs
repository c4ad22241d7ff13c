//! Files, folders and scopes, with the records that apply to them.

use std::collections::HashSet;

use super::owned::Owners;
use super::{Entity, EntityKind, Known, Relation, Thing};
use crate::recall::location::Location;
use crate::recall::why::{location, why};
use crate::records::covered::files;
use crate::workspace::Error;
use git_memory_model::graph::Tie;
use git_memory_store::View;
use git_memory_text::path::{RepoPath, is_below};

/// The file, folder or scope of a name.
pub(super) fn of(known: &Known<'_>, name: &str) -> Result<Option<Entity>, Error> {
    let place = match location(known.workspace, name) {
        Ok(place) => place,
        // It may be a name of something else.
        Err(Error::OutsideRepository(_) | Error::BadValue(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let path = place.path.trim_end_matches('/').to_owned();
    let files = files(known.workspace, &View::WorkTree)?;
    if let Ok(at) = files.binary_search(&path) {
        let name = match (&place.line, &place.symbol) {
            (Some(line), _) => format!("{path}:{line}"),
            (None, Some(symbol)) => format!("{path}#{symbol}"),
            (None, None) => path,
        };
        let mut relations = applying(known, place)?;
        if let Some(owners) = Owners::of(known)? {
            relations.extend(owners.of_file(files[at].as_str()));
        }
        return Ok(Some(Entity::new(EntityKind::File, &name, relations)));
    }
    let below = format!("{path}/");
    let at = files.partition_point(|file| *file < below);
    let is_folder = files.get(at).is_some_and(|it| it.starts_with(&below));
    let (kind, applying) = if is_folder {
        let applying = applying(known, Location::of_file(&path))?;
        (EntityKind::Folder, applying)
    } else {
        (EntityKind::Scope, Vec::new())
    };
    let scope = name.trim_end_matches('/');
    let scope = if is_folder { &path } else { scope };
    let relations = in_scope(known, scope, applying);
    let is_known = is_folder || !relations.is_empty();
    Ok(is_known.then(|| Entity::new(kind, scope, relations)))
}

/// The records that apply to a location, as `why` says it.
pub(super) fn applying(known: &Known<'_>, place: Location) -> Result<Vec<Relation>, Error> {
    let mut relations = Vec::new();
    for reasons in why(known.workspace, &View::WorkTree, &[place], false)? {
        for about in reasons.records {
            relations.push(Relation::of(&about.record, Tie::AppliesTo, about.why));
        }
    }
    Ok(relations)
}

/// Adds the current records of a scope, and of those below it.
fn in_scope(known: &Known<'_>, scope: &str, mut relations: Vec<Relation>) -> Vec<Relation> {
    let path_of = |it: &Relation| match &it.of {
        Thing::Record(record) => Some(record.path.clone()),
        Thing::Line { .. } => None,
    };
    let told: HashSet<RepoPath> = relations.iter().filter_map(path_of).collect();
    for record in known.memory.records.iter().filter(|it| it.is_current()) {
        let own = record.header.scope.as_str();
        let is_inside = own == scope || is_below(own, scope);
        if is_inside && !told.contains(&record.path) {
            let why = vec![format!("its scope is {own}")];
            relations.push(Relation::of(record, Tie::AppliesTo, why));
        }
    }
    relations
}
