//! A snapshot: the list (path, blob id) of the records' files as seen from one place.

use std::sync::Arc;

use serde::Serialize;

use crate::Error;
use git_memory_git::{EntryKind, ObjectId, Repo, TreeEntry};
use git_memory_model::layout;
use git_memory_model::record::Code;
use git_memory_model::record::check::Finding;
use git_memory_model::roots::Roots;
use git_memory_text::path::{MemoryFolder, RepoPath};

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

/// The files of a view that may be records, and what in memory cannot be read at all.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Sorted by path.
    pub files: ListedFiles,
    /// Links, submodules, names and sizes that are not read.
    pub unreadable: Vec<Finding>,
}

impl Snapshot {
    /// Makes a snapshot of what git lists below memory and the roots.
    pub(crate) fn of_entries(entries: Vec<TreeEntry>, roots: &Roots) -> Self {
        let (mut snapshot, mut files) = (Self::default(), Vec::new());
        for entry in entries {
            files.extend(snapshot.readable(entry, roots));
        }
        if !files.is_sorted() {
            files.sort_unstable();
            // Memory may lie in a folder that is read itself.
            files.dedup();
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
        let is_of_others = matches!(entry.kind, EntryKind::Link | EntryKind::Submodule);
        if is_of_others && !is_below(&entry.path, roots.memory()) {
            return None;
        }
        let Ok(path) = String::from_utf8(entry.path) else {
            let message = "it holds a file whose name is not UTF-8";
            let finding = Finding::of_file(roots.memory().as_path(), Code::NotUtf8, message);
            self.unreadable.push(finding);
            return None;
        };
        // A private file may have been committed by force; it is read nowhere.
        if is_private(roots.memory(), &path) {
            return None;
        }
        let (code, message) = match entry.kind {
            EntryKind::Link => (Code::SymbolicLink, "symbolic links are not read"),
            EntryKind::Submodule => (Code::Submodule, "nested repositories are not read"),
            EntryKind::TooDeep => (
                Code::BeyondLimit,
                "it holds folders within too many others, which are not read",
            ),
            EntryKind::File => match path.parse::<RepoPath>() {
                Ok(path) if roots.place(&path).is_some() => return Some((path, entry.id)),
                // Something else of the team's: a script, a picture.
                Ok(_) => return None,
                Err(_) => (
                    Code::BadValue,
                    "the file name is not one that git-memory reads",
                ),
            },
        };
        self.unreadable
            .push(finding(roots.memory(), &path, code, message));
        None
    }
}

/// A finding about a file that is not read; where its name cannot even be named, about the folder.
pub(crate) fn finding(memory: &MemoryFolder, path: &str, code: Code, message: &str) -> Finding {
    match path.parse() {
        Ok(named) => Finding::of_file(&named, code, message),
        Err(_) => Finding::of_file(memory.as_path(), code, message),
    }
}

/// True if git's name for a path from the top of the work tree is that of something in a folder of
/// memory, or of the folder.
pub(crate) fn is_below(path: &[u8], memory: &MemoryFolder) -> bool {
    match path.strip_prefix(memory.as_str().as_bytes()) {
        Some(rest) => rest.is_empty() || rest.starts_with(b"/"),
        None => false,
    }
}

/// The path that a file of a folder of memory has in another one.
pub(crate) fn path_in(path: &[u8], from: &MemoryFolder, to: &MemoryFolder) -> Vec<u8> {
    let below = path.strip_prefix(from.as_str().as_bytes());
    [to.as_str().as_bytes(), below.unwrap_or(path)].concat()
}

/// True if a path from the top of the work tree lies in a private folder of memory.
pub(crate) fn is_private(memory: &MemoryFolder, path: &str) -> bool {
    memory.below(path).is_some_and(layout::is_private)
}

/// Entries that git lists below memory and the roots in the index or at a revision.
pub(crate) fn files_with_roots(
    repo: &Repo,
    view: &View,
    roots: &Roots,
) -> Result<Vec<TreeEntry>, Error> {
    let mut files = files_in(repo, view, roots.memory().as_str())?;
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
