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
use git_memory_store::{Beginning, Beginnings};

/// Maximum number of moves of a record's file that are followed.
const MOVES: usize = 20;

/// A check whose beginning is searched for.
struct Open<'r> {
    /// Its place in the list of rulings.
    nth: usize,
    ruling: &'r Ruling<'r>,
}

/// A walk back through history.
struct Walk<'w, 'r> {
    workspace: &'w Workspace,
    /// Results of earlier walks.
    known: Beginnings,
    /// Open checks by the path that their record has at the commit that the walk is at.
    open: BTreeMap<String, Vec<Open<'r>>>,
    found: Vec<ObjectId>,
}

/// The commit at which each check came into force, as seen from `tip`; where `tip` does not have
/// it, `tip`.
pub(super) fn accepted(
    workspace: &Workspace,
    tip: ObjectId,
    rulings: &[&Ruling<'_>],
) -> Result<Vec<ObjectId>, Error> {
    let mut walk = Walk {
        workspace,
        known: workspace.store().beginnings()?,
        open: BTreeMap::new(),
        found: vec![tip; rulings.len()],
    };
    let mut walked: Vec<usize> = Vec::new();
    for (nth, ruling) in rulings.iter().enumerate() {
        let path = ruling.record.path.as_str();
        let committed = workspace.store().objects().file(tip, path)?;
        if has(workspace, ruling, committed)? {
            walked.push(nth);
            let open = walk.open.entry(path.to_owned()).or_default();
            open.push(Open { nth, ruling });
        }
    }
    let mut kept = walk.known.seen_from(tip);
    walk.take_known(&kept);
    if walk.open.is_empty() {
        return Ok(walk.found);
    }
    let mut start = tip;
    for _ in 0..MOVES {
        let Some(commit) = walk.back(start)? else {
            break;
        };
        start = commit;
    }
    for nth in walked {
        let beginning = Beginning {
            path: rulings[nth].record.path.as_str().to_owned(),
            rule: rulings[nth].check.rule.key(""),
            commit: walk.found[nth],
        };
        if !kept.contains(&beginning) {
            kept.push(beginning);
        }
    }
    walk.known.keep(tip, &kept);
    Ok(walk.found)
}

impl Walk<'_, '_> {
    /// Takes what an earlier walk has found from the same commit.
    fn take_known(&mut self, known: &[Beginning]) {
        if known.is_empty() {
            return;
        }
        let found = &mut self.found;
        self.open.retain(|path, checks| {
            checks.retain(|check| {
                let mut known = known.iter();
                let key = check.ruling.check.rule.key("");
                let known = known.find(|it| it.path == *path && it.rule == key);
                if let Some(known) = known {
                    found[check.nth] = known.commit;
                }
                known.is_none()
            });
            !checks.is_empty()
        });
    }

    /// Walks back until every check is found, or a record's file was moved: then the paths in `open`
    /// are the older ones, and the answer is the commit from which to go on.
    fn back(&mut self, start: ObjectId) -> Result<Option<ObjectId>, Error> {
        let workspace = self.workspace;
        let paths: Vec<String> = self.open.keys().cloned().collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let (mut fault, mut moved) = (None, None);
        workspace
            .store()
            .history()
            .walk_line(start, &paths, &mut |commit| {
                self.take_known(&self.known.seen_from(commit.id));
                match step(workspace, &commit, &mut self.open, &mut self.found) {
                    Ok(next) => moved = next,
                    Err(error) => fault = Some(error),
                }
                if fault.is_some() || moved.is_some() || self.open.is_empty() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        fault.map_or(Ok(moved), Err)
    }
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
pub(super) fn has(
    workspace: &Workspace,
    ruling: &Ruling<'_>,
    blob: Option<ObjectId>,
) -> Result<bool, Error> {
    let Some(version) = version(workspace, ruling.record, blob)? else {
        return Ok(false);
    };
    let mut checks = Checks::of_header(&version.header).good.into_iter();
    Ok(rules::is_in_force(&version) && checks.any(|check| check.rule == ruling.check.rule))
}

/// A version of a record; `None` where there is none, or one that cannot be read as a record.
pub(super) fn version(
    workspace: &Workspace,
    record: &Record,
    blob: Option<ObjectId>,
) -> Result<Option<Record>, Error> {
    let Some(blob) = blob else {
        return Ok(None);
    };
    let bytes = workspace.store().objects().blob(blob)?;
    let read = reading::read(&bytes).header_at(&record.path, &record.place);
    Ok(read.map(|header| Record {
        path: record.path.clone(),
        place: Arc::clone(&record.place),
        header,
    }))
}
