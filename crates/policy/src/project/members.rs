//! The members of workspaces: folders whose parts are built and tested from another one.

use std::collections::BTreeSet;

use super::reading::{Part, reader_of};
use super::stacks::StackRow;
use git_memory_text::glob::{Dialect, Glob};
use git_memory_text::path::{folder, last};

/// Maximum number of patterns that are heeded.
const LIMIT: usize = 300;

/// Patterns of folders, from the top.
#[derive(Debug, Default)]
pub(crate) struct Members {
    patterns: Vec<Member>,
}

#[derive(Debug)]
struct Member {
    /// The path of the manifest that declares it.
    manifest: String,
    pattern: Glob,
}

impl Members {
    /// Adds the patterns of a manifest, relative to its own folder.
    pub(crate) fn add(&mut self, path: &str, named: &[String]) {
        for pattern in named {
            if let Some(pattern) = from_top(folder(path), pattern)
                && let Some(pattern) = matcher(&pattern)
                && self.patterns.len() < LIMIT
            {
                let manifest = path.to_owned();
                self.patterns.push(Member { manifest, pattern });
            }
        }
    }

    /// The manifests of this stack in other folders that name a folder as a member.
    pub(crate) fn naming(&self, row: &StackRow, within: &str) -> impl Iterator<Item = &str> {
        self.patterns
            .iter()
            .map(|member| (member.manifest.as_str(), &member.pattern))
            // `**` fits the workspace's own folder, too.
            .filter(move |(path, _)| row.has_manifest(last(path)) && folder(path) != within)
            .filter(move |(_, pattern)| pattern.matches(within))
            .map(|(path, _)| path)
    }
}

/// The folders that a file names as members of its workspace: patterns from the top, in which `*`
/// stands for letters within one part and `**` for parts; none if it cannot be read.
#[must_use]
pub fn named_by(path: &str, content: &[u8]) -> Vec<String> {
    let mut patterns = Vec::new();
    // The profile reports faults of the file.
    let (Some(reading), Ok(text)) = (reader_of(path), std::str::from_utf8(content)) else {
        return patterns;
    };
    let part = Part {
        names: &BTreeSet::new(),
        node: "",
    };
    if let Ok(said) = reading.read(text, &part) {
        for pattern in said.members.iter().take(LIMIT) {
            patterns.extend(from_top(folder(path), pattern));
        }
    }
    patterns
}

/// A pattern as one from the top; `None` if it leads out, or takes something away.
fn from_top(folder: &str, pattern: &str) -> Option<String> {
    if pattern.starts_with(['!', '/', '~']) || pattern.contains('\\') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in pattern.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    // The folder is not a member of itself.
    (parts.join("/") != folder).then(|| parts.join("/"))
}

/// Matcher of the folders that a pattern names; `None` for a pattern that no library reads.
#[must_use]
pub fn matcher(pattern: &str) -> Option<Glob> {
    // The tool that owns the manifest reports a member that is not found.
    Glob::new(pattern, Dialect::MEMBERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_folders() {
        for (pattern, folder, is_named) in [
            ("crates/*", "crates/a", true),
            ("crates/*", "crates/a/b", false),
            ("packages/**", "packages/a/b", true),
            ("a-*-b/c", "a-x-b/c", true),
            ("a-*-b/c", "a-x/c", false),
            ("a", "a", true),
            ("a", "b", false),
            ("{apps,libs}/*", "libs/a", true),
        ] {
            let matcher = matcher(pattern).unwrap();
            assert_eq!(matcher.matches(folder), is_named, "{pattern} {folder}");
        }
        assert!(matcher("a[").is_none());
        assert_eq!(from_top("a", "./b/*"), Some("a/b/*".to_owned()));
        assert_eq!(from_top("a", "../b"), Some("b".to_owned()));
        for out in ["../../b", "/etc", "!a", ".", "~/x"] {
            assert_eq!(from_top("a", out), None, "{out}");
        }
    }
}
