//! Records in conflict, by git's index or by the markers in their files: people have to choose
//! between two versions.

use std::collections::BTreeMap;

use crate::workspace::{Error, Workspace};
use git_memory_git::{ObjectId, Operation, Unmerged};
use git_memory_model::record::check::Finding;
use git_memory_model::record::conflict::Conflict;
pub use git_memory_model::record::conflict::Sides;
use git_memory_model::record::{Code, Fault, RecordId};
use git_memory_store::{Memory, View};
use git_memory_text::path::RepoPath;

/// The records of a view that are in conflict.
#[derive(Clone, Debug, Default)]
pub struct Conflicts {
    /// The two sides, as far as they are known.
    pub sides: Sides,
    /// True if git names the sides; otherwise the markers in a file do.
    is_told_by_git: bool,
    /// Versions of each file.
    pub files: BTreeMap<RepoPath, Versions>,
    /// The files that hold two records, with the ids of these.
    two: BTreeMap<RepoPath, [RecordId; 2]>,
}

/// The versions of a file in conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versions {
    /// Each side has one.
    Both,
    /// The side that comes has deleted the file, or moved it.
    Ours,
    /// The side that was there has deleted the file, or moved it.
    Theirs,
    /// Neither has it any more.
    Neither,
}

impl Versions {
    fn of(file: &Unmerged) -> Self {
        match (file.is_ours, file.is_theirs) {
            (true, true) => Self::Both,
            (true, false) => Self::Ours,
            (false, true) => Self::Theirs,
            (false, false) => Self::Neither,
        }
    }

    /// One line that a file is in conflict.
    pub(crate) fn sentence(self, sides: &Sides) -> String {
        let (ours, theirs) = if sides.are_known() {
            let quoted = |name: &str| format!("'{name}'");
            (quoted(&sides.ours), quoted(&sides.theirs))
        } else {
            ("this side".to_owned(), "the other".to_owned())
        };
        match self {
            Self::Both => sides.to_string(),
            Self::Ours => format!("{sides}: {theirs} does not have the file any more"),
            Self::Theirs => format!("{sides}: {ours} does not have the file any more"),
            Self::Neither => format!("{sides}: neither has the file any more"),
        }
    }
}

/// The records of a view that are in conflict; `memory` is what the view has.
pub fn conflicts(workspace: &Workspace, view: &View, memory: &Memory) -> Result<Conflicts, Error> {
    let mut conflicts = unmerged(workspace, view)?;
    for finding in &memory.findings {
        if is_marked(finding) {
            let path = finding.path.clone();
            if conflicts.is_told_by_git
                && *view == View::WorkTree
                && let Some(marks) = marks_of(workspace, &path)?
                && let Some(ids) = marks.ids()
            {
                conflicts.two.insert(path.clone(), ids);
            }
            conflicts.files.entry(path).or_insert(Versions::Both);
        }
    }
    if !conflicts.sides.are_known()
        && *view == View::WorkTree
        && let Some(marked) = memory.findings.iter().find(|finding| is_marked(finding))
        && let Some(marks) = marks_of(workspace, &marked.path)?
    {
        conflicts.sides = marks.sides;
    }
    Ok(conflicts)
}

fn is_marked(finding: &Finding) -> bool {
    matches!(finding.fault.code, Code::InConflict | Code::TwoRecords)
}

/// The marks of a merge in a file of the work tree.
fn marks_of(workspace: &Workspace, path: &RepoPath) -> Result<Option<Conflict>, Error> {
    let bytes = workspace.read(path)?;
    Ok(Conflict::of(&String::from_utf8_lossy(&bytes)))
}

/// The records of a view that git has not merged yet.
pub fn unmerged(workspace: &Workspace, view: &View) -> Result<Conflicts, Error> {
    let mut conflicts = Conflicts::default();
    // A commit has no unmerged files, whatever markers it contains.
    if view.revision().is_some() {
        return Ok(conflicts);
    }
    for (path, file) in workspace.store().unmerged()? {
        conflicts.files.insert(path, Versions::of(&file));
    }
    if !conflicts.files.is_empty() {
        conflicts.sides = sides(workspace)?;
        conflicts.is_told_by_git = conflicts.sides.are_known();
    }
    Ok(conflicts)
}

