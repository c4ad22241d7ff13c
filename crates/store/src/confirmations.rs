//! At which commit each record was last confirmed: found in history once, and kept under the
//! record's path, blob and day. Disposable.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::history::History;
use crate::kept::HISTORY;
use crate::state::{KeyedFile, StateFolder, VERSION};
use crate::tracked::{Ages, LastChange};
use crate::{Error, Store};
use git_memory_git::ObjectId;
use git_memory_text::date::Date;
use git_memory_text::path::{folder, last};

/// The file of history with them.
const FILE: &str = "confirmed";
/// Maximum number of records for which they are kept.
const KEPT: usize = 2000;
/// Maximum number of records for which a server remembers them, and how many new ones it writes at
/// once.
const IN_MEMORY: usize = 50_000;
const BATCH: usize = 200;
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
    /// The confirmations that are known; of a command its own, which it keeps when they are dropped.
    #[must_use]
    pub fn confirmations(&self) -> Arc<Confirmations> {
        let file = || StateFolder::of(&HISTORY, self.repo().common_dir()).file(FILE);
        match self.loaded().many() {
            Some(many) => {
                let load = || Arc::new(Confirmations::load(file(), BATCH));
                let shared = many.of::<OnceLock<Arc<Confirmations>>>();
                Arc::clone(shared.get_or_init(load))
            }
            None => Arc::new(Confirmations::load(file(), usize::MAX)),
        }
    }

    /// Finds where records were last confirmed, as seen from a commit: at the commit that brought
    /// them into their form, or, where they say an earlier day themselves, at the newest one of
    /// that day; where that is before all of them, at the oldest.
    pub fn confirmed(
        &self,
        kept: &Confirmations,
        tip: ObjectId,
        records: &[ConfirmedRecord],
    ) -> Result<Vec<Confirmed>, Error> {
        let shallow = self.shallow()?;
        let mut open = Vec::new();
        let mut found: HashMap<&ConfirmedRecord, Confirmed> = HashMap::new();
        let (tree, trees) = (self.history().commit(tip)?.tree, self.loaded().trees());
        let ages: OnceCell<Arc<Ages>> = OnceCell::new();
        for record in records {
            let path = &record.path;
            let Some(folder) = trees.folder(self.repo(), tree, folder(path))? else {
                found.insert(record, Confirmed::Uncommitted);
                continue;
            };
            let known = kept.get(record);
            // A folder of many records is a large tree, which is put together from many older ones: it
            // is read only where nothing that is kept, or has to be found out anyway, says the same.
            let is_committed = match known {
                Some(known) if known.folder == folder => true,
                None if shallow.is_empty() => self.once(&ages, tip)?.has(path, record.blob),
                _ => trees.file(self.repo(), folder, last(path))? == Some(record.blob),
            };
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
            let known = self.known(tip, &records, &shallow, &ages)?;
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
        let of = |record| found.get(record).copied();
        Ok(records
            .iter()
            .map(|record| of(record).unwrap_or(Confirmed::Uncommitted))
            .collect())
    }

    /// Finds again where a record was last confirmed, without its kept row: for a record whose
    /// commit is of a history that was rewritten.
    pub fn confirmed_anew(
        &self,
        kept: &Confirmations,
        tip: ObjectId,
        record: &ConfirmedRecord,
    ) -> Result<Confirmed, Error> {
        let shallow = self.shallow()?;
        let known = self.known(tip, &[record], &shallow, &OnceCell::new())?;
        let confirmed = known.decided(record);
        let tree = self.history().commit(tip)?.tree;
        let folder = folder(&record.path);
        let folder = self.loaded().trees().folder(self.repo(), tree, folder)?;
        if let (Confirmed::At(commit), Some(folder)) = (confirmed, folder)
            && shallow.is_empty()
        {
            kept.put(record, KeptRow { commit, folder });
        }
        Ok(confirmed)
    }

    /// The ages seen from a commit, which are read once.
    fn once<'c>(&self, ages: &'c OnceCell<Arc<Ages>>, tip: ObjectId) -> Result<&'c Ages, Error> {
        if let Some(ages) = ages.get() {
            return Ok(ages);
        }
        let read = self.ages(tip)?;
        Ok(ages.get_or_init(|| read))
    }

    /// Finds where a text that names a day was last confirmed, as seen from a commit: at the newest
    /// one of that day; where that is before all of them, at the oldest.
    pub fn confirmed_on(&self, tip: ObjectId, day: Date) -> Result<Confirmed, Error> {
        let shallow = self.shallow()?;
        let known = Known {
            tip,
            changes: HashMap::new(),
            newest: self.history().newest_until(tip, &BTreeSet::from([day]))?,
            shallow: shallow.lines().collect(),
        };
        Ok(known.on(day))
    }

    /// Reads what history tells of some records.
    fn known<'s>(
        &self,
        tip: ObjectId,
        records: &[&ConfirmedRecord],
        shallow: &'s str,
        ages: &OnceCell<Arc<Ages>>,
    ) -> Result<Known<'s>, Error> {
        let changes = self.last_changes(tip, records, shallow, ages)?;
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
        ages: &OnceCell<Arc<Ages>>,
    ) -> Result<HashMap<String, LastChange>, Error> {
        // The end of a shallow clone is near, and may move.
        if !shallow.is_empty() {
            return self.history().last_changes_of(tip, records);
        }
        let ages = self.once(ages, tip)?;
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

/// History's account of the records whose confirmation was not kept.
struct Known<'a> {
    tip: ObjectId,
    changes: HashMap<String, LastChange>,
    /// For the days that records name, the newest commit of each.
    newest: HashMap<Date, ObjectId>,
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
        match said_before(record, change) {
            Some(day) => self.on(day),
            None => Confirmed::At(change.commit),
        }
    }

    /// The commit at which a text that names one of the days was confirmed.
    fn on(&self, day: Date) -> Confirmed {
        // Each of these days was asked for.
        let commit = self.newest.get(&day).copied().unwrap_or(self.tip);
        if self.ends_at(commit) {
            Confirmed::BeforeShallow
        } else {
            Confirmed::At(commit)
        }
    }

    fn ends_at(&self, commit: ObjectId) -> bool {
        !self.shallow.is_empty() && self.shallow.contains(commit.to_string().as_str())
    }
}

