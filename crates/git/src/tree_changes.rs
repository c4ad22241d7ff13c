//! Differences between two trees, without a walk through history: folders with equal ids are equal,
//! and are not read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::backend::{EntryKind, is_too_deep};
use super::held::Absent;
use super::tree_names::{TreeName, TreeNames};
use super::{Error, ObjectId, Repo};

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
    /// Texts: every path that the filter has begins with one of them.
    fn beginnings(&self) -> &[&str] {
        &[""]
    }
}

/// Maximum number of names that are remembered.
const REMEMBERED: usize = 200_000;

/// Trees that were read before: many questions are about the same ones.
#[derive(Debug, Default)]
pub struct Trees(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    trees: HashMap<ObjectId, Arc<TreeNames>>,
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
            let found = names.beginning(format!("{part}/").as_bytes());
            match names.within(found).next() {
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
        let mut found = names.within(names.beginning(name.as_bytes()));
        Ok(ids(
            found.find(|it| is_file(*it) && it.name == name.as_bytes())
        ))
    }

    fn differing(
        &self,
        repo: &Repo,
        (before, after): (Option<ObjectId>, Option<ObjectId>),
        filter: &dyn PathFilter,
        limit: usize,
    ) -> Result<Vec<TreeChange>, Error> {
        let mut changes = Vec::new();
        let mut too_deep = None;
        let mut pairs = vec![Pair {
            folder: String::new(),
            before,
            after,
        }];
        while let Some(pair) = pairs.pop() {
            if pair.before == pair.after {
                continue;
            }
            if is_too_deep(pair.folder.trim_end_matches('/').as_bytes()) {
                too_deep = pair.after.or(pair.before);
                continue;
            }
            let before = self.names(repo, pair.before)?;
            let after = self.names(repo, pair.after)?;
            for beginning in beginnings_in(&pair.folder, filter) {
                let [before, after] = [&before, &after].map(|names| {
                    let places = names.beginning(beginning.as_bytes());
                    names.within(places)
                });
                for (name, sides) in differing_names(before, after) {
                    // No pathspec of a record, which is UTF-8, fits a name that is not.
                    let Ok(name) = std::str::from_utf8(name) else {
                        continue;
                    };
                    let path = format!("{}{name}", pair.folder);
                    let [before, after] = sides.map(|side| ids(side.filter(|it| is_file(*it))));
                    if before != after && filter.has(&path) {
                        changes.push(TreeChange {
                            path: path.clone(),
                            before,
                            after,
                        });
                        if changes.len() == limit {
                            return Ok(changes);
                        }
                    }
                    let [before, after] =
                        sides.map(|side| ids(side.filter(|it| it.kind.is_none())));
                    let folder = path + "/";
                    if before != after && filter.may_be_below(&folder) {
                        pairs.push(Pair {
                            folder,
                            before,
                            after,
                        });
                    }
                }
            }
        }
        // One is enough to tell: a hostile tree may have thousands.
        if let Some(tree) = too_deep {
            repo.pass_over(Absent::TooDeep(tree));
        }
        Ok(changes)
    }

    /// Entries of a tree; empty if there is no such folder.
    fn names(&self, repo: &Repo, tree: Option<ObjectId>) -> Result<Arc<TreeNames>, Error> {
        let Some(tree) = tree else {
            return Ok(Arc::default());
        };
        if let Some(known) = self.known().trees.get(&tree) {
            return Ok(Arc::clone(known));
        }
        let names = Arc::new(repo.tree_names(tree)?);
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

/// The beginnings of names in a folder that a filter may have, none of which begins with another
/// one; those of folders end in a slash.
fn beginnings_in<'f>(folder: &str, filter: &'f dyn PathFilter) -> Vec<&'f str> {
    let in_folder = |beginning: &&'f str| {
        if folder.starts_with(*beginning) {
            return Some("");
        }
        let name = beginning.strip_prefix(folder)?;
        Some(name.find('/').map_or(name, |slash| &name[..=slash]))
    };
    let mut beginnings: Vec<&str> = filter.beginnings().iter().filter_map(in_folder).collect();
    beginnings.sort_unstable();
    beginnings.dedup_by(|next, kept| next.starts_with(*kept));
    beginnings
}

/// The names that two versions of a folder list differently, with both sides: a walk along both,
/// which are in git's order. A file and a folder of one name are two.
fn differing_names<'a>(
    before: impl Iterator<Item = TreeName<'a>>,
    after: impl Iterator<Item = TreeName<'a>>,
) -> Vec<(&'a [u8], [Option<TreeName<'a>>; 2])> {
    let (mut before, mut after) = (before.peekable(), after.peekable());
    let mut names = Vec::new();
    loop {
        let order = match (before.peek(), after.peek()) {
            (None, None) => return names,
            (Some(one), Some(other)) => one.sorted_by().cmp(other.sorted_by()),
            (one, other) => one.is_none().cmp(&other.is_none()),
        };
        let sides = [
            before.next_if(|_| order.is_le()),
            after.next_if(|_| order.is_ge()),
        ];
        if let Some(name) = sides[0].or(sides[1])
            && sides[0] != sides[1]
        {
            names.push((name.name, sides));
        }
    }
}

fn is_file(name: TreeName) -> bool {
    matches!(name.kind, Some(EntryKind::File | EntryKind::Link))
}

fn ids(name: Option<TreeName>) -> Option<ObjectId> {
    name.map(|name| name.id)
}