/// Returns the unmerged files, and those of the given files of the work tree that contain conflict
/// markers, whatever git's index has.
pub fn unmerged_or_marked(
    workspace: &Workspace,
    paths: impl IntoIterator<Item = RepoPath>,
) -> Result<Conflicts, Error> {
    let mut conflicts = unmerged(workspace, &View::WorkTree)?;
    for path in paths {
        if conflicts.files.contains_key(&path) {
            continue;
        }
        // A file outside of the work tree cannot be merged here.
        let Ok(Some(marks)) = marks_of(workspace, &path) else {
            continue;
        };
        if !conflicts.sides.are_known() {
            conflicts.sides = marks.sides;
        }
        conflicts.files.insert(path, Versions::Both);
    }
    Ok(conflicts)
}

/// Returns the number of texts with conflict markers, and the names of the sides in the first one.
pub fn marked<'a>(texts: impl IntoIterator<Item = &'a str>) -> (usize, Sides) {
    let mut count = 0;
    let mut sides = Sides::default();
    for text in texts {
        let Some(marks) = Conflict::of(text) else {
            continue;
        };
        if count == 0 {
            sides = marks.sides;
        }
        count += 1;
    }
    (count, sides)
}

impl Conflicts {
    /// Adds a finding for each file in conflict, in place of a less precise one from the file.
    pub(crate) fn tell(&self, findings: &mut Vec<Finding>) {
        for (path, versions) in &self.files {
            let message = match self.two.get(path) {
                Some(ids) => self.sides.of_two(ids),
                None => versions.sentence(&self.sides),
            };
            let mut known = findings.iter_mut();
            let known = known.find(|finding| finding.path == *path && is_marked(finding));
            match known {
                // Each file's marks have names of their own.
                Some(_) if !self.is_told_by_git => {}
                Some(finding) => finding.fault.message = message,
                None => findings.push(Finding {
                    path: path.clone(),
                    fault: Fault::at(Code::InConflict, (1, 1), message),
                }),
            }
        }
    }
}

/// Returns the names of the two sides in git's current operation.
fn sides(workspace: &Workspace) -> Result<Sides, Error> {
    let Some(operation) = workspace.store().operation()? else {
        return Ok(Sides::default());
    };
    let head = workspace.store().history().head()?;
    let here = match (head.branch, head.commit) {
        (Some(branch), _) => branch,
        (None, Some(commit)) => branch_at(workspace, commit)?,
        (None, None) => String::new(),
    };
    Ok(match operation {
        Operation::Merge {
            name: Some(name), ..
        } => Sides::new(&here, &name),
        Operation::Merge { commit, name: None } => {
            Sides::new(&here, &branch_at(workspace, commit)?)
        }
        Operation::Rebase { branch, onto } => {
            // HEAD moves on with every commit that was picked; the branch is where it began.
            let ours = match onto {
                Some(onto) => branch_at(workspace, onto)?,
                None => here,
            };
            let theirs = branch.unwrap_or_else(|| "the commits that are rebased".to_owned());
            Sides::new(&ours, &theirs)
        }
        Operation::CherryPick(commit) => Sides::new(&here, &commit_line(workspace, commit)?),
        Operation::Revert(commit) => {
            let theirs = format!("parent of {}", commit_line(workspace, commit)?);
            Sides::new(&here, &theirs)
        }
        Operation::Patches => Sides::new(&here, "the patch that is applied"),
    })
}

/// The branch that is at a commit, one's own before those of remotes, else the commit.
fn branch_at(workspace: &Workspace, commit: ObjectId) -> Result<String, Error> {
    let history = workspace.store().history();
    for branches in [history.branches()?, history.remote_branches()?] {
        if let Some(branch) = branches.into_iter().find(|branch| branch.tip == commit) {
            return Ok(branch.name);
        }
    }
    Ok(commit.short())
}

/// A commit as git's own marks name it.
fn commit_line(workspace: &Workspace, id: ObjectId) -> Result<String, Error> {
    let commit = workspace.store().history().commit(id)?;
    let subject = commit.message.lines().next().unwrap_or_default();
    Ok(format!("{} ({subject})", id.short()))
}
