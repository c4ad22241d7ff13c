//! Secrets below `memory/` and in what is read beside it, as the hooks would find them: in every
//! file of a view and in its name, by all that the guard knows here.
//!
//! Findings of the rules are known from the cached readings of records and pages. A file is read
//! again only if the rules found something, which may be allowed, or if the guard knows more than
//! the rules.

use std::collections::{BTreeSet, HashSet};

use crate::care::check_derived::Derived;
use crate::secrets::scan::{faults, name_fault};
use crate::workspace::{Error, Workspace};
use git_memory_git::{BlobAt, EntryKind, ObjectId, TreeEntry};
use git_memory_guard::{Clean, Guard, readable};
use git_memory_model::layout;
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Record};
use git_memory_store::given::GivenFile;
use git_memory_store::{Memory, View, given};
use git_memory_text::path::{MemoryFolder, RepoPath};

/// The files below `memory/` in a view, records or not: listed once for all that is looked for.
pub(crate) enum Files {
    /// Files of the work tree.
    Given(Vec<GivenFile>),
    /// Entries of the index or a revision.
    Listed(Vec<TreeEntry>),
}

impl Files {
    /// Lists those of a view.
    pub(crate) fn of(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let store = workspace.store();
        Ok(match view {
            View::WorkTree => Self::Given(store.work_files()?.below_memory()?.files),
            View::Index | View::Revision(_) => Self::Listed(store.entries(view)?),
        })
    }
}

/// Reason to open a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// The content is unknown.
    Unknown,
    /// The rules found nothing in it, and the guard knows more.
    Values,
}

/// State of a search, and its findings.
struct Search<'a> {
    guard: &'a Guard,
    /// Sorted by path.
    records: &'a [Record],
    /// The files that the rules have not called clean, though they are records by their names.
    suspects: HashSet<&'a RepoPath>,
    /// The derived files, if these were compared with the records.
    derived: Option<&'a Derived>,
    /// The names of the other records, each on a line of its own.
    names: String,
    /// True if the other records are read again for values that only this machine knows.
    looks_for_values: bool,
    has_value: bool,
    findings: Vec<Finding>,
}

/// Every secret in the files of a view with these records.
pub(crate) fn secrets(
    workspace: &Workspace,
    guard: &Guard,
    view: &View,
    memory: &Memory,
    files: &Files,
    derived: &Derived,
) -> Result<Vec<Finding>, Error> {
    let store = workspace.store();
    // Ten thousand files take longer to open than all the rest. Where none of these had a value,
    // none of them has it the next time.
    // The name reveals no value.
    let key = memory.answer_key(&[b"values in records", &guard.digest()]);
    let is_known_clean = guard.knows_beyond_rules() && store.kept_pack::<Nothing>(&key).is_some();
    let mut search = Search::new(guard, memory);
    search.derived = Some(derived);
    search.looks_for_values &= !is_known_clean;
    match files {
        Files::Given(files) => search.files(workspace, files)?,
        Files::Listed(entries) => {
            let beside = store.root_entries(view)?;
            let mut files = Vec::new();
            for entry in entries.iter().chain(&beside) {
                if entry.kind == EntryKind::File {
                    files.push((entry.path.clone(), entry.id));
                }
            }
            search.blobs(workspace, files)?;
        }
    }
    search.clean_names();
    if search.looks_for_values && !search.has_value {
        store.keep_pack(&key, &Nothing::default());
    }
    Ok(search.findings)
}

/// Number of secrets that the whole guard finds in those files of the work tree in which the rules
/// find some.
pub(crate) fn confirmed(workspace: &Workspace, memory: &Memory) -> Result<usize, Error> {
    let mut suspects = BTreeSet::new();
    for finding in &memory.findings {
        if finding.fault.code == Code::Secret {
            suspects.insert(&finding.path);
        }
    }
    let mut secrets = 0;
    for path in suspects {
        if let Some(content) = workspace.store().work_files()?.read(path.as_str())? {
            secrets += faults(workspace.guard()?, path, &content).len();
        }
    }
    Ok(secrets)
}

/// Every secret in some files of a view with these records, which are among its files.
pub(crate) fn secrets_in(
    workspace: &Workspace,
    files: &[BlobAt],
    memory: &Memory,
) -> Result<Vec<Finding>, Error> {
    let mut search = Search::new(workspace.guard()?, memory);
    let files = files.iter().map(|file| (file.path.clone(), file.id));
    search.blobs(workspace, files)?;
    search.clean_names();
    Ok(search.findings)
}

/// Cache row for records without values of this machine: it is always empty.
type Nothing = (Clean, Vec<Clean>);

