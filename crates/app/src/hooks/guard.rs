//! pre-commit and pre-merge-commit: the index that is being committed is checked, and its tracked
//! derived files are rebuilt. The work tree is never looked at for an answer.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use crate::care::brought::Change;
use crate::care::check::{attributes_fault, is_attributes};
use crate::care::check_secrets::secrets_in;
use crate::secrets::known::KnownSecrets;
use crate::secrets::scan::{faults, faults_beside, judged};
use crate::verify::{Age, VerifyRequest, Violation, verify};
use crate::workspace::{Error, Workspace, settings};
use git_memory_git::{BlobAt, EntryKind, ObjectId, TreeEntry};
use git_memory_guard::Guard;
use git_memory_model::derived::{is_ours, is_set_up};
use git_memory_model::layout::{ATTRIBUTES, DERIVED};
use git_memory_model::record::check::Finding;
use git_memory_model::record::fault::number;
use git_memory_model::record::{Code, Severity, check};
use git_memory_store::{Memory, View, derived_texts};
use git_memory_text::path::{MemoryFolder, RepoPath, last};

/// Result of the guard: findings and rebuilt files.
#[derive(Debug, Default)]
pub struct Verdict {
    /// The errors that stop the commit; none where it may go on.
    pub errors: Vec<Finding>,
    /// Facts about the commit that are worth knowing.
    pub notices: Vec<Finding>,
    /// The derived files that were rebuilt into the commit.
    pub rebuilt: Vec<String>,
    /// Staged places that break checks of records; none where the hook is not asked to verify.
    pub violations: Vec<Violation>,
}

/// The staged files below `memory/` and its roots, with those of HEAD.
struct Staged {
    index: Vec<TreeEntry>,
    committed: Vec<TreeEntry>,
    /// The paths that differ.
    changed: HashSet<Vec<u8>>,
    /// The derived files in the index, with their blobs.
    derived: BTreeMap<String, ObjectId>,
}

/// Checks the index; `can_add` where git takes what the hook adds (it does not into a merge
/// commit).
pub fn guard(workspace: &Workspace, can_add: bool) -> Result<Verdict, Error> {
    let mut verdict = guard_memory(workspace, can_add)?;
    if settings::scans_all(workspace)? {
        let mut staged = workspace.store().staging().changed()?;
        let store = workspace.store();
        // Files of memory were checked above.
        let memory = store.folder().join("");
        staged.retain(|blob| {
            !blob.path.starts_with(memory.as_bytes()) && !store.is_root_page(&blob.path)
        });
        verdict
            .errors
            .extend(secrets(workspace, &staged, faults_beside)?);
    }
    if verdict.errors.is_empty() && settings::verifies_commits(workspace)? {
        verdict.violations = violations(workspace)?;
    }
    Ok(verdict)
}

/// The staged places that break checks, and that HEAD does not have.
fn violations(workspace: &Workspace) -> Result<Vec<Violation>, Error> {
    let request = VerifyRequest {
        view: View::Index,
        since: workspace.store().history().head_commit()?,
        names: Vec::new(),
        may_run_commands: false,
    };
    let mut found = verify(workspace, &request, &|_, _| {})?.violations;
    found.retain(|violation| violation.age == Age::New);
    Ok(found)
}

