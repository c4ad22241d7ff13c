//! The folder and the environment variables that git runs with: those of this process, or those
//! that a server gives to one request. All other code takes them from here.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use super::Error;

use git2::{Repository, RepositoryOpenFlags};

/// Variables with the place of a repository (git(1), "The Git Repository"). git takes relative ones
/// from the folder that it begins in.
const LOCATIONS: [&str; 2] = ["GIT_DIR", "GIT_WORK_TREE"];
/// These, and variables that name parts of a repository.
const PARTS: [&str; 5] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR",
];

/// Variables of one repository, as any version of git that this program is tested with names them
/// in `git rev-parse --local-env-vars`. git sets them for its hooks, for `!` aliases and for
/// `rebase -x`; none of them applies to another repository.
const LOCAL: [&str; 16] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// Variables that change the meaning of every pathspec.
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
    /// True if these are the process's own variables, which its children inherit anyway.
    is_inherited: bool,
    /// The variables of the process's own repository, which do not hold for a folder that was
    /// named.
    left_out: Vec<&'static str>,
    /// The file of this program, if it is ours and not one that uses the library.
    program: Option<Arc<Path>>,
}

impl Environment {
    /// The environment with which this process was started: its working folder (absolute) and its
    /// variables.
    #[must_use]
    pub fn of_process(
        folder: PathBuf,
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Self {
        Self {
            folder,
            variables: Arc::new(variables.into_iter().collect()),
            is_inherited: true,
            left_out: Vec::new(),
            program: None,
        }
    }

    /// The environment of a process that runs this program, whose file is given.
    #[must_use]
    pub fn of_program(self, file: &Path) -> Self {
        Self {
            program: Some(file.into()),
            ..self
        }
    }

    /// A folder (absolute) and exactly these variables, whatever the process's own are.
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

    /// Another folder, which a call names; a relative one is taken from this one. The repository is
    /// the one around it, so variables that name a repository, or belong to one, are left out.
    ///
    /// # Errors
    /// [`Error::Folder`] if there is no such folder.
    pub fn at(&self, folder: &Path) -> Result<Self, Error> {
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
        let mut moved = Self {
            // On other systems than Unix, the resolved path has a form that git does not read.
            folder: if cfg!(unix) { resolved } else { joined },
            ..self.clone()
        };
        for name in LOCAL {
            if self.variable(name).is_some() {
                Arc::make_mut(&mut moved.variables).remove(OsStr::new(name));
                moved.left_out.push(name);
            }
        }
        Ok(moved)
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

    /// A process of this program, in its folder; `None` if this process is another program.
    pub(crate) fn own_command(&self) -> Option<Command> {
        let mut command = Command::new(&**self.program.as_ref()?);
        self.leave_out(&mut command);
        Some(command)
    }

    /// Keeps the variables of the process's own repository from a command.
    fn leave_out(&self, command: &mut Command) {
        for name in &self.left_out {
            command.env_remove(name);
        }
    }

    /// A command that runs in `folder` with these variables.
    pub(crate) fn command(&self, program: &str, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder);
        // Setting PATH makes starting a process slower, so inherited variables are not set again.
        if !self.is_inherited {
            command.env_clear().envs(self.variables.iter());
        }
        self.leave_out(&mut command);
        // They are for the user's own commands; ours set the meaning of their pathspecs.
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
    /// If libgit2 cannot open it.
    pub(crate) fn open(&self) -> Result<Repository, git2::Error> {
        if !self.is_plain() {
            return Err(git2::Error::from_str("only git can find this repository"));
        }
        // With `FROM_ENV`, libgit2 reads all variables of the process.
        if self.is_inherited && self.left_out.is_empty() {
            if self.variable("GIT_DIR").is_some() {
                return self.open_git_dir();
            }
            let none: [PathBuf; 0] = [];
            return Repository::open_ext(&self.folder, RepositoryOpenFlags::FROM_ENV, none);
        }
        let ceilings = self.variable("GIT_CEILING_DIRECTORIES");
        let ceilings = ceilings.map(std::env::split_paths).into_iter().flatten();
        Repository::open_ext(&self.folder, RepositoryOpenFlags::empty(), ceilings)
    }

    /// Opens the repository that `GIT_DIR` names: libgit2 ignores the variable if it is given a
    /// folder.
    fn open_git_dir(&self) -> Result<Repository, git2::Error> {
        let repository = Repository::open_from_env()?;
        let is_found = match (self.variable("GIT_WORK_TREE"), repository.workdir()) {
            // git lets the variable count in a bare repository, too.
            (Some(_), top) => top.is_some(),
            // git takes the working folder for the top of the work tree.
            (None, Some(top)) => top.components().eq(self.folder.components()),
            (None, None) => true,
        };
        if !is_found {
            return Err(git2::Error::from_str("only git can find this work tree"));
        }
        Ok(repository)
    }

    /// True if libgit2 finds the same repository as git: it reads only the variables of the
    /// process.
    fn is_plain(&self) -> bool {
        // libgit2 would take all refs from there, but git's own commands ignore it.
        if self.variable("GIT_NAMESPACE").is_some() {
            return false;
        }
        self.is_inherited || PARTS.iter().all(|name| self.variable(name).is_none())
    }
}

/// The path of a folder as it would be the process's own: without links. A folder that cannot be
/// listed is an error now, not in the middle of a command.
fn readable(folder: &Path) -> std::io::Result<PathBuf> {
    let resolved = folder.canonicalize()?;
    std::fs::read_dir(&resolved)?;
    Ok(resolved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_that_git_calls_local_is_left_out_where_a_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let plain = Environment::of_process(folder.path().to_owned(), []);
        let mut asked = plain.command("git", folder.path());
        let answer = asked.args(["rev-parse", "--local-env-vars"]).output();
        let names = String::from_utf8(answer.unwrap().stdout).unwrap();
        assert!(names.contains("GIT_DIR"), "{names}");
        let set = names.lines().chain(["GIT_NAMESPACE", "HOME"]);
        let set = set.map(|name| (name.into(), "x".into()));
        let set = Environment::isolated(folder.path().to_owned(), set);
        let moved = set.at(Path::new(".")).unwrap().at(Path::new(".")).unwrap();
        let left: Vec<_> = moved.texts().map(|(name, _)| name).collect();
        assert_eq!(left, ["GIT_NAMESPACE", "HOME"]);
        assert_eq!(moved.left_out.len(), names.lines().count());
    }
}
