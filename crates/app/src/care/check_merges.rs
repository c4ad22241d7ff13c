//! Records that a merge changed itself. git merges files, and takes two similar ones for a rename:
//! if one side has deleted a record and made another one from the same template, git puts the other
//! side's edit into that one. So records are compared by their ids, whatever files they are in.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::workspace::{Error, Workspace};
use git_memory_git::{ObjectId, TreeEntry};
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, RecordId};
use git_memory_store::{Memory, Store, View};
use git_memory_text::path::{MemoryFolder, RepoPath};

/// A record whose text no side of a merge has, although one of them at most has changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedInMerge {
    id: RecordId,
    blob: ObjectId,
    finding: Finding,
}

/// Findings from the merges at the end of a view, about records that have not changed since.
pub(crate) fn at_view(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
) -> Result<Vec<Finding>, Error> {
    match workspace.store().history().commit_at(view.revision())? {
        Some(commit) => Ok(still_there(changed_in(workspace, commit)?, memory)),
        // A tree has no merge.
        None => Ok(Vec::new()),
    }
}

/// Checks the merges among some commits in the same way.
pub(crate) fn in_commits(
    workspace: &Workspace,
    commits: &[ObjectId],
    memory: &Memory,
) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    for commit in commits {
        findings.extend(still_there(changed_in(workspace, *commit)?, memory));
    }
    Ok(findings)
}

fn still_there(changed: Vec<ChangedInMerge>, memory: &Memory) -> Vec<Finding> {
    let mut findings = Vec::new();
    for ChangedInMerge { id, blob, finding } in changed {
        let mut records = memory.records.iter();
        // A later change by hand counts as a review.
        if records.any(|record| record.id() == Some(&id) && memory.blob(record) == Some(blob)) {
            findings.push(finding);
        }
    }
    findings
}

/// Returns the records that HEAD changed itself, if it is a merge.
pub fn changed_in_head(workspace: &Workspace) -> Result<Vec<Finding>, Error> {
    let store = workspace.store();
    // A repository that only shares its folder of hooks with us has no records.
    if !store.is_set_up()? {
        return Ok(Vec::new());
    }
    let Some(head) = store.history().head_commit()? else {
        return Ok(Vec::new());
    };
    let changed = changed_in(workspace, head)?;
    Ok(changed.into_iter().map(|changed| changed.finding).collect())
}

fn changed_in(workspace: &Workspace, commit: ObjectId) -> Result<Vec<ChangedInMerge>, Error> {
    let store = workspace.store();
    let parents = store.history().commit(commit)?.parents;
    if parents.len() < 2 {
        return Ok(Vec::new());
    }
    let merged = files_of(store, commit)?;
    let mut sides = Vec::new();
    for parent in &parents {
        sides.push(files_of(store, *parent)?);
    }
    // Most merges take each file as one side has it: then there is nothing to look for, and no base
    // to be found in the history.
    let files = sides.iter().flat_map(|(_, files)| files);
    let of_sides: HashSet<ObjectId> = files.map(|entry| entry.id).collect();
    if merged.1.iter().all(|entry| of_sides.contains(&entry.id)) {
        return Ok(Vec::new());
    }
    let bases = bases(workspace, &parents)?;
    let versions = Versions::read(workspace, &merged, sides, &bases)?;
    let mut found = Vec::new();
    for (id, place) in &versions.merged {
        if !of_sides.contains(&place.blob) && versions.is_changed_by_nobody(id, place.blob) {
            let message = versions.message(commit, id);
            let finding = Finding::of_file(&place.path, Code::ChangedInMerge, message);
            found.push(ChangedInMerge {
                id: id.clone(),
                blob: place.blob,
                finding,
            });
        }
    }
    found.sort_by(|a, b| a.finding.path.cmp(&b.finding.path));
    Ok(found)
}

/// The files of a commit's memory, with its folder.
type Files = (MemoryFolder, Vec<TreeEntry>);

fn files_of(store: Store, commit: ObjectId) -> Result<Files, Error> {
    let folder = store.folder_of(commit)?;
    Ok((folder, store.objects().memory_files(commit)?))
}

