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

const HEAD: &[u8] = b"git-memory ages 2\n";
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

/// Where a record's last change is in history: what is not committed comes first, then the newest
/// change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(u64);

impl Place {
    /// The same order as a number.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0
    }
}

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
    /// Its place among the changes that one merge brought, the newest first; 0 where no merge did.
    side: u32,
}

#[derive(Serialize, Deserialize)]
struct Rows<'a> {
    quiet: u32,
    #[serde(borrow)]
    files: Vec<FileRow<'a>>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct FileRow<'a> {
    path: &'a str,
    blob: &'a [u8],
    after: u32,
    side: u32,
}

impl Ages {
    /// The place in history of a file that has this blob.
    #[must_use]
    pub fn place(&self, path: &str, blob: ObjectId) -> Place {
        match self.files.get(path) {
            // One more than the age: what is not committed is newer than the newest commit.
            Some(change) if change.blob == blob => {
                Place(((u64::from(change.after) + 1) << 32) | u64::from(change.side))
            }
            _ => Place::default(),
        }
    }

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
                Some(blob) => {
                    let side = 0;
                    self.files.insert(path, LastChange { blob, after, side });
                }
                None => drop(self.files.remove(&path)),
            }
        }
    }

    /// Takes in the order of what changed in the newest `count` commits of the line: `commits`, the
    /// newest first, are all that they brought.
    fn order(&mut self, commits: &[CommitChanges], count: usize) {
        let mut places: HashMap<&[u8], u32> = HashMap::new();
        for (place, commit) in (0_u32..).zip(commits) {
            for file in &commit.files {
                places.entry(&file.path).or_insert(place);
            }
        }
        for (path, change) in &mut self.files {
            if (change.after as usize) < count
                && let Some(place) = places.get(path.as_bytes())
            {
                change.side = *place;
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
        for row in kept.files {
            let change = LastChange {
                blob: ObjectId::from_bytes(row.blob)?,
                after: row.after,
                side: row.side,
            };
            ages.files.insert(row.path.to_owned(), change);
        }
        Some(ages)
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut files = Vec::with_capacity(self.files.len());
        for (path, change) in &self.files {
            files.push(FileRow {
                path,
                blob: change.blob.as_bytes(),
                after: change.after,
                side: change.side,
            });
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
            return self.grown(Ages::default(), commit, None, &shallow);
        }
        let kept = DiskCache::new(self.repo().common_dir().join("memory").join("ages"), KEPT);
        if let Some(ages) = kept_ages(&kept, &commit.to_string()) {
            return Ok(ages);
        }
        let ages = match self.ages_from_known(&kept, commit)? {
            Some(ages) => ages,
            None => self.grown(Ages::default(), commit, None, "")?,
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
            let ages = ages.after(&line, "");
            Ok(Some(self.ordered(ages, &line, commit, Some(known))?))
        } else {
            Ok(None)
        }
    }

    /// The ages seen from a commit, where `ages` are those seen from `known`.
    fn grown(
        &self,
        ages: Ages,
        commit: ObjectId,
        known: Option<ObjectId>,
        shallow: &str,
    ) -> Result<Ages, Error> {
        let line = self.repo().line(commit, known, MEMORY)?;
        let ages = ages.after(&line, shallow);
        self.ordered(ages, &line, commit, known)
    }

    /// The same, with the order of what merges brought at once.
    fn ordered(
        &self,
        mut ages: Ages,
        line: &[CommitChanges],
        commit: ObjectId,
        known: Option<ObjectId>,
    ) -> Result<Ages, Error> {
        let mut has_merge = false;
        for changed in line {
            // Most commits change one file; looking each of them up would take as long as the walk.
            if changed.files.len() > 1 {
                has_merge |= self.repo().commit(changed.id)?.parents.len() > 1;
            }
        }
        if has_merge {
            let commits = self.repo().changes_in_order(commit, known, MEMORY)?;
            ages.order(&commits, line.len());
        }
        Ok(ages)
    }
}

fn kept_ages(kept: &DiskCache, name: &str) -> Option<Ages> {
    Ages::parse(&kept.get(name)?)
}
