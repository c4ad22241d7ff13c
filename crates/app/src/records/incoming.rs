//! Records that landed on the branch's base since it left, and that cover the files which it
//! changes.

use std::collections::{BTreeMap, BTreeSet};

use crate::records::base::{Base, own_base};
use crate::records::reading::{guarded, indexed};
use crate::workspace::{Error, Workspace};
use git_memory_git::{self as git, EntryKind, ObjectId};
use git_memory_guard::Clean;
use git_memory_model::changes::{What, between};
use git_memory_model::record::Record;
use git_memory_text::path::{RepoPath, is_below};
use git_memory_text::pathspec::Coverage;

const HEAD: &str = "HEAD";

/// Records that landed on the base.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// The base, as git names it in short.
    pub base: String,
    /// The commit at which the branch left its base; `None` if the branch already has all records
    /// of the base, so that no search was needed.
    pub left: Option<ObjectId>,
    /// The records, sorted by what happened.
    pub landed: Vec<Landed>,
}

/// A record that landed, and covers what is being written.
#[derive(Clone, Debug)]
pub struct Landed {
    /// Kind of the change there.
    pub what: What,
    /// The record as the base has it, without secrets.
    pub record: Record,
    /// The files that the branch changes, or the work tree, and that it covers; sorted.
    pub files: Vec<String>,
}

/// Returns the records that landed on `base` (any revision). The default is the branch's own base:
/// its upstream, or the default branch if the branch is pushed to its upstream. `None` without a
/// base, or before the first commit.
///
/// # Errors
/// An unknown revision, or one that has no commit in common with HEAD.
pub fn incoming(workspace: &Workspace, base: Option<&str>) -> Result<Option<Incoming>, Error> {
    let history = workspace.store().history();
    let Some(head) = history.head_commit()? else {
        return Ok(None);
    };
    let base = match base {
        Some(name) => {
            let tip = history.resolve(name)?;
            // git's own commands name a commit by its whole id.
            let is_id = name == tip.to_string();
            let name = if is_id { tip.short() } else { name.to_owned() };
            Base { name, tip }
        }
        None => match own_base(workspace)? {
            Some(base) => base,
            None => return Ok(None),
        },
    };
    let nothing = Incoming {
        base: base.name,
        left: None,
        landed: Vec::new(),
    };
    if !has_other_memory(workspace, head, base.tip)? {
        return Ok(Some(nothing));
    }
    let Some(left) = history.common_ancestor(head, base.tip)? else {
        return Err(Error::Git(git::Error::Unrelated {
            one: nothing.base,
            other: HEAD.to_owned(),
        }));
    };
    let landed = if has_other_memory(workspace, left, base.tip)? {
        let written = || written(workspace, left, head);
        landed(workspace, head, base.tip, left, written)?
    } else {
        Vec::new()
    };
    Ok(Some(Incoming {
        landed,
        left: Some(left),
        ..nothing
    }))
}

/// True if two commits have different memory. Most branches have the same memory as their base, and
/// this finds out without a walk.
fn has_other_memory(workspace: &Workspace, one: ObjectId, other: ObjectId) -> Result<bool, Error> {
    let store = workspace.store();
    // Folders outside of memory have trees of their own, and are few.
    if one == other || !store.roots()?.is_empty() {
        return Ok(one != other);
    }
    let objects = store.objects();
    Ok(objects.memory_tree(one)? != objects.memory_tree(other)?)
}

/// The records that landed on `base` since `left`, that `head` does not have, and that cover some of
/// the written files.
pub(crate) fn landed(
    workspace: &Workspace,
    head: ObjectId,
    base: ObjectId,
    left: ObjectId,
    written: impl FnOnce() -> Result<BTreeSet<String>, Error>,
) -> Result<Vec<Landed>, Error> {
    let (before, after) = (files(workspace, left)?, files(workspace, base)?);
    let is_new = |one: &Files, other: &Files, path: &RepoPath| one.get(path) != other.get(path);
    let old = read(workspace, &before, |path| is_new(&before, &after, path))?;
    let new = read(workspace, &after, |path| is_new(&before, &after, path))?;
    let is_same = |a: &Record, b: &Record| before.get(&a.path) == after.get(&b.path);
    let mut changes = between(&old, &new, is_same);
    changes.retain(|change| match (change.what, change.after) {
        (What::Removed | What::Moved, _) | (_, None) => false,
        // A record that is not current counts only if it was current when the branch left.
        (What::Added, Some(record)) => record.is_current(),
        _ => true,
    });
    // A record that was cherry-picked or merged back is known here.
    let known: BTreeSet<ObjectId> = files(workspace, head)?.into_values().collect();
    changes.retain(|change| {
        let blob = change.after.and_then(|record| after.get(&record.path));
        blob.is_none_or(|blob| !known.contains(blob))
    });
    // Most often nothing is left, and then git need not compare files.
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let written = written()?;
    let mut landed = Vec::new();
    for change in changes {
        let Some(record) = change.after else { continue };
        let files = covered(record, &written);
        if !files.is_empty() {
            let header = guarded(workspace.guard()?, &record.header).into();
            landed.push(Landed {
                what: change.what,
                record: Record {
                    header,
                    ..record.clone()
                },
                files,
            });
        }
    }
    Ok(landed)
}

/// The blobs of memory's files.
type Files = BTreeMap<RepoPath, ObjectId>;

fn files(workspace: &Workspace, commit: ObjectId) -> Result<Files, Error> {
    let mut files = Files::new();
    for entry in workspace.store().entries_of(commit)? {
        // A record has a path that is valid here.
        let path = str::from_utf8(&entry.path)
            .ok()
            .and_then(|path| path.parse().ok());
        if let (Some(path), EntryKind::File) = (path, entry.kind) {
            files.insert(path, entry.id);
        }
    }
    Ok(files)
}

/// The records of some files: few of many have changed.
fn read(
    workspace: &Workspace,
    files: &Files,
    is_wanted: impl Fn(&RepoPath) -> bool,
) -> Result<Vec<Record>, Error> {
    let roots = workspace.store().roots()?;
    let mut records = Vec::new();
    for (path, blob) in files {
        if is_wanted(path)
            && roots.place(path).is_some()
            && let Some(read) = indexed(workspace, roots, path.as_str(), *blob, false)?
        {
            records.push(read.record);
        }
    }
    Ok(records)
}

/// The files that differ from where the branch left, committed or not; without memory's own.
fn written(
    workspace: &Workspace,
    left: ObjectId,
    head: ObjectId,
) -> Result<BTreeSet<String>, Error> {
    let store = workspace.store();
    let mut files: BTreeSet<String> = BTreeSet::new();
    files.extend(store.history().files_between(left, head)?);
    if store.has_work_tree() {
        files.extend(store.staging().uncommitted_files()?.paths()?);
    }
    files.retain(|path| !store.folder().holds(path));
    Ok(files)
}

/// Returns the files that a record is about: those that its paths cover, or, without paths, those
/// in its scope.
fn covered(record: &Record, files: &BTreeSet<String>) -> Vec<String> {
    let header = &record.header;
    let coverage = Coverage::of(header.paths.iter().map(Clean::as_str));
    let scope = header.scope.as_str();
    let is_about = |path: &&String| {
        coverage.covers(path) || (header.paths.is_empty() && is_below(path, scope))
    };
    files.iter().filter(is_about).cloned().collect()
}
