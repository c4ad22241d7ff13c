//! Who decided a record, and the merge that brought it to the branch.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::{CommitChanges, ObjectId};
use git_memory_guard::Clean;

/// The longest name or subject in an answer, in characters.
const LINE: usize = 100;

/// The commit that added a record.
#[derive(Clone, Debug)]
pub struct Decided {
    /// Its id.
    pub commit: ObjectId,
    /// Its author.
    pub author: Clean,
    /// The day on which it was written, `2026-11-20`.
    pub day: String,
    /// The first line of its message.
    pub subject: Clean,
    /// The merge that brought it to the branch, with the first line of its message; `None` if it was
    /// made on the branch itself.
    pub merge: Option<(ObjectId, Clean)>,
}

/// The commits that added some files to the branch at `tip`, by the paths of these files. Of a file
/// that was moved, the move is told.
pub(super) fn decided(
    workspace: &Workspace,
    tip: ObjectId,
    paths: &BTreeSet<&str>,
) -> Result<BTreeMap<String, Decided>, Error> {
    let mut decided = BTreeMap::new();
    let brought = added(workspace, tip, paths)?;
    let mut by_side: BTreeMap<ObjectId, BTreeSet<&str>> = BTreeMap::new();
    for (path, commit) in &brought {
        if let [_, side, ..] = *commit.parents {
            by_side.entry(side).or_default().insert(path);
        }
    }
    let mut on_side = BTreeMap::new();
    for (side, paths) in by_side {
        on_side.extend(added(workspace, side, &paths)?);
    }
    let guard = workspace.guard()?;
    let line = |text: &str| sanitize::line(guard, text, LINE);
    for (path, commit) in &brought {
        let own = on_side.get(path);
        let (by, merge) = match own {
            Some(own) => (own, Some((commit.id, line(&commit.subject)))),
            None => (commit, None),
        };
        let day = by.date.split('T').next().unwrap_or_default();
        decided.insert(
            path.clone(),
            Decided {
                commit: by.id,
                author: line(&by.author),
                day: day.to_owned(),
                subject: line(&by.subject),
                merge,
            },
        );
    }
    Ok(decided)
}

/// The commits of a branch's own line that added files. A file that a shallow clone seems to add in
/// its oldest commit is left out.
fn added(
    workspace: &Workspace,
    tip: ObjectId,
    paths: &BTreeSet<&str>,
) -> Result<BTreeMap<String, CommitChanges>, Error> {
    let mut found: BTreeMap<String, CommitChanges> = BTreeMap::new();
    if paths.is_empty() {
        return Ok(found);
    }
    let history = workspace.store().history();
    let wanted: Vec<&str> = paths.iter().copied().collect();
    history.walk_line(tip, &wanted, &mut |commit| {
        for file in commit.files.iter().filter(|it| it.before.is_none()) {
            if let Ok(path) = str::from_utf8(&file.path)
                && paths.contains(path)
                && !found.contains_key(path)
            {
                found.insert(path.to_owned(), commit.clone());
            }
        }
        if found.len() == paths.len() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    let ids: Vec<ObjectId> = found.values().map(|it| it.id).collect();
    let known = history.without_boundary(ids)?;
    found.retain(|_, commit| known.contains(&commit.id));
    Ok(found)
}
