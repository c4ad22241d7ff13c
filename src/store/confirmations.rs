//! At which commit each record was last confirmed: found in history once, and kept under the
//! record's path, blob and day. Disposable.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

use crate::domain::date::Date;
use crate::domain::path::{folder, last};
use crate::git::{ObjectId, Trees};
use crate::store::history::History;
use crate::store::state::KeyedFile;
use crate::store::tracked::LastChange;
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
        let mut open = Vec::new();
        let mut found: HashMap<&ConfirmedRecord, Confirmed> = HashMap::new();
        let (tree, trees) = (self.history().commit(tip)?.tree, Trees::default());
        for record in records {
            let path = &record.path;
            let Some(folder) = trees.folder(self.repo(), tree, folder(path))? else {
                found.insert(record, Confirmed::Uncommitted);
                continue;
            };
            let known = kept.get(record);
            // A folder of many records is a large tree, and nobody has to read it twice.
            let is_committed = known.is_some_and(|it| it.folder == folder)
                || trees.file(self.repo(), folder, last(path))? == Some(record.blob);
            match known {
                _ if !is_committed => {
                    found.insert(record, Confirmed::Uncommitted);
                }
                Some(known) if self.repo().has_commit(known.commit)? => {
                    if known.folder != folder {
                        kept.put(record, KeptRow { folder, ..known });
                    }
                    found.insert(record, Confirmed::At(known.commit));
                }
                _ => open.push((record, folder)),
            }
        }
        if !open.is_empty() {
            let records: Vec<&ConfirmedRecord> = open.iter().map(|(record, _)| *record).collect();
            let known = self.known(tip, &records, &shallow)?;
            for (record, folder) in open {
                let confirmed = known.decided(record);
                // The end of a shallow clone may move.
                if let Confirmed::At(commit) = confirmed
                    && shallow.is_empty()
                {
                    kept.put(record, KeptRow { commit, folder });
                }
                found.insert(record, confirmed);
            }
        }
        kept.save(&file);
        let of = |record| found.get(record).copied();
        Ok(records
            .iter()
            .map(|record| of(record).unwrap_or(Confirmed::Uncommitted))
            .collect())
    }

    /// Where a record was last confirmed, whatever is kept of it: for one whose commit is of a
    /// history that was rewritten.
    ///
    /// # Errors
    /// Where git cannot walk the history.
    pub fn confirmed_anew(
        &self,
        tip: ObjectId,
        record: &ConfirmedRecord,
    ) -> Result<Confirmed, Error> {
        let shallow = self.shallow()?;
        let confirmed = self.known(tip, &[record], &shallow)?.decided(record);
        let tree = self.history().commit(tip)?.tree;
        let folder = Trees::default().folder(self.repo(), tree, folder(&record.path))?;
        if let (Confirmed::At(commit), Some(folder)) = (confirmed, folder)
            && shallow.is_empty()
        {
            let file = KeyedFile::in_state_of(self.repo().common_dir(), FILE);
            let mut kept = Kept::parse(&file.get().unwrap_or_default());
            kept.put(record, KeptRow { commit, folder });
            kept.save(&file);
        }
        Ok(confirmed)
    }

    /// What history tells of some records.
    fn known<'s>(
        &self,
        tip: ObjectId,
        records: &[&ConfirmedRecord],
        shallow: &'s str,
    ) -> Result<Known<'s>, Error> {
        let changes = self.last_changes(tip, records, shallow)?;
        let mut days = BTreeSet::new();
        for record in records {
            let change = changes.get(&record.path);
            days.extend(change.and_then(|it| said_before(record, it)));
        }
        let newest = self.history().newest_until(tip, &days)?;
        Ok(Known {
            tip,
            changes,
            newest,
            shallow: shallow.lines().collect(),
        })
    }

    /// The last changes of the files of some records, by their paths.
    fn last_changes(
        &self,
        tip: ObjectId,
        records: &[&ConfirmedRecord],
        shallow: &str,
    ) -> Result<HashMap<String, LastChange>, Error> {
        // The end of a shallow clone is near, and may move.
        if !shallow.is_empty() {
            return self.history().last_changes_of(tip, records);
        }
        let ages = self.ages(tip)?;
        let (mut found, mut unknown) = (HashMap::new(), Vec::new());
        for record in records {
            match ages.last_change(&record.path, record.blob) {
                Some(change) => {
                    found.insert(record.path.clone(), change);
                }
                None => unknown.push(*record),
            }
        }
        if !unknown.is_empty() {
            found.extend(self.history().last_changes_of(tip, &unknown)?);
        }
        Ok(found)
    }
}

