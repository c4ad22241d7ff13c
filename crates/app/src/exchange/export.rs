//! Passing memory on: every file of tracked memory that people write, and the records in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::records::reading::guarded;
use crate::workspace::{Error, Workspace, identity};
use git_memory_guard::Clean;
use git_memory_import::exchange::archive;
use git_memory_model::record::Record;
use git_memory_store::{TreeFile, View};
use git_memory_text::path::{MemoryFolder, RepoPath};

/// Memory as it may leave the repository: what the guard takes for a secret is taken out.
#[derive(Debug)]
pub struct Exported {
    /// The hash that identifies this repository.
    pub repo_hash: String,
    /// The folder of memory.
    pub memory: MemoryFolder,
    /// The files' texts by their paths.
    pub files: BTreeMap<RepoPath, Clean>,
    /// The records among them, sorted by path.
    pub records: Vec<Record>,
    /// The files out of which something was taken.
    pub redacted: Vec<RepoPath>,
    /// Whatever else is in the folder of memory.
    pub left_out: Vec<LeftOut>,
}

/// A file that is not passed on.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// Its path, without secrets; what is not UTF-8 in it is replaced.
    pub path: String,
    /// The reason.
    pub why: &'static str,
}

/// The memory of a view. The same memory gives the same answer.
pub fn export(workspace: &Workspace, view: &View) -> Result<Exported, Error> {
    must_be_there(workspace, view)?;
    exported(workspace, view, workspace.store().files(view)?)
}

/// Makes sure that there is a memory.
///
/// # Errors
/// Where the work tree has none.
pub(crate) fn must_be_there(workspace: &Workspace, view: &View) -> Result<(), Error> {
    // An empty document would pass for the memory of a repository that has none.
    if *view == View::WorkTree && workspace.left_out()?.is_none() {
        workspace.must_have_memory()?;
    }
    Ok(())
}

/// Exports the given files of a view.
pub(crate) fn exported(
    workspace: &Workspace,
    view: &View,
    files: Vec<TreeFile>,
) -> Result<Exported, Error> {
    let guard = workspace.guard()?;
    let mut exported = Exported {
        repo_hash: identity::repo_hash(workspace)?.to_string(),
        memory: workspace.store().folder_at(view)?,
        files: BTreeMap::new(),
        records: Vec::new(),
        redacted: Vec::new(),
        left_out: Vec::new(),
    };
    let records = workspace.memory(view)?.records;
    for held in files {
        let (path, text) = match held {
            TreeFile::Text(path, text) => (path, text),
            TreeFile::Unreadable(path, why) => {
                exported.left_out.push(LeftOut { path, why });
                continue;
            }
        };
        // A path is passed on as it is, so one that cannot be shown cannot be passed on.
        let clean_path = guard.redact(path.as_str());
        if clean_path.as_str() != path.as_str() {
            exported.left_out.push(LeftOut {
                path: clean_path.into_string(),
                why: "its name looks like a secret",
            });
            continue;
        }
        let clean = guard.redact(&text);
        if clean.as_str() != text {
            exported.redacted.push(path.clone());
        }
        exported.files.insert(path, clean);
    }
    for record in records.into_vec() {
        if exported.files.contains_key(&record.path) {
            // The other machine's guard does not know this machine's secrets.
            let header = Arc::new(guarded(guard, &record.header));
            exported.records.push(Record { header, ..record });
        }
    }
    Ok(exported)
}

impl Exported {
    /// The text of a record's file; empty for a record that is not among the exported ones.
    #[must_use]
    pub fn text(&self, record: &Record) -> &str {
        match self.files.get(&record.path) {
            Some(text) => text,
            None => "",
        }
    }

    /// The texts of all files.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.values().map(Clean::as_str)
    }

    /// The files, with the paths that they have in every document.
    pub fn passed(&self) -> impl Iterator<Item = (String, &str)> {
        self.files.iter().map(|(path, text)| {
            let below = self.memory.below(path.as_str());
            let below = below.unwrap_or(path.as_str());
            (MemoryFolder::default().join(below), text.as_str())
        })
    }

    /// The files as a tar archive.
    ///
    /// # Errors
    /// [`Error::Archive`].
    pub fn archive(&self) -> Result<Vec<u8>, Error> {
        let files: Vec<(String, &str)> = self.passed().collect();
        let files = files.iter().map(|(path, text)| (path.as_str(), *text));
        archive::tar(files).map_err(Error::Archive)
    }
}
