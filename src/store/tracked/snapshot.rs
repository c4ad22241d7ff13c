//! A snapshot: the list (path, blob id) of the records' files as seen from one place.

use crate::domain::layout;
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::record::Code;
use crate::domain::record::check::Finding;
use crate::git::{Entry, EntryKind, ObjectId, Repo};
use crate::store::Error;

/// From where memory is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// The files in the work tree.
    WorkTree,
    /// The index that is in effect.
    Index,
    /// A commit or tree.
    Revision(String),
}

impl View {
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
    pub files: Vec<(RepoPath, ObjectId)>,
    /// Links, submodules, names and sizes that are not read.
    pub odd: Vec<Finding>,
}

impl Snapshot {
    /// Makes a snapshot of what git lists below `memory/`.
    pub(crate) fn of_entries(entries: Vec<Entry>) -> Self {
        let mut snapshot = Self::default();
        for entry in entries {
            snapshot.add(entry);
        }
        if !snapshot.files.is_sorted() {
            snapshot.files.sort_unstable();
        }
        snapshot
    }

    fn add(&mut self, entry: Entry) {
        let Ok(path) = String::from_utf8(entry.path) else {
            return self.odd.extend(odd(
                MEMORY,
                Code::NotUtf8,
                "a file name below it is not UTF-8",
            ));
        };
        let below = path
            .strip_prefix(MEMORY)
            .and_then(|rest| rest.strip_prefix('/'))
            .unwrap_or_default();
        if layout::is_private(below) {
            return;
        }
        match entry.kind {
            EntryKind::Link => self.odd.extend(odd(
                &path,
                Code::SymbolicLink,
                "a symbolic link is not read",
            )),
            EntryKind::Submodule => {
                self.odd.extend(odd(
                    &path,
                    Code::Submodule,
                    "a repository inside memory is not read",
                ));
            }
            EntryKind::File => match path.parse::<RepoPath>() {
                Ok(path) if layout::place(&path).is_some() => self.files.push((path, entry.id)),
                Ok(_) => {}
                Err(_) => self.odd.extend(odd(
                    &path,
                    Code::BadValue,
                    "the file name is not one that git-memory reads",
                )),
            },
        }
    }
}

/// A finding about a file that is not read; where its name cannot even be named, about the folder.
pub(crate) fn odd(path: &str, code: Code, message: &str) -> Option<Finding> {
    let named = path.parse::<RepoPath>().or_else(|_| MEMORY.parse()).ok()?;
    Some(Finding::of_file(&named, code, message))
}

/// What git lists below `memory/` in the index or at a revision.
///
/// # Errors
/// Where git cannot list it; a work tree has no such list.
pub fn files_at(repo: &Repo, view: &View) -> Result<Vec<Entry>, Error> {
    Ok(match view {
        View::WorkTree | View::Index => repo.index(MEMORY)?,
        View::Revision(revision) => repo.tree(repo.resolve(revision)?, MEMORY)?,
    })
}