impl<'a> Search<'a> {
    fn new(guard: &'a Guard, memory: &'a Memory) -> Self {
        let mut suspects = HashSet::new();
        for finding in &memory.findings {
            // The rules did not see a file that is not text, but a hook reads it.
            let is_unread = matches!(finding.fault.code, Code::TooLarge | Code::NotUtf8);
            if is_unread || finding.fault.code == Code::Secret {
                suspects.insert(&finding.path);
            }
        }
        Self {
            guard,
            records: &memory.records,
            suspects,
            derived: None,
            names: String::new(),
            looks_for_values: guard.knows_beyond_rules(),
            has_value: false,
            findings: Vec::new(),
        }
    }

    fn files(&mut self, workspace: &Workspace, files: &[GivenFile]) -> Result<(), Error> {
        let folder = workspace.folder();
        let mut tracked = None;
        for found in files {
            let path = named(folder, &found.shown);
            if folder.below(path.as_str()).is_some_and(layout::is_private) {
                // A private file may contain secrets, unless git carries it to others.
                let tracked = match &tracked {
                    Some(tracked) => tracked,
                    None => tracked.insert(paths_in_index(workspace)?),
                };
                if !tracked.contains(found.shown.as_bytes()) {
                    continue;
                }
            }
            if let Some(reason) = self.reason(&path) {
                self.content(reason, &path, &given::read(&found.file)?);
            }
        }
        for found in workspace.store().root_pages()? {
            let path = named(folder, &found.shown);
            if let Some(reason) = self.reason(&path) {
                self.content(reason, &path, &given::read(&found.file)?);
            }
        }
        Ok(())
    }

    /// Searches files by their paths and blobs.
    fn blobs(
        &mut self,
        workspace: &Workspace,
        files: impl IntoIterator<Item = (Vec<u8>, ObjectId)>,
    ) -> Result<(), Error> {
        let (mut wanted, mut ids) = (Vec::new(), Vec::new());
        for (path, id) in files {
            let path = named(workspace.folder(), &String::from_utf8_lossy(&path));
            if let Some(reason) = self.reason(&path) {
                wanted.push((reason, path));
                ids.push(id);
            }
        }
        workspace
            .store()
            .blobs_at_most(u64::MAX, &ids, |nth, content| {
                let (reason, path) = &wanted[nth];
                self.content(*reason, path, content);
            })?;
        Ok(())
    }

    /// Reason to open a file; `None` if only its name has to be checked.
    fn reason(&mut self, path: &RepoPath) -> Option<Reason> {
        let found = self
            .records
            .binary_search_by(|record| record.path.cmp(path));
        // It has only words of records, which are judged there.
        let is_judged =
            self.derived.is_some_and(|it| it.is_fresh(path.as_str())) && !self.looks_for_values;
        // A broken file is not a record, so it has no cached reading.
        if (found.is_err() && !is_judged) || self.suspects.contains(path) {
            return Some(Reason::Unknown);
        }
        self.names.push_str(path.as_str());
        self.names.push('\n');
        self.looks_for_values.then_some(Reason::Values)
    }

    fn content(&mut self, reason: Reason, path: &RepoPath, content: &[u8]) {
        let is_wanted = match reason {
            Reason::Unknown => true,
            Reason::Values => {
                let text = readable(content);
                let has_value = self.guard.finds_beyond_rules(&text);
                self.has_value |= has_value;
                has_value
            }
        };
        if is_wanted {
            self.findings.extend(faults(self.guard, path, content));
        }
    }

    /// Secrets in names of records. All names at once cost one scan; ten thousand scans would take
    /// longer than the rest of the check.
    fn clean_names(&mut self) {
        if self.guard.scan(&self.names).is_empty() {
            return;
        }
        for name in self.names.lines() {
            let fault = name.parse().map(|path| name_fault(self.guard, &path));
            self.findings.extend(fault.into_iter().flatten());
        }
        // One whose content was looked at as well has been found twice.
        self.findings.dedup();
    }
}

/// The path of a file; that of the folder for a name that no path of ours can have, which is a
/// finding of its own.
fn named(memory: &MemoryFolder, shown: &str) -> RepoPath {
    match shown.parse() {
        Ok(path) => path,
        Err(_) => memory.as_path().clone(),
    }
}

fn paths_in_index(workspace: &Workspace) -> Result<HashSet<Vec<u8>>, Error> {
    let mut paths = HashSet::new();
    for entry in workspace.store().staging().memory_files()? {
        paths.insert(entry.path);
    }
    Ok(paths)
}
