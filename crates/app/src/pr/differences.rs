//! The differences of a change's files, each read once, whatever asks for it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::workspace::{Error, Workspace};
use git_memory_store::{TextFile, View};
use git_memory_text::difference::unified;

/// The differences that were asked for, by path.
pub(super) struct Differences<'a> {
    workspace: &'a Workspace,
    views: [&'a View; 2],
    read: BTreeMap<String, String>,
}

impl<'a> Differences<'a> {
    /// The differences between two views.
    pub(super) fn between(workspace: &'a Workspace, views: [&'a View; 2]) -> Self {
        Self {
            workspace,
            views,
            read: BTreeMap::new(),
        }
    }

    /// The unified difference of a file; a side without a text counts as empty.
    pub(super) fn of(&mut self, path: &str) -> Result<&str, Error> {
        match self.read.entry(path.to_owned()) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let [before, after] = self.views.map(|view| text(self.workspace, view, path));
                Ok(place.insert(unified(&before?, &after?)))
            }
        }
    }
}

fn text(workspace: &Workspace, view: &View, path: &str) -> Result<String, Error> {
    Ok(match workspace.store().page(view, path)? {
        TextFile::Text(text) => text,
        _ => String::new(),
    })
}
