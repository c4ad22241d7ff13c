//! The errors of reading and writing memory.

use std::io;
use std::path::{Path, PathBuf};

use git_memory_git as git;
use git_memory_recall::Damaged;
use git_memory_text::cause;
use git_memory_text::path::RepoPath;

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// git could not answer.
    #[error(transparent)]
    Git(#[from] git::Error),
    /// An entry could not be encrypted.
    #[error(transparent)]
    Seal(#[from] git_memory_seal::CannotSeal),
    /// A file or folder could not be read.
    #[error("cannot read '{}': {}", .path.display(), cause(.source))]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file or folder could not be written.
    #[error("cannot write '{}': {}", .path.display(), cause(.source))]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A hook file that could not be written.
    #[error("cannot write '{}': {}", .path.display(), cause(.source))]
    HookFile {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The setting that names the folders to read cannot be read.
    #[error("{0}")]
    Roots(String),
    /// The attributes at the top do not tell which folder is that of memory.
    #[error("{0}")]
    Marker(String),
    /// Something that has to be a folder, and is not one.
    #[error("'{0}' is not a folder")]
    NotAFolder(String),
    /// A folder for a site that has something else in it.
    #[error("'{}' has files that are not those of a site of ours", .0.display())]
    NotASite(PathBuf),
    /// A path leads through a symbolic link.
    #[error("'{0}' is a symbolic link; git-memory does not write through links")]
    Link(String),
    /// A file of another program that is kept out of the folder where it belongs.
    #[error("'{}' is a symbolic link that leads out of its folder, or to nothing", .0.display())]
    LeadsOut(PathBuf),
    /// A new file's path is taken.
    #[error("'{0}' already exists")]
    Exists(RepoPath),
    /// Something that is not read for what it is: too large, not a regular file, not text.
    #[error("'{}' {what}", .path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// The reason: what the file is, or is not.
        what: &'static str,
    },
    /// A file changed between reading and writing it.
    #[error("'{0}' has changed since it was read")]
    Changed(RepoPath),
    /// The index of recall.
    #[error(transparent)]
    Damaged(#[from] Damaged),
    /// A change that a killed process began can still not be finished.
    #[error("cannot finish a change that was interrupted: {source}")]
    Unfinished {
        /// The file that says what the change is.
        journal: PathBuf,
        /// Why.
        source: Box<Error>,
    },
    /// Another process holds the lock for too long.
    #[error(
        "another git-memory process has held the lock '{}' for {seconds} s",
        .path.display()
    )]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// How long we waited.
        seconds: u64,
    },
    /// Another program moves or holds a ref for too long.
    #[error("cannot move ref '{name}': another program keeps moving or holding it")]
    Contended {
        /// The ref.
        name: String,
    },
    /// A hook of a git that has not taken what it receives.
    #[error(
        "cannot write while git is receiving a push: \
         what a hook stores now is lost if the push is rejected"
    )]
    Quarantine,
    /// A branch whose name is too long for a ref of private memory.
    #[error(
        "the name of branch '{0}' is too long for a work log: it exceeds 250 bytes when encoded"
    )]
    LongName(String),
    /// The lock file of a ref is in the way: git's, while it moves the ref, or what a killed
    /// process left.
    #[error(
        "lock file '{}' is {seconds} s old: still held, or left by a killed process",
        .path.display()
    )]
    StaleLock {
        /// The lock file.
        path: PathBuf,
        /// How old it is.
        seconds: u64,
    },
    /// This platform or file system has no advisory locks.
    #[error("cannot lock '{}': {}", .path.display(), cause(.source))]
    NoLock {
        /// The lock file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}

impl Error {
    /// True if the error says that an object is not in this clone.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Git(error) if error.is_missing())
    }

    pub(super) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Read { path, source }
    }

    pub(super) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Write { path, source }
    }
}
