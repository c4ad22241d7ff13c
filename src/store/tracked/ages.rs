//! How old each file of memory is, in commits of the branch's own line. Kept per commit in the
//! common git folder; disposable.
//!
//! Ages are counted from the last commit that changed memory, not from HEAD: they stay the same,
//! and with them every text that tells them, while nobody touches memory.

use std::collections::HashMap;
use std::{fmt, fs, io};

use serde::{Deserialize, Serialize};

use crate::domain::path::MEMORY;
use crate::git::{CommitChanges, ObjectId};
use crate::store::state::checksummed_rows;
use crate::store::state::disk_cache::DiskCache;
use crate::store::tracked::text_file::is_nothing;
use crate::store::{Error, Store};

const HEAD: &[u8] = b"git-memory ages 1\n";
/// Maximum number of commits whose ages are kept: those of the branches that somebody goes back and
/// forth between.
const KEPT: usize = 8;

/// How old a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// The number of commits since its last change.
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

/// In place of an age that cannot be known.
const UNKNOWN: u32 = u32::MAX;

/// When each file of memory changed last, as seen from one commit.
#[derive(Debug, Default)]
pub struct Ages {
    /// How many commits came after the last one that changed memory.
    quiet: u32,
    /// The last change of each file.
    files: HashMap<String, LastChange, foldhash::fast::RandomState>,
}

#[derive(Clone, Copy, Debug)]
struct LastChange {
    /// What the file has held since then.
    blob: ObjectId,
    /// How many commits came after; [`UNKNOWN`] for a change beyond the end of a shallow clone.
    after: u32,
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
        match self.files.get(path) {
            Some(change) if change.blob == blob => match change.after {
                UNKNOWN => Age::Unknown,
                after => Age::Commits(after.saturating_sub(self.quiet)),
            },
            _ => Age::Uncommitted,
        }
    }

    /// The ages seen from the newest of some commits, where these are the ages seen from before the
    /// oldest one. What the commits at the end of a shallow clone changed cannot be known.
    fn after(mut self, line: &[CommitChanges], shallow: &str) -> Self {
        // Saturating: no history is so long, but a damaged file may claim anything.
        let count = u32::try_from(line.len()).unwrap_or(u32::MAX);
        for change in self.files.values_mut() {
            change.after = change.after.saturating_add(count);
        }
        self.quiet = self.quiet.saturating_add(count);
        // From the oldest on, so that a later change of the same file counts.
        let mut after = count;
        for commit in line.iter().rev() {
            after = after.saturating_sub(1);
            let is_end = shallow.lines().any(|id| id == commit.id.to_string());
            self.add(commit, if is_end { UNKNOWN } else { after });
            if !commit.files.is_empty() {
                self.quiet = after;
            }
        }
        self
    }

    /// Takes in what a commit changed, with the number of commits that came after.
    fn add(&mut self, commit: &CommitChanges, after: u32) {
        for file in &commit.files {
            let path = String::from_utf8_lossy(&file.path).into_owned();
            match file.after {
                Some(blob) => drop(self.files.insert(path, LastChange { blob, after })),
                None => drop(self.files.remove(&path)),
            }
        }
    }

    fn parse(file: &[u8]) -> Option<Self> {
        let kept: Rows =
            checksummed_rows::decode(checksummed_rows::rows(file.strip_prefix(HEAD)?, 0).next()?)?;
        let mut ages = Self {
            quiet: kept.quiet,
            files: HashMap::default(),
        };
        for (path, id, after) in kept.files {
            let blob = ObjectId::from_bytes(id)?;
            ages.files
                .insert(path.to_owned(), LastChange { blob, after });
        }
        Some(ages)
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut files = Vec::with_capacity(self.files.len());
        for (path, change) in &self.files {
            files.push((path.as_str(), change.blob.as_bytes(), change.after));
        }
        // The same ages are the same bytes, whatever order the map has this time.
        files.sort_unstable();
        let quiet = self.quiet;
        let row = checksummed_rows::encode(&Rows { quiet, files })?;
        let mut bytes = HEAD.to_vec();
        checksummed_rows::push(&mut bytes, &row);
        Ok(bytes)
    }
}

impl Store<'_> {
    /// The commits at the end of a shallow clone, one id a line; empty for a whole one.
    ///
    /// # Errors
    /// Where git's list of them cannot be read.
    pub fn shallow(&self) -> Result<String, Error> {
        let file = self.repo().common_dir().join("shallow");
        match fs::read_to_string(&file) {
            Ok(list) => Ok(list),
            Err(error) if is_nothing(&error) => Ok(String::new()),
            Err(error) => Err(Error::read(&file)(error)),
        }
    }

    /// The ages of memory's files as seen from a commit.
    ///
    /// # Errors
    /// Where git cannot walk the history.
    pub fn ages(&self, commit: ObjectId) -> Result<Ages, Error> {
        let shallow = self.shallow()?;
        if !shallow.is_empty() {
            // Its end may move at any time, and it is near.
            return Ok(Ages::default().after(&self.repo().line(commit, None, MEMORY)?, &shallow));
        }
        let kept = DiskCache::new(self.repo().common_dir().join("memory").join("ages"), KEPT);
        if let Some(ages) = kept_ages(&kept, &commit.to_string()) {
            return Ok(ages);
        }
        let ages = match self.ages_from_known(&kept, commit)? {
            Some(ages) => ages,
            None => Ages::default().after(&self.repo().line(commit, None, MEMORY)?, ""),
        };
        // What is not kept is counted again.
        if let Ok(bytes) = ages.to_bytes() {
            kept.keep(&commit.to_string(), &bytes);
        }
        Ok(ages)
    }

    /// The ages that are known of a commit before, with what came since.
    fn ages_from_known(&self, kept: &DiskCache, commit: ObjectId) -> Result<Option<Ages>, Error> {
        let Some(name) = kept.names().into_iter().next() else {
            return Ok(None);
        };
        // A foreign or damaged file: the whole line is walked.
        let (Ok(known), Some(ages)) = (name.parse(), kept_ages(kept, &name)) else {
            return Ok(None);
        };
        // git may have lost a commit that nothing leads to any more.
        let Ok(line) = self.repo().line(commit, Some(known), MEMORY) else {
            return Ok(None);
        };
        let Some(oldest) = line.last() else {
            return Ok(None);
        };
        // A branch beside this one has another line, and its ages are not ours.
        if self.repo().commit(oldest.id)?.parents.first() == Some(&known) {
            Ok(Some(ages.after(&line, "")))
        } else {
            Ok(None)
        }
    }
}

fn kept_ages(kept: &DiskCache, name: &str) -> Option<Ages> {
    Ages::parse(&kept.get(name)?)
}
