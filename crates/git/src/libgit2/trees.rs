//! Trees and the index: the object at a path, the files below a folder, and new trees made of old
//! ones.

use std::collections::BTreeMap;
use std::path::Path;

use git2::{ErrorClass, ErrorCode, FileMode, ObjectType, Repository, Tree};

use super::objects::{oid, tree_of};
use crate::backend::{EntryKind, TreeEdit, TreeEntry, is_too_deep};
use crate::{Error, ObjectId};

/// The stage of an index entry, in its flags (gitformat-index(5)); 0 for a merged one.
const STAGE: u16 = 0x3000;
/// Set by `git add -N`, in the extended flags: nothing of that file gets into a commit.
const INTENT_TO_ADD: u16 = 0x2000;

/// The id of the object at a path in a commit or tree, if it is a folder (a regular file).
pub(crate) fn find(
    repository: &Repository,
    treeish: ObjectId,
    path: &str,
    is_folder: bool,
) -> Result<Option<ObjectId>, Error> {
    let tree = repository
        .find_tree(tree_of(repository, treeish)?)
        .map_err(Error::reading(treeish.to_string()))?;
    match tree.get_path(Path::new(path)) {
        Ok(entry) => {
            let is_it = if is_folder {
                entry.kind() == Some(ObjectType::Tree)
            } else {
                entry.kind() == Some(ObjectType::Blob) && kind(&entry) == EntryKind::File
            };
            Ok(is_it.then(|| entry.id().into()))
        }
        // A folder whose own tree is missing is another matter.
        Err(error) if error.code() == ErrorCode::NotFound && error.class() != ErrorClass::Odb => {
            Ok(None)
        }
        Err(error) => Err(Error::reading(path)(error)),
    }
}

/// Every file below a folder in a commit or tree, sorted by path.
pub(crate) fn files(
    repository: &Repository,
    treeish: ObjectId,
    folder: &str,
) -> Result<Vec<TreeEntry>, Error> {
    let mut found = Vec::new();
    if let Some(id) = find(repository, treeish, folder, true)? {
        let tree = repository
            .find_tree(oid(repository, id)?)
            .map_err(Error::reading(folder))?;
        walk(repository, &tree, folder.as_bytes(), &mut found)?;
    }
    // A tree sorts a folder as if its name ended in a slash; a walk that is not sorted by path
    // would differ from the index's order.
    found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn walk(
    repository: &Repository,
    tree: &Tree<'_>,
    prefix: &[u8],
    found: &mut Vec<TreeEntry>,
) -> Result<(), Error> {
    for entry in tree {
        let path = [prefix, b"/", entry.name_bytes()].concat();
        if entry.kind() == Some(ObjectType::Tree) && !is_too_deep(&path) {
            let name = String::from_utf8_lossy(&path).into_owned();
            let tree = repository
                .find_tree(entry.id())
                .map_err(Error::reading(name))?;
            walk(repository, &tree, &path, found)?;
        } else {
            found.push(TreeEntry {
                path,
                kind: kind(&entry),
                id: entry.id().into(),
            });
        }
    }
    Ok(())
}

/// The kind of an entry that is no folder to walk through.
fn kind(entry: &git2::TreeEntry<'_>) -> EntryKind {
    if entry.kind() == Some(ObjectType::Tree) {
        EntryKind::TooDeep
    } else if entry.kind() == Some(ObjectType::Commit) {
        EntryKind::Submodule
    } else if entry.filemode() == i32::from(FileMode::Link) {
        EntryKind::Link
    } else {
        // Old versions of git wrote other modes for files (0100664), which git takes for files.
        EntryKind::File
    }
}

/// Every merged file below a folder in the index that is in effect.
pub(crate) fn index(repository: &Repository, folder: &str) -> Result<Vec<TreeEntry>, Error> {
    let mut found = Vec::new();
    let index = repository.index().map_err(Error::reading("the index"))?;
    let prefix = format!("{folder}/");
    let first = match index.find_prefix(prefix.as_str()) {
        Ok(first) => first,
        Err(error) if error.code() == ErrorCode::NotFound => return Ok(found),
        Err(error) => return Err(Error::reading("the index")(error)),
    };
    // The index is sorted by path, so the entries below one folder are neighbours.
    for at in first..index.len() {
        let Some(entry) = index.get(at) else { break };
        if !entry.path.starts_with(prefix.as_bytes()) {
            break;
        }
        if entry.flags & STAGE == 0 && entry.flags_extended & INTENT_TO_ADD == 0 {
            found.push(TreeEntry {
                kind: EntryKind::of_mode(entry.mode),
                id: entry.id.into(),
                path: entry.path,
            });
        }
    }
    Ok(found)
}

/// Stores the tree that `edits` make of another one, or of the empty one.
pub(crate) fn write(
    repository: &Repository,
    base: Option<ObjectId>,
    edits: &[TreeEdit],
) -> Result<ObjectId, Error> {
    let Some(base) = base else {
        return write_new(repository, edits);
    };
    // libgit2 refuses an update without a change.
    if edits.is_empty() {
        return Ok(base);
    }
    let base = repository
        .find_tree(oid(repository, base)?)
        .map_err(Error::reading("a tree"))?;
    let mut update = git2::build::TreeUpdateBuilder::new();
    for (path, blob) in edits {
        match blob {
            Some(blob) => update.upsert(path.as_str(), oid(repository, *blob)?, FileMode::Blob),
            None => update.remove(path.as_str()),
        };
    }
    let id = update
        .create_updated(repository, &base)
        .map_err(Error::writing("a tree"))?;
    Ok(id.into())
}

/// Stores a tree of these files and nothing else. Built by hand: an update of the empty tree would
/// store the empty tree, too.
fn write_new(repository: &Repository, edits: &[TreeEdit]) -> Result<ObjectId, Error> {
    let mut files = Vec::new();
    for (path, blob) in edits {
        // There is nothing that could be taken out.
        if let Some(blob) = blob {
            files.push((path.as_str(), oid(repository, *blob)?));
        }
    }
    let id = build(repository, &files).map_err(Error::writing("a tree"))?;
    Ok(id.into())
}

fn build(repository: &Repository, files: &[(&str, git2::Oid)]) -> Result<git2::Oid, git2::Error> {
    let mut builder = repository.treebuilder(None)?;
    let mut folders: BTreeMap<&str, Vec<(&str, git2::Oid)>> = BTreeMap::new();
    for (path, blob) in files {
        match path.split_once('/') {
            Some((folder, below)) => folders.entry(folder).or_default().push((below, *blob)),
            None => drop(builder.insert(path, *blob, FileMode::Blob.into())?),
        }
    }
    for (folder, files) in folders {
        let tree = build(repository, &files)?;
        builder.insert(folder, tree, FileMode::Tree.into())?;
    }
    builder.write()
}
