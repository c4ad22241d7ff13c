//! Findings that a change brings: those of its files that it did not find there, and those that
//! other files get by it.

use std::collections::{BTreeSet, HashSet};

use crate::workspace::{Error, Workspace};
use git_memory_git::{BlobAt, EntryKind, ObjectId, TreeEntry};
use git_memory_model::record::check::Finding;
use git_memory_model::record::hidden::hidden_characters;
use git_memory_model::record::{Code, Severity};
use git_memory_text as text;
use git_memory_text::path::RepoPath;

/// A change of memory and its roots.
pub(crate) struct Change<'a> {
    /// The files before it.
    pub(crate) before: &'a [TreeEntry],
    /// The paths that differ: added, changed or removed.
    pub(crate) paths: &'a HashSet<Vec<u8>>,
    /// The regular files after it, of those paths.
    pub(crate) files: &'a [BlobAt],
}

impl Change<'_> {
    /// The findings that the change brings, of those after it; `known` reads those before it. They
    /// have no order.
    ///
    /// # Errors
    /// As `known`; where a file cannot be read.
    pub(crate) fn brought(
        &self,
        workspace: &Workspace,
        found: Vec<Finding>,
        known: impl FnOnce() -> Result<Vec<Finding>, Error>,
    ) -> Result<Vec<Finding>, Error> {
        let is_own = |path: &RepoPath| self.paths.contains(path.as_str().as_bytes());
        let (mut brought, others): (Vec<_>, Vec<_>) = found
            .into_iter()
            .partition(|finding| is_own(&finding.path) && !is_of_document(workspace, finding));
        // Removing a record breaks the links of those that name it. The faults that were there
        // before must not keep people from working.
        if !others.is_empty() {
            let known = known()?;
            brought.extend(others.into_iter().filter(|finding| {
                // A line of a document may have moved.
                let is_moved = |known: &Finding| {
                    is_own(&finding.path)
                        && known.path == finding.path
                        && known.fault.code == finding.fault.code
                };
                !known.iter().any(|it| it == finding || is_moved(it))
            }));
        }
        self.with_new_characters(workspace, &mut brought)?;
        Ok(brought)
    }

    /// Looks for hidden characters only in lines that were not there before.
    fn with_new_characters(
        &self,
        workspace: &Workspace,
        brought: &mut Vec<Finding>,
    ) -> Result<(), Error> {
        let mut suspects = BTreeSet::new();
        for finding in &*brought {
            if finding.fault.code.is_of_character() {
                suspects.insert(finding.path.as_str().as_bytes().to_vec());
            }
        }
        if suspects.is_empty() {
            return Ok(());
        }
        let mut files: Vec<&BlobAt> = self.files.iter().collect();
        files.retain(|file| suspects.contains(&file.path));
        let ids: Vec<ObjectId> = files.iter().map(|file| file.id).collect();
        let known = self.known_lines(workspace, &ids)?;
        brought.retain(|finding| !finding.fault.code.is_of_character());
        let store = workspace.store();
        store.blobs_at_most(u64::MAX, &ids, |nth, content| {
            let Ok(path) = String::from_utf8_lossy(&files[nth].path).parse::<RepoPath>() else {
                return;
            };
            for fault in hidden_characters(&without_lines(content, &known)) {
                let path = path.clone();
                brought.push(Finding { path, fault });
            }
        })?;
        Ok(())
    }

    /// The lines with hidden characters that were in what is changed, moved or removed.
    fn known_lines(
        &self,
        workspace: &Workspace,
        staged: &[ObjectId],
    ) -> Result<HashSet<String>, Error> {
        let mut before = Vec::new();
        for entry in self.before {
            let is_source = self.paths.contains(&entry.path) || staged.contains(&entry.id);
            if is_source && entry.kind == EntryKind::File {
                before.push(entry.id);
            }
        }
        let mut lines = HashSet::new();
        let store = workspace.store();
        store.blobs_at_most(u64::MAX, &before, |_, content| {
            for line in String::from_utf8_lossy(content).lines() {
                if text::hidden(line).next().is_some() {
                    lines.insert(line.to_owned());
                }
            }
        })?;
        Ok(lines)
    }
}

/// A text in which the known lines are empty: all others keep their numbers.
fn without_lines(content: &[u8], known: &HashSet<String>) -> String {
    let mut kept = String::with_capacity(content.len());
    for line in String::from_utf8_lossy(content).lines() {
        if !known.contains(line) {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    kept
}

/// True for an error of a document that other tools keep, which a change elsewhere in it need not
/// correct. Its secrets are compared one by one.
fn is_of_document(workspace: &Workspace, finding: &Finding) -> bool {
    finding.severity() == Severity::Error
        && finding.fault.code != Code::Secret
        && !finding.fault.code.is_of_character()
        && !workspace.folder().holds(finding.path.as_str())
}
