//! Finds the commit at which a check came into force: on the branch's own line, the first one since
//! which its record, in force, has it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::rules::{self, Ruling};
use crate::workspace::{Error, Workspace};
use git_memory_git::{CommitChanges, ObjectId};
use git_memory_model::checks::Checks;
use git_memory_model::record::{Record, reading};

/// Maximum number of moves of a record's file that are followed.
const MOVES: usize = 20;

/// A check whose beginning is searched for.
struct Open<'r> {
    /// Its place in the list of rulings.
    nth: usize,
    ruling: &'r Ruling<'r>,
}

/// The commit at which each check came into force, as seen from `tip`; where `tip` does not have
/// it, `tip`.
pub(super) fn accepted(
    workspace: &Workspace,
    tip: ObjectId,
    rulings: &[&Ruling<'_>],
) -> Result<Vec<ObjectId>, Error> {
    let mut found = vec![tip; rulings.len()];
    let mut open: BTreeMap<String, Vec<Open>> = BTreeMap::new();
    for (nth, ruling) in rulings.iter().enumerate() {
        let path = ruling.record.path.as_str();
        let committed = workspace.store().objects().file(tip, path)?;
        if has(workspace, ruling, committed)? {
            open.entry(path.to_owned())
                .or_default()
                .push(Open { nth, ruling });
        }
    }
    let mut start = tip;
    for _ in 0..MOVES {
        if open.is_empty() {
            break;
        }
        let moved = walked(workspace, start, &mut open, &mut found)?;
        let Some(commit) = moved else { break };
        start = commit;
    }
    Ok(found)
}

/// Walks back until every check is found, or a record's file was moved: then the paths in `open` are
/// the older ones, and the answer is the commit from which to go on.
fn walked(
    workspace: &Workspace,
    start: ObjectId,
    open: &mut BTreeMap<String, Vec<Open<'_>>>,
    found: &mut [ObjectId],
) -> Result<Option<ObjectId>, Error> {
    let history = workspace.store().history();
    let paths: Vec<String> = open.keys().cloned().collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let (mut fault, mut moved) = (None, None);
    history.changes_of_line(start, &paths, &mut |commit| {
        match step(workspace, &commit, open, found) {
            Ok(next) => moved = next,
            Err(error) => fault = Some(error),
        }
        if fault.is_some() || moved.is_some() || open.is_empty() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    fault.map_or(Ok(moved), Err)
}

/// Looks at one commit; the answer is its parent if it moved a file.
fn step(
    workspace: &Workspace,
    commit: &CommitChanges,
    open: &mut BTreeMap<String, Vec<Open<'_>>>,
    found: &mut [ObjectId],
) -> Result<Option<ObjectId>, Error> {
    let mut moved = Vec::new();
    for file in &commit.files {
        let Ok(path) = std::str::from_utf8(&file.path) else {
            continue;
        };
        let Some(checks) = open.get_mut(path) else {
            continue;
        };
        if file.before.is_none()
            && let Some(from) = moved_from(workspace, commit.id, path)?
        {
            moved.push((path.to_owned(), from));
            continue;
        }
        let mut older = Vec::new();
        for check in checks.drain(..) {
            if has(workspace, check.ruling, file.before)? {
                older.push(check);
            } else {
                found[check.nth] = commit.id;
            }
        }
        *checks = older;
    }
    open.retain(|_, checks| !checks.is_empty());
    let mut is_moved = false;
    for (path, from) in moved {
        if let Some(checks) = open.remove(&path) {
            open.entry(from).or_default().extend(checks);
            is_moved = true;
        }
    }
    Ok(commit.parents.first().copied().filter(|_| is_moved))
}

/// The path that a file had before a commit moved it.
fn moved_from(
    workspace: &Workspace,
    commit: ObjectId,
    path: &str,
) -> Result<Option<String>, Error> {
    let renames = workspace.store().history().renames(&[commit])?;
    Ok(renames
        .into_iter()
        .find(|it| it.to == path)
        .map(|it| it.from))
}

/// True if a version of the check's record is in force and has the check.
fn has(
    workspace: &Workspace,
    ruling: &Ruling<'_>,
    version: Option<ObjectId>,
) -> Result<bool, Error> {
    let Some(blob) = version else {
        return Ok(false);
    };
    let record = ruling.record;
    let bytes = workspace.store().objects().blob(blob)?;
    let read = reading::read(&bytes).header_at(&record.path, &record.place);
    let Some(header) = read else {
        return Ok(false);
    };
    let version = Record {
        path: record.path.clone(),
        place: Arc::clone(&record.place),
        header,
    };
    let mut checks = Checks::of_header(&version.header).good.into_iter();
    Ok(rules::is_in_force(&version) && checks.any(|check| check.rule == ruling.check.rule))
}
