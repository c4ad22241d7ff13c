//! The folders of a work tree: their scope and topic, and their own description.

use std::collections::{BTreeMap, BTreeSet};

use crate::context::retrieval::pages::{FolderPage, Pages};
use crate::context::retrieval::topics::{is_near, own_folder};
use git_memory_guard::{Clean, clean};
use git_memory_model::context::retrieval::Overview;
use git_memory_model::layout;
use git_memory_model::scope::Scope;
use git_memory_store::Memory;

/// The folders of a work tree.
pub(crate) struct Folders<'a> {
    /// Folders that contain files.
    pub(crate) paths: BTreeSet<String>,
    /// The known scopes, by their folders.
    pub(crate) scopes: BTreeMap<String, Scope>,
    /// The overviews, by folder.
    overviews: BTreeMap<String, FolderPage>,
    pages: &'a Pages<'a>,
}

impl<'a> Folders<'a> {
    pub(crate) fn new(
        memory: &Memory,
        paths: BTreeSet<String>,
        overviews: BTreeMap<String, FolderPage>,
        pages: &'a Pages<'a>,
    ) -> Self {
        Self {
            scopes: scopes(memory, &paths),
            paths,
            overviews,
            pages,
        }
    }

    /// The overviews of a scope, of what is below it and of its parents.
    pub(crate) fn overviews(&self, asked: &Scope) -> Vec<Overview> {
        let mut overviews = Vec::new();
        for (folder, page) in &self.overviews {
            let (scope, topic) = self.about(folder);
            if is_near(asked, &scope) {
                overviews.push(Overview {
                    scope: clean(&scope),
                    topic: topic.map(|topic| self.pages.clean_line(&topic)),
                    ..page.overview.clone()
                });
            }
        }
        overviews
    }

    /// The scope and the topic that a folder is about.
    fn about(&self, folder: &str) -> (Scope, Option<String>) {
        // A scope's own folder has no topic; any other name below it could be one.
        if let Some(scope) = self.scopes.get(folder) {
            return (scope.clone(), None);
        }
        match layout::place_in(folder) {
            Some(place) if !place.topic.is_empty() => (place.scope, Some(place.topic)),
            Some(place) => (place.scope, None),
            None => (Scope::project(), None),
        }
    }

    /// The working text of the first of some folders' overviews.
    pub(crate) fn first_text(&self, folders: &[String]) -> Option<Clean> {
        for folder in folders {
            if let Some(page) = self.overviews.get(folder)
                && page.text.is_some()
            {
                return page.text.clone();
            }
        }
        None
    }

    /// A folder, as a path from that of its scope.
    pub(crate) fn own_folder<'f>(&self, folder: &'f str) -> &'f str {
        if self.scopes.contains_key(folder) {
            return "";
        }
        match layout::place_in(folder) {
            Some(place) => own_folder(folder, &place.scope),
            None => "",
        }
    }
}

/// The scopes that records or folders have, with their parents, by their folders.
fn scopes(memory: &Memory, folders: &BTreeSet<String>) -> BTreeMap<String, Scope> {
    let mut own: BTreeSet<Scope> = BTreeSet::new();
    for record in &memory.records {
        own.insert(record.header.scope.clone());
    }
    // A scope without records may still have an overview.
    for folder in folders {
        if let Some(place) = layout::place_in(folder)
            && place.kind.is_some()
        {
            own.insert(place.scope);
        }
    }
    let mut scopes = BTreeMap::new();
    for scope in own.iter().flat_map(Scope::ladder).chain([Scope::project()]) {
        scopes.insert(layout::scope_folder(&scope), scope);
    }
    scopes
}
