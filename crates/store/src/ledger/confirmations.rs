//! At which commit each record was last confirmed: the commit that brought it into its form, or the
//! newest one of an earlier day that it names.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ages::LastChange;
use super::ends;
use crate::{Error, Store};
use git_memory_git::ObjectId;
use git_memory_text::date::Date;

/// A day is one of UTC in a record, and one of its author's clock in a commit.
const SAME_DAY: u64 = 1;

/// A record whose confirmation is looked for.
#[derive(Clone, Debug)]
pub struct ConfirmedRecord {
    /// The path of its file.
    pub path: String,
    /// The blob of its file.
    pub blob: ObjectId,
    /// The day that it names as that of its last change.
    pub updated: Option<Date>,
}

/// Point in history at which a record was last confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// At this commit.
    At(ObjectId),
    /// As it is now, it is not committed yet.
    Uncommitted,
    /// Before the commits at which this clone begins, a shallow one.
    BeforeShallow,
}

impl Store<'_> {
    /// Finds where records were last confirmed, as seen from a commit: at the commit that brought
    /// them into their form, or, where they say an earlier day themselves, at the newest one of
    /// that day; where that is before all of them, at the oldest.
    ///
    /// # Errors
    /// Where a partial clone lacks the trees that tell it of a committed one.
    pub fn confirmed(
        &self,
        tip: ObjectId,
        records: &[ConfirmedRecord],
    ) -> Result<Vec<Confirmed>, Error> {
        let (ages, mut missing) = match self.counted_ages(tip) {
            Err(error) if error.is_missing() => (Arc::new(self.unknown_ages(tip)?), Some(error)),
            ages => (ages?, None),
        };
        let (mut confirmed, mut earlier) = (Vec::new(), Vec::new());
        for record in records {
            let Some(file) = ages.at(&record.path, record.blob) else {
                confirmed.push(Confirmed::Uncommitted);
                continue;
            };
            if let Some(error) = missing.take() {
                return Err(error);
            }
            if let Some(day) = file.last.and_then(|change| said_before(record, change)) {
                earlier.push((confirmed.len(), day));
            }
            confirmed.push(match file.last {
                Some(change) => Confirmed::At(change.commit),
                None => Confirmed::BeforeShallow,
            });
        }
        let days = earlier.iter().map(|(_, day)| *day).collect();
        let newest = self.history().newest_until(tip, &days)?;
        for (nth, day) in earlier {
            confirmed[nth] = self.confirmed_at(newest.get(&day).copied().unwrap_or(tip))?;
        }
        Ok(confirmed)
    }

    /// Finds where a text that names a day was last confirmed, as seen from a commit: at the newest
    /// one of that day; where that is before all of them, at the oldest.
    pub fn confirmed_on(&self, tip: ObjectId, day: Date) -> Result<Confirmed, Error> {
        let newest = self.history().newest_until(tip, &BTreeSet::from([day]))?;
        self.confirmed_at(newest.get(&day).copied().unwrap_or(tip))
    }

    /// At a commit, if its parents are known.
    fn confirmed_at(&self, commit: ObjectId) -> Result<Confirmed, Error> {
        if ends(self.repo())?.contains(&commit) {
            return Ok(Confirmed::BeforeShallow);
        }
        Ok(Confirmed::At(commit))
    }
}

/// The day that a record names, where that is older than its last change: it was imported, moved,
/// or changed by hand, and no one said that it holds on the way.
fn said_before(record: &ConfirmedRecord, change: LastChange) -> Option<Date> {
    match (record.updated, change.day) {
        (Some(updated), Some(day)) if updated < day.minus(SAME_DAY) => Some(updated),
        _ => None,
    }
}