fn guard_memory(workspace: &Workspace, can_add: bool) -> Result<Verdict, Error> {
    let store = workspace.store();
    let head = store.history().head_commit()?;
    if let Some(commit) = head
        && is_settled(workspace, commit)?
    {
        return Ok(Verdict::default());
    }
    // From here on it costs a walk of both trees.
    let mut staged = Staged::read(workspace, head)?;
    if staged.changed.is_empty() && staged.derived.is_empty() {
        return Ok(Verdict::default());
    }
    // A merge brings what is in the history already, settings included.
    if can_add && !staged.changed.is_empty() {
        workspace.settings()?.must_protect()?;
    }
    let files = staged.files();
    if !is_ready(workspace, &staged.index)? {
        // With a shared folder of hooks, this is any repository, and the folder may be source code
        // for managing memory: its files are not records, whatever is wrong with them.
        return Ok(Verdict {
            errors: staged.new_secrets(workspace, &files, secrets(workspace, &files, faults)?)?,
            ..Verdict::default()
        });
    }
    let index = std::mem::take(&mut staged.index);
    let memory = memory_of(workspace, index.clone())?;
    let mut verdict = Verdict {
        errors: errors(workspace, &staged, &files, &memory)?,
        notices: notices(&staged, &memory),
        ..Verdict::default()
    };
    // A commit that is refused leaves the index as it was.
    if !verdict.errors.is_empty() {
        return Ok(verdict);
    }
    if can_add {
        verdict.rebuilt = rebuild(workspace, &index, None)?;
        // `git commit <path>` works on an index of its own, and what is added to that never
        // reaches the real one.
        if let Some(next) = store.staging().after_partial_commit() {
            rebuild_next(workspace, &next)?;
        }
    }
    if staged.changed.is_empty() && verdict.rebuilt.is_empty() {
        remember_settled(workspace, head)?;
    } else {
        // The commit does not depend on the copies in the work tree; the next read heals them.
        let _ = store.refresh();
    }
    Ok(verdict)
}

/// True if memory is set up: in the work tree, or in the index if nothing is checked out.
fn is_ready(workspace: &Workspace, index: &[TreeEntry]) -> Result<bool, Error> {
    if workspace.store().is_set_up()? {
        return Ok(true);
    }
    let path = workspace.folder().join(ATTRIBUTES);
    let mut entries = index.iter();
    let Some(entry) = entries.find(|entry| entry.path == path.as_bytes()) else {
        return Ok(false);
    };
    let attributes = workspace.store().objects().blob(entry.id)?;
    Ok(is_set_up(&attributes))
}

/// True if nothing below `memory/` is staged and no tracked derived file needs a rebuild. It
/// compares only tree ids.
fn is_settled(workspace: &Workspace, head: ObjectId) -> Result<bool, Error> {
    let store = workspace.store();
    // The folders beside memory have trees of their own.
    if !store.roots()?.is_empty() {
        return Ok(false);
    }
    let Some(staged) = store.staging().memory_tree() else {
        return Ok(false);
    };
    if store.objects().memory_tree(head)? != Some(staged) {
        return Ok(false);
    }
    // Untracked derived files are not part of a commit.
    for name in DERIVED {
        let path = store.folder().join(name);
        if store.objects().file(head, &path)?.is_some() {
            return Ok(store.has_fresh_derived(staged));
        }
    }
    Ok(true)
}

/// Remembers that the tracked derived files of HEAD are what its records give.
fn remember_settled(workspace: &Workspace, head: Option<ObjectId>) -> Result<(), Error> {
    let Some(head) = head else { return Ok(()) };
    if let Some(memory) = workspace.store().objects().memory_tree(head)? {
        workspace.store().remember_fresh_derived(memory);
    }
    Ok(())
}

/// The records among some files.
fn memory_of(workspace: &Workspace, files: Vec<TreeEntry>) -> Result<Memory, Error> {
    let mut memories = workspace
        .store()
        .memories(vec![(workspace.folder().clone(), files)])?;
    match memories.pop() {
        Some(memory) => Ok(memory),
        // Never: one list gives one memory.
        None => Ok(Memory::default()),
    }
}

impl Staged {
    fn read(workspace: &Workspace, head: Option<ObjectId>) -> Result<Self, Error> {
        let store = workspace.store();
        let mut committed = Vec::new();
        let mut index = store.beside_loading(|| {
            if let Some(head) = head {
                committed = store.objects().memory_files(head)?;
            }
            store.staging().memory_files()
        })?;
        if !store.roots()?.is_empty() {
            if let Some(head) = head {
                committed.extend(store.root_entries(&View::Revision(head.to_string()))?);
            }
            index.extend(store.root_entries(&View::Index)?);
            committed.sort_by(|a, b| a.path.cmp(&b.path));
            index.sort_by(|a, b| a.path.cmp(&b.path));
        }
        Ok(Self {
            changed: changed(&committed, &index),
            derived: tracked_derived(store.folder(), &index),
            index,
            committed,
        })
    }

