//! The index that is in effect. It is written only through the `git` program, which keeps the
//! extensions that libgit2 would drop.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{Error, ObjectId, Repo, entries, index_bytes};
use git_memory_text::path::RepoPath;

impl Repo {
    /// Brings the index to the state of the work tree at these paths: added, changed or removed.
    /// Ignored files too.
    pub fn stage<'a>(&self, paths: impl IntoIterator<Item = &'a RepoPath>) -> Result<(), Error> {
        self.stage_into(paths, None)
    }

    /// Brings the work tree's own index to that state, whatever index is in effect.
    pub fn stage_own(&self, paths: &[RepoPath]) -> Result<(), Error> {
        self.stage_into(paths, Some(&self.git_dir().join("index")))
    }

    fn stage_into<'a>(
        &self,
        paths: impl IntoIterator<Item = &'a RepoPath>,
        index_file: Option<&Path>,
    ) -> Result<(), Error> {
        let mut list = String::new();
        for path in paths {
            list.push_str(path.as_str());
            list.push('\0');
        }
        if list.is_empty() {
            return Ok(());
        }
        // Entries outside of a sparse checkout are not deletions. By standard input, as thousands
        // of paths do not fit on a command line.
        let mut call = self.git([
            "update-index",
            "--ignore-skip-worktree-entries",
            "--add",
            "--remove",
            "-z",
            "--stdin",
        ]);
        if let Some(index_file) = index_file {
            call = call.env("GIT_INDEX_FILE", index_file);
        }
        call.run_with(list.as_bytes()).map(drop)
    }

    /// Puts blobs into the index that is in effect, or into `index_file`, as regular files.
    pub fn stage_blobs(
        &self,
        blobs: &[(&str, ObjectId)],
        index_file: Option<&Path>,
    ) -> Result<(), Error> {
        let mut list = String::new();
        for (path, id) in blobs {
            list.extend(["100644 ", &id.to_string(), " 0\t", path, "\0"]);
        }
        let mut call = self.git(["update-index", "-z", "--index-info"]);
        if let Some(index_file) = index_file {
            call = call.env("GIT_INDEX_FILE", index_file);
        }
        call.run_with(list.as_bytes()).map(drop)
    }

    /// The id of the tree that `folder` (at the top) would have if the index in effect were
    /// committed, if the index knows it already: git writes it there before it calls pre-commit.
    #[must_use]
    pub fn folder_in_index(&self, folder: &str) -> Option<ObjectId> {
        match std::fs::read(self.index_file()) {
            Ok(index) => index_bytes::folder(&index, self.format(), folder),
            // There need not be an index yet. If it cannot be read, the caller compares the
            // entries, and git reports the reason.
            Err(_) => None,
        }
    }

    /// The paths of all files below a folder in the index that is in effect, sorted; of one in
    /// conflict, once for each side.
    ///
    /// # Errors
    /// If git cannot read the index.
    pub fn index_paths(&self, folder: &str) -> Result<Vec<Vec<u8>>, Error> {
        let known = match std::fs::read(self.index_file()) {
            Ok(index) => index_bytes::paths_below(&index, self.format(), folder),
            Err(error) if error.kind() == ErrorKind::NotFound => Some(Vec::new()),
            Err(_) => None,
        };
        match known {
            Some(paths) => Ok(paths),
            // It is sparse, split, or faulty, which git reports.
            None => entries::paths_of_index(self.environment(), self.base(), folder),
        }
    }

    /// The file of the index that is in effect.
    pub fn index_file(&self) -> PathBuf {
        match self.environment().variable("GIT_INDEX_FILE") {
            // git takes a relative one from the top of the work tree.
            Some(file) => self.base().join(file),
            None => self.git_dir().join("index"),
        }
    }

    /// The real index's next version, if a hook of `git commit <path>` was given a temporary one:
    /// git holds the real index's lock, and renames it over the index at the end.
    #[must_use]
    pub fn index_behind_partial_commit(&self) -> Option<PathBuf> {
        let handed = Path::new(self.environment().variable("GIT_INDEX_FILE")?);
        let name = handed.file_name()?.to_str()?;
        let lock = self.git_dir().join("index.lock");
        // git names the file so; a user's own `GIT_INDEX_FILE` has no real index to follow.
        if name.starts_with("next-index-") && lock.exists() {
            Some(lock)
        } else {
            None
        }
    }
}