/// What history tells of the records whose confirmation was not kept.
struct Known<'a> {
    tip: ObjectId,
    changes: HashMap<String, LastChange>,
    /// For the days that records name, the newest commit of each.
    newest: HashMap<Date, Option<ObjectId>>,
    /// The commits at the end of a shallow clone.
    shallow: HashSet<&'a str>,
}

impl Known<'_> {
    fn decided(&self, record: &ConfirmedRecord) -> Confirmed {
        let Some(change) = self.changes.get(&record.path) else {
            // Only a merge brought this form, and git names no change for it.
            return Confirmed::At(self.tip);
        };
        if self.ends_at(change.commit) {
            return Confirmed::BeforeShallow;
        }
        let Some(day) = said_before(record, change) else {
            return Confirmed::At(change.commit);
        };
        match self.newest.get(&day).copied().flatten() {
            Some(commit) if self.ends_at(commit) => Confirmed::BeforeShallow,
            Some(commit) => Confirmed::At(commit),
            // It is older than all of the history.
            None if !self.shallow.is_empty() => Confirmed::BeforeShallow,
            None => Confirmed::At(change.commit),
        }
    }

    fn ends_at(&self, commit: ObjectId) -> bool {
        !self.shallow.is_empty() && self.shallow.contains(commit.to_string().as_str())
    }
}

/// The day that a record names, where that is older than its last change: it was imported, moved, or
/// changed by hand, and nobody said that it holds on the way.
fn said_before(record: &ConfirmedRecord, change: &LastChange) -> Option<Date> {
    match (record.updated, change.day) {
        (Some(updated), Some(day)) if updated < day.minus(SAME_DAY) => Some(updated),
        _ => None,
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
    by_record: HashMap<String, KeptRow>,
    is_changed: bool,
}

/// What is kept of a record.
#[derive(Clone, Copy)]
struct KeptRow {
    /// The commit at which it was confirmed.
    commit: ObjectId,
    /// A tree of its folder in which it lies in this form.
    folder: ObjectId,
}

impl KeptRow {
    /// What a line holds, and what the record is called there.
    fn parse(line: &str) -> Option<(Self, &str)> {
        let (commit, rest) = line.split_once(' ')?;
        let (folder, record) = rest.split_once(' ')?;
        let (commit, folder) = (commit.parse().ok()?, folder.parse().ok()?);
        Some((Self { commit, folder }, record))
    }
}

impl Kept {
    fn parse(bytes: &[u8]) -> Self {
        let mut kept = Self {
            lines: Vec::new(),
            by_record: HashMap::new(),
            is_changed: false,
        };
        // What is not text, or no such line, is found again.
        for line in String::from_utf8_lossy(bytes).lines() {
            if let Some((row, record)) = KeptRow::parse(line) {
                kept.by_record.insert(record.to_owned(), row);
                kept.lines.push(line.to_owned());
            }
        }
        kept
    }

    fn get(&self, record: &ConfirmedRecord) -> Option<KeptRow> {
        self.by_record.get(&key(record)).copied()
    }

    /// The line that comes last counts.
    fn put(&mut self, record: &ConfirmedRecord, row: KeptRow) {
        let KeptRow { commit, folder } = row;
        self.lines
            .push(format!("{commit} {folder} {}", key(record)));
        self.is_changed = true;
    }

    fn save(&self, file: &KeyedFile) {
        if self.is_changed {
            let first = self.lines.len().saturating_sub(KEPT);
            let mut text = self.lines[first..].join("\n");
            text.push('\n');
            file.put(text.as_bytes());
        }
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
