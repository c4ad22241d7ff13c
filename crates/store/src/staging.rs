//! The index that is being committed: read for the hooks, written through git alone.

use std::path::{Path, PathBuf};

use crate::{Error, Store};
use git_memory_git::{BlobAt, ChangedFiles, ObjectId, Repo, TreeEntry};
use git_memory_text::path::{MemoryFolder, RepoPath};

/// The index of this work tree.
#[derive(Clone, Copy)]
pub struct Staging<'a> {
    repo: &'a Repo,
    folder: &'a MemoryFolder,
}

impl<'a> Store<'a> {
    /// The index of this work tree (`GIT_INDEX_FILE` counts).
    #[must_use]
    pub fn staging(self) -> Staging<'a> {
        Staging {
            repo: self.repo(),
            folder: self.folder(),
        }
    }
}

impl Staging<'_> {
    /// The merged files below `memory/`, sorted by path.
    pub fn memory_files(self) -> Result<Vec<TreeEntry>, Error> {
        Ok(self.repo.index(self.folder.as_str())?)
    }

    /// True if git tracks something in a folder.
    pub fn tracks(self, folder: &str) -> Result<bool, Error> {
        Ok(!self.repo.index(folder)?.is_empty())
    }

    /// The names of all files of the repository, from the top, each with a NUL after it.
    pub fn names(self) -> Result<Vec<u8>, Error> {
        Ok(self.repo.names_in_index()?)
    }

    /// As [`memory_files`](Self::memory_files), of another index file.
    pub fn memory_files_in(self, index_file: &Path) -> Result<Vec<TreeEntry>, Error> {
        Ok(self.repo.index_in(index_file, self.folder.as_str())?)
    }

    /// The id of the tree that `memory/` would have if the index were committed, where the index
    /// knows it already.
    #[must_use]
    pub fn memory_tree(self) -> Option<ObjectId> {
        self.repo.folder_in_index(self.folder.as_str())
    }

    /// The real index's next version, where a hook of `git commit <path>` was handed a temporary
    /// one.
    #[must_use]
    pub fn after_partial_commit(self) -> Option<PathBuf> {
        self.repo.index_behind_partial_commit()
    }

    /// The files of the whole repository that are staged and not what HEAD has: added or changed,
    /// regular files only.
    pub fn changed(self) -> Result<Vec<BlobAt>, Error> {
        Ok(self.repo.staged()?)
    }

    /// Brings the index to what the work tree has at these paths: added, changed or gone.
    pub fn add<'p>(self, paths: impl IntoIterator<Item = &'p RepoPath>) -> Result<(), Error> {
        Ok(self.repo.stage(paths)?)
    }

    /// Puts blobs into the index, or into another index file, as regular files.
    pub fn add_blobs(
        self,
        blobs: &[(&str, ObjectId)],
        index_file: Option<&Path>,
    ) -> Result<(), Error> {
        Ok(self.repo.stage_blobs(blobs, index_file)?)
    }

    /// The paths of all tracked files, from the top of the work tree, sorted as git does.
    pub fn tracked_files(self) -> Result<Vec<String>, Error> {
        Ok(self.repo.tracked_files()?)
    }

    /// The paths of all files with one of some names (letters, digits and dots), in whatever folder,
    /// that are tracked or lie in the work tree, but not in folders that git ignores as a whole.
    pub fn places_of(self, names: &[&str]) -> Result<Vec<String>, Error> {
        Ok(self.repo.places_of(names)?)
    }

    /// True if the index has a file below a folder.
    pub fn has_below(self, folder: &str) -> Result<bool, Error> {
        Ok(!self.repo.index(folder)?.is_empty())
    }

    /// Begins to look for the files outside of memory that differ from HEAD or are not tracked, also
    /// for each file in a folder that is not tracked.
    pub fn each_uncommitted_file(self) -> Result<ChangedFiles, Error> {
        Ok(self.repo.each_changed_file_outside(self.folder.as_str())?)
    }

    /// Begins to look for the files that differ from HEAD or are not tracked.
    pub fn uncommitted_files(self) -> Result<ChangedFiles, Error> {
        Ok(self.repo.changed_files()?)
    }
    /// The paths of tracked files that the work tree or the index has otherwise than HEAD, among
    /// those at some paths or below them.
    pub fn uncommitted_at(self, paths: &[&str]) -> Result<Vec<String>, Error> {
        Ok(self.repo.uncommitted_at(paths)?)
    }
    /// The paths of everything that is staged and not what HEAD has: changed, added or gone.
    pub fn staged_names(self) -> Result<Vec<String>, Error> {
        Ok(self.repo.staged_names()?)
    }

    /// The lines that are staged and not what HEAD has, as git's diff shows them; at most `limit`
    /// bytes of it.
    pub fn staged_difference(self, limit: usize) -> Result<String, Error> {
        Ok(self.repo.staged_difference(limit)?)
    }
}
