//! Which commit brought each of memory's files as it is: a walk through the history, kept per
//! commit in the common git folder, and continued from there. Disposable.

use std::collections::{HashMap, HashSet};
use std::io;

use serde::{Deserialize, Serialize};

use crate::state::checksummed_rows;
use crate::state::disk_cache::DiskCache;
use crate::tracked::ages::PathKey;
use crate::{Error, Store};
use git_memory_git::{CommitChanges, ObjectId};

/// The folder of history where it is kept.
const FOLDER: &str = "brought";
/// Maximum number of commits whose files are kept, enough for the branches that a user switches
/// between.
const KEPT: usize = 8;

/// A file as it is: its path and its content.
type File = (PathKey, ObjectId);

/// The commits that brought memory's files as a commit has them.
#[derive(Debug, Default)]
pub struct Brought {
    commits: HashMap<File, ObjectId, foldhash::fast::RandomState>,
    /// The files of that commit of which it is not known: a merge made them, or the history ends
    /// before.
    unknown: HashSet<File>,
}

/// Commit that made a file's last change, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroughtBy {
    /// This commit brought it as it is.
    Commit(ObjectId),
    /// It is committed, and nothing more is known.
    Unknown,
    /// It is not committed as it is.
    Nobody,
}

#[derive(Serialize, Deserialize)]
struct Row<'a> {
    path: PathKey,
    blob: &'a [u8],
    /// Empty where it is not known.
    commit: &'a [u8],
}

impl Brought {
    /// Who brought a file, which has this blob.
    #[must_use]
    pub fn by(&self, path: &str, blob: ObjectId) -> BroughtBy {
        let file = (PathKey::of(path.as_bytes()), blob);
        match self.commits.get(&file) {
            Some(commit) => BroughtBy::Commit(*commit),
            None if self.unknown.contains(&file) => BroughtBy::Unknown,
            None => BroughtBy::Nobody,
        }
    }

    /// Takes in commits, the newest first: the last that brought a file as it is counts.
    fn add(&mut self, commits: &[CommitChanges]) {
        for commit in commits.iter().rev() {
            for file in &commit.files {
                if let Some(blob) = file.after {
                    let file = (PathKey::of(&file.path), blob);
                    self.commits.insert(file, commit.id);
                }
            }
        }
    }

    /// Forgets what no file of the commit is any more.
    fn keep(&mut self, files: &HashSet<File>, shallow: &str) {
        // The commits at the end of a shallow clone seem to have brought all that is older.
        let is_end = |commit: &ObjectId| shallow.lines().any(|id| id == commit.to_string());
        self.commits
            .retain(|file, commit| files.contains(file) && !is_end(commit));
        let unknown = files
            .iter()
            .filter(|file| !self.commits.contains_key(*file));
        self.unknown = unknown.copied().collect();
    }

    fn parse(file: &[u8]) -> Option<Self> {
        let rows: Vec<Row<'_>> = checksummed_rows::of_file(file)?;
        let mut brought = Self::default();
        brought.commits.reserve(rows.len());
        for row in rows {
            let file = (row.path, ObjectId::from_bytes(row.blob)?);
            if row.commit.is_empty() {
                brought.unknown.insert(file);
            } else {
                let commit = ObjectId::from_bytes(row.commit)?;
                brought.commits.insert(file, commit);
            }
        }
        Some(brought)
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut rows = Vec::new();
        for ((path, blob), commit) in &self.commits {
            rows.push(Row {
                path: *path,
                blob: blob.as_bytes(),
                commit: commit.as_bytes(),
            });
        }
        for (path, blob) in &self.unknown {
            rows.push(Row {
                path: *path,
                blob: blob.as_bytes(),
                commit: &[],
            });
        }
        checksummed_rows::to_file(&rows)
    }
}

impl Store<'_> {
    /// Which commits brought memory's files as a commit has them.
    pub fn brought(&self, commit: ObjectId) -> Result<Brought, Error> {
        let shallow = self.shallow()?;
        let kept = self.kept_history(FOLDER, KEPT)?;
        // The end of a shallow clone may move at any time, and is near.
        let is_whole = shallow.is_empty();
        if is_whole && let Some(brought) = kept_brought(&kept, &commit.to_string()) {
            return Ok(brought);
        }
        let (mut brought, known) = match self.brought_before(&kept, commit)? {
            Some((known, brought)) if is_whole => (brought, Some(known)),
            _ => (Brought::default(), None),
        };
        let young = match known {
            None if is_whole => self.before_memory(commit)?,
            _ => None,
        };
        let mut files: HashSet<File> = HashSet::new();
        for entry in self.entries_of(commit)? {
            files.insert((PathKey::of(&entry.path), entry.id));
        }
        self.take_in(&mut brought, (known.or(young), commit))?;
        brought.keep(&files, &shallow);
        // A merge may have made it, or a side branch that is older than memory brought it.
        if young.is_some() && !brought.unknown.is_empty() {
            self.take_in(&mut brought, (None, commit))?;
            brought.keep(&files, &shallow);
        }
        // A result that could not be kept is looked up again.
        if is_whole && let Ok(bytes) = brought.to_bytes() {
            kept.keep(&commit.to_string(), &bytes);
        }
        Ok(brought)
    }

    /// Takes in what the commits after one and up to another changed.
    fn take_in(
        &self,
        brought: &mut Brought,
        (since, commit): (Option<ObjectId>, ObjectId),
    ) -> Result<(), Error> {
        match self.changes_in_order(commit, since) {
            Ok(commits) => brought.add(&commits),
            // A partial clone without trees knows no more than what is committed.
            Err(error) if error.is_missing() => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The commit before memory began.
    fn before_memory(&self, commit: ObjectId) -> Result<Option<ObjectId>, Error> {
        match self.line(commit) {
            Ok(line) => Ok(line.before),
            // As above.
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns an ancestor of `commit`, and the result that is kept of it.
    fn brought_before(
        &self,
        kept: &DiskCache,
        commit: ObjectId,
    ) -> Result<Option<(ObjectId, Brought)>, Error> {
        for name in kept.names() {
            // Not a foreign or damaged file.
            if let (Ok(known), Some(brought)) = (name.parse(), kept_brought(kept, &name))
                // A branch beside this one has files that this one has not, and lacks others.
                && self.repo().is_ancestor(known, commit)?
            {
                return Ok(Some((known, brought)));
            }
        }
        Ok(None)
    }
}

fn kept_brought(kept: &DiskCache, name: &str) -> Option<Brought> {
    Brought::parse(&kept.get(name)?)
}
