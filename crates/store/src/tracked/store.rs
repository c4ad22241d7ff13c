//! Store of memory: a repository, its caches, and the lock that every change takes.

use std::cell::OnceCell;

use crate::faults::Faults;
use crate::kept;
use crate::loaded::Loaded;
use crate::tracked::paths::TrackedPaths;
use crate::tracked::readings;
use crate::tracked::target::Target;
use crate::tracked::work_tree::WorkTree;
use crate::{Error, Lock, atomic};
use git_memory_git::{Held, ObjectId, Repo, Settings, TreeEntry};
use git_memory_model::roots::Roots;
use git_memory_text::path::{MemoryFolder, RepoPath};

/// A repository and its caches.
#[derive(Clone, Copy)]
pub struct Store<'a> {
    repo: &'a Repo,
    loaded: &'a Loaded,
    folder: &'a MemoryFolder,
    unmarked: Option<&'a str>,
    roots: &'a Result<Roots, String>,
    left_out: &'a OnceCell<Vec<TreeEntry>>,
    unread: &'a Faults,
}

impl<'a> Store<'a> {
    pub(crate) fn new(
        repo: &'a Repo,
        loaded: &'a Loaded,
        (folder, unmarked): (&'a MemoryFolder, Option<&'a str>),
        roots: &'a Result<Roots, String>,
        left_out: &'a OnceCell<Vec<TreeEntry>>,
        unread: &'a Faults,
    ) -> Self {
        Self {
            repo,
            loaded,
            folder,
            unmarked,
            roots,
            left_out,
            unread,
        }
    }

    pub(crate) fn cell_of_left_out(&self) -> &'a OnceCell<Vec<TreeEntry>> {
        self.left_out
    }

    /// The folder of memory.
    #[must_use]
    pub fn folder(&self) -> &'a MemoryFolder {
        self.folder
    }

    /// The folder of memory, and those that are read beside it.
    ///
    /// # Errors
    /// [`Error::Marker`], [`Error::Roots`].
    pub fn roots(&self) -> Result<&'a Roots, Error> {
        if let Some(why) = self.unmarked {
            return Err(Error::Marker(why.to_owned()));
        }
        match self.roots {
            Ok(roots) => Ok(roots),
            Err(why) => Err(Error::Roots(why.clone())),
        }
    }

    /// The paths of these folders, memory's first.
    ///
    /// # Errors
    /// [`Error::Roots`].
    pub fn folders(&self) -> Result<Vec<&'a str>, Error> {
        let mut folders = vec![self.folder.as_str()];
        for root in self.roots()?.outermost() {
            folders.push(root.folder());
        }
        Ok(folders)
    }

    /// The blobs of some files of memory, in order; `each` gets the position in `ids`, and content.
    /// An id that leads to no blob of at most `limit` bytes is noted and passed over: a history may
    /// name anything as a file.
    ///
    /// # Errors
    /// In a partial clone, where a blob is missing; where the object database cannot be read.
    pub fn blobs_at_most(
        &self,
        limit: u64,
        ids: &[ObjectId],
        mut each: impl FnMut(usize, &[u8]),
    ) -> Result<(), Error> {
        Ok(self.repo.held(ids, limit, |nth, held| match held {
            Held::Blob(content) => each(nth, content),
            _ => self.unread.note_file(ids[nth], held),
        })?)
    }

    /// The content of one such blob; `None` where it is passed over.
    pub fn blob_at_most(&self, limit: u64, id: ObjectId) -> Result<Option<Vec<u8>>, Error> {
        let mut content = None;
        self.blobs_at_most(limit, &[id], |_, bytes| content = Some(bytes.to_vec()))?;
        Ok(content)
    }

    /// Notes that an id does not lead to a file of memory that is read.
    pub(crate) fn note_unread(&self, id: ObjectId, held: Held<'_>) {
        self.unread.note_file(id, held);
    }

    pub(crate) fn repo(&self) -> &'a Repo {
        self.repo
    }

    pub(crate) fn loaded(&self) -> &'a Loaded {
        self.loaded
    }

    /// Does `work` while the cache is being loaded, where it is not loaded yet.
    ///
    /// # Errors
    /// What `work` returns.
    pub fn beside_loading<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        if self.loaded.readings().is_some() {
            return work();
        }
        let Ok(loading) = readings::load(self.repo.common_dir()) else {
            // The system has no thread to spare: the cache is opened when it is asked for.
            return work();
        };
        let done = work();
        // A thread that panicked leaves the cache to be opened when it is asked for.
        if let Ok(readings) = loading.join() {
            // Another request of this process may have been faster, and have added to it since.
            self.loaded.readings().get_or_insert(readings);
        }
        done
    }

    /// The paths that git tracks below the folders in which only those are read.
    pub(crate) fn tracked_roots(&self) -> Result<TrackedPaths, Error> {
        let roots = self.roots()?;
        let mut tracked = Vec::new();
        for folder in roots.folders().filter(|it| roots.needs_tracking(it)) {
            tracked.extend(self.repo.index_paths(folder)?);
        }
        Ok(TrackedPaths::new(tracked))
    }

    /// The paths that git tracks below a folder, as far as memory could have files of such names.
    pub fn tracked_below(&self, folder: &str) -> Result<Vec<RepoPath>, Error> {
        let mut tracked = Vec::new();
        for path in self.repo.index_paths(folder)? {
            let path = std::str::from_utf8(&path).ok().map(str::parse);
            tracked.extend(path.and_then(Result::ok));
        }
        Ok(tracked)
    }

    pub(crate) fn work_tree(&self) -> Result<WorkTree<'a>, Error> {
        Ok(WorkTree {
            top: self.repo.work_tree()?,
            git_dir: self.repo.git_dir(),
            format: self.repo.format(),
            is_folding: self.is_folding()?,
            roots: self.roots()?,
        })
    }

    /// True if git stores line feeds where files have other line ends.
    pub(crate) fn is_folding(&self) -> Result<bool, Error> {
        // Other attributes and filters change contents, too; then an id differs from git's, which
        // costs a second reading and nothing else.
        match self.repo.settings()?.get("core.autocrlf") {
            Some(value) => {
                let is_input = value.eq_ignore_ascii_case("input");
                Ok(is_input || Settings::is_true(value) == Some(true))
            }
            None => Ok(false),
        }
    }

    /// Work tree and git folder that changes are written to.
    ///
    /// # Errors
    /// In a bare repository.
    pub fn target(&self) -> Result<Target<'a>, Error> {
        Ok(Target {
            top: self.repo.work_tree()?,
            git_dir: self.repo.git_dir(),
            folder: self.folder,
        })
    }

    /// Takes the lock for a change, and finishes first what a killed process had begun.
    pub fn lock(&self) -> Result<Lock, Error> {
        let target = self.target()?;
        let lock = target.lock(|paths| self.stage_begun(paths))?;
        kept::sweep(self.repo);
        // Rules are written beside memory, and seldom.
        atomic::sweep(target.top);
        Ok(lock)
    }

    /// Stages the files of a change that a killed process had begun.
    pub(crate) fn stage_begun(&self, paths: &[RepoPath]) -> Result<(), Error> {
        Ok(self.repo.stage_own(paths)?)
    }
}
