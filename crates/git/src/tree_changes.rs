//! Differences between two trees, without a walk through history: folders with equal ids are equal,
//! and are not read.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::backend::EntryKind;
use super::tree_names::TreeName;
use super::{Error, ObjectId, Repo};
use git_memory_text::limits;

/// A file that two trees do not have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeChange {
    /// From the top of the work tree.
    pub path: String,
    /// Its blob in the older tree; `None` if that has no such file.
    pub before: Option<ObjectId>,
    /// Its blob in the newer tree.
    pub after: Option<ObjectId>,
}

/// Which paths of a tree are looked at.
pub trait PathFilter {
    /// True if the filter has a file.
    fn has(&self, path: &str) -> bool;
    /// True if the filter may have files below a folder, whose name ends in a slash.
    fn may_be_below(&self, folder: &str) -> bool;
}

/// Maximum number of names that are remembered.
const REMEMBERED: usize = 200_000;

/// Trees that were read before: many questions are about the same ones.
#[derive(Debug, Default)]
pub struct Trees(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    trees: HashMap<ObjectId, Arc<[TreeName]>>,
    /// Total number of their names.
    names: usize,
}

/// Two folders of the same name, one on each side.
struct Pair {
    folder: String,
    before: Option<ObjectId>,
    after: Option<ObjectId>,
}

impl Trees {
    /// The files that differ between two trees, at most `limit`, in no particular order. Submodules
    /// are left out.
    pub fn changes(
        &self,
        repo: &Repo,
        (before, after): (ObjectId, ObjectId),
        filter: &dyn PathFilter,
        limit: usize,
    ) -> Result<Vec<TreeChange>, Error> {
        self.differing(repo, (Some(before), Some(after)), filter, limit)
    }

    /// The files of a tree, at most `limit`, each with its blob, in no particular order.
    pub fn files(
        &self,
        repo: &Repo,
        tree: ObjectId,
        filter: &dyn PathFilter,
        limit: usize,
    ) -> Result<Vec<TreeChange>, Error> {
        self.differing(repo, (None, Some(tree)), filter, limit)
    }

    /// The tree of a folder below a tree; `None` if that has no such folder. An empty path is the
    /// tree itself.
    pub fn folder(
        &self,
        repo: &Repo,
        tree: ObjectId,
        folder: &str,
    ) -> Result<Option<ObjectId>, Error> {
        let mut tree = tree;
        for part in folder.split('/').filter(|part| !part.is_empty()) {
            let names = self.names(repo, Some(tree))?;
            let is_it = |it: &&TreeName| it.kind.is_none() && it.name == part.as_bytes();
            match names.iter().find(is_it) {
                Some(found) => tree = found.id,
                None => return Ok(None),
            }
        }
        Ok(Some(tree))
    }

    /// The blob of the file that a tree itself lists under a name; `None` if it lists no such
    /// file.
    pub fn file(&self, repo: &Repo, tree: ObjectId, name: &str) -> Result<Option<ObjectId>, Error> {
        let names = self.names(repo, Some(tree))?;
        let is_it = |it: &&TreeName| is_file(it) && it.name == name.as_bytes();
        Ok(ids(names.iter().find(is_it)))
    }

    fn differing(
        &self,
        repo: &Repo,
        (before, after): (Option<ObjectId>, Option<ObjectId>),
        filter: &dyn PathFilter,
        limit: usize,
    ) -> Result<Vec<TreeChange>, Error> {
        let mut changes = Vec::new();
        let mut pairs = vec![Pair {
            folder: String::new(),
            before,
            after,
        }];
        while let Some(pair) = pairs.pop() {
            if pair.before == pair.after || pair.folder.matches('/').count() > limits::TREE_DEPTH {
                continue;
            }
            let before = self.names(repo, pair.before)?;
            let after = self.names(repo, pair.after)?;
            for (name, sides) in differing_names(&before, &after) {
                // No pathspec of a record, which is UTF-8, fits a name that is not.
                let Ok(name) = std::str::from_utf8(name) else {
                    continue;
                };
                let path = format!("{}{name}", pair.folder);
                let [before, after] = sides.map(|side| side.filter(|it| is_file(it)));
                if ids(before) != ids(after) && filter.has(&path) {
                    let [before, after] = [ids(before), ids(after)];
                    changes.push(TreeChange {
                        path: path.clone(),
                        before,
                        after,
                    });
                    if changes.len() == limit {
                        return Ok(changes);
                    }
                }
                let [before, after] = sides.map(|side| side.filter(|it| it.kind.is_none()));
                let folder = path + "/";
                if ids(before) != ids(after) && filter.may_be_below(&folder) {
                    pairs.push(Pair {
                        folder,
                        before: ids(before),
                        after: ids(after),
                    });
                }
            }
        }
        Ok(changes)
    }

    /// Entries of a tree; empty if there is no such folder.
    fn names(&self, repo: &Repo, tree: Option<ObjectId>) -> Result<Arc<[TreeName]>, Error> {
        let Some(tree) = tree else {
            return Ok(Arc::default());
        };
        if let Some(known) = self.known().trees.get(&tree) {
            return Ok(Arc::clone(known));
        }
        let names: Arc<[TreeName]> = repo.tree_names(tree)?.into();
        let mut known = self.known();
        if known.names > REMEMBERED {
            *known = Known::default();
        }
        known.names += names.len();
        known.trees.insert(tree, Arc::clone(&names));
        Ok(names)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // A thread that panicked has left whole trees.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The names that two versions of a folder list differently, with both sides: a walk along both,
/// which are in git's order. A file and a folder of one name are two.
fn differing_names<'a>(
    mut before: &'a [TreeName],
    mut after: &'a [TreeName],
) -> Vec<(&'a [u8], [Option<&'a TreeName>; 2])> {
    let mut names: Vec<(&[u8], [Option<&TreeName>; 2])> = Vec::new();
    loop {
        let (sides, order) = match (before.first(), after.first()) {
            (None, None) => return names,
            (Some(one), Some(other)) => ([Some(one), Some(other)], one.order(other)),
            (one, other) => ([one, other], one.is_none().cmp(&other.is_none())),
        };
        let sides = match order {
            Ordering::Less => [sides[0], None],
            Ordering::Equal => sides,
            Ordering::Greater => [None, sides[1]],
        };
        before = &before[usize::from(sides[0].is_some())..];
        after = &after[usize::from(sides[1].is_some())..];
        if let Some(name) = sides[0].or(sides[1])
            && sides[0] != sides[1]
        {
            names.push((&name.name, sides));
        }
    }
}

fn is_file(name: &TreeName) -> bool {
    matches!(name.kind, Some(EntryKind::File | EntryKind::Link))
}

fn ids(name: Option<&TreeName>) -> Option<ObjectId> {
    name.map(|name| name.id)
}
