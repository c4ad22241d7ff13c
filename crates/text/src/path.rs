//! Paths inside a repository, as git spells them: relative to the top, parts joined by `/`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;

use crate::percent_encoded_path;

/// The folder of tracked memory of a project that keeps it in no other one.
pub const MEMORY: &str = "memory";
/// The most bytes that the path of a folder of memory may have.
const FOLDER_LIMIT: usize = 200;

/// A relative slash path that cannot lead out of the repository: no empty part, no `.` or `..`,
/// no part that git reads as its own folder, no NUL. A clone shares the text: there are many, and
/// many copies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct RepoPath(Arc<str>);

/// Why a text is not a [`RepoPath`].
#[derive(Debug, thiserror::Error)]
#[error("'{path}' is not a path inside the repository: {why}")]
pub struct BadPath {
    path: String,
    why: &'static str,
}

impl RepoPath {
    /// The path as text, parts joined by `/`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part after the last `/`, or all of it at the top.
    #[must_use]
    pub fn file_name(&self) -> &str {
        match self.0.rsplit_once('/') {
            Some((_, name)) => name,
            None => &self.0,
        }
    }

    /// The folder that holds it; empty at the top.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The path of an entry of this folder.
    ///
    /// # Errors
    /// [`BadPath`] if the name is not a part of a path, or would lead elsewhere.
    pub fn child(&self, name: &str) -> Result<Self, BadPath> {
        let child = [self.as_str(), "/", name].concat();
        let fault = if name.contains('/') {
            Some("it has more than one part")
        } else {
            fault_of_bytes(name).or_else(|| fault_of_part(name.as_bytes()))
        };
        match fault {
            Some(why) => Err(BadPath::new(&child, why)),
            None => Ok(Self(child.into())),
        }
    }
}

/// The folder of a project's memory, from the top of the work tree: [`MEMORY`], unless its
/// attributes name another one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct MemoryFolder(RepoPath);

impl Default for MemoryFolder {
    fn default() -> Self {
        Self(RepoPath(MEMORY.into()))
    }
}

impl MemoryFolder {
    /// The folder as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The folder as a path.
    #[must_use]
    pub fn as_path(&self) -> &RepoPath {
        &self.0
    }

    /// A slash path from this folder on, or `None` if it lies elsewhere.
    #[must_use]
    pub fn below<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix(self.as_str())?.strip_prefix('/')
    }

    /// True if a slash path lies below this folder.
    #[must_use]
    pub fn holds(&self, path: &str) -> bool {
        self.below(path).is_some()
    }

    /// True if a slash path is this folder or lies below it.
    #[must_use]
    pub fn is_or_holds(&self, path: &str) -> bool {
        path == self.as_str() || self.holds(path)
    }

    /// The slash path of a file below this folder.
    #[must_use]
    pub fn join(&self, below: &str) -> String {
        [self.as_str(), "/", below].concat()
    }

    /// The path of a file below this folder; `below` is a slash path.
    ///
    /// # Errors
    /// [`BadPath`] if `below` would lead out of the folder.
    pub fn path(&self, below: &str) -> Result<RepoPath, BadPath> {
        self.join(below).parse()
    }
}

impl FromStr for MemoryFolder {
    type Err = BadPath;

    fn from_str(path: &str) -> Result<Self, BadPath> {
        // In a line of attributes, these would be a pattern, or end it.
        let is_odd = |letter: char| {
            letter.is_control() || letter.is_whitespace() || "*?[]\\!#\"".contains(letter)
        };
        let fault = if path.len() > FOLDER_LIMIT {
            Some("it is longer than 200 bytes")
        } else if path.contains(is_odd) {
            Some("it has white space or a sign of patterns")
        } else {
            None
        };
        match fault {
            Some(why) => Err(BadPath::new(path, why)),
            None => path.parse().map(Self),
        }
    }
}

impl fmt::Display for MemoryFolder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// The last part of a slash path.
#[must_use]
pub fn last(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some((_, last)) => last,
        None => path,
    }
}

/// True if a slash path lies below a folder.
#[must_use]
pub fn is_below(path: &str, folder: &str) -> bool {
    match path.strip_prefix(folder) {
        Some(rest) => rest.starts_with('/'),
        None => false,
    }
}

/// A path from the top as a link from a file, percent-encoded.
#[must_use]
pub fn link(file: &RepoPath, path: &str) -> String {
    percent_encoded_path(&relative(file.folder(), path))
}

/// A path from the top as one from a folder.
#[must_use]
pub fn relative(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').collect();
    let to: Vec<&str> = path.split('/').collect();
    let folders = to.len().saturating_sub(1).min(from.len());
    let mut common = 0;
    while common < folders && from[common] == to[common] {
        common += 1;
    }
    let mut relative = "../".repeat(from.len() - common);
    relative.push_str(&to[common..].join("/"));
    relative
}

