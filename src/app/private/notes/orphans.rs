//! Notes on commits that no branch, tag or remote branch reaches any more: git carries notes
//! through amend and rebase, but not through a cherry-pick, a squash merge, or a merge on a server.
//! Each gets a proposal where it belongs.

use std::collections::{HashMap, HashSet};

use super::{CommitNotes, MOST, NoteChange, change, on, text, tree};
use crate::app::workspace::{Error, Workspace};
use crate::domain::private::note::{Note, lines, with_lines};
use crate::git::{ObjectId, Reach};

/// So many commits are compared with an orphan's change.
const CANDIDATES: usize = 500;
/// So many commits of a lost branch are tried as its last one.
const SERIES: usize = 50;

/// How a commit is known to hold an orphan's change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It makes the same change.
    SameChange,
    /// It makes the change of the whole branch that the orphan's commit was on.
    SameSeries,
    /// Its message names the orphan's commit.
    Named,
}

impl Why {
    /// The reason in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::SameChange => "the same change",
            Self::SameSeries => "the change of its branch",
            Self::Named => "its message names the commit",
        }
    }
}

/// Notes on a commit that nothing reaches.
#[derive(Clone, Debug)]
pub struct Orphan {
    /// The commit, and its notes.
    pub notes: CommitNotes,
    /// Where they belong, and how that is known.
    pub proposal: Option<(ObjectId, Why)>,
}

/// The notes on commits that no branch, tag or remote branch reaches, each with a proposal where
/// there is one.
///
/// # Errors
/// Where git cannot be read.
pub fn orphans(workspace: &Workspace) -> Result<Vec<Orphan>, Error> {
    let Some(tree) = tree(workspace)? else {
        return Ok(Vec::new());
    };
    let annotated: Vec<ObjectId> = tree.annotated().collect();
    let (there, gone): (Vec<ObjectId>, Vec<ObjectId>) = annotated
        .into_iter()
        .partition(|id| workspace.repo.commit(*id).is_ok());
    let lost: HashSet<ObjectId> = if there.is_empty() {
        HashSet::new()
    } else {
        let reach = Reach {
            from: there.iter().map(ToString::to_string).collect(),
            not: kept(),
            ..Reach::default()
        };
        workspace
            .repo
            .commits_reached(&reach, MOST, &[])?
            .into_iter()
            .collect()
    };
    let (lost, there): (Vec<ObjectId>, Vec<ObjectId>) =
        there.into_iter().partition(|id| lost.contains(id));
    if lost.is_empty() && gone.is_empty() {
        return Ok(Vec::new());
    }
    let mut known = HashSet::new();
    for id in there {
        known.extend(lines(&text(workspace, &tree, id)?).map(str::to_owned));
    }
    let mut found = Vec::new();
    for id in lost.into_iter().chain(gone) {
        // What git carried to another commit is not lost; it leaves the old commit's note as it is.
        if lines(&text(workspace, &tree, id)?).all(|line| known.contains(line)) {
            continue;
        }
        let notes = on(workspace, &tree, id)?;
        let proposal = if workspace.repo.commit(id).is_ok() {
            proposal(workspace, id)?
        } else {
            by_patch_id(workspace, &notes.notes)?
        };
        found.push(Orphan { notes, proposal });
    }
    Ok(found)
}

/// Moves the notes of every orphan with a proposal to where they belong.
///
/// # Errors
/// Where notes cannot be read or written.
pub fn reattach(workspace: &Workspace) -> Result<Vec<Orphan>, Error> {
    let mut moved = orphans(workspace)?;
    moved.retain(|orphan| orphan.proposal.is_some());
    change(workspace, "Reattach notes", |tree| {
        let mut changes: HashMap<ObjectId, Option<String>> = HashMap::new();
        for orphan in &moved {
            let (Some((to, _)), from) = (orphan.proposal, orphan.notes.commit) else {
                continue;
            };
            let more: Vec<String> = lines(&text(workspace, tree, from)?)
                .map(str::to_owned)
                .collect();
            let before = match changes.get(&to) {
                Some(Some(note)) => note.clone(),
                _ => text(workspace, tree, to)?,
            };
            let after = with_lines(&before, &more).unwrap_or(before);
            changes.insert(to, Some(after));
            changes.insert(from, None);
        }
        let mut changes: Vec<NoteChange> = changes.into_iter().collect();
        changes.sort();
        Ok(changes)
    })?;
    Ok(moved)
}

/// What is not lost: HEAD everywhere, and every ref but our own.
fn kept() -> Vec<String> {
    let ours = ["refs/memory/*", "refs/memory-remotes/*", "refs/notes/*"]
        .map(|refs| format!("--exclude={refs}"));
    ours.into_iter().chain(["--all".to_owned()]).collect()
}

