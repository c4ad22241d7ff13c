//! Facts from a file, and the surroundings that its reader needs beside its text.

use std::collections::BTreeSet;

use crate::project::Purpose;

/// Facts from a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) commands: Vec<Line>,
    /// The folders of a workspace's members, from the file's own: patterns with `*`.
    pub(crate) members: Vec<String>,
    /// Names of package managers.
    pub(crate) managers: Vec<&'static str>,
    /// Names of stacks that the text shows.
    pub(crate) stacks: Vec<&'static str>,
}

/// A command that is typed in the file's own folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) purpose: Purpose,
    pub(crate) line: String,
}

impl Said {
    /// Adds a command.
    pub(crate) fn add(&mut self, purpose: Purpose, line: impl Into<String>) {
        let line = line.into();
        self.commands.push(Line { purpose, line });
    }
}

/// Surroundings of a file.
pub(crate) struct Part<'a> {
    /// The known names in the same folder.
    pub(crate) names: &'a BTreeSet<&'a str>,
    /// The package manager of JavaScript that is used there.
    pub(crate) node: &'a str,
}

impl Part<'_> {
    /// True if there is a file of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}
