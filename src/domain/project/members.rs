//! The members of workspaces: folders whose parts are built and tested from another one.

use std::collections::BTreeSet;

use super::reading::{Part, reader_of};
use super::stacks::StackRow;
use crate::domain::path::{folder, last};

/// Maximum number of patterns that are heeded.
const LIMIT: usize = 300;

/// Patterns of folders, from the top, each with the stack's manifest that names it.
#[derive(Debug, Default)]
pub(crate) struct Members {
    patterns: Vec<(String, String)>,
}

impl Members {
    /// Adds what a manifest names, relative to its own folder.
    pub(crate) fn add(&mut self, path: &str, named: &[String]) {
        for pattern in named {
            if let Some(pattern) = from_top(folder(path), pattern)
                && self.patterns.len() < LIMIT
            {
                self.patterns.push((last(path).to_owned(), pattern));
            }
        }
    }

    /// Whether a folder is a member of a workspace of this stack.
    pub(crate) fn has(&self, row: &StackRow, folder: &str) -> bool {
        self.patterns
            .iter()
            .any(|(manifest, pattern)| row.has_manifest(manifest) && covers(pattern, folder))
    }
}

/// The folders that a file names as members of its workspace: patterns from the top, in which `*`
/// stands for letters within one part and `**` for parts; none where it cannot be read.
#[must_use]
pub fn named_by(path: &str, content: &[u8]) -> Vec<String> {
    let mut patterns = Vec::new();
    // What is wrong with the file is told by the profile.
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

/// A pattern as one from the top; `None` where it leads out, or takes something away.
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
    // The folder itself is no member of its own.
    (parts.join("/") != folder).then(|| parts.join("/"))
}

/// Whether a pattern names a folder: `*` stands for letters within one part, `**` for parts.
pub(crate) fn covers(pattern: &str, folder: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let parts: Vec<&str> = folder.split('/').collect();
    // Many of them would take very long, and nobody writes two.
    if pattern.iter().filter(|part| **part == "**").count() > 2 {
        return false;
    }
    covers_parts(&pattern, &parts)
}

fn covers_parts(pattern: &[&str], parts: &[&str]) -> bool {
    match (pattern.split_first(), parts.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => {
            (0..=parts.len()).any(|skipped| covers_parts(rest, &parts[skipped..]))
        }
        (Some((first, pattern)), Some((part, parts))) => {
            covers_part(first, part) && covers_parts(pattern, parts)
        }
        _ => false,
    }
}

/// Whether a part fits a pattern with any number of `*`.
#[must_use]
pub fn covers_part(pattern: &str, part: &str) -> bool {
    let Some((start, mut pattern)) = pattern.split_once('*') else {
        return pattern == part;
    };
    let Some(mut rest) = part.strip_prefix(start) else {
        return false;
    };
    while let Some((middle, after)) = pattern.split_once('*') {
        let Some(at) = rest.find(middle) else {
            return false;
        };
        rest = &rest[at + middle.len()..];
        pattern = after;
    }
    rest.ends_with(pattern)
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
        ] {
            assert_eq!(covers(pattern, folder), is_named, "{pattern} {folder}");
        }
        assert_eq!(from_top("a", "./b/*"), Some("a/b/*".to_owned()));
        assert_eq!(from_top("a", "../b"), Some("b".to_owned()));
        for out in ["../../b", "/etc", "!a", ".", "~/x"] {
            assert_eq!(from_top("a", out), None, "{out}");
        }
    }
}
