//! Packages that manifests name, and web addresses that records have in their texts.

use super::{Entity, EntityKind, Known, Relation, Thing};
use crate::workspace::Error;
use git_memory_model::evidence::naming::names_symbol;
use git_memory_model::evidence::web::{addresses, is_address, leads_to};
use git_memory_model::graph::Tie;
use git_memory_policy::dependencies::Manifest;
use git_memory_store::{View, ViewFile};

/// The package of a name, if a tracked manifest or lock file names it: the files, and the records
/// that name it.
pub(super) fn package(known: &Known<'_>, name: &str) -> Result<Option<Entity>, Error> {
    // For a manifest, a star stands for any letters.
    if name.contains('*') {
        return Ok(None);
    }
    let store = known.workspace.store();
    let is_manifest = |path: &str| Manifest::of_path(path).is_some();
    let files = store.files_of_view(&View::WorkTree, &is_manifest)?;
    let files: Vec<&ViewFile> = files.iter().collect();
    let mut relations = Vec::new();
    store.contents_of(&files, |nth, content| {
        let path = &files[nth].path;
        if let (Some(content), Some(manifest)) = (content, Manifest::of_path(path))
            && let lines = manifest.lines(&String::from_utf8_lossy(content), name)
            && let Some(&line) = lines.first()
        {
            let path = path.clone();
            relations.push(Relation {
                tie: Tie::DependsOn,
                of: Thing::Line { path, line },
                why: Vec::new(),
            });
        }
    })?;
    if relations.is_empty() {
        return Ok(None);
    }
    known.each_text(|record, text| {
        if names_symbol(text, name) {
            relations.push(Relation::of(record, Tie::Names, Vec::new()));
        }
    })?;
    Ok(Some(Entity::new(EntityKind::Package, name, relations)))
}

/// The address or host of a name, if records have it in their texts.
pub(super) fn address(known: &Known<'_>, name: &str) -> Result<Option<Entity>, Error> {
    if !is_address(name) {
        return Ok(None);
    }
    let guard = known.workspace.guard()?;
    let mut relations = Vec::new();
    known.each_text(|record, text| {
        if let Some(found) = addresses(text).find(|it| leads_to(it, name)) {
            let why = vec![guard.redact(found).to_string()];
            relations.push(Relation::of(record, Tie::LinksTo, why));
        }
    })?;
    let is_known = !relations.is_empty();
    Ok(is_known.then(|| Entity::new(EntityKind::Address, name, relations)))
}
