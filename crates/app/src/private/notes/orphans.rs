//! Notes on commits that no branch, tag or remote branch reaches any more: git carries notes
//! through amend and rebase, but not through a cherry-pick, a squash merge, or a merge on a server.
//! Each gets a proposal where it belongs.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::commit_notes::{CommitNotes, MOST, change, names, on, subject};
use crate::workspace::{Error, Workspace};
use git_memory_git::{NotesTree, ObjectId, Reach};
use git_memory_model::private::note::{Note, lines, with_lines};
use git_memory_store::NoteChange;

/// Maximum number of commits that are compared with an orphan's change.
const CANDIDATES: usize = 500;
/// Maximum number of commits of a lost branch that are tried as its last one.
const SERIES: usize = 50;

/// Evidence that a commit has an orphan's change.
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

/// A proposed commit for notes, and the reason.
pub type Proposal = (ObjectId, Why);

/// Notes on a commit that nothing reaches.
#[derive(Clone, Debug)]
pub struct Orphan {
    /// The commit, and its notes.
    pub notes: CommitNotes,
    /// The proposed commit, and the reason.
    pub proposal: Option<Proposal>,
}

/// The annotated commits, by what became of them.
struct Annotated {
    /// Something reaches them.
    kept: Vec<ObjectId>,
    /// Nothing reaches them, but they are here.
    lost: Vec<ObjectId>,
    /// They are not in this clone.
    gone: Vec<ObjectId>,
}

/// The notes on commits that no branch, tag or remote branch reaches, each with a proposal where
/// there is one.
pub fn orphans(workspace: &Workspace) -> Result<Vec<Orphan>, Error> {
    let store = workspace.store();
    let Some(tree) = store.notes()? else {
        return Ok(Vec::new());
    };
    let annotated = Annotated::of(workspace, &tree)?;
    if annotated.lost.is_empty() && annotated.gone.is_empty() {
        return Ok(Vec::new());
    }
    let mut known = HashSet::new();
    for id in annotated.kept {
        let text = store.note_text(&tree, id)?;
        known.extend(lines(&text).map(str::to_owned));
    }
    let mut found = Vec::new();
    for id in annotated.lost {
        // git copied these notes to another commit; it keeps those of the old commit.
        if lines(&store.note_text(&tree, id)?).all(|line| known.contains(line)) {
            continue;
        }
        let notes = on(workspace, &tree, id)?;
        let proposal = proposal(workspace, id)?;
        found.push(Orphan { notes, proposal });
    }
    for id in annotated.gone {
        if lines(&store.note_text(&tree, id)?).all(|line| known.contains(line)) {
            continue;
        }
        let notes = on(workspace, &tree, id)?;
        let proposal = by_patch_id(workspace, &notes.notes)?;
        found.push(Orphan { notes, proposal });
    }
    Ok(found)
}

impl Annotated {
    fn of(workspace: &Workspace, tree: &NotesTree) -> Result<Self, Error> {
        let history = workspace.store().history();
        let (mut here, mut gone) = (Vec::new(), Vec::new());
        for id in tree.annotated() {
            if history.has_commit(id)? {
                here.push(id);
            } else {
                gone.push(id);
            }
        }
        let mut unreached = HashSet::new();
        if !here.is_empty() {
            let reach = Reach {
                from: names(&here),
                not: everything_kept(),
                ..Reach::default()
            };
            unreached.extend(history.reached(&reach, MOST, &[])?);
        }
        let (lost, kept) = here.into_iter().partition(|id| unreached.contains(id));
        Ok(Self { kept, lost, gone })
    }
}

/// Moves the notes of every orphan with a proposal to where they belong.
pub fn reattach(workspace: &Workspace) -> Result<Vec<Orphan>, Error> {
    let mut moved = orphans(workspace)?;
    moved.retain(|orphan| orphan.proposal.is_some());
    change(workspace, "Reattach notes", |tree| {
        let store = workspace.store();
        let mut texts: BTreeMap<ObjectId, Option<String>> = BTreeMap::new();
        for orphan in &moved {
            let (Some((to, _)), from) = (orphan.proposal, orphan.notes.commit) else {
                continue;
            };
            let note = store.note_text(tree, from)?;
            let more: Vec<String> = lines(&note).map(str::to_owned).collect();
            // Several orphans may belong to one commit.
            let before = match texts.get(&to) {
                Some(Some(note)) => note.clone(),
                _ => store.note_text(tree, to)?,
            };
            let after = match with_lines(&before, &more) {
                Some(after) => after,
                // All of them are there already.
                None => before,
            };
            texts.insert(to, Some(after));
            // A note that stayed would be an orphan for ever.
            texts.insert(from, None);
        }
        let mut changes = Vec::new();
        for (commit, text) in texts {
            let note = match text {
                Some(text) => Some(workspace.writing_guard()?.redact_json_lines(&text)),
                None => None,
            };
            changes.push(NoteChange { commit, note });
        }
        Ok(changes)
    })?;
    Ok(moved)
}

