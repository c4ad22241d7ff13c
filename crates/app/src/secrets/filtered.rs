//! The clean filter: what git wants to store below `memory/` is stopped before it becomes an
//! object.
//!
//! Content that is already an object passes: it was committed, and other people have pulled it. git
//! runs the filter over it again and again, at every `status`, `stash` and `checkout`, and none of
//! them may fail for it.

use std::collections::HashMap;

use crate::secrets::known::KnownSecrets;
use crate::secrets::scan::judged;
use crate::workspace::offers::fingerprints;
use crate::workspace::{Error, Workspace};
use git_memory_git::{EntryKind, ObjectId};
use git_memory_guard::{Finding, Guard};
use git_memory_store::AtPath;

/// Result of the guard for a file that git wants to store.
#[derive(Debug, Default)]
pub struct Filtered {
    /// The secrets in its content.
    pub found: Vec<Finding>,
    /// The fingerprint of the first one.
    pub fingerprint: Option<String>,
    /// The file's path without what looks like a secret, where it has that.
    pub name: Option<String>,
    /// True if the file passes in spite of its secrets, because the repository already has them.
    pub is_known: bool,
    /// The error that left the file to fewer checks than it should have.
    pub fault: Option<Error>,
}

impl Filtered {
    fn by(guard: &Guard, path: &str, text: &str) -> Self {
        let found = guard.scan(text);
        Self {
            fingerprint: fingerprints(path, text, &found).into_iter().next(),
            name: secret_name(guard, path),
            found,
            ..Self::default()
        }
    }

    /// True if there is nothing to report.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.found.is_empty() && self.name.is_none()
    }
}

/// The most bytes of content that are kept to be known again.
const KEPT: usize = 4 << 20;

/// Files that have passed in the life of a filter. git asks about a file again and again as long as
/// its time is as young as that of the index: in a rebase, with every commit.
#[derive(Debug, Default)]
pub struct Passed {
    contents: HashMap<String, Vec<u8>>,
    bytes: usize,
}

impl Passed {
    /// True if a file has passed with this content.
    #[must_use]
    pub fn has(&self, path: &str, content: &[u8]) -> bool {
        self.contents
            .get(path)
            .is_some_and(|known| known == content)
    }

    /// Keeps what has passed, as long as there is room for it.
    pub fn keep(&mut self, path: &str, content: &[u8]) {
        if let Some(known) = self.contents.remove(path) {
            self.bytes -= known.len();
        }
        if self.bytes + content.len() <= KEPT {
            self.bytes += content.len();
            self.contents.insert(path.to_owned(), content.to_vec());
        }
    }
}

/// Checks a file that git wants to store; `path` is its path from the top. Only a secret keeps it
/// out: after any other failure, only the rules judge it, and the fault is reported.
#[must_use]
pub fn filtered(workspace: &Workspace, path: &str, content: &[u8]) -> Filtered {
    let guard = match workspace.guard() {
        Ok(guard) => guard,
        Err(fault) => return filtered_by_rules(path, content, fault),
    };
    let text = judged(path, content);
    let mut filtered = Filtered::by(guard, path, &text);
    if !filtered.is_clean() {
        match is_known(workspace, path, content, &text, &filtered) {
            Ok(is_known) => filtered.is_known = is_known,
            Err(fault) => filtered.fault = Some(fault),
        }
    }
    filtered
}

/// Scans by the built-in rules, where the repository or the guard's settings cannot be read.
#[must_use]
pub fn filtered_by_rules(path: &str, content: &[u8], fault: Error) -> Filtered {
    Filtered {
        fault: Some(fault),
        ..Filtered::by(&Guard::new(), path, &judged(path, content))
    }
}

