//! Files that a sparse checkout leaves out of the work tree: git tracks them all the same, so they
//! are read from the index, and never written.

use crate::Error;
use crate::tracked::snapshot::is_below;
use crate::tracked::store::Store;
use crate::tracked::text_file::regular;
use git_memory_git::{BlobAt, EntryKind, Settings, TreeEntry};
use git_memory_model::layout::{Part, part};
use git_memory_text::limits;
use git_memory_text::path::RepoPath;

impl<'a> Store<'a> {
    /// The tracked files of memory, and of the folders that are read beside it, that a sparse
    /// checkout leaves out; none of a whole checkout. Asked once a command.
    pub(crate) fn left_out(&self) -> Result<&'a [TreeEntry], Error> {
        if let Some(known) = self.cell_of_left_out().get() {
            return Ok(known);
        }
        let found = self.find_left_out()?;
        Ok(self.cell_of_left_out().get_or_init(|| found))
    }

    fn find_left_out(&self) -> Result<Vec<TreeEntry>, Error> {
        let repo = self.repo();
        let is_sparse = match repo.settings()?.get("core.sparsecheckout") {
            Some(value) => Settings::is_true(value) == Some(true),
            None => false,
        };
        let (true, Ok(top)) = (is_sparse, repo.work_tree()) else {
            return Ok(Vec::new());
        };
        let mut entries = repo.not_checked_out(&self.folders()?)?;
        // git takes a file that is there for checked out, whatever the index says of it.
        entries.retain(|entry| match std::str::from_utf8(&entry.path) {
            Ok(path) => top.join(path).symlink_metadata().is_err(),
            Err(_) => true,
        });
        Ok(entries)
    }

    /// How many files of memory a sparse checkout leaves out.
    pub fn count_left_out(&self) -> Result<usize, Error> {
        Ok(self.left_out()?.len())
    }

    /// True if a sparse checkout leaves out all of memory, even if other files lie there.
    pub fn is_left_out(&self) -> Result<bool, Error> {
        let is_below = |entry: &&TreeEntry| is_below(&entry.path, self.folder());
        let left_out = self.left_out()?.iter().filter(is_below).count();
        Ok(left_out > 0 && left_out == self.staging().memory_files()?.len())
    }

    /// True if a sparse checkout leaves out this file.
    pub fn leaves_out(&self, path: &RepoPath) -> Result<bool, Error> {
        let wanted = path.as_str().as_bytes();
        Ok(self.left_out()?.iter().any(|entry| entry.path == wanted))
    }

    /// True if a sparse checkout leaves out a file of this part of memory.
    pub fn leaves_out_part(&self, wanted: Part) -> Result<bool, Error> {
        for entry in self.left_out()? {
            // A name that is none of ours has no part in anything.
            if let Ok(path) = std::str::from_utf8(&entry.path)
                && let Ok(path) = path.parse()
                && part(self.folder(), &path) == wanted
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The regular files that a sparse checkout leaves out, as blobs.
    pub fn left_out_blobs(&self) -> Result<Vec<BlobAt>, Error> {
        let mut blobs = Vec::new();
        for entry in self.left_out()? {
            if entry.kind == EntryKind::File {
                blobs.push(BlobAt {
                    id: entry.id,
                    path: entry.path.clone(),
                });
            }
        }
        Ok(blobs)
    }

    /// The content of a regular file of the work tree, or of one that a sparse checkout leaves out;
    /// `None` where it has neither.
    ///
    /// # Errors
    /// In a bare repository, or where it cannot be read.
    pub fn tracked_file(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        match regular(self.repo().work_tree()?, path, limits::LIST_BYTES)? {
            Some(content) => Ok(Some(content)),
            None => self.left_out_file(path),
        }
    }

    /// The content of a file that a sparse checkout leaves out; `None` where it does not.
    pub(crate) fn left_out_file(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        for entry in self.left_out()? {
            if entry.path == path.as_bytes() && entry.kind == EntryKind::File {
                return self.blob_at_most(limits::LIST_BYTES, entry.id);
            }
        }
        Ok(None)
    }
}
