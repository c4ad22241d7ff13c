//! Files of the work tree that are looked at as they are, records or not: by their path from the
//! top, and never through what git does not track as a file.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use super::given::{GivenFiles, files_below};
use super::walk::{Next, Order, Visited, Walk};
use super::{Error, Store, View, walk};
use crate::tracked::{Plain, TextFile, has_folder, is_nothing, plain, regular, text_file};
use git_memory_git::Repo;
use git_memory_text::limits;
use git_memory_text::path::MemoryFolder;

/// The files of a work tree.
#[derive(Clone, Copy)]
pub struct WorkFiles<'a> {
    repo: &'a Repo,
    top: &'a Path,
    folder: &'a MemoryFolder,
}

/// Kind of file at a path of the work tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtPath {
    /// A regular file of this many bytes.
    File(u64),
    /// A folder.
    Folder,
    /// A symbolic link, whatever it leads to.
    Link,
    /// Something else: a pipe, a socket, a device.
    Other,
    /// Nothing.
    Nothing,
}

impl<'a> Store<'a> {
    /// The files of the work tree.
    ///
    /// # Errors
    /// In a bare repository.
    pub fn work_files(&self) -> Result<WorkFiles<'a>, Error> {
        let repo = self.repo();
        let top = repo.work_tree()?;
        let folder = self.folder();
        Ok(WorkFiles { repo, top, folder })
    }

    /// The view of memory for a command that names no revision: the work tree, or HEAD where there
    /// is none; `None` where nothing is committed yet.
    pub fn present(&self) -> Result<Option<View>, Error> {
        if self.has_work_tree() {
            return Ok(Some(View::WorkTree));
        }
        self.at_head()
    }

    /// The view at the last commit; `None` where nothing is committed yet.
    pub fn at_head(&self) -> Result<Option<View>, Error> {
        let head = self.history().head_commit()?;
        Ok(head.map(|commit| View::Revision(commit.to_string())))
    }

    /// True if the repository has a work tree at all.
    #[must_use]
    pub fn has_work_tree(&self) -> bool {
        self.repo().work_tree().is_ok()
    }
}

