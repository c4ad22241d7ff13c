//! pre-commit and pre-merge-commit: the index that is being committed is checked, and its tracked
//! derived files are rebuilt. The work tree is never looked at for an answer.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use crate::app::care::scan::faults;
use crate::app::workspace::{Error, Workspace, settings};
use crate::domain::layout::DERIVED;
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::record::check::Finding;
use crate::domain::record::{Code, Severity, check};
use crate::git::{BlobAt, Durability, Entry, EntryKind, ObjectId};
use crate::store::{Memory, derived_texts};

/// What the guard found and did.
#[derive(Debug, Default)]
pub struct Verdict {
    /// The errors that stop the commit; none where it may go on.
    pub errors: Vec<Finding>,
    /// The derived files that were rebuilt into the commit.
    pub rebuilt: Vec<&'static str>,
}

/// Checks the index; `can_add` where git takes what the hook adds (it does not into a merge
/// commit).
///
/// # Errors
/// Where git cannot be read or the index cannot be written.
pub fn guard(workspace: &Workspace, can_add: bool) -> Result<Verdict, Error> {
    let mut verdict = guard_memory(workspace, can_add)?;
    if settings::scans_all(workspace)? {
        let mut staged = workspace.repo.staged()?;
        staged.retain(|blob| !blob.path.starts_with(b"memory/"));
        verdict.errors.extend(secrets(workspace, &staged)?);
    }
    Ok(verdict)
}

fn guard_memory(workspace: &Workspace, can_add: bool) -> Result<Verdict, Error> {
    let head = workspace.repo.head()?.commit;
    if head.is_some_and(|commit| is_settled(workspace, commit)) {
        return Ok(Verdict::default());
    }
    let (index, committed) = workspace.store().beside_loading(|| {
        let committed = head.map_or(Ok(Vec::new()), |commit| workspace.repo.tree(commit, MEMORY));
        Ok((workspace.repo.index(MEMORY)?, committed?))
    })?;
    let changed = changed(&committed, &index);
    let tracked = tracked_derived(&index);
    if changed.is_empty() && tracked.is_empty() {
        return Ok(Verdict::default());
    }
    let staged: Vec<Entry> = index
        .iter()
        .filter(|entry| changed.contains(&entry.path))
        .cloned()
        .collect();
    let memory = workspace
        .store()
        .memories(vec![index])?
        .pop()
        .unwrap_or_default();
    let errors = if changed.is_empty() {
        Vec::new()
    } else {
        errors(workspace, &staged, committed, &memory, &changed)?
    };
    let mut verdict = Verdict {
        errors,
        rebuilt: Vec::new(),
    };
    let is_same = changed.is_empty();
    if verdict.errors.is_empty() {
        if can_add {
            verdict.rebuilt = rebuild(workspace, &tracked, &memory, None)?;
            if let Some(behind) = workspace.repo.index_behind_partial_commit() {
                rebuild_behind(workspace, &behind)?;
            }
        }
        if is_same && verdict.rebuilt.is_empty() {
            settle(workspace, head);
            return Ok(verdict);
        }
        // The commit does not depend on the copies in the work tree; the next read heals them.
        let _ = workspace.store().refresh();
    }
    Ok(verdict)
}

/// Whether nothing below `memory/` is staged and nothing tracked there has to be rebuilt: known
/// from tree ids alone.
fn is_settled(workspace: &Workspace, head: ObjectId) -> bool {
    let repo = &workspace.repo;
    let Some(staged) = repo.folder_in_index(MEMORY) else {
        return false;
    };
    let is_same = matches!(repo.folder(head, MEMORY), Ok(Some(committed)) if committed == staged);
    let is_tracked = |path: &&str| !matches!(repo.file(head, path), Ok(None));
    is_same && (!DERIVED.iter().any(is_tracked) || workspace.store().is_settled(staged))
}

/// Remembers that the tracked derived files of HEAD are what its records give.
fn settle(workspace: &Workspace, head: Option<ObjectId>) {
    let memory = head.and_then(|head| workspace.repo.folder(head, MEMORY).ok().flatten());
    if let Some(memory) = memory {
        workspace.store().settle(memory);
    }
}

/// The paths that are not the same in the index as in HEAD: added, changed or removed. Both lists
/// are sorted by path.
fn changed(committed: &[Entry], index: &[Entry]) -> HashSet<Vec<u8>> {
    let mut changed = HashSet::new();
    let (mut before, mut after) = (committed.iter().peekable(), index.iter().peekable());
    loop {
        let order = match (before.peek(), after.peek()) {
            (None, None) => return changed,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => old.path.cmp(&new.path),
        };
        let old = before.next_if(|_| order.is_le());
        let new = after.next_if(|_| order.is_ge());
        if old != new {
            changed.extend(old.or(new).map(|entry| entry.path.clone()));
        }
    }
}

