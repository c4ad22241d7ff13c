//! The newest commits of a history, and their changes: a row for each commit, which is true in every
//! history that has it. A tip is walked through the rows in git's own order, so that git reads only
//! the commits that no walk has met before, on whatever branch.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};

use super::ends;
use crate::history::History;
use crate::kept::HISTORY;
use crate::state::{Column, KeyedFile, StateFolder, checksummed_rows};
use crate::{Error, Store};
use git_memory_git::{CommitChanges, ListedCommit, ObjectId, Repo};
use git_memory_text::date::Date;

/// The column of times and parents.
const COMMITS: &str = "commits";
/// The column of changes.
const CHANGES: &str = "changes";
/// The file with the newest commits until some days.
const DAYS: &str = "days";
/// Maximum number of unknown commits that are read one by one: git lists many of them faster.
const FEW: usize = 100;
/// How many more commits than asked for git lists, as a share: a branch beside this one takes some
/// of the newest away.
const SLACK: usize = 4;
/// Maximum number of rows of commits; after that only those of the last walk stay.
const ROOM: usize = 1 << 17;
/// Maximum number of commits that are compared.
const LIMIT: usize = 2000;
/// How many of them git is asked about at once: no more ids of SHA-256 fit into a command
/// line of Windows.
const BATCH: usize = 450;
/// Maximum number of files of one commit that are kept.
const FILES: usize = 500;
/// Maximum number of days that are kept.
const MOST_DAYS: usize = 2000;

/// The newest commits that one reaches.
#[derive(Debug, Default)]
pub struct RecentCommits {
    /// The parents of each.
    pub parents: HashMap<ObjectId, Vec<ObjectId>, RandomState>,
    /// True if these are all that it reaches.
    pub is_whole: bool,
    /// Commits without merges, newest first: a merge changes nothing itself, and the changes of one
    /// at the end of a shallow clone cannot be known.
    order: Vec<ObjectId>,
}

/// The changes of a commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentCommit {
    /// Its id.
    pub id: ObjectId,
    /// The first line of its message.
    pub subject: String,
    /// The files that it changed, at most 500.
    pub files: Vec<RecentFile>,
}

/// A file that a commit changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentFile {
    /// From the top of the work tree.
    pub path: String,
    /// Its blob before; `None` where the commit added it.
    pub before: Option<ObjectId>,
    /// Its blob after; `None` where the commit removed it.
    pub after: Option<ObjectId>,
}

/// The part of a commit that a walk needs.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    time: i64,
    parents: Vec<ObjectId>,
}

/// The rows of commits, of which those that a walk meets for the first time are read.
struct Walks<'a> {
    repo: &'a Repo,
    rows: Column<Row>,
    /// The commits at the end of a shallow clone, which lacks their parents.
    ends: HashSet<ObjectId>,
}

/// The commits that a walk passed, newest first.
struct Walked {
    ids: Vec<ObjectId>,
    /// True if these are all that the tip reaches.
    is_whole: bool,
}

impl<'a> Walks<'a> {
    fn open(repo: &'a Repo) -> Result<Self, Error> {
        Ok(Self {
            repo,
            rows: Column::open(&HISTORY, repo.common_dir(), COMMITS),
            ends: ends(repo)?,
        })
    }

    /// The newest `limit` commits that a tip reaches, in the order of `git rev-list`.
    fn newest(&mut self, tip: ObjectId, limit: usize) -> Result<Walked, Error> {
        let mut few = FEW;
        let walked = loop {
            if let Some(walked) = self.walk(tip, limit, few)? {
                break walked;
            }
            for commit in self.repo.newest(tip, limit + limit / SLACK)? {
                // git leaves out the parents at the end of a shallow clone, which may move.
                if !self.ends.contains(&commit.id) {
                    self.put(commit.id, commit.time, commit.parents);
                }
            }
            few = usize::MAX;
        };
        if self.rows.len() > ROOM {
            self.rows.save(walked.ids.iter().copied());
        } else {
            self.rows.save_all();
        }
        Ok(walked)
    }

