//! Finds the hooks that git runs, and the folder of their files.

use std::path::{Path, PathBuf};

use super::{Error, Repo};

/// The setting that names another folder of hook files (git-config(1)).
const HOOKS_PATH: &str = "core.hookspath";

impl Repo {
    /// The folder of the hook files that are in effect, from git.
    ///
    /// # Errors
    /// If git does not tell.
    pub fn hooks_folder(&self) -> Result<PathBuf, Error> {
        let answer = self.git(["rev-parse", "--git-path", "hooks"]).line()?;
        Ok(self.base().join(answer))
    }

    /// The folder of the hook files, read from the settings without asking git if they state it
    /// plainly: every command looks at it.
    pub fn hooks_folder_by_settings(&self) -> Result<PathBuf, Error> {
        match self.settings()?.get(HOOKS_PATH) {
            None => Ok(self.usual_hooks_folder()),
            // git knows the meaning of these beginnings: a home folder, or its own.
            Some(path) if path.is_empty() || path.starts_with(['~', '%', ':']) => {
                self.hooks_folder()
            }
            Some(path) => Ok(self.base().join(path)),
        }
    }

    /// True if other repositories run the hook files of a folder, too: it lies outside of this one,
    /// or a setting that is not of this one names it.
    pub fn shares_hooks(&self, folder: &Path) -> Result<bool, Error> {
        let folder = resolved(folder);
        let mut own = vec![self.common_dir(), self.git_dir()];
        own.extend(self.work_tree().ok());
        if !own.iter().any(|own| folder.starts_with(resolved(own))) {
            return Ok(true);
        }
        match self.settings()?.get(HOOKS_PATH) {
            // A relative one begins at the top of each work tree.
            Some(path) if path.starts_with(['/', '~']) || Path::new(path).is_absolute() => {}
            _ => return Ok(false),
        }
        let named = ["config", "--show-scope", "--get", HOOKS_PATH];
        let named = self.git(named).line_or_no()?.unwrap_or_default();
        let scope = named.split('\t').next();
        Ok(!matches!(scope, Some("local" | "worktree")))
    }

    /// The folder of the hook files unless a setting names another one.
    #[must_use]
    pub fn usual_hooks_folder(&self) -> PathBuf {
        self.common_dir().join("hooks")
    }

    /// The hooks that git would run for an event, as `git hook list` names them: those of its
    /// settings that are not disabled, and `hook from hookdir` for its hook file.
    ///
    /// # Errors
    /// If git does not know the command (before 2.54), or fails.
    pub fn listed_hooks(&self, event: &str) -> Result<Vec<String>, Error> {
        // It answers with its exit status if there is none.
        let listing = self.git(["hook", "list", event]).line_or_no()?;
        Ok(match listing {
            Some(names) => names.lines().map(str::to_owned).collect(),
            None => Vec::new(),
        })
    }
}

/// A path without links; a missing one is unchanged.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