/// Returns the merge bases of the first parent with each of the others.
pub(crate) fn bases(
    workspace: &Workspace,
    parents: &[ObjectId],
) -> Result<BTreeSet<ObjectId>, Error> {
    let mut bases = BTreeSet::new();
    if let Some((first, others)) = parents.split_first() {
        for other in others {
            bases.extend(workspace.store().history().merge_bases(*first, *other)?);
        }
    }
    Ok(bases)
}

/// A record in a tree.
#[derive(Clone)]
struct Place {
    path: RepoPath,
    blob: ObjectId,
}

/// The records of one tree that are not in the merge as they are.
type Tree = HashMap<RecordId, Place>;

/// The versions of the records that a merge, its sides and what these come from do not have in
/// common.
struct Versions {
    merged: Tree,
    sides: Vec<Tree>,
    bases: Vec<Tree>,
}

impl Versions {
    fn read(
        workspace: &Workspace,
        merged: &Files,
        sides: Vec<Files>,
        bases: &BTreeSet<ObjectId>,
    ) -> Result<Self, Error> {
        let store = workspace.store();
        let number = sides.len();
        let mut others = sides;
        for base in bases {
            others.push(files_of(store, *base)?);
        }
        // A merge leaves most of ten thousand records unchanged.
        let key = |entry: &TreeEntry| (entry.path.clone(), entry.id);
        let mut common: HashSet<_> = merged.1.iter().map(key).collect();
        for (_, entries) in &others {
            let own: HashSet<_> = entries.iter().map(key).collect();
            common.retain(|entry| own.contains(entry));
        }
        let mut lists = vec![merged.clone()];
        lists.extend(others);
        for (_, list) in &mut lists {
            list.retain(|entry| !common.contains(&key(entry)));
        }
        let mut trees: Vec<Tree> = Vec::new();
        for memory in store.memories(lists)? {
            trees.push(by_id(&memory));
        }
        let bases = trees.split_off(number + 1);
        let sides = trees.split_off(1);
        Ok(Self {
            merged: trees.pop().unwrap_or_default(),
            sides,
            bases,
        })
    }

    /// True if a merge by ids gives a record another text than `blob`: at most one side has changed
    /// it, and not to `blob`.
    fn is_changed_by_nobody(&self, id: &RecordId, blob: ObjectId) -> bool {
        let changes = self.changes(id);
        match changes.len() {
            0 => true,
            1 => !changes.contains(&Some(blob)),
            // Two changes may join to any text.
            _ => false,
        }
    }

    /// Returns the new versions of a record on the sides; `None` is a deletion.
    fn changes(&self, id: &RecordId) -> HashSet<Option<ObjectId>> {
        let blob = |tree: &Tree| tree.get(id).map(|place| place.blob);
        let before: HashSet<Option<ObjectId>> = self.bases.iter().map(blob).collect();
        let mut changes: HashSet<Option<ObjectId>> = self.sides.iter().map(blob).collect();
        if self.bases.is_empty() {
            changes.remove(&None);
        }
        changes.retain(|version| !before.contains(version));
        changes
    }

    fn message(&self, commit: ObjectId, id: &RecordId) -> String {
        let mut message = format!(
            "only the merge {} has this text of {id}: neither side has it",
            commit.short()
        );
        let lost = self.lost();
        if !lost.is_empty() {
            let lost: Vec<&str> = lost.iter().map(|id| id.as_str()).collect();
            message.push_str("; it may be the change of ");
            message.push_str(&lost.join(" or "));
            message.push_str(", which was deleted");
        }
        message
    }

    /// The records that one side has changed and that the merge does not have.
    fn lost(&self) -> BTreeSet<&RecordId> {
        let mut lost = BTreeSet::new();
        for id in self.sides.iter().flat_map(HashMap::keys) {
            let is_changed = self.changes(id).iter().any(Option::is_some);
            if is_changed && !self.merged.contains_key(id) {
                lost.insert(id);
            }
        }
        lost
    }
}

fn by_id(memory: &Memory) -> Tree {
    let mut tree = Tree::new();
    for record in &memory.records {
        if let (Some(id), Some(blob)) = (record.id(), memory.blob(record)) {
            let path = record.path.clone();
            tree.insert(id.clone(), Place { path, blob });
        }
    }
    tree
}
