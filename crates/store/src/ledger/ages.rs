//! History of memory's files: the age of each, in commits of the branch's own line, and the day it
//! was added, and the commit that brought it. [`super::aging`] counts it; this module looks it up.
//!
//! Ages are counted from the last commit that changed memory, not from HEAD: they stay the same,
//! and so does every text that tells them, until a commit changes memory.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use git_memory_git::ObjectId;
use git_memory_text::date::Date;

/// How old a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// The number of commits since its last change.
    Commits(u32),
    /// Its last change lies beyond the end of a shallow clone, or in what a partial one lacks.
    Unknown,
    /// As it is now, it is not committed.
    Uncommitted,
}

impl fmt::Display for Age {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Commits(count) => count.fmt(out),
            Self::Unknown => out.write_str("unknown"),
            Self::Uncommitted => out.write_str("uncommitted"),
        }
    }
}

/// In place of an age that cannot be known.
pub(crate) const UNKNOWN: u32 = u32::MAX;

/// Position of a record's last change in history: an uncommitted change comes first, then the
/// newest commit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(u64);

impl Place {
    /// Position as a number, in the same order.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0
    }
}

/// Commit that made a file what it is, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroughtBy {
    /// This commit brought it as it is.
    Commit(ObjectId),
    /// It is committed, and nothing more is known: a merge made it, or the history ends before.
    Unknown,
    /// It is not committed as it is.
    Nobody,
}

/// History of memory's files, as seen from one commit.
#[derive(Debug, Default)]
pub struct Ages {
    /// How many commits came after the last one that changed memory.
    pub(crate) quiet: u32,
    /// Sorted by blob, then by path.
    files: Vec<FileHistory>,
    /// The first bytes of each blob: comparing whole ids takes several times as long.
    heads: Vec<u64>,
}

/// History of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct FileHistory {
    /// Content of the file since its last change.
    pub(crate) blob: ObjectId,
    pub(crate) path: PathKey,
    /// How many commits came after its last change; [`UNKNOWN`] for one beyond the end of a shallow
    /// clone.
    pub(crate) after: u32,
    /// Its place among the changes that one merge brought, the newest first; 0 where no merge did.
    pub(crate) side: u32,
    /// The day of the commit that added it; `None` for one beyond the end of a shallow clone.
    pub(crate) first: Option<Date>,
    /// Its last change; `None` for one beyond the end of a shallow clone.
    pub(crate) last: Option<LastChange>,
}

/// The commit that made a file what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct LastChange {
    /// Its id: that of a merge only where none of the commits that it brought did.
    pub(crate) commit: ObjectId,
    pub(crate) is_merge: bool,
    /// The day of its author's clock.
    pub(crate) day: Option<Date>,
}

/// A path in a few bytes: the files of ten thousand paths are looked up at each start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PathKey(u64);

impl PathKey {
    /// The key of a path, as git's bytes.
    pub(crate) fn of(path: &[u8]) -> Self {
        let digest = Sha256::digest(path);
        let mut key = [0; 8];
        key.copy_from_slice(&digest[..8]);
        Self(u64::from_le_bytes(key))
    }
}

impl Ages {
    pub(crate) fn new(quiet: u32, mut files: Vec<FileHistory>) -> Self {
        files.sort_unstable();
        let heads = files.iter().map(|file| head(file.blob)).collect();
        Self {
            quiet,
            files,
            heads,
        }
    }

    pub(crate) fn files(&self) -> &[FileHistory] {
        &self.files
    }

    /// The place in history of a file that has this blob.
    #[must_use]
    pub fn place(&self, path: &str, blob: ObjectId) -> Place {
        match self.find(path, blob) {
            // One more than the age: what is not committed is newer than the newest commit.
            Some(file) => Place(((u64::from(file.after) + 1) << 32) | u64::from(file.side)),
            None => Place::default(),
        }
    }

    /// How many commits came between the last change of a file, which has this blob, and the last
    /// change of memory.
    #[must_use]
    pub fn of(&self, path: &str, blob: ObjectId) -> Age {
        match self.find(path, blob) {
            Some(file) => match file.after {
                UNKNOWN => Age::Unknown,
                after => Age::Commits(after.saturating_sub(self.quiet)),
            },
            None => Age::Uncommitted,
        }
    }

    /// The UTC day of the commit that added a file, which has this blob.
    #[must_use]
    pub fn first_day(&self, path: &str, blob: ObjectId) -> Option<Date> {
        self.find(path, blob)?.first
    }

    /// The commit that brought a file as it is, with this blob at this path.
    #[must_use]
    pub fn brought(&self, path: &str, blob: ObjectId) -> BroughtBy {
        match self.at(path, blob).map(|file| file.last) {
            Some(Some(last)) if !last.is_merge => BroughtBy::Commit(last.commit),
            Some(_) => BroughtBy::Unknown,
            None => BroughtBy::Nobody,
        }
    }

    /// The file with this blob at this path.
    pub(crate) fn at(&self, path: &str, blob: ObjectId) -> Option<&FileHistory> {
        let path = PathKey::of(path.as_bytes());
        self.with_head_of(blob)
            .iter()
            .find(|file| file.blob == blob && file.path == path)
    }

    /// The files whose blobs begin like this one.
    fn with_head_of(&self, blob: ObjectId) -> &[FileHistory] {
        let wanted = head(blob);
        let start = self.heads.partition_point(|head| *head < wanted);
        let end = self.heads.partition_point(|head| *head <= wanted);
        &self.files[start..end]
    }

    /// A file is known by its blob: one that was moved, and not committed since, is as old as
    /// before. The path tells files with the same content apart.
    fn find(&self, path: &str, blob: ObjectId) -> Option<&FileHistory> {
        match self.with_head_of(blob) {
            [one] if one.blob == blob => Some(one),
            _ => self.at(path, blob),
        }
    }
}

/// The first bytes of an id, which sort as ids do.
fn head(id: ObjectId) -> u64 {
    let mut head = [0; 8];
    head.copy_from_slice(&id.as_bytes()[..8]);
    u64::from_be_bytes(head)
}