/// The derived files that are in the index, with their blobs.
fn tracked_derived(index: &[Entry]) -> BTreeMap<&'static str, ObjectId> {
    let entry = |path: &&'static str| {
        let found = index.iter().find(|entry| entry.path == path.as_bytes())?;
        Some((*path, found.id))
    };
    DERIVED.iter().filter_map(entry).collect()
}

/// The errors that this commit brings: those in files that it changes, and those that HEAD does not
/// have. `staged` are the entries of changed files that are still there.
fn errors(
    workspace: &Workspace,
    staged: &[Entry],
    committed: Vec<Entry>,
    memory: &Memory,
    changed: &HashSet<Vec<u8>>,
) -> Result<Vec<Finding>, Error> {
    // What the cache says of secrets goes by the rules alone; here the whole guard decides.
    let is_error = |finding: &Finding| {
        finding.severity() == Severity::Error && finding.fault.code != Code::Secret
    };
    let is_changed = |finding: &Finding| changed.contains(finding.path.as_str().as_bytes());
    let all = memory
        .findings
        .iter()
        .cloned()
        .chain(check::between(&memory.records))
        .filter(is_error);
    let (mut errors, elsewhere): (Vec<Finding>, Vec<Finding>) = all.partition(is_changed);
    if !elsewhere.is_empty() {
        let before = workspace
            .store()
            .memories(vec![committed])?
            .pop()
            .unwrap_or_default();
        let known: Vec<Finding> = before
            .findings
            .into_iter()
            .chain(check::between(&before.records))
            .collect();
        errors.extend(
            elsewhere
                .into_iter()
                .filter(|finding| !known.contains(finding)),
        );
    }
    let files = staged.iter().filter(|entry| entry.kind == EntryKind::File);
    let files: Vec<BlobAt> = files
        .map(|entry| BlobAt {
            id: entry.id,
            path: entry.path.clone(),
        })
        .collect();
    errors.extend(secrets(workspace, &files)?);
    errors.sort_by(|a, b| (&a.path, a.fault.line).cmp(&(&b.path, b.fault.line)));
    Ok(errors)
}

/// Secrets in the staged files; of all the repository where the settings ask for that.
fn secrets(workspace: &Workspace, staged: &[BlobAt]) -> Result<Vec<Finding>, Error> {
    let guard = workspace.guard()?;
    let ids: Vec<ObjectId> = staged.iter().map(|blob| blob.id).collect();
    let mut findings = Vec::new();
    workspace.repo.blobs(&ids, |nth, content| {
        let path = String::from_utf8_lossy(&staged[nth].path);
        // A name that is none of ours still has to be named.
        let path = path.parse().or_else(|_| MEMORY.parse::<RepoPath>());
        findings.extend(
            path.into_iter()
                .flat_map(|path| faults(guard, &path, content)),
        );
    })?;
    Ok(findings)
}

/// Puts the tracked derived files, as the records of the index give them, into that index.
fn rebuild(
    workspace: &Workspace,
    tracked: &BTreeMap<&'static str, ObjectId>,
    memory: &Memory,
    index_file: Option<&Path>,
) -> Result<Vec<&'static str>, Error> {
    if tracked.is_empty() {
        return Ok(Vec::new());
    }
    let mut blobs = Vec::new();
    for (path, text) in derived_texts(&memory.records) {
        let Some(staged) = tracked.get(path) else {
            continue;
        };
        let id = workspace.repo.blob_id(&text)?;
        if id != *staged {
            workspace.repo.write_blob(&text, Durability::Lazy)?;
            blobs.push((path, id));
        }
    }
    if !blobs.is_empty() {
        workspace.repo.stage_blobs(&blobs, index_file)?;
    }
    Ok(blobs.into_iter().map(|(path, _)| path).collect())
}

/// The same for the real index behind the temporary one of `git commit <path>`.
fn rebuild_behind(workspace: &Workspace, index_file: &Path) -> Result<(), Error> {
    let index = workspace.repo.index_in(index_file, MEMORY)?;
    let tracked = tracked_derived(&index);
    let memory = workspace
        .store()
        .memories(vec![index])?
        .pop()
        .unwrap_or_default();
    rebuild(workspace, &tracked, &memory, Some(index_file)).map(drop)
}