impl<'a> WorkFiles<'a> {
    /// The top of the work tree.
    #[must_use]
    pub fn top(&self) -> &'a Path {
        self.top
    }

    /// The folder of memory.
    #[must_use]
    pub fn folder(&self) -> &'a MemoryFolder {
        self.folder
    }

    /// A path as the user gave it, relative to the working folder, as a slash path from the top;
    /// `None` where it leads outside, or is not UTF-8.
    #[must_use]
    pub fn path_from_top(&self, given: &Path) -> Option<String> {
        self.repo.path_from_top(given)
    }

    /// Looks up what is at a path.
    pub fn find(&self, path: &str) -> Result<AtPath, Error> {
        let file = self.top.join(path);
        match fs::symlink_metadata(&file) {
            Ok(meta) => Ok(found(&meta)),
            Err(error) if is_nothing(&error) => Ok(AtPath::Nothing),
            Err(error) => Err(Error::read(&file)(error)),
        }
    }

    /// True if the folder of memory is there and a folder, as it is where the repository has memory.
    pub fn has_memory(&self) -> Result<bool, Error> {
        has_folder(self.top, self.folder)
    }

    /// The regular files of memory, records or not, private ones too; none where there is no
    /// such folder.
    ///
    /// # Errors
    /// Where the folder of memory is not a folder, or cannot be read.
    pub fn below_memory(&self) -> Result<GivenFiles, Error> {
        if self.has_memory()? {
            files_below(&self.top.join(self.folder.as_str()), self.folder.as_str())
        } else {
            Ok(GivenFiles::default())
        }
    }

    /// The bytes of a file of memory; `None` where nothing is there.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let what = match plain(self.top, path, limits::LIST_BYTES)? {
            Plain::File(bytes) => return Ok(Some(bytes)),
            Plain::Missing => return Ok(None),
            Plain::TooLarge => "is larger than 16 MiB",
            Plain::Unreadable(why) => why.trim_start_matches("it "),
        };
        let path = self.top.join(path);
        Err(Error::Unreadable { path, what })
    }

    /// The bytes of a regular file of any size; `None` for anything else: reading a pipe would wait
    /// for ever.
    pub fn read_regular(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        regular(self.top, path, u64::MAX)
    }

    /// The text of a regular file of at most 1 MiB.
    pub fn text(&self, path: &str) -> Result<TextFile, Error> {
        text_file(self.top, path)
    }

    /// The names of what a folder lists, sorted; none where there is no such folder.
    pub fn names(&self, folder: &str) -> Result<Vec<String>, Error> {
        walk::names(&self.top.join(folder))
    }

    /// The folders of some name below a folder, by their paths from the top, sorted; none where
    /// there is no such folder. Links, hidden folders and other repositories are not looked into.
    pub fn folders_named(&self, folder: &str, name: &str) -> Result<Vec<String>, Error> {
        let mut found = Vec::new();
        self.walk(folder, |visited| {
            if visited.kind.is_dir() && visited.entry.file_name() == name {
                found.push(visited.path());
            }
        })?;
        found.sort_unstable();
        Ok(found)
    }

    /// The regular files below a folder, in the same way.
    pub fn files_below(&self, folder: &str) -> Result<Vec<String>, Error> {
        let mut found = Vec::new();
        self.walk(folder, |visited| {
            if visited.kind.is_file() {
                found.push(visited.path());
            }
        })?;
        found.sort_unstable();
        Ok(found)
    }

    fn walk(&self, folder: &str, mut see: impl FnMut(&Visited)) -> Result<(), Error> {
        if self.find(folder)? != AtPath::Folder {
            return Ok(());
        }
        let walk = Walk {
            top: &self.top.join(folder),
            name: folder,
            order: Order::Depth,
            is_lenient: false,
        };
        walk.run(|visited| {
            see(&visited);
            let name = visited.entry.file_name();
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            Ok(if is_hidden || visited.is_repository() {
                Next::Pass
            } else {
                Next::Enter
            })
        })?;
        Ok(())
    }

    /// Path from the top with every symbolic link followed; `None` where it leads outside of the
    /// work tree, to nothing, or to a name that is not UTF-8.
    #[must_use]
    pub fn resolved(&self, path: &str) -> Option<String> {
        // A link into nothing, in a circle, or through a folder that is closed leads to nothing.
        let (Ok(file), Ok(top)) = (self.top.join(path).canonicalize(), self.top.canonicalize())
        else {
            return None;
        };
        match file.strip_prefix(&top) {
            Ok(below) => Some(below.to_str()?.to_owned()),
            Err(_) => None,
        }
    }

    /// Path that a symbolic link holds; `None` where there is none.
    #[must_use]
    pub fn link_target(&self, path: &str) -> Option<PathBuf> {
        // Anything that is no link gives an error, too.
        fs::read_link(self.top.join(path)).ok()
    }

    /// Makes a symbolic link, and the folders that lead to it.
    pub fn link(&self, path: &str, target: &str) -> Result<(), Error> {
        let link = self.top.join(path);
        if let Some(folder) = link.parent() {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        symlink(target, &link).map_err(Error::write(&link))
    }

    /// Removes a symbolic link.
    pub fn unlink(&self, path: &str) -> Result<(), Error> {
        let link = self.top.join(path);
        fs::remove_file(&link).map_err(Error::write(&link))
    }
}

fn found(meta: &Metadata) -> AtPath {
    if meta.is_symlink() {
        AtPath::Link
    } else if meta.is_dir() {
        AtPath::Folder
    } else if meta.is_file() {
        AtPath::File(meta.len())
    } else {
        AtPath::Other
    }
}

#[cfg(unix)]
fn symlink(target: &str, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn symlink(_: &str, _: &Path) -> std::io::Result<()> {
    // Windows lets only some users make links, and git there writes files in their place.
    Err(std::io::ErrorKind::Unsupported.into())
}
