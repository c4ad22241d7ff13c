//! Errors between us and git.

use std::path::{Path, PathBuf};

use git2::{ErrorClass, ErrorCode};

use git_memory_text::cause;

/// Words of git for an object that is not in this clone.
const MISSING: [&str; 7] = [
    "unable to read tree",
    "bad tree object",
    // We only ask for a commit's tree, which is never of another type.
    "not a tree object",
    "lazy fetching disabled",
    "from promisor remote",
    "Cannot read blob",
    "unable to read object",
];

/// An error of the git room.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A folder that cannot be gone to.
    #[error("cannot change to '{}': {}", .path.display(), cause(.source))]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A file or folder of the repository's own that could not be read.
    #[error("cannot read '{}': {}", .path.display(), cause(.source))]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// No repository here or in any parent.
    #[error("not a git repository (or any of the parent directories): {}", .0.display())]
    NoRepository(PathBuf),
    /// The command needs a work tree, and the repository is bare.
    #[error("this operation must be run in a work tree: '{}' is a bare repository", .0.display())]
    Bare(PathBuf),
    /// A revision that names nothing.
    #[error("unknown revision '{0}'")]
    UnknownRevision(String),
    /// HEAD is asked for before its branch has a commit.
    #[error("your current branch '{0}' does not have any commits yet")]
    Unborn(String),
    /// A ref that names another one in place of an object.
    #[error("ref '{0}' is symbolic; the refs of work logs must be direct")]
    Symbolic(String),
    /// A ref to something other than a commit.
    #[error("ref '{0}' does not hold a commit")]
    NoCommit(String),
    /// Two revisions without a common history.
    #[error("'{one}' and '{other}' have no common ancestor")]
    Unrelated {
        /// The first one, as it was given.
        one: String,
        /// The other.
        other: String,
    },
    /// The folder for temporary files cannot be used: it is missing, full or read-only.
    #[error(
        "cannot write to the folder for temporary files, '{}': {}",
        .folder.display(),
        cause(.source)
    )]
    NoTemporaryFolder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The `git` program could not be started.
    #[error("cannot run git: {}", cause(.0))]
    NoGit(#[source] std::io::Error),
    /// This program could not be started a second time.
    #[error("cannot start git-memory: {}", cause(.0))]
    NoSibling(#[source] std::io::Error),
    /// The shell that runs the commands of records could not be started.
    #[error("cannot run a command: {}", cause(.0))]
    NoShell(#[source] std::io::Error),
    /// The `git` program failed.
    #[error("git {command} failed: {message}")]
    Failed {
        /// The subcommand.
        command: String,
        /// The message that it printed.
        message: String,
    },
    /// libgit2 failed.
    #[error("cannot read {what}: {}", .source.message())]
    Libgit2 {
        /// The thing that was being read.
        what: String,
        /// Its own error.
        #[source]
        source: git2::Error,
    },
    /// An object that is not in this clone: a partial clone lacks objects that were not asked for
    /// yet.
    #[error("{0} is not in this clone")]
    Missing(String),
    /// libgit2 could not write.
    #[error("cannot write {what}: {}", .source.message())]
    Unwritable {
        /// The thing that was being written.
        what: String,
        /// Its own error.
        #[source]
        source: git2::Error,
    },
    /// The `git` program answered in a form that is not understood.
    #[error("cannot understand the output of 'git {command}'")]
    Unexpected {
        /// The subcommand.
        command: String,
    },
}

impl Error {
    /// True if another git is changing the same thing. git has no code for it, only words.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        matches!(self, Self::Failed { message, .. } if message.contains(".lock"))
    }

    /// True if what a ref's file holds is no ref, as a crash of the machine may leave it.
    #[must_use]
    pub fn is_broken_ref(&self) -> bool {
        matches!(self, Self::Libgit2 { source, .. } if source.class() == ErrorClass::Reference)
    }

    /// A failure to read a file or folder.
    pub(crate) fn read(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Read { path, source }
    }

    /// An error of libgit2 while it read `what`.
    pub(crate) fn reading(what: impl Into<String>) -> impl FnOnce(git2::Error) -> Self {
        let what = what.into();
        move |source| {
            if source.class() == ErrorClass::Odb && source.code() == ErrorCode::NotFound {
                Self::Missing(what)
            } else {
                Self::Libgit2 { what, source }
            }
        }
    }

    /// A failure of `git <command>`, by its message.
    pub(crate) fn failed(command: String, message: String) -> Self {
        if MISSING.iter().any(|words| message.contains(words)) {
            Self::Missing(format!("what git {command} needs"))
        } else {
            Self::Failed { command, message }
        }
    }

    /// True if the error means that an object is not in this clone.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing(_))
    }

    /// An error of libgit2 while it wrote `what`.
    pub(crate) fn writing(what: impl Into<String>) -> impl FnOnce(git2::Error) -> Self {
        let what = what.into();
        move |source| Self::Unwritable { what, source }
    }

    /// A failure in the folder for temporary files.
    pub(crate) fn in_temporary_folder(source: std::io::Error) -> Self {
        let folder = std::env::temp_dir();
        Self::NoTemporaryFolder { folder, source }
    }

    /// An answer of `git <command>` that is not understood.
    pub(crate) fn unexpected(command: &str) -> Self {
        Self::Unexpected {
            command: command.to_owned(),
        }
    }
}
