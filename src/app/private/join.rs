//! What a commit that joins two chains has to hold itself: the private records that both sides
//! changed, merged.

use std::collections::{BTreeMap, BTreeSet};

use crate::app::private::redaction::Redaction;
use crate::app::records::private_record::replay;
use crate::app::workspace::{Error, Workspace};
use crate::domain::path::RepoPath;
use crate::domain::private::EntryKind;
use crate::domain::record::merge::merge;
use crate::domain::secrets::Clean;
use crate::git::{Entry, ObjectId};

/// The private records that changed on both sides since these parted, merged three-way.
///
/// # Errors
/// Where a commit cannot be read.
pub(crate) fn merged_records(
    workspace: &Workspace,
    redaction: &mut Redaction,
    ours: ObjectId,
    theirs: ObjectId,
) -> Result<Vec<(RepoPath, Clean)>, Error> {
    // What comes is little beside what is there.
    let there = changed(workspace, theirs, ours)?;
    let here = if there.is_empty() {
        BTreeSet::new()
    } else {
        changed(workspace, ours, theirs)?
    };
    let both: Vec<&String> = here.intersection(&there).collect();
    if both.is_empty() {
        return Ok(Vec::new());
    }
    let base = workspace
        .repo
        .merge_base(&ours.to_string(), &theirs.to_string())
        .ok()
        .and_then(|hex| hex.parse().ok());
    let versions = [
        replay(workspace, base)?,
        replay(workspace, Some(ours))?,
        replay(workspace, Some(theirs))?,
    ];
    let mut files = Vec::new();
    for id in both {
        let text = |side: &BTreeMap<String, Entry>| -> Result<Option<String>, Error> {
            let Some(file) = side.get(id) else {
                return Ok(None);
            };
            Ok(Some(
                String::from_utf8_lossy(&workspace.repo.blob(file.id)?).into_owned(),
            ))
        };
        let (Some(one), Some(other)) = (text(&versions[1])?, text(&versions[2])?) else {
            continue;
        };
        let merged = redaction.part(&merge(text(&versions[0])?.as_deref(), &one, &other))?;
        // Both have a path; which one counts is the same on both sides.
        let path = [&versions[1], &versions[2]]
            .into_iter()
            .filter_map(|side| Some(&side.get(id)?.path))
            .max();
        let path = path
            .map(|path| String::from_utf8_lossy(path).into_owned())
            .and_then(|path| path.parse().ok());
        files.extend(path.map(|path: RepoPath| (path, merged)));
    }
    Ok(files)
}

/// The ids of the private records of which one side has versions that the other has not.
fn changed(
    workspace: &Workspace,
    side: ObjectId,
    other: ObjectId,
) -> Result<BTreeSet<String>, Error> {
    let mut ids = BTreeSet::new();
    for id in workspace.repo.between(side, &[other])? {
        let commit = workspace.repo.commit(id)?;
        let entry = crate::domain::private::Entry::parse(&commit.message, commit.parents.len());
        if let (EntryKind::Record(_), Some(id)) = (entry.kind, &entry.id) {
            ids.insert(id.to_string());
        }
    }
    Ok(ids)
}