    /// The regular files that are staged and differ from HEAD's.
    fn files(&self) -> Vec<BlobAt> {
        let mut files = Vec::new();
        for entry in &self.index {
            if entry.kind == EntryKind::File && self.changed.contains(&entry.path) {
                files.push(BlobAt {
                    id: entry.id,
                    path: entry.path.clone(),
                });
            }
        }
        files
    }

    /// Leaves out the secrets that HEAD has in what is changed, moved or removed: they are not this
    /// commit's doing.
    fn new_secrets(
        &self,
        workspace: &Workspace,
        files: &[BlobAt],
        mut found: Vec<Finding>,
    ) -> Result<Vec<Finding>, Error> {
        if found.is_empty() {
            return Ok(found);
        }
        let staged: HashSet<ObjectId> = files.iter().map(|file| file.id).collect();
        let mut before = Vec::new();
        for entry in &self.committed {
            let is_source = self.changed.contains(&entry.path) || staged.contains(&entry.id);
            if is_source && entry.kind == EntryKind::File {
                before.push(entry.id);
            }
        }
        let known = KnownSecrets::in_blobs(workspace, &before)?;
        let mut old = HashSet::new();
        // A finding does not contain the secret, so its file is read once more.
        let suspects: HashSet<&str> = found.iter().map(|finding| finding.path.as_str()).collect();
        let mut files: Vec<&BlobAt> = files.iter().collect();
        files.retain(|file| suspects.contains(&*String::from_utf8_lossy(&file.path)));
        let ids: Vec<ObjectId> = files.iter().map(|file| file.id).collect();
        let guard = workspace.guard()?;
        workspace.store().objects().blobs(&ids, |nth, content| {
            let text = judged(&String::from_utf8_lossy(&files[nth].path), content);
            for finding in guard.scan(&text) {
                if known.has(&text, &finding) {
                    let place = (number(finding.line), number(finding.column));
                    old.insert((files[nth].path.as_slice(), place));
                }
            }
        })?;
        found.retain(|finding| {
            let place = (finding.fault.line, finding.fault.column);
            !old.contains(&(finding.path.as_str().as_bytes(), place))
        });
        Ok(found)
    }

    /// True for a finding in a file that this commit brings.
    fn adds(&self, finding: &Finding) -> bool {
        let path = finding.path.as_str().as_bytes();
        // Both lists are sorted by path, as git lists them.
        let committed = &self.committed;
        let is_committed = committed
            .binary_search_by(|entry| entry.path.as_slice().cmp(path))
            .is_ok();
        self.changed.contains(path) && !is_committed
    }
}