    /// Walks as git does: the next commit is the newest one of which a child was passed. `None`
    /// where more than a `few` commits have no row.
    fn walk(&mut self, tip: ObjectId, limit: usize, few: usize) -> Result<Option<Walked>, Error> {
        let (mut ids, mut read) = (Vec::new(), 0);
        let mut seen: HashSet<ObjectId, RandomState> = HashSet::default();
        let (mut waiting, mut next) = (BinaryHeap::new(), vec![tip]);
        loop {
            for id in next {
                if !seen.insert(id) {
                    continue;
                }
                let time = match self.rows.get(&id) {
                    Some(row) => row.time,
                    None if read == few => return Ok(None),
                    None => {
                        read += 1;
                        let commit = self.repo.commit(id)?;
                        self.put(id, commit.time, commit.parents);
                        commit.time
                    }
                };
                // Of two commits of one second, the one that was met first.
                waiting.push((time, Reverse(seen.len()), id));
            }
            let last = waiting.pop();
            let is_whole = last.is_none();
            match last {
                Some((_, _, id)) if ids.len() < limit => {
                    ids.push(id);
                    next = self.parents(id).to_vec();
                }
                _ => return Ok(Some(Walked { ids, is_whole })),
            }
        }
    }

    fn put(&mut self, id: ObjectId, time: i64, parents: Vec<ObjectId>) {
        self.rows.put(id, Row { time, parents });
    }

    /// The parents of a commit that was walked, as far as this clone has them.
    fn parents(&self, id: ObjectId) -> &[ObjectId] {
        match self.rows.get(&id) {
            Some(row) if !self.ends.contains(&id) => &row.parents,
            _ => &[],
        }
    }
}

impl Store<'_> {
    /// The newest commits that a commit reaches.
    pub fn recent_commits(&self, tip: ObjectId) -> Result<Arc<RecentCommits>, Error> {
        self.loaded()
            .last(tip, || self.history().recent_commits(tip))
    }

    /// Changes of these commits, newest first.
    pub fn recent_changes(&self, tip: ObjectId) -> Result<Arc<Vec<RecentCommit>>, Error> {
        let commits = self.recent_commits(tip)?;
        self.loaded()
            .last(tip, || self.history().recent_changes(&commits))
    }
}

impl History<'_> {
    /// The newest `limit` commits that `tip` reaches, in the order of `git rev-list`.
    pub fn newest(self, tip: ObjectId, limit: usize) -> Result<Vec<ObjectId>, Error> {
        Ok(Walks::open(self.repo)?.newest(tip, limit)?.ids)
    }

    fn recent_commits(self, tip: ObjectId) -> Result<RecentCommits, Error> {
        let mut walks = Walks::open(self.repo)?;
        let Walked { ids, is_whole } = walks.newest(tip, LIMIT)?;
        let mut recent = RecentCommits {
            is_whole,
            ..RecentCommits::default()
        };
        for id in ids {
            let parents = walks.parents(id).to_vec();
            if parents.len() < 2 && !walks.ends.contains(&id) {
                recent.order.push(id);
            }
            recent.parents.insert(id, parents);
        }
        Ok(recent)
    }

    fn recent_changes(self, commits: &RecentCommits) -> Result<Vec<RecentCommit>, Error> {
        let mut rows: Column<RecentCommit> =
            Column::open(&HISTORY, self.repo.common_dir(), CHANGES);
        let is_missing = |id: &&ObjectId| rows.get(id).is_none();
        let missing: Vec<ObjectId> = commits.order.iter().filter(is_missing).copied().collect();
        for batch in missing.chunks(BATCH) {
            // git names no commit without changes, and need not be asked about it again.
            let mut changed: HashMap<ObjectId, RecentCommit> = HashMap::new();
            for changes in self.repo.changes_of(batch, "")? {
                changed.insert(changes.id, recent(changes));
            }
            for id in batch {
                let commit = changed.remove(id).unwrap_or_else(|| RecentCommit {
                    id: *id,
                    subject: String::new(),
                    files: Vec::new(),
                });
                rows.put(*id, commit);
            }
            // The next process goes on from here, where this one is ended before it is done.
            rows.save(commits.order.iter().copied());
        }
        let listed = commits.order.iter().filter_map(|id| rows.take(id));
        Ok(listed.collect())
    }

    /// For each of some days (UTC), the newest commit that a tip reaches and that is not younger; where
    /// all are, the oldest one.
    pub fn newest_until(
        self,
        tip: ObjectId,
        days: &BTreeSet<Date>,
    ) -> Result<HashMap<Date, ObjectId>, Error> {
        let mut found = HashMap::new();
        if days.is_empty() {
            return Ok(found);
        }
        let mut known = Days::of(self.repo, tip)?;
        let is_open = |day: &&Date| !known.newest.contains_key(day);
        let open: BTreeSet<Date> = days.iter().filter(is_open).copied().collect();
        known.newest.extend(self.repo.newest_until(tip, &open)?);
        for day in days {
            found.extend(known.newest.get(day).map(|commit| (*day, *commit)));
        }
        known.is_changed |= !open.is_empty();
        known.keep(self.repo, days);
        Ok(found)
    }
}

