//! At which commit each record was last confirmed: found in history once, and kept under the
//! record's path, blob and day. Disposable.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::domain::date::Date;
use crate::git::ObjectId;
use crate::store::history::History;
use crate::store::state::KeyedFile;
use crate::store::{Error, Store};

/// Where they are kept, in the state that all work trees share.
const FILE: &str = "confirmed";
/// Maximum number of records for which they are kept.
const KEPT: usize = 2000;
/// A day is one of UTC in a record, and one of its author's clock in a commit.
const SAME_DAY: u64 = 1;

/// A record whose confirmation is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConfirmedRecord {
    /// The path of its file.
    pub path: String,
    /// The blob of its file.
    pub blob: ObjectId,
    /// The day that it names as that of its last change.
    pub updated: Option<Date>,
}

/// Where a record was last confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// At this commit.
    At(ObjectId),
    /// As it is now, it is not committed yet.
    Uncommitted,
    /// Before the commits at which this clone begins, a shallow one.
    BeforeShallow,
}

/// The last change of a file.
struct LastChange {
    commit: ObjectId,
    day: Option<Date>,
}

impl Store<'_> {
    /// Where records were last confirmed, as seen from a commit: at the commit that brought them
    /// into their form, or, where they say an earlier day themselves, at the newest one of that
    /// day.
    ///
    /// # Errors
    /// Where git cannot walk the history.
    pub fn confirmed(
        &self,
        tip: ObjectId,
        records: &[ConfirmedRecord],
    ) -> Result<Vec<Confirmed>, Error> {
        let shallow = self.shallow()?;
        let file = KeyedFile::in_state_of(self.repo().common_dir(), FILE);
        let mut kept = Kept::parse(&file.get().unwrap_or_default());
        let mut open: Vec<&ConfirmedRecord> = Vec::new();
        let mut found: HashMap<&ConfirmedRecord, Confirmed> = HashMap::new();
        for record in records {
            if self.repo().file(tip, &record.path)? != Some(record.blob) {
                found.insert(record, Confirmed::Uncommitted);
            } else if let Some(commit) = kept.get(record)
                && self.repo().has_commit(commit)?
            {
                found.insert(record, Confirmed::At(commit));
            } else {
                open.push(record);
            }
        }
        if !open.is_empty() {
            let changes = self.history().last_changes_of(tip, &open)?;
            for record in open {
                let confirmed = self.decided(tip, record, changes.get(&record.path), &shallow)?;
                // The end of a shallow clone may move.
                if let Confirmed::At(commit) = confirmed
                    && shallow.is_empty()
                {
                    kept.put(record, commit);
                }
                found.insert(record, confirmed);
            }
            file.put(kept.text().as_bytes());
        }
        let of = |record| found.get(record).copied();
        Ok(records
            .iter()
            .map(|record| of(record).unwrap_or(Confirmed::Uncommitted))
            .collect())
    }

    fn decided(
        &self,
        tip: ObjectId,
        record: &ConfirmedRecord,
        change: Option<&LastChange>,
        shallow: &str,
    ) -> Result<Confirmed, Error> {
        let Some(change) = change else {
            // Only a merge brought this form, and git names no change for it.
            return Ok(Confirmed::At(tip));
        };
        let ends_there = |commit: ObjectId| shallow.lines().any(|id| id == commit.to_string());
        if ends_there(change.commit) {
            return Ok(Confirmed::BeforeShallow);
        }
        let is_older = match (record.updated, change.day) {
            (Some(updated), Some(day)) => updated < day.minus(SAME_DAY),
            _ => false,
        };
        // Imported, moved, or changed by hand: nobody said that it holds on the way.
        if is_older && let Some(day) = record.updated {
            let newest = self.repo().newest_until(tip, day)?;
            return Ok(match newest {
                Some(commit) if ends_there(commit) => Confirmed::BeforeShallow,
                Some(commit) => Confirmed::At(commit),
                // It is older than all of the history.
                None if !shallow.is_empty() => Confirmed::BeforeShallow,
                None => Confirmed::At(change.commit),
            });
        }
        Ok(Confirmed::At(change.commit))
    }
}

impl History<'_> {
    /// The last change of the files of some records, as far as a commit reaches it.
    fn last_changes_of(
        self,
        tip: ObjectId,
        records: &[&ConfirmedRecord],
    ) -> Result<HashMap<String, LastChange>, Error> {
        let paths: Vec<&str> = records.iter().map(|it| it.path.as_str()).collect();
        let mut found: HashMap<String, LastChange> = HashMap::new();
        self.of_folders(&tip.to_string(), &paths, &mut |commit| {
            for file in &commit.files {
                let path = String::from_utf8_lossy(&file.path).into_owned();
                found.entry(path).or_insert_with(|| LastChange {
                    commit: commit.id,
                    day: Date::of_text(&commit.date),
                });
            }
            if paths.iter().all(|path| found.contains_key(*path)) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        Ok(found)
    }
}

/// What is kept: a line for each record, the one that was added last at the end.
struct Kept {
    lines: Vec<String>,
    by_record: HashMap<String, ObjectId>,
}

impl Kept {
    fn parse(bytes: &[u8]) -> Self {
        let mut kept = Self {
            lines: Vec::new(),
            by_record: HashMap::new(),
        };
        // What is not text, or no such line, is found again.
        for line in String::from_utf8_lossy(bytes).lines() {
            if let Some((commit, record)) = line.split_once(' ')
                && let Ok(commit) = commit.parse()
            {
                kept.by_record.insert(record.to_owned(), commit);
                kept.lines.push(line.to_owned());
            }
        }
        kept
    }

    fn get(&self, record: &ConfirmedRecord) -> Option<ObjectId> {
        self.by_record.get(&key(record)).copied()
    }

    fn put(&mut self, record: &ConfirmedRecord, commit: ObjectId) {
        self.lines.push(format!("{commit} {}", key(record)));
    }

    fn text(&self) -> String {
        let first = self.lines.len().saturating_sub(KEPT);
        let mut text = self.lines[first..].join("\n");
        text.push('\n');
        text
    }
}

/// A record as a part of a line.
fn key(record: &ConfirmedRecord) -> String {
    let day = match record.updated {
        Some(day) => day.to_string(),
        None => "-".to_owned(),
    };
    // No path of a record has a line break in it.
    format!("{} {day} {}", record.blob, record.path)
}
