//! The folder of memory, as the attributes at the top of a work tree or of a revision name it: one
//! small file for a command, one blob for a revision.

use std::borrow::Cow;

use crate::tracked::snapshot::View;
use crate::tracked::text_file::{Plain, plain};
use crate::{Error, Store};
use git_memory_git::{Held, ObjectId, Repo};
use git_memory_model::roots::Roots;
use git_memory_text::attributes::{ATTRIBUTES, memory_folder};
use git_memory_text::limits;
use git_memory_text::path::MemoryFolder;

/// The file by which git knows which files of a work tree are left out.
const SPARSE: &str = "info/sparse-checkout";

/// The folder of memory of the work tree, or of HEAD where there is no work tree.
///
/// # Errors
/// [`Error::Marker`] where the attributes do not tell it; where they cannot be read.
pub(crate) fn present(repo: &Repo) -> Result<MemoryFolder, Error> {
    let Ok(top) = repo.work_tree() else {
        return of_head(repo);
    };
    match plain(top, ATTRIBUTES, limits::RECORD_BYTES)? {
        Plain::File(content) => named(&content),
        Plain::Missing if repo.git_dir().join(SPARSE).exists() => of_head(repo),
        Plain::Missing => Ok(MemoryFolder::default()),
        Plain::TooLarge => Err(unread("it is larger than 1 MiB")),
        // git follows no link in its place either.
        Plain::Unreadable(why) => Err(unread(why)),
    }
}

fn of_head(repo: &Repo) -> Result<MemoryFolder, Error> {
    match repo.head()?.commit {
        Some(commit) => match repo.file(commit, ATTRIBUTES)? {
            Some(blob) => of_blob(repo, blob),
            None => Ok(MemoryFolder::default()),
        },
        None => Ok(MemoryFolder::default()),
    }
}

fn of_blob(repo: &Repo, blob: ObjectId) -> Result<MemoryFolder, Error> {
    let mut folder = Err(unread("it is not in this clone"));
    repo.held(&[blob], limits::RECORD_BYTES, |_, held| match held {
        Held::Blob(content) => folder = named(content),
        Held::TooLarge => folder = Err(unread("it is larger than 1 MiB")),
        // A folder or a submodule of this name has no lines.
        Held::Other => folder = Ok(MemoryFolder::default()),
        Held::Missing => {}
    })?;
    folder
}

/// The folder that the content of an attributes file names.
pub(crate) fn named(content: &[u8]) -> Result<MemoryFolder, Error> {
    match memory_folder(&String::from_utf8_lossy(content)) {
        Ok(folder) => Ok(folder.unwrap_or_default()),
        Err(bad) => Err(Error::Marker(bad.to_string())),
    }
}

fn unread(why: &str) -> Error {
    Error::Marker(format!(
        "{ATTRIBUTES} may name the folder of memory, and {why}"
    ))
}

impl<'a> Store<'a> {
    /// The folder of memory in a commit or tree.
    ///
    /// # Errors
    /// [`Error::Marker`] where its attributes do not tell it; where git cannot read them.
    pub fn folder_of(&self, treeish: ObjectId) -> Result<MemoryFolder, Error> {
        let Some(blob) = self.repo().file(treeish, ATTRIBUTES)? else {
            return Ok(MemoryFolder::default());
        };
        let find = || of_blob(self.repo(), blob);
        let folder = self.loaded().last(("folder of memory", blob), find)?;
        Ok(MemoryFolder::clone(&folder))
    }

    /// The folder of memory in a view; the index is read as the work tree is.
    ///
    /// # Errors
    /// As [`folder_of`](Self::folder_of), and an unknown revision.
    pub fn folder_at(&self, view: &View) -> Result<MemoryFolder, Error> {
        match view.revision() {
            Some(revision) => self.folder_of(self.repo().resolve(revision)?),
            None => Ok(self.folder().clone()),
        }
    }

    /// The folders that are read of a commit or tree.
    ///
    /// # Errors
    /// As [`folder_of`](Self::folder_of), and [`Error::Roots`].
    pub(crate) fn roots_of(&self, treeish: ObjectId) -> Result<Cow<'a, Roots>, Error> {
        self.with_roots(self.folder_of(treeish)?)
    }

    /// The folders that are read of a view.
    ///
    /// # Errors
    /// As [`folder_at`](Self::folder_at), and [`Error::Roots`].
    pub fn roots_at(&self, view: &View) -> Result<Cow<'a, Roots>, Error> {
        self.with_roots(self.folder_at(view)?)
    }

    /// The folders that are read beside a folder of memory, with it.
    pub(crate) fn with_roots(&self, folder: MemoryFolder) -> Result<Cow<'a, Roots>, Error> {
        let roots = self.roots()?;
        if folder == *roots.memory() {
            Ok(Cow::Borrowed(roots))
        } else {
            Ok(Cow::Owned(roots.beside(folder)))
        }
    }
}
