//! The files that a range of commits alters, and the paths of records that it leaves without a file.

use std::collections::BTreeMap;

use crate::renames::moved;
use crate::specs::{Code, Specs};
use git_memory_git::{ObjectId, TreeChange};
use git_memory_guard::Clean;
use git_memory_model::record::Record;
use git_memory_text::limits;
use git_memory_text::pathspec::{Coverage, Pathspec};
use git_memory_text::renames::Rename;
use git_memory_workspace::{Error, Workspace};

/// The files that a range of commits alters, without those of memory.
pub struct Altered {
    /// The changes, by path; a file that was moved is removed and added.
    pub files: BTreeMap<String, TreeChange>,
    /// The files that were moved.
    pub renames: Vec<Rename>,
    /// The tree of the newer end.
    tree: ObjectId,
}

/// A path of a record to which no file belongs any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The path, as the record has it.
    pub spec: String,
    /// The first of its files that was deleted or moved.
    pub path: String,
    /// The present path of that file, if it was moved.
    pub to: Option<String>,
}

impl Altered {
    /// Compares two commits.
    pub fn between(workspace: &Workspace, from: ObjectId, to: ObjectId) -> Result<Self, Error> {
        let store = workspace.store();
        let history = store.history();
        let (before, tree) = (history.commit(from)?.tree, history.commit(to)?.tree);
        let changes = store.objects().tree_changes(
            (before, tree),
            &Code(store.folder()),
            limits::CHANGED_FILES,
        )?;
        let of = |it: &TreeChange| (it.before, it.after);
        let renames = moved(
            changes
                .iter()
                .map(|it| (it.path.as_str(), of(it).0, of(it).1)),
        );
        let files = changes.into_iter().map(|it| (it.path.clone(), it));
        Ok(Self {
            files: files.collect(),
            renames,
            tree,
        })
    }

    /// The present path of a file that was moved.
    #[must_use]
    pub fn moved_to(&self, path: &str) -> Option<&str> {
        let mut renames = self.renames.iter();
        renames.find(|it| it.from == path).map(|it| it.to.as_str())
    }

    /// The paths of a record that had a file before, and have none any more.
    pub fn lost(&self, workspace: &Workspace, record: &Record) -> Result<Vec<Lost>, Error> {
        let paths = &record.header.paths;
        let (excluding, including): (Vec<&Clean>, Vec<&Clean>) = paths
            .iter()
            .partition(|path| Pathspec::parse(path).is_exclude());
        let mut lost = Vec::new();
        for spec in including {
            let one: Vec<Clean> = [spec]
                .into_iter()
                .chain(excluding.clone())
                .cloned()
                .collect();
            let coverage = Coverage::of(one.iter().map(Clean::as_str));
            let mut removed = self.files.values().filter(|it| it.after.is_none());
            let Some(first) = removed.find(|it| coverage.covers(&it.path)) else {
                continue;
            };
            let store = workspace.store();
            let Some(specs) = Specs::of(&one, store.folder()) else {
                continue;
            };
            if store.objects().tree_files(self.tree, &specs, 1)?.is_empty() {
                lost.push(Lost {
                    spec: spec.to_string(),
                    path: first.path.clone(),
                    to: self.moved_to(&first.path).map(str::to_owned),
                });
            }
        }
        Ok(lost)
    }
}