fn recent(changes: CommitChanges) -> RecentCommit {
    let mut files = Vec::new();
    for file in changes.files.into_iter().take(FILES) {
        // No pathspec of a record, which is UTF-8, fits a name that is not.
        if let Ok(path) = String::from_utf8(file.path) {
            files.push(RecentFile {
                path,
                before: file.before,
                after: file.after,
            });
        }
    }
    RecentCommit {
        id: changes.id,
        subject: changes.subject,
        files,
    }
}

/// For some days, the newest commit that a tip reaches and that is not younger.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Days {
    tip: Option<ObjectId>,
    newest: BTreeMap<Date, ObjectId>,
    #[serde(skip)]
    is_changed: bool,
}

impl Days {
    fn file(repo: &Repo) -> KeyedFile {
        StateFolder::of(&HISTORY, repo.common_dir()).file(DAYS)
    }

    /// The days that are known for a tip, from those of another one. Nothing is kept in a shallow
    /// clone, whose end is near and may move.
    fn of(repo: &Repo, tip: ObjectId) -> Result<Self, Error> {
        if !ends(repo)?.is_empty() {
            return Ok(Self::default());
        }
        let bytes = Self::file(repo).get().unwrap_or_default();
        let mut known: Self = checksummed_rows::of_file(&bytes).unwrap_or_default();
        if known.tip == Some(tip) {
            return Ok(known);
        }
        let apart = match known.tip {
            Some(other) if repo.has_commit(other)? => repo.apart(tip, other, LIMIT)?,
            _ => Vec::new(),
        };
        // Commits that come and go change nothing for the days before them; a new beginning may.
        let is_after = |commit: &ListedCommit, day: Date| {
            let committed = Date::of_seconds(commit.time);
            !commit.parents.is_empty() && committed.is_some_and(|committed| committed > day)
        };
        let is_near = (1..LIMIT).contains(&apart.len());
        known
            .newest
            .retain(|day, _| is_near && apart.iter().all(|commit| is_after(commit, *day)));
        Ok(Self {
            tip: Some(tip),
            is_changed: true,
            ..known
        })
    }

    /// Keeps them; of very many, those that were asked about.
    fn keep(mut self, repo: &Repo, asked: &BTreeSet<Date>) {
        if self.tip.is_none() || !self.is_changed {
            return;
        }
        if self.newest.len() > MOST_DAYS {
            self.newest.retain(|day, _| asked.contains(day));
        }
        // Days that could not be kept are looked for again.
        if let Ok(bytes) = checksummed_rows::to_file(&self) {
            Self::file(repo).put(&bytes);
        }
    }
}
