//! git's settings and attributes for this repository: read, and set for hooks and filters.

use crate::{Error, Store};
use git_memory_git::{FoundGit, ObjectFormat, Repo, Settings, Version, gits, version_of};

/// How a repository is stored, as people call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// The format of its refs.
    pub refs: String,
    /// The hash of its ids.
    pub hash: &'static str,
    /// The back end that reads it.
    pub reader: &'static str,
}

/// The settings of a repository, and what git itself can do.
#[derive(Clone, Copy)]
pub struct Configuration<'a> {
    repo: &'a Repo,
}

impl<'a> Store<'a> {
    /// git's settings for this repository.
    #[must_use]
    pub fn configuration(self) -> Configuration<'a> {
        Configuration { repo: self.repo() }
    }
}

impl<'a> Configuration<'a> {
    /// Every setting in effect, as it was when it was first asked for.
    pub fn settings(self) -> Result<&'a Settings, Error> {
        Ok(self.repo.settings()?)
    }

    /// Sets a setting of this repository, in place of its values there.
    pub fn set(self, key: &str, value: &str) -> Result<(), Error> {
        Ok(self.repo.configure(key, value)?)
    }

    /// Adds a value to a setting of this repository that may have several.
    pub fn add(self, key: &str, value: &str) -> Result<(), Error> {
        Ok(self.repo.add_value(key, value)?)
    }

    /// Removes one value of such a setting.
    pub fn remove(self, key: &str, value: &str) -> Result<(), Error> {
        Ok(self.repo.remove_value(key, value)?)
    }

    /// Removes a section of this repository's settings.
    pub fn remove_section(self, section: &str) -> Result<(), Error> {
        Ok(self.repo.remove_settings(section)?)
    }

    /// How the repository is stored.
    pub fn storage(self) -> Result<Storage, Error> {
        // git-config(1): without the extension, refs are files.
        let refs = match self.settings()?.get("extensions.refstorage") {
            Some(refs) => refs.to_owned(),
            None => "files".to_owned(),
        };
        let hash = match self.repo.format() {
            ObjectFormat::Sha1 => "SHA-1",
            ObjectFormat::Sha256 => "SHA-256",
        };
        let reader = self.repo.reader();
        Ok(Storage { refs, hash, reader })
    }

    /// The value of an attribute for a path from the top, as gitattributes(5) decides it;
    /// `unspecified` where it has none.
    pub fn attribute(self, name: &str, path: &str) -> Result<String, Error> {
        Ok(self.repo.attribute(name, path)?)
    }

    /// True if git ignores a path from the top, tracked or not.
    pub fn is_ignored(self, path: &str) -> Result<bool, Error> {
        Ok(self.repo.is_ignored(path)?)
    }

    /// The value of one of git's own variables (`GIT_EDITOR`, `GIT_PAGER`).
    ///
    /// # Errors
    /// Where git has none.
    pub fn variable(self, name: &str) -> Result<String, Error> {
        Ok(self.repo.variable(name)?)
    }

    /// The version that a program on PATH says it has; `None` where it does not answer.
    #[must_use]
    pub fn program_version(self, program: &str) -> Option<String> {
        version_of(self.repo.environment(), program)
    }

    /// The version of the `git` program.
    ///
    /// # Errors
    /// Where it does not say.
    pub fn git_version(self) -> Result<Version, Error> {
        Ok(self.repo.git_version()?)
    }

    /// Seconds since 1970 of a date in git's words, seen from `now`; `None` for other words.
    ///
    /// # Errors
    /// If git does not answer.
    pub fn date_in_words(self, words: &str, now: i64) -> Result<Option<i64>, Error> {
        Ok(self.repo.date_in_words(words, now)?)
    }

    /// Every git on PATH, in its order: one of each version.
    #[must_use]
    pub fn gits(self) -> Vec<FoundGit> {
        gits(self.repo.environment())
    }

    /// The hooks that git would run for an event, as `git hook list` names them.
    ///
    /// # Errors
    /// Where git does not know the command (before 2.54), or fails.
    pub fn listed_hooks(self, event: &str) -> Result<Vec<String>, Error> {
        Ok(self.repo.listed_hooks(event)?)
    }
}
