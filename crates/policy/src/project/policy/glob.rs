//! Globs, as far as they say plainly what they stand for.

use super::git_names::is_gits;
use git_memory_text::glob::{Dialect, Glob, WILD};

/// The glob of a search for files, as one from the folder where it begins: without a slash it is for
/// any folder. `None` for one that leaves files out, with `!`.
#[must_use]
pub fn of_search(glob: &str) -> Option<String> {
    if glob.starts_with('!') {
        return None;
    }
    Some(if glob.contains('/') {
        glob.trim_start_matches('/').to_owned()
    } else {
        format!("**/{glob}")
    })
}

/// One part of a glob, between two slashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// It means itself.
    Plain(String),
    /// `**`: any number of parts.
    AnyDepth,
    /// A glob, and whether it has a letter that means itself.
    Wild { glob: String, has_letter: bool },
}

impl Part {
    pub(super) fn new(text: &str) -> Self {
        if text == "**" {
            return Self::AnyDepth;
        }
        if !text.contains(WILD) {
            return Self::Plain(text.to_owned());
        }
        Self::Wild {
            glob: text.to_owned(),
            has_letter: text.chars().any(|letter| !"*?".contains(letter)),
        }
    }

    /// True if the part could be git's own folder. A `*` in front stands for no dot, as in a shell,
    /// and as search tools leave such names out unasked.
    pub(super) fn may_be_gits(&self) -> bool {
        match self {
            Self::Plain(name) => is_gits(name),
            Self::AnyDepth => false,
            Self::Wild { glob, .. } => matches(&glob.to_ascii_lowercase(), ".git"),
        }
    }

    /// True if it could be what a part of a pattern names.
    pub(super) fn may_be(&self, named: &Self) -> bool {
        match (self, named) {
            (_, Self::AnyDepth) | (Self::AnyDepth, _) => true,
            (Self::Plain(name), Self::Plain(named)) => name == named,
            (Self::Plain(name), Self::Wild { glob, .. }) => matches(glob, name),
            (Self::Wild { glob, .. }, Self::Plain(named)) => matches(glob, named),
            // Nearly all wildcards meet somewhere: only what is as narrow as the other is aimed
            // at it.
            (Self::Wild { glob, .. }, Self::Wild { glob: named, .. }) => {
                glob == named || matches(named, glob)
            }
        }
    }

    /// True if it is aimed at what a part of a pattern names: by a letter of its own.
    pub(super) fn is_aimed_at(&self, named: &Self) -> bool {
        match (self, named) {
            (Self::Wild { has_letter, .. }, Self::Plain(_)) if !has_letter => false,
            _ => self.may_be(named),
        }
    }
}

fn matches(glob: &str, name: &str) -> bool {
    // The shell takes an open bracket as it is.
    Glob::new(glob, Dialect::SHELL).map_or(glob == name, |built| built.matches(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wildcard_in_front_is_not_aimed_at_git() {
        for glob in [
            ".git", ".[g]it", "[.]git", ".g*", ".*", ".?it", "?git", ".GI[tT]", r".g\it",
            "[!x]git", ".git*",
        ] {
            assert!(Part::new(glob).may_be_gits(), "{glob}");
        }
        for glob in [
            "*",
            "**",
            "*git",
            "*git*",
            ".gitignore",
            ".gith*",
            "git",
            "*.git",
            "[a",
            "g*",
        ] {
            assert!(!Part::new(glob).may_be_gits(), "{glob}");
        }
    }
}
