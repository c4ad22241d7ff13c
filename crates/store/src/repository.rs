//! An open repository with what was read of its caches: what a use case holds, and where every
//! [`Store`] comes from.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::faults::Faults;
use crate::loaded::Loaded;
use crate::tracked::marked;
use crate::{Error, Private, Store, atomic, kept};
use git_memory_git::{Durability, Environment, Repo, TreeEntry};
use git_memory_model::roots::Roots;
use git_memory_text::path::MemoryFolder;

/// An open repository. It may go to any thread.
pub struct Repository {
    repo: Repo,
    loaded: Loaded,
    private_faults: Faults,
    unread: Faults,
    /// The folder of memory in the work tree or, in a bare repository, at HEAD.
    folder: MemoryFolder,
    /// Reason why the attributes do not tell that folder.
    unmarked: Option<String>,
    /// The folders that are read beside it, or why the setting cannot be read.
    roots: Result<Roots, String>,
    /// Entries that a sparse checkout leaves out, once they are asked for.
    left_out: OnceCell<Vec<TreeEntry>>,
}

/// The readings that handles of one repository share.
#[derive(Clone, Debug)]
pub struct Shared {
    common_dir: PathBuf,
    loaded: Loaded,
}

impl Repository {
    /// Opens the repository around an environment's folder.
    pub fn open(environment: &Environment) -> Result<Self, Error> {
        let repo = Repo::open(environment)?;
        let (folder, unmarked) = match marked::present(&repo) {
            Ok(folder) => (folder, None),
            Err(why) => (MemoryFolder::default(), Some(why.to_string())),
        };
        Ok(Self {
            repo,
            loaded: Loaded::default(),
            private_faults: Faults::default(),
            unread: Faults::default(),
            folder,
            unmarked,
            roots: Ok(Roots::default()),
            left_out: OnceCell::new(),
        })
    }

    /// The readings of this handle, for other handles.
    #[must_use]
    pub fn shared(&self) -> Shared {
        Shared {
            common_dir: self.repo.common_dir().to_owned(),
            loaded: self.loaded.clone(),
        }
    }

    /// As [`shared`](Self::shared), for handles that several threads use at once, which share
    /// nothing yet.
    #[must_use]
    pub fn shared_by_many(&self) -> Shared {
        Shared {
            loaded: Loaded::for_many(),
            ..self.shared()
        }
    }

    /// Shares what other handles read, where they are of the same repository; says whether.
    pub fn share(&mut self, shared: &Shared) -> bool {
        let is_same = self.repo.common_dir() == shared.common_dir;
        if is_same {
            self.loaded = shared.loaded.clone();
        }
        is_same
    }

    /// Learns which folders are read beside memory, or why the setting cannot be read: then
    /// nothing that lists records answers.
    pub fn set_roots(&mut self, roots: Result<Roots, String>) {
        self.roots = roots;
    }

    /// Takes a folder for that of memory, whatever the attributes say.
    pub fn set_folder(&mut self, folder: MemoryFolder) {
        self.folder = folder;
        self.unmarked = None;
    }

    /// The store of the repository.
    #[must_use]
    pub fn store(&self) -> Store<'_> {
        Store::new(
            &self.repo,
            &self.loaded,
            (&self.folder, self.unmarked.as_deref()),
            &self.roots,
            &self.left_out,
            &self.unread,
        )
    }

    /// The private memory; chains are begun only where it may be written.
    #[must_use]
    pub fn private(&self, durability: Durability, may_write: bool) -> Private<'_> {
        Private::new(&self.repo, durability, may_write, &self.private_faults)
    }

    /// Takes what of private memory could not be read so far, sorted.
    pub fn take_private_faults(&self) -> Vec<String> {
        self.private_faults.take()
    }

    /// Takes what git names as files of memory and could not be read so far, sorted.
    pub fn take_unread(&self) -> Vec<String> {
        for absent in self.repo.take_absent() {
            self.unread.note_absent(absent);
        }
        self.unread.take()
    }
}

impl Store<'_> {
    /// The folder of everything that all work trees keep, and the names in it and in those of the
    /// work trees that another version of this program left.
    ///
    /// # Errors
    /// If a kept file cannot be written.
    pub fn kept(&self) -> Result<(PathBuf, Vec<String>), Error> {
        let folder = kept::folder(self.repo().common_dir());
        fs::create_dir_all(&folder).map_err(Error::write(&folder))?;
        atomic::new_temporary(&folder)?;
        let mut left = BTreeSet::new();
        for (place, row) in kept::places(self.repo().common_dir())? {
            kept::must_be_writable(&place)?;
            if row.is_none() {
                left.extend(
                    place
                        .file_name()
                        .map(|name| name.to_string_lossy().into_owned()),
                );
            }
        }
        Ok((folder, left.into_iter().collect()))
    }

    /// The canonical path of the work tree, or of the git folder where there is no work tree.
    #[must_use]
    pub fn root(&self) -> PathBuf {
        let root = match self.repo().work_tree() {
            Ok(top) => top,
            Err(_) => self.repo().git_dir(),
        };
        match root.canonicalize() {
            Ok(root) => root,
            // A folder that was just opened, but may not be listed from the root: git's own
            // spelling of it is as good a name.
            Err(_) => root.to_owned(),
        }
    }
}
