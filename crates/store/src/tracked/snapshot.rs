//! A snapshot: the list (path, blob id) of the records' files as seen from one place.

use std::sync::Arc;

use serde::Serialize;

use crate::Error;
use git_memory_git::{EntryKind, ObjectId, Repo, TreeEntry};
use git_memory_model::layout;
use git_memory_model::record::Code;
use git_memory_model::record::check::Finding;
use git_memory_model::roots::Roots;
use git_memory_text::path::{MEMORY, RepoPath};

/// The files of a view, sorted by path, each with its blob. Copies share them.
pub type ListedFiles = Arc<Vec<(RepoPath, ObjectId)>>;

/// From where memory is seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum View {
    /// The files in the work tree.
    WorkTree,
    /// The index that is in effect.
    Index,
    /// A commit or tree.
    Revision(String),
}

impl View {
    /// Returns the view of a revision, or of the work tree if none is given.
    pub fn at(revision: Option<impl Into<String>>) -> Self {
        revision.map_or(Self::WorkTree, |it| Self::Revision(it.into()))
    }

    /// The revision that it is of, where it is of one.
    #[must_use]
    pub fn revision(&self) -> Option<&str> {
        if let Self::Revision(revision) = self {
            Some(revision)
        } else {
            None
        }
    }
}

/// The files of a view that may be records, and what below `memory/` cannot be read at all.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Sorted by path.
    pub files: ListedFiles,
    /// Links, submodules, names and sizes that are not read.
    pub unreadable: Vec<Finding>,
}

impl Snapshot {
    /// Makes a snapshot of what git lists below `memory/` and the roots.
    pub(crate) fn of_entries(entries: Vec<TreeEntry>, roots: &Roots) -> Self {
        let (mut snapshot, mut files) = (Self::default(), Vec::new());
        for entry in entries {
            files.extend(snapshot.readable(entry, roots));
        }
        if !files.is_sorted() {
            files.sort_unstable();
        }
        snapshot.files = Arc::new(files);
        snapshot
    }

    /// Takes in the files of another place.
    pub(crate) fn merge(&mut self, other: Self) {
        self.unreadable.extend(other.unreadable);
        if !other.files.is_empty() {
            let files = Arc::make_mut(&mut self.files);
            files.extend(other.files.iter().cloned());
            files.sort_unstable();
        }
    }

    /// Path and blob of an entry that may be a record; an entry that cannot be read gets a finding.
    fn readable(&mut self, entry: TreeEntry, roots: &Roots) -> Option<(RepoPath, ObjectId)> {
        // A folder that is read beside memory belongs to others: its links and submodules get no
        // finding.
        if !is_in_memory(&entry.path) && entry.kind != EntryKind::File {
            return None;
        }
        let Ok(path) = String::from_utf8(entry.path) else {
            self.refuse(
                MEMORY,
                Code::NotUtf8,
                "it holds a file whose name is not UTF-8",
            );
            return None;
        };
        // A private file may have been committed by force; it is read nowhere.
        if is_private(&path) {
            return None;
        }
        match entry.kind {
            EntryKind::Link => {
                self.refuse(&path, Code::SymbolicLink, "symbolic links are not read");
            }
            EntryKind::Submodule => {
                let message = "nested repositories are not read";
                self.refuse(&path, Code::Submodule, message);
            }
            EntryKind::File => match path.parse::<RepoPath>() {
                Ok(path) if roots.place(&path).is_some() => return Some((path, entry.id)),
                // Something else of the team's: a script, a picture.
                Ok(_) => {}
                Err(_) => {
                    let message = "the file name is not one that git-memory reads";
                    self.refuse(&path, Code::BadValue, message);
                }
            },
        }
        None
    }

    fn refuse(&mut self, path: &str, code: Code, message: &str) {
        self.unreadable.extend(finding(path, code, message));
    }
}

/// A finding about a file that is not read; where its name cannot even be named, about the folder.
pub(crate) fn finding(path: &str, code: Code, message: &str) -> Option<Finding> {
    for name in [path, MEMORY] {
        if let Ok(named) = name.parse() {
            return Some(Finding::of_file(&named, code, message));
        }
    }
    None
}

/// True if a path from the top of the work tree lies below `memory/`.
fn is_in_memory(path: &[u8]) -> bool {
    match path.strip_prefix(MEMORY.as_bytes()) {
        Some(rest) => rest.is_empty() || rest.starts_with(b"/"),
        None => false,
    }
}

/// True if a path from the top of the work tree lies in a private folder of memory.
pub(crate) fn is_private(path: &str) -> bool {
    match path.strip_prefix(MEMORY) {
        Some(below) => below.strip_prefix('/').is_some_and(layout::is_private),
        None => false,
    }
}

/// Entries that git lists below `memory/` in the index or at a revision.
///
/// # Errors
/// Where git cannot list it; a work tree has no such list.
pub fn files_at(repo: &Repo, view: &View) -> Result<Vec<TreeEntry>, Error> {
    files_in(repo, view, MEMORY)
}

/// Entries that git lists below `memory/` and the roots in the index or at a revision.
pub(crate) fn files_with_roots(
    repo: &Repo,
    view: &View,
    roots: &Roots,
) -> Result<Vec<TreeEntry>, Error> {
    let mut files = files_at(repo, view)?;
    for root in roots.outermost() {
        files.extend(files_in(repo, view, root.folder())?);
    }
    Ok(files)
}

/// Entries that git lists below a folder in the index or at a revision.
pub(crate) fn files_in(repo: &Repo, view: &View, folder: &str) -> Result<Vec<TreeEntry>, Error> {
    Ok(match view {
        View::WorkTree | View::Index => repo.index(folder)?,
        View::Revision(revision) => repo.held_files(repo.resolve(revision)?, folder)?,
    })
}