/// The day that a record names, where that is older than its last change: it was imported, moved,
/// or changed by hand, and no one said that it holds on the way.
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

/// Kept confirmations, and those found since.
#[derive(Debug)]
pub struct Confirmations {
    file: KeyedFile,
    /// How many new ones are worth a file.
    batch: usize,
    rows: Mutex<Rows>,
}

/// A line for each record, the one that was added last at the end.
#[derive(Debug, Default)]
struct Rows {
    lines: Vec<String>,
    by_record: HashMap<String, KeptRow>,
    /// How many were added since the file was written.
    unsaved: usize,
}

/// The kept confirmation of a record.
#[derive(Clone, Copy, Debug)]
struct KeptRow {
    /// The commit at which it was confirmed.
    commit: ObjectId,
    /// A tree of its folder in which it lies in this form.
    folder: ObjectId,
}

impl KeptRow {
    /// Reads the row of a line, and the record's name there.
    fn parse(line: &str) -> Option<(Self, &str)> {
        let (commit, rest) = line.split_once(' ')?;
        let (folder, record) = rest.split_once(' ')?;
        let (commit, folder) = (commit.parse().ok()?, folder.parse().ok()?);
        Some((Self { commit, folder }, record))
    }
}

impl Confirmations {
    fn load(file: KeyedFile, batch: usize) -> Self {
        let mut rows = Rows::default();
        // A line that is not text, follows other rules or has another form is left out, and its
        // record's confirmation is found again.
        let bytes = file.get().unwrap_or_default();
        let kept = bytes.strip_prefix(VERSION.as_bytes()).unwrap_or_default();
        for line in String::from_utf8_lossy(kept).lines() {
            if let Some((row, record)) = KeptRow::parse(line) {
                rows.by_record.insert(record.to_owned(), row);
                rows.lines.push(line.to_owned());
            }
        }
        Self {
            file,
            batch,
            rows: Mutex::new(rows),
        }
    }

    fn rows(&self) -> MutexGuard<'_, Rows> {
        // A thread that panicked has left rows that are right: each is put in whole.
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, record: &ConfirmedRecord) -> Option<KeptRow> {
        self.rows().by_record.get(&key(record)).copied()
    }

    /// The line that comes last counts.
    fn put(&self, record: &ConfirmedRecord, row: KeptRow) {
        let KeptRow { commit, folder } = row;
        let mut rows = self.rows();
        // A server that has seen very many begins anew: they are found again.
        if rows.lines.len() >= IN_MEMORY {
            *rows = Rows::default();
        }
        let record = key(record);
        rows.lines.push(format!("{commit} {folder} {record}"));
        rows.by_record.insert(record, row);
        rows.unsaved += 1;
        if rows.unsaved >= self.batch {
            rows.save(&self.file);
        }
    }
}

impl Drop for Confirmations {
    fn drop(&mut self) {
        self.rows().save(&self.file);
    }
}

impl Rows {
    /// Keeps the ones that were added last. Where that cannot be done, they are found again.
    fn save(&mut self, file: &KeyedFile) {
        if std::mem::take(&mut self.unsaved) > 0 {
            let first = self.lines.len().saturating_sub(KEPT);
            let lines = self.lines[first..].join("\n");
            file.put(format!("{VERSION}{lines}\n").as_bytes());
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
