//! The folders of a work tree: their scope and topic, and their own description.

use std::collections::{BTreeMap, BTreeSet};

use crate::context::retrieval::pages::{FolderPage, Pages};
use crate::context::retrieval::topics::{is_near, is_topic_folder, topic_name};
use git_memory_guard::{Clean, clean};
use git_memory_model::context::retrieval::{Overview, tree};
use git_memory_model::layout;
use git_memory_model::roots::Roots;
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
    roots: &'a Roots,
}

impl<'a> Folders<'a> {
    pub(crate) fn new(
        memory: &Memory,
        paths: BTreeSet<String>,
        overviews: BTreeMap<String, FolderPage>,
        pages: &'a Pages<'a>,
        roots: &'a Roots,
    ) -> Self {
        Self {
            scopes: scopes(memory, &paths, roots),
            paths,
            overviews,
            pages,
            roots,
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

    /// The scope of a folder, and its path from that scope's own folder.
    pub(crate) fn own_folder(&self, folder: &str) -> (Scope, String) {
        // A scope's own folder has no topic; any other name below it could be one.
        if let Some(scope) = self.scopes.get(folder) {
            return (scope.clone(), String::new());
        }
        match self.roots.own_folder(folder) {
            Some(own) => own,
            None => (Scope::project(), String::new()),
        }
    }

    /// The folders of a topic, and those inside of them.
    pub(crate) fn of_topic<'t>(&'t self, topic: &'t str) -> impl Iterator<Item = &'t String> {
        let paths = self.paths.iter();
        paths.filter(move |folder| is_topic_folder(&self.own_folder(folder).1, topic))
    }

    /// The scope and the topic that a folder is about.
    fn about(&self, folder: &str) -> (Scope, Option<String>) {
        let (scope, own) = self.own_folder(folder);
        let topic = own.split('/').next().unwrap_or_default();
        let topic = topic_name(topic);
        (
            scope,
            Some(topic.to_owned()).filter(|topic| !topic.is_empty()),
        )
    }

    /// The working text of the overview that is nearest to a scope, going up from it: of the scope
    /// itself where the topic is empty, else of the topic's own folder.
    pub(crate) fn nearest_text(&self, ladder: &[Scope], topic: &str) -> Option<Clean> {
        for scope in ladder.iter().rev() {
            let mut texts = Vec::new();
            for (folder, page) in &self.overviews {
                let (of, own) = self.own_folder(folder);
                if of == *scope && topic_name(&own) == topic {
                    texts.extend(page.text.as_ref().map(|text| (folder, text)));
                }
            }
            // Memory's own page comes before that of a folder beside it.
            let memory = self.roots.memory();
            let is_beside = |folder: &str| !memory.is_or_holds(folder);
            texts.sort_by_key(|(folder, _)| is_beside(folder));
            if let Some((_, text)) = texts.first() {
                return Some((*text).clone());
            }
        }
        None
    }

    /// The folders below those of a scope, as trees.
    pub(crate) fn structure(&self, scope: &Scope) -> String {
        let mut trees = Vec::new();
        for folder in self.roots.scope_folders(scope) {
            trees.push(tree(&self.paths, &folder));
        }
        trees.retain(|tree| !tree.is_empty());
        trees.join("\n")
    }
}

/// The scopes that records or folders have, with their parents, by their folders.
fn scopes(memory: &Memory, folders: &BTreeSet<String>, roots: &Roots) -> BTreeMap<String, Scope> {
    let mut own: BTreeSet<Scope> = BTreeSet::new();
    for record in &memory.records {
        own.insert(record.header.scope.clone());
    }
    // A scope without records may still have an overview.
    for folder in folders {
        let is_beside = !roots.memory().is_or_holds(folder);
        if let Some(place) = roots.place_in(folder)
            && (is_beside || place.kind.is_some())
        {
            own.insert(place.scope);
        }
    }
    let mut scopes = BTreeMap::new();
    for scope in own.iter().flat_map(Scope::ladder).chain([Scope::project()]) {
        scopes.insert(layout::scope_folder(roots.memory(), &scope), scope);
    }
    scopes
}
