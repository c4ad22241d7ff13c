//! Reads and changes a repository's configuration: always through git, which keeps the file's
//! comments and knows every source.

use super::answer::names;
use super::command::Git;
use super::{Environment, Error, Repo};

/// The value of one of git's own variables outside of any repository.
///
/// # Errors
/// If git has none.
pub fn variable_outside(environment: &Environment, name: &str) -> Result<String, Error> {
    Git::new(environment, environment.folder(), ["var", name]).line()
}

impl Repo {
    /// The value of one of git's own variables (`GIT_EDITOR`, `GIT_PAGER`), as `git var` gives it.
    ///
    /// # Errors
    /// If git has none.
    pub fn variable(&self, name: &str) -> Result<String, Error> {
        self.git(["var", name]).line()
    }

    /// The value of an attribute for a path from the top, as gitattributes(5) decides it;
    /// `unspecified` if it has none.
    pub fn attribute(&self, name: &str, path: &str) -> Result<String, Error> {
        let answer = self.git(["check-attr", "-z", name, "--", path]).run()?;
        // The path, the attribute's name, its value.
        match names(&answer).into_iter().nth(2) {
            Some(value) => Ok(value),
            None => Err(Error::unexpected("check-attr")),
        }
    }

    /// True if git ignores a path from the top, whether or not it is tracked.
    pub fn is_ignored(&self, path: &str) -> Result<bool, Error> {
        self.git(["check-ignore", "-q", "--no-index", "--", path])
            .says_yes()
    }

    /// Sets a setting of this repository.
    pub fn configure(&self, key: &str, value: &str) -> Result<(), Error> {
        self.git(["config", "--local", "--replace-all", key, value])
            .run()
            .map(drop)
    }

    /// Adds a value to a setting of this repository that may have several.
    pub fn add_value(&self, key: &str, value: &str) -> Result<(), Error> {
        self.git(["config", "--local", "--add", key, value])
            .run()
            .map(drop)
    }

    /// Removes one value of such a setting.
    pub fn remove_value(&self, key: &str, value: &str) -> Result<(), Error> {
        // git takes a regular expression, in which a pattern's `*` is not a letter.
        let value = format!("^{}$", regex::escape(value));
        self.git(["config", "--local", "--unset-all", key, &value])
            .run()
            .map(drop)
    }

    /// Removes a section of this repository's settings.
    pub fn remove_settings(&self, section: &str) -> Result<(), Error> {
        self.git(["config", "--local", "--remove-section", section])
            .run()
            .map(drop)
    }
}