/// Returns arguments of git-rev-list(1) for all reachable commits: every worktree's HEAD, and all
/// refs except our own.
fn everything_kept() -> Vec<String> {
    let ours = ["refs/memory/*", "refs/memory-remotes/*", "refs/notes/*"];
    let mut arguments: Vec<String> = ours
        .iter()
        .map(|refs| format!("--exclude={refs}"))
        .collect();
    // Last: an exclusion counts only for the next --all (git-rev-list(1)).
    arguments.push("--all".to_owned());
    arguments
}

/// Proposes a commit for the notes of a commit that git still has.
fn proposal(workspace: &Workspace, orphan: ObjectId) -> Result<Option<Proposal>, Error> {
    let (history, patches) = (workspace.store().history(), workspace.store().patches());
    let series = series(workspace, orphan)?;
    let mut paths: Vec<String> = Vec::new();
    for commit in &series {
        paths.extend(patches.paths(*commit)?);
    }
    paths.sort();
    paths.dedup();
    if paths.is_empty() {
        return Ok(None);
    }
    // Candidates are newer than the orphan's branch and touch the same paths.
    let reach = Reach {
        from: everything_kept(),
        not: vec![orphan.to_string()],
        ..Reach::default()
    };
    let candidates = history.reached(&reach, CANDIDATES, &paths)?;
    let known = patches.of_all(&candidates)?;
    // An equal change is proof; a message is only a claim, so it comes last.
    if let Some(patch) = patches.of(orphan)?
        && let Some(found) = known.get(&patch)
    {
        return Ok(Some((*found, Why::SameChange)));
    }
    let first = match series.first() {
        Some(first) => *first,
        None => orphan,
    };
    if let Some(base) = history.commit(first)?.parents.first() {
        let own = series.iter().skip_while(|id| **id != orphan);
        // The longest part of the branch first: a squash took all of it.
        for last in own.collect::<Vec<_>>().into_iter().rev() {
            if let Some(patch) = patches.between(*base, *last)?
                && let Some(found) = known.get(&patch)
            {
                return Ok(Some((*found, Why::SameSeries)));
            }
        }
    }
    named(workspace, orphan, &candidates)
}

/// The lost commits of the branch that a commit was on, the oldest first: itself, those before it
/// that are lost too, and those after it that git's reflogs still know.
fn series(workspace: &Workspace, orphan: ObjectId) -> Result<Vec<ObjectId>, Error> {
    let history = workspace.store().history();
    let reach = Reach {
        from: vec![orphan.to_string(), "--reflog".to_owned()],
        not: everything_kept(),
        ..Reach::default()
    };
    let lost: HashSet<ObjectId> = history.reached(&reach, MOST, &[])?.into_iter().collect();
    let mut children: HashMap<ObjectId, ObjectId> = HashMap::new();
    for id in &lost {
        if let Some(parent) = history.commit(*id)?.parents.first() {
            // A commit that an amend left has no children; of two, either serves.
            let child = children.entry(*parent).or_insert(*id);
            *child = (*child).max(*id);
        }
    }
    // Each commit of the series costs a diff against where its branch began.
    let mut series = vec![orphan];
    while let Some(parent) = history.commit(series[0])?.parents.first() {
        if !lost.contains(parent) {
            break;
        }
        series.insert(0, *parent);
        if series.len() > SERIES {
            break;
        }
    }
    let mut top = orphan;
    while let Some(child) = children.get(&top) {
        if series.len() > SERIES {
            break;
        }
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
) -> Result<Option<Proposal>, Error> {
    let history = workspace.store().history();
    let message = history.commit(orphan)?.message;
    let subject = subject(&message).trim();
    for candidate in candidates {
        let text = history.commit(*candidate)?.message;
        let has_id = text.contains(&orphan.to_string());
        if has_id || (!subject.is_empty() && lists(&text, subject)) {
            return Ok(Some((*candidate, Why::Named)));
        }
    }
    Ok(None)
}

/// True if a line of a message's body is this subject, with or without a list marker.
fn lists(message: &str, subject: &str) -> bool {
    message.lines().skip(1).any(|line| {
        let item = line.trim_start_matches(['*', '-', ' ']);
        item.trim_end() == subject
    })
}

/// Proposes a commit for the notes of a commit that git has deleted, by the notes' patch ids.
fn by_patch_id(workspace: &Workspace, notes: &[Note]) -> Result<Option<Proposal>, Error> {
    // Notes on merges carry none, and comparing hundreds of commits is slow.
    if notes.iter().all(|note| note.patch_id.is_empty()) {
        return Ok(None);
    }
    let reach = Reach {
        from: everything_kept(),
        ..Reach::default()
    };
    let store = workspace.store();
    let candidates = store.history().reached(&reach, CANDIDATES, &[])?;
    let known = store.patches().of_all(&candidates)?;
    for note in notes {
        if let Some(found) = known.get(&note.patch_id) {
            return Ok(Some((*found, Why::SameChange)));
        }
    }
    Ok(None)
}
