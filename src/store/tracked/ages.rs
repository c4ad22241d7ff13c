//! How old each file of memory is, in commits of the branch's own line. Kept per commit in the
//! common git folder; disposable.
//!
//! Ages are counted from the last commit that changed memory, not from HEAD: they stay the same,
//! and with them every text that tells them, while nobody touches memory.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::path::MEMORY;
use crate::git::{CommitChanges, ObjectId};
use crate::store::state::checksummed_rows;
use crate::store::state::disk_cache::DiskCache;
use crate::store::{Error, Store};

const HEAD: &[u8] = b"git-memory ages 1\n";
/// Maximum number of commits whose ages are kept: those of the branches that somebody goes back and
/// forth between.
const KEPT: usize = 8;

/// How old a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// So many commits.
    Commits(u32),
    /// Its last change lies beyond the end of a shallow clone.
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

/// Stands for an age that cannot be known.
const UNKNOWN: u32 = u32::MAX;

/// When each file of memory changed last, as seen from one commit.
#[derive(Debug, Default)]
pub struct Ages {
    /// How many commits came after the last one that changed memory.
    quiet: u32,
    /// The last change of each file: its blob since then, and how many commits came after.
    files: HashMap<String, (ObjectId, u32), foldhash::fast::RandomState>,
}

#[derive(Serialize, Deserialize)]
struct Rows<'a> {
    quiet: u32,
    #[serde(borrow)]
    files: Vec<(&'a str, &'a [u8], u32)>,
}

impl Ages {
    /// How many commits came between the last change of a file, which has this blob, and the last
    /// change of memory.
    #[must_use]
    pub fn of(&self, path: &str, blob: ObjectId) -> Age {
        match self
            .files
            .get(path)
            .filter(|(committed, _)| *committed == blob)
        {
            None => Age::Uncommitted,
            Some((_, UNKNOWN)) => Age::Unknown,
            Some((_, after)) => Age::Commits(after.saturating_sub(self.quiet)),
        }
    }

    /// The ages seen from the newest of some commits, where these are the ages seen from before the
    /// oldest one. What the commits at the end of a shallow clone changed cannot be known.
    fn after(mut self, line: &[CommitChanges], shallow: &str) -> Self {
        let count = u32::try_from(line.len()).unwrap_or(u32::MAX);
        self.files
            .values_mut()
            .for_each(|(_, after)| *after = after.saturating_add(count));
        self.quiet = self.quiet.saturating_add(count);
        for (nth, commit) in (0..).zip(line).collect::<Vec<(u32, _)>>().into_iter().rev() {
            let is_end = shallow.lines().any(|id| id == commit.id.to_string());
            for file in &commit.files {
                let path = String::from_utf8_lossy(&file.path).into_owned();
                match file.after {
                    Some(blob) => drop(
                        self.files
                            .insert(path, (blob, if is_end { UNKNOWN } else { nth })),
                    ),
                    None => drop(self.files.remove(&path)),
                }
            }
            if !commit.files.is_empty() {
                self.quiet = nth;
            }
        }
        self
    }

    fn parse(file: &[u8]) -> Option<Self> {
        let kept: Rows =
            checksummed_rows::decode(checksummed_rows::rows(file.strip_prefix(HEAD)?, 0).next()?)?;
        let files = kept
            .files
            .into_iter()
            .map(|(path, id, after)| Some((path.to_owned(), (ObjectId::from_bytes(id)?, after))));
        Some(Self {
            quiet: kept.quiet,
            files: files.collect::<Option<_>>()?,
        })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut files: Vec<(&str, &[u8], u32)> = self
            .files
            .iter()
            .map(|(path, (id, after))| (path.as_str(), id.as_bytes(), *after))
            .collect();
        files.sort_unstable();
        let mut bytes = HEAD.to_vec();
        checksummed_rows::push(
            &mut bytes,
            &checksummed_rows::encode(&Rows {
                quiet: self.quiet,
                files,
            }),
        );
        bytes
    }
}

impl Store<'_> {
    /// The commits at the end of a shallow clone, one id a line; empty where it is none.
    #[must_use]
    pub fn shallow(&self) -> String {
        std::fs::read_to_string(self.repo().common_dir().join("shallow")).unwrap_or_default()
    }

    /// The ages of memory's files as seen from a commit.
    ///
    /// # Errors
    /// Where git cannot walk the history.
    pub fn ages(&self, commit: ObjectId) -> Result<Ages, Error> {
        let shallow = self.shallow();
        if !shallow.is_empty() {
            // Its end may move at any time, and it is near.
            return Ok(Ages::default().after(&self.repo().line(commit, None, MEMORY)?, &shallow));
        }
        let kept = DiskCache::new(self.repo().common_dir().join("memory").join("ages"), KEPT);
        if let Some(ages) = kept
            .get(&commit.to_string())
            .and_then(|bytes| Ages::parse(&bytes))
        {
            return Ok(ages);
        }
        let ages = match self.ages_from_known(&kept, commit)? {
            Some(ages) => ages,
            None => Ages::default().after(&self.repo().line(commit, None, MEMORY)?, ""),
        };
        kept.keep(&commit.to_string(), &ages.to_bytes());
        Ok(ages)
    }

    /// The ages that are known of a commit before, with what came since.
    fn ages_from_known(&self, kept: &DiskCache, commit: ObjectId) -> Result<Option<Ages>, Error> {
        let Some(name) = kept.names().into_iter().next() else {
            return Ok(None);
        };
        let (Ok(known), Some(ages)) = (
            name.parse(),
            kept.get(&name).and_then(|bytes| Ages::parse(&bytes)),
        ) else {
            return Ok(None);
        };
        // git may have lost a commit that nothing leads to any more.
        let Ok(line) = self.repo().line(commit, Some(known), MEMORY) else {
            return Ok(None);
        };
        let first = line
            .last()
            .map(|oldest| self.repo().commit(oldest.id))
            .transpose()?;
        let is_on_line = first.is_some_and(|oldest| oldest.parents.first() == Some(&known));
        Ok(is_on_line.then(|| ages.after(&line, "")))
    }
}
