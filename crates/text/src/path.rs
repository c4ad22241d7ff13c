//! Paths inside a repository, as git spells them: relative to the top, parts joined by `/`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;

use crate::percent_encoded_path;

/// The folder of tracked memory at the top of the work tree.
pub const MEMORY: &str = "memory";

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
            fault_of_bytes(name).or_else(|| fault_of_part(name))
        };
        match fault {
            Some(why) => Err(BadPath::new(&child, why)),
            None => Ok(Self(child.into())),
        }
    }

    /// The path below `memory/`, or `None` if it lies elsewhere.
    #[must_use]
    pub fn below_memory(&self) -> Option<&str> {
        self.0.strip_prefix(MEMORY)?.strip_prefix('/')
    }

    /// The path of a file below `memory/`; `below` is a slash path.
    ///
    /// # Errors
    /// [`BadPath`] if `below` would lead out of the folder.
    pub fn in_memory(below: &str) -> Result<Self, BadPath> {
        format!("{MEMORY}/{below}").parse()
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
    let from: Vec<&str> = file.folder().split('/').collect();
    let to: Vec<&str> = path.split('/').collect();
    let folders = to.len().saturating_sub(1).min(from.len());
    let mut common = 0;
    while common < folders && from[common] == to[common] {
        common += 1;
    }
    let mut link = "../".repeat(from.len() - common);
    link.push_str(&percent_encoded_path(&to[common..].join("/")));
    link
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
            fault_of_bytes(path).or_else(|| path.split('/').find_map(fault_of_part))
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
    let mut bytes = path.bytes();
    let is_bad = bytes.any(|byte| matches!(byte, b'\0' | b'\\'));
    is_bad.then_some("it has a NUL or a backslash")
}

/// Fault of a part of a path, if any.
fn fault_of_part(part: &str) -> Option<&'static str> {
    match part {
        "" => Some("it has an empty part"),
        "." | ".." => Some("it has a '.' or '..' part"),
        // A hook that is written there would be run; some file systems fold case.
        _ if part.eq_ignore_ascii_case(".git") => Some("it leads into git's folder"),
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
        assert_eq!(good.below_memory(), Some("decisions/260101-über-x.md"));
        assert_eq!(good.file_name(), "260101-über-x.md");
        assert_eq!(
            "memoryx/a".parse::<RepoPath>().unwrap().below_memory(),
            None
        );
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