/// The folder of a slash path; empty at the top.
#[must_use]
pub fn folder(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some((folder, _)) => folder,
        None => "",
    }
}

/// The last part of a slash path without its ending.
#[must_use]
pub fn stem(path: &str) -> &str {
    let name = last(path);
    match name.rsplit_once('.') {
        Some((stem, _)) => stem,
        None => name,
    }
}

impl FromStr for RepoPath {
    type Err = BadPath;

    fn from_str(path: &str) -> Result<Self, BadPath> {
        let fault = if path.is_empty() {
            Some("it is empty")
        } else if path.starts_with('/') {
            Some("it is absolute")
        } else {
            let mut parts = path.as_bytes().split(|byte| *byte == b'/');
            fault_of_bytes(path).or_else(|| parts.find_map(fault_of_part))
        };
        match fault {
            Some(why) => Err(BadPath::new(path, why)),
            None => Ok(Self(path.into())),
        }
    }
}

impl BadPath {
    fn new(path: &str, why: &'static str) -> Self {
        let path = path.chars().take(120).collect();
        Self { path, why }
    }
}

/// Fault of the letters of a path, if any.
fn fault_of_bytes(path: &str) -> Option<&'static str> {
    // NUL ends a path for the system; on Windows a backslash parts it, and `..\..` leads out.
    // Without an early end, several bytes are compared at once: most of thousands of paths are good.
    let is_bad = |bad, byte| bad | matches!(byte, b'\0' | b'\\');
    path.bytes()
        .fold(false, is_bad)
        .then_some("it has a NUL or a backslash")
}

/// Fault of a part of a path, if any.
fn fault_of_part(part: &[u8]) -> Option<&'static str> {
    match part {
        b"" => Some("it has an empty part"),
        b"." | b".." => Some("it has a '.' or '..' part"),
        // A hook that is written there would be run; some file systems fold case.
        _ if part.eq_ignore_ascii_case(b".git") => Some("it leads into git's folder"),
        _ => None,
    }
}

impl From<RepoPath> for Arc<str> {
    fn from(path: RepoPath) -> Self {
        path.0
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// The path of a file that a text in `folder` mentions, both from the same place; `None` if it
/// leads out of there.
#[must_use]
pub fn resolved(folder: &str, mentioned: &str) -> Option<String> {
    if mentioned.starts_with(['/', '~', '\\']) || mentioned.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in mentioned.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_never_leads_outside() {
        for bad in [
            "",
            "/etc/passwd",
            "a//b",
            "memory/../../x",
            "./a",
            "a/.git/config",
            ".GIT/hooks",
            "a\0b",
            "a\\..\\b",
        ] {
            assert!(bad.parse::<RepoPath>().is_err(), "{bad:?}");
        }
        assert_eq!(
            (last("a/b.c"), folder("a/b.c"), stem("a/b.c")),
            ("b.c", "a", "b")
        );
        assert_eq!((last("b"), folder("b"), stem("b")), ("b", "", "b"));
        let good: RepoPath = "memory/decisions/260101-über-x.md".parse().unwrap();
        assert_eq!(good.file_name(), "260101-über-x.md");
    }

    #[test]
    fn a_folder_of_memory_is_a_plain_path() {
        for (folder, path, below) in [
            ("memory", "memory/decisions/a.md", Some("decisions/a.md")),
            ("memory", "memoryx/a", None),
            ("memory", "memory", None),
            ("docs/memory", "docs/memory/a.md", Some("a.md")),
            ("docs/memory", "memory/a.md", None),
        ] {
            let folder: MemoryFolder = folder.parse().unwrap();
            assert_eq!(folder.below(path), below, "{folder} {path}");
        }
        let long = "a/".repeat(101);
        for bad in [
            "", "/x", "../x", ".git/x", "a/*", "a b", "a/", "a[b]", &long,
        ] {
            assert!(bad.parse::<MemoryFolder>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_mentioned_file_stays_inside() {
        for (folder, path, expected) in [
            ("", "docs/a.md", Some("docs/a.md")),
            (".claude", "../b.md", Some("b.md")),
            ("a/b", "./c.md", Some("a/b/c.md")),
            ("", "../b.md", None),
            ("a", "../../b.md", None),
            ("", "/etc/passwd", None),
            ("", "~/.claude/x.md", None),
            ("", "C:/x.md", None),
        ] {
            assert_eq!(
                resolved(folder, path).as_deref(),
                expected,
                "{folder} {path}"
            );
        }
    }
}
