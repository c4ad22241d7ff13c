//! The folder and the environment variables that git runs with: those of this process, or those
//! that a server gives to one request. Nothing else in the program asks the process for them.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use super::Error;

use git2::{Repository, RepositoryOpenFlags};

/// Variables that say where a repository is (git(1), "The Git Repository"). git takes relative ones
/// from the folder that it begins in.
const LOCATIONS: [&str; 2] = ["GIT_DIR", "GIT_WORK_TREE"];
/// These, and those that name parts of a repository.
const PARTS: [&str; 5] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR",
];

/// Variables that change how git reads every pathspec.
const PATHSPECS: [&str; 4] = [
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
];

/// A working folder and environment variables.
#[derive(Clone, Debug)]
pub struct Environment {
    folder: PathBuf,
    variables: Arc<BTreeMap<OsString, OsString>>,
    /// Whether these are the process's own variables, which its children get anyway.
    is_inherited: bool,
    /// Whether the folder is another one than the process's.
    is_moved: bool,
    /// The file of this program, where it is ours and not one that uses the library.
    program: Option<Arc<Path>>,
}

impl Environment {
    /// What this process was started with: its working folder (absolute) and its variables.
    #[must_use]
    pub fn of_process(
        folder: PathBuf,
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Self {
        Self {
            folder,
            variables: Arc::new(variables.into_iter().collect()),
            is_inherited: true,
            is_moved: false,
            program: None,
        }
    }

    /// The same, known to be that of this program, whose file is here.
    #[must_use]
    pub fn of_program(self, file: &Path) -> Self {
        Self {
            program: Some(file.into()),
            ..self
        }
    }

    /// A folder (absolute) and exactly these variables, whatever the process has.
    #[must_use]
    pub fn isolated(
        folder: PathBuf,
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Self {
        Self {
            is_inherited: false,
            ..Self::of_process(folder, variables)
        }
    }

    /// The same variables in another folder; a relative one is taken from this one.
    ///
    /// # Errors
    /// [`Error::Folder`] where there is no such folder.
    pub(crate) fn at(&self, folder: &Path) -> Result<Self, Error> {
        let joined = self.folder.join(folder);
        let resolved = match readable(&joined) {
            Ok(resolved) => resolved,
            Err(source) => {
                return Err(Error::Folder {
                    path: folder.to_owned(),
                    source,
                });
            }
        };
        Ok(Self {
            // Elsewhere than on Unix, what is resolved is written in a way that git does not read.
            folder: if cfg!(unix) { resolved } else { joined },
            is_moved: true,
            ..self.clone()
        })
    }

    /// The working folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The value of a variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&OsStr> {
        self.variables
            .get(OsStr::new(name))
            .map(OsString::as_os_str)
    }

    /// The variables whose names and values are UTF-8, sorted by name.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variables
            .iter()
            .filter_map(|(name, value)| Some((name.to_str()?, value.to_str()?)))
    }

    /// A process of this program, in its folder; `None` where this process is another program.
    pub(crate) fn own_command(&self) -> Option<Command> {
        Some(Command::new(&**self.program.as_ref()?))
    }

    /// A command that runs in `folder` with these variables.
    pub(crate) fn command(&self, program: &str, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder);
        // Setting PATH makes starting a process slower, so what is inherited anyway is left alone.
        if !self.is_inherited {
            command.env_clear().envs(self.variables.iter());
        }
        // Of the user's own commands; ours say themselves how their pathspecs are meant.
        for name in PATHSPECS {
            if self.variable(name).is_some() {
                command.env_remove(name);
            }
        }
        for name in LOCATIONS {
            if let Some(value) = self.variable(name) {
                command.env(name, self.folder.join(value));
            }
        }
        command
    }

    /// Opens the repository around the folder with libgit2.
    ///
    /// # Errors
    /// What libgit2 cannot open.
    pub(crate) fn open(&self) -> Result<Repository, git2::Error> {
        if !self.is_plain() {
            return Err(git2::Error::from_str("only git can find this repository"));
        }
        let flags = if self.is_inherited {
            RepositoryOpenFlags::FROM_ENV
        } else {
            RepositoryOpenFlags::empty()
        };
        // With `FROM_ENV`, libgit2 reads this variable by itself, as the process has it.
        let ceilings: Vec<PathBuf> = match self.variable("GIT_CEILING_DIRECTORIES") {
            Some(ceilings) if !self.is_inherited => std::env::split_paths(ceilings).collect(),
            _ => Vec::new(),
        };
        Repository::open_ext(&self.folder, flags, ceilings)
    }

    /// Whether libgit2 finds the same repository as git: it reads the variables of the process
    /// alone, and takes relative ones from the process's folder.
    fn is_plain(&self) -> bool {
        // libgit2 would take all refs from there, where git's own commands pay it no heed.
        if self.variable("GIT_NAMESPACE").is_some() {
            return false;
        }
        for name in PARTS {
            let Some(value) = self.variable(name) else {
                continue;
            };
            let is_found = if self.is_inherited {
                !self.is_moved || Path::new(value).is_absolute()
            } else {
                false
            };
            if !is_found {
                return false;
            }
        }
        true
    }
}

/// The path of a folder as the process's own would be told, had it gone there: without links. A
/// folder that cannot be listed is an error now, not somewhere in the middle of a command.
fn readable(folder: &Path) -> std::io::Result<PathBuf> {
    let resolved = folder.canonicalize()?;
    std::fs::read_dir(&resolved)?;
    Ok(resolved)
}