/// True if the repository has already what was found.
fn is_known(
    workspace: &Workspace,
    path: &str,
    content: &[u8],
    text: &str,
    filtered: &Filtered,
) -> Result<bool, Error> {
    let is_object = filtered.found.is_empty()
        || is_stored(workspace, content)?
        || is_nothing_new(workspace, path, text, &filtered.found)?;
    Ok(is_object && (filtered.name.is_none() || is_tracked(workspace, path)?))
}

fn secret_name(guard: &Guard, path: &str) -> Option<String> {
    let redacted = guard.redact(path);
    (redacted.as_str() != path).then(|| redacted.into_string())
}

/// True if the repository has a content as an object, from any author and under any ref.
fn is_stored(workspace: &Workspace, content: &[u8]) -> Result<bool, Error> {
    let objects = workspace.store().objects();
    if objects.has_blob(content)? {
        return Ok(true);
    }
    // git turns line ends into its own after the filter has run.
    if !content.windows(2).any(|pair| pair == b"\r\n") {
        return Ok(false);
    }
    let mut unix = Vec::with_capacity(content.len());
    for (at, byte) in content.iter().enumerate() {
        let is_half = *byte == b'\r' && content.get(at + 1) == Some(&b'\n');
        if !is_half {
            unix.push(*byte);
        }
    }
    Ok(objects.has_blob(&unix)?)
}

/// True if the index or HEAD already has every secret of a text: in the file of this name, if
/// another line was changed, or in a deleted file, if it was moved here.
fn is_nothing_new(
    workspace: &Workspace,
    path: &str,
    text: &str,
    found: &[Finding],
) -> Result<bool, Error> {
    let mut blobs = tracked(workspace, path)?;
    blobs.extend(gone(workspace)?);
    let known = KnownSecrets::in_blobs(workspace, &blobs)?;
    Ok(found.iter().all(|finding| known.has(text, finding)))
}

/// True if the index or HEAD has a file of this name.
fn is_tracked(workspace: &Workspace, path: &str) -> Result<bool, Error> {
    Ok(!tracked(workspace, path)?.is_empty())
}

/// Returns the blobs of this file name in the index and HEAD.
fn tracked(workspace: &Workspace, path: &str) -> Result<Vec<ObjectId>, Error> {
    let store = workspace.store();
    let mut blobs = Vec::new();
    for entry in store.staging().memory_files()? {
        if entry.path == path.as_bytes() && entry.kind == EntryKind::File {
            blobs.push(entry.id);
        }
    }
    if let Some(head) = store.history().head_commit()? {
        blobs.extend(store.objects().file(head, path)?);
    }
    Ok(blobs)
}

/// Returns the blobs of memory files in the index and HEAD that are no longer in the work tree.
fn gone(workspace: &Workspace) -> Result<Vec<ObjectId>, Error> {
    let store = workspace.store();
    let mut entries = store.staging().memory_files()?;
    if let Some(head) = store.history().head_commit()? {
        entries.extend(store.objects().memory_files(head)?);
    }
    let files = store.work_files()?;
    let mut gone = Vec::new();
    for entry in entries {
        let path = String::from_utf8_lossy(&entry.path);
        if entry.kind == EntryKind::File && files.find(&path)? == AtPath::Nothing {
            gone.push(entry.id);
        }
    }
    Ok(gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_content_at_the_same_path_has_passed() {
        let mut passed = Passed::default();
        passed.keep("a", b"one");
        assert!(passed.has("a", b"one"));
        assert!(!passed.has("a", b"two") && !passed.has("b", b"one"));
        passed.keep("a", b"two");
        assert!(passed.has("a", b"two") && !passed.has("a", b"one"));
        passed.keep("b", &vec![b'x'; KEPT - 2]);
        assert!(!passed.has("b", &vec![b'x'; KEPT - 2]));
        passed.keep("b", &vec![b'x'; KEPT - 3]);
        assert!(passed.has("b", &vec![b'x'; KEPT - 3]));
        passed.keep("a", b"more than fits");
        assert!(!passed.has("a", b"two") && !passed.has("a", b"more than fits"));
    }
}