/// Where the notes of a commit belong that is still here.
fn proposal(workspace: &Workspace, orphan: ObjectId) -> Result<Option<(ObjectId, Why)>, Error> {
    let series = series(workspace, orphan)?;
    let mut paths: Vec<String> = Vec::new();
    for commit in &series {
        paths.extend(workspace.repo.paths_changed(*commit)?);
    }
    paths.sort();
    paths.dedup();
    if paths.is_empty() {
        return Ok(None);
    }
    // What came after the orphan's branch began, and touches what it touched.
    let reach = Reach {
        from: kept(),
        not: vec![orphan.to_string()],
        ..Reach::default()
    };
    let candidates = workspace.repo.commits_reached(&reach, CANDIDATES, &paths)?;
    let patches = workspace.repo.patch_ids(&candidates)?;
    let same = |patch: Option<String>| patch.and_then(|patch| patches.get(&patch).copied());
    if let Some(found) = same(workspace.repo.patch_id(orphan)?) {
        return Ok(Some((found, Why::SameChange)));
    }
    let first = series.first().copied().unwrap_or(orphan);
    if let Some(base) = workspace.repo.commit(first)?.parents.first() {
        let from = series.iter().position(|id| *id == orphan).unwrap_or(0);
        for last in series[from..].iter().rev() {
            if let Some(found) = same(workspace.repo.patch_id_between(*base, *last)?) {
                return Ok(Some((found, Why::SameSeries)));
            }
        }
    }
    named(workspace, orphan, &candidates)
}

/// The lost commits of the branch that a commit was on, the oldest first: itself, those below it
/// that are lost too, and those above it that git's reflogs still know.
fn series(workspace: &Workspace, orphan: ObjectId) -> Result<Vec<ObjectId>, Error> {
    let from = vec![orphan.to_string(), "--reflog".to_owned()];
    let lost = workspace.repo.commits_reached(
        &Reach {
            from,
            not: kept(),
            ..Reach::default()
        },
        MOST,
        &[],
    )?;
    let lost: HashSet<ObjectId> = lost.into_iter().collect();
    let mut children: HashMap<ObjectId, ObjectId> = HashMap::new();
    for id in &lost {
        if let Some(parent) = workspace.repo.commit(*id)?.parents.first() {
            // Of two, the one that an amend left behind has no children of its own; either serves.
            children
                .entry(*parent)
                .and_modify(|child| *child = (*child).max(*id))
                .or_insert(*id);
        }
    }
    let mut series = vec![orphan];
    while let Some(parent) = workspace
        .repo
        .commit(series[0])?
        .parents
        .first()
        .filter(|parent| lost.contains(parent))
    {
        series.insert(0, *parent);
        if series.len() > SERIES {
            break;
        }
    }
    let mut top = orphan;
    while let Some(child) = children.get(&top).filter(|_| series.len() <= SERIES) {
        series.push(*child);
        top = *child;
    }
    Ok(series)
}

/// The candidate whose message names a commit: by its id, as `git merge --squash` writes it, or by
/// its subject on a line, as servers do.
fn named(
    workspace: &Workspace,
    orphan: ObjectId,
    candidates: &[ObjectId],
) -> Result<Option<(ObjectId, Why)>, Error> {
    let message = workspace.repo.commit(orphan)?.message;
    let subject = message.lines().next().unwrap_or_default().trim();
    for candidate in candidates {
        let text = workspace.repo.commit(*candidate)?.message;
        let has_id = text.contains(&orphan.to_string());
        let mut body = text
            .lines()
            .skip(1)
            .map(|line| line.trim_start_matches(['*', '-', ' ']).trim_end());
        if has_id || (!subject.is_empty() && body.any(|line| line == subject)) {
            return Ok(Some((*candidate, Why::Named)));
        }
    }
    Ok(None)
}

/// Where the notes of a commit belong that is gone: found by the patch id that they carry.
fn by_patch_id(workspace: &Workspace, notes: &[Note]) -> Result<Option<(ObjectId, Why)>, Error> {
    let wanted: Vec<&str> = notes
        .iter()
        .map(|note| note.patch_id.as_str())
        .filter(|id| !id.is_empty())
        .collect();
    if wanted.is_empty() {
        return Ok(None);
    }
    let candidates = workspace.repo.commits_reached(
        &Reach {
            from: kept(),
            ..Reach::default()
        },
        CANDIDATES,
        &[],
    )?;
    let patches = workspace.repo.patch_ids(&candidates)?;
    let found = wanted.iter().find_map(|patch| patches.get(*patch).copied());
    Ok(found.map(|found| (found, Why::SameChange)))
}