/// The paths that are not the same in the index as in HEAD: added, changed or removed. Both lists
/// are sorted by path.
fn changed(committed: &[TreeEntry], index: &[TreeEntry]) -> HashSet<Vec<u8>> {
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
fn tracked_derived(memory: &MemoryFolder, index: &[TreeEntry]) -> BTreeMap<String, ObjectId> {
    let mut found = BTreeMap::new();
    for name in DERIVED {
        let path = memory.join(name);
        if let Some(entry) = index.iter().find(|entry| entry.path == path.as_bytes()) {
            found.insert(path, entry.id);
        }
    }
    found
}

/// The errors that this commit brings, sorted by place. `files` are the changed files that are still there.
fn errors(
    workspace: &Workspace,
    staged: &Staged,
    files: &[BlobAt],
    memory: &Memory,
) -> Result<Vec<Finding>, Error> {
    if staged.changed.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = findings(memory);
    // Cached findings about secrets follow only the rules; here the whole guard decides.
    found.retain(|finding| is_error(finding) && finding.fault.code != Code::Secret);
    let change = Change {
        before: &staged.committed,
        paths: &staged.changed,
        files,
    };
    let mut errors = change.brought(workspace, found, || {
        Ok(findings(&memory_of(workspace, staged.committed.clone())?))
    })?;
    errors.retain(is_error);
    for file in files {
        let path = String::from_utf8_lossy(&file.path);
        if is_attributes(&path) {
            let content = workspace.store().objects().blob(file.id)?;
            errors.extend(attributes_fault(&path, &content)?);
        }
    }
    let found = secrets_in(workspace, files, memory)?;
    errors.extend(staged.new_secrets(workspace, files, found)?);
    errors.sort_by(|a, b| (&a.path, a.fault.line).cmp(&(&b.path, b.fault.line)));
    Ok(errors)
}

fn is_error(finding: &Finding) -> bool {
    finding.severity() == Severity::Error
}

/// Pages that this commit brings.
fn notices(staged: &Staged, memory: &Memory) -> Vec<Finding> {
    let mut notices = check::pages(&memory.records);
    notices.retain(|finding| staged.adds(finding));
    notices
}

/// Returns the findings in single records, and those between records.
fn findings(memory: &Memory) -> Vec<Finding> {
    let mut findings = memory.findings.to_vec();
    findings.extend(check::between(&memory.records));
    findings
}

/// Secrets in the staged files; of all the repository where the settings ask for that.
fn secrets(
    workspace: &Workspace,
    staged: &[BlobAt],
    faults: fn(&Guard, &RepoPath, &[u8]) -> Vec<Finding>,
) -> Result<Vec<Finding>, Error> {
    let guard = workspace.guard()?;
    let memory = workspace.folder().as_path();
    let ids: Vec<ObjectId> = staged.iter().map(|blob| blob.id).collect();
    let mut findings = Vec::new();
    workspace.store().objects().blobs(&ids, |nth, content| {
        let path = String::from_utf8_lossy(&staged[nth].path);
        let path = match path.parse() {
            Ok(path) => path,
            // A name that cannot be shown as a path of ours: the folder is named instead.
            Err(_) => memory.clone(),
        };
        findings.extend(faults(guard, &path, content));
    })?;
    Ok(findings)
}

/// Puts the tracked derived files, as the records of the index give them, into that index.
fn rebuild(
    workspace: &Workspace,
    index: &[TreeEntry],
    index_file: Option<&Path>,
) -> Result<Vec<String>, Error> {
    let folder = workspace.folder();
    let tracked = tracked_derived(folder, index);
    if tracked.is_empty() {
        return Ok(Vec::new());
    }
    let memory = memory_of(workspace, index.to_vec())?;
    let objects = workspace.store().objects();
    let mut blobs = Vec::new();
    for (path, text) in derived_texts(folder, &memory.records) {
        let Some(staged) = tracked.get(&path) else {
            continue;
        };
        // Nothing is written where it is the same: a commit of other files costs no object.
        let id = objects.id_of(&text)?;
        if id != *staged && is_ours(last(&path), &objects.blob(*staged)?) {
            objects.write(&text)?;
            blobs.push((path, id));
        }
    }
    if !blobs.is_empty() {
        let named: Vec<_> = blobs
            .iter()
            .map(|(path, id)| (path.as_str(), *id))
            .collect();
        workspace.store().staging().add_blobs(&named, index_file)?;
    }
    Ok(blobs.into_iter().map(|(path, _)| path).collect())
}

/// Rebuilds the derived files in the next version of the real index, while `git commit <path>`
/// works on a temporary one.
fn rebuild_next(workspace: &Workspace, index_file: &Path) -> Result<(), Error> {
    let mut index = workspace.store().staging().memory_files_in(index_file)?;
    index.extend(workspace.store().root_files(index_file)?);
    rebuild(workspace, &index, Some(index_file))?;
    Ok(())
}
