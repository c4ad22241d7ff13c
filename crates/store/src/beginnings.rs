//! Commits since which checks are in force, kept under the commit from which history was walked: the
//! next walk ends there. Disposable.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::kept::HISTORY;
use crate::state::checksummed_rows;
use crate::state::disk_cache::DiskCache;
use crate::{Error, Store};
use git_memory_git::ObjectId;

/// Their folder in history, and the maximum number of commits there: of the branches that a person
/// switches between.
const FOLDER: &str = "checks";
const KEPT: usize = 8;

/// The commit since which one check is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beginning {
    /// The record's file at the commit from which history was walked.
    pub path: String,
    /// The check's rule, as a number.
    pub rule: u64,
    /// The commit.
    pub commit: ObjectId,
}

/// Walks of before.
pub struct Beginnings {
    /// `None` where history may change: the end of a shallow clone moves at any time.
    cache: Option<DiskCache>,
    /// The commits from which history was walked.
    walked: HashSet<String>,
}

impl Store<'_> {
    /// Beginnings that were found before.
    pub fn beginnings(&self) -> Result<Beginnings, Error> {
        let is_whole = self.shallow()?.is_empty();
        let cache = is_whole.then(|| DiskCache::new(HISTORY.of(self.repo()).join(FOLDER), KEPT));
        let names = cache.as_ref().map(DiskCache::names).unwrap_or_default();
        Ok(Beginnings {
            cache,
            walked: names.into_iter().collect(),
        })
    }
}

impl Beginnings {
    /// Beginnings as seen from a commit, as far as they were found before.
    #[must_use]
    pub fn seen_from(&self, commit: ObjectId) -> Vec<Beginning> {
        let name = commit.to_string();
        if !self.walked.contains(&name) {
            return Vec::new();
        }
        let file = self.cache.as_ref().and_then(|cache| cache.get(&name));
        let kept = file.and_then(|file| checksummed_rows::of_file(&file));
        // One that cannot be read is found again.
        kept.unwrap_or_default()
    }

    /// Keeps beginnings as seen from a commit.
    pub fn keep(&self, commit: ObjectId, beginnings: &[Beginning]) {
        if let Some(cache) = &self.cache
            && let Ok(file) = checksummed_rows::to_file(&beginnings)
        {
            cache.keep(&commit.to_string(), &file);
        }
    }
}
