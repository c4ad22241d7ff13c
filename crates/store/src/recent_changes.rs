//! The newest commits, and what they changed: read once, kept in one file, and brought up to date by
//! what is new. The commits alone are read where nothing else is asked: git compares no trees for
//! them. Disposable.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::history::History;
use crate::kept::HISTORY;
use crate::state::{KeyedFile, StateFolder, VERSION, checksummed_rows};
use crate::{Error, Store};
use git_memory_git::{CommitChanges, ObjectId};

/// The file of history with them.
const FILE: &str = "changes";
/// Maximum number of commits that are looked at.
const LIMIT: usize = 2000;
/// How many of them git is asked about at once: no more ids of SHA-256 fit into a command
/// line of Windows.
const BATCH: usize = 450;
/// Maximum number of files of one commit that are kept.
const FILES: usize = 500;

/// The newest commits that one reaches.
#[derive(Debug, Default)]
pub struct RecentCommits {
    /// The parents of each.
    pub parents: HashMap<ObjectId, Vec<ObjectId>, foldhash::fast::RandomState>,
    /// True if these are all that it reaches.
    pub is_whole: bool,
    /// The last of them, by the committers' time.
    pub oldest: Option<ObjectId>,
    /// Commits without merges, newest first: a merge changes nothing itself.
    order: Vec<ObjectId>,
}

/// The changes of a commit.
#[derive(Clone, Debug)]
pub struct RecentCommit {
    /// Its id.
    pub id: ObjectId,
    /// The first line of its message.
    pub subject: String,
    /// The files that it changed, at most 500.
    pub files: Vec<RecentFile>,
}

/// A file that a commit changed.
#[derive(Clone, Debug)]
pub struct RecentFile {
    /// From the top of the work tree.
    pub path: String,
    /// Its blob before; `None` where the commit added it.
    pub before: Option<ObjectId>,
    /// Its blob after; `None` where the commit removed it.
    pub after: Option<ObjectId>,
}

/// The first row of the file: each commit's id, then those of its parents, newest first.
#[derive(Serialize, Deserialize)]
struct OrderRow<'a> {
    #[serde(borrow)]
    tip: &'a [u8],
    #[serde(borrow)]
    commits: Vec<Vec<&'a [u8]>>,
}

/// A commit of the second row, which is there once changes were asked for.
#[derive(Serialize, Deserialize)]
struct ChangeRow<'a> {
    id: &'a [u8],
    subject: &'a str,
    #[serde(borrow)]
    files: Vec<(&'a str, &'a [u8], &'a [u8])>,
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
            .last(tip, || self.history().recent_changes(tip, &commits))
    }
}

impl History<'_> {
    fn recent_file(self) -> KeyedFile {
        StateFolder::of(&HISTORY, self.repo.common_dir()).file(FILE)
    }

    fn recent_commits(self, tip: ObjectId) -> Result<RecentCommits, Error> {
        let file = self.recent_file();
        let bytes = file.get().unwrap_or_default();
        let [order, changes] = rows(&bytes);
        if let Some(listed) = order.and_then(|row| parse_order(row, tip)) {
            return Ok(RecentCommits::of(listed));
        }
        let listed = self.repo.newest_with_parents(tip, LIMIT)?;
        // The changes of another tip's commits are most of this one's.
        if let Some(order) = order_row(tip, &listed) {
            keep(&file, &order, changes);
        }
        Ok(RecentCommits::of(listed))
    }

    fn recent_changes(
        self,
        tip: ObjectId,
        commits: &RecentCommits,
    ) -> Result<Vec<RecentCommit>, Error> {
        let file = self.recent_file();
        let bytes = file.get().unwrap_or_default();
        let [order, changes] = rows(&bytes);
        let mut known = changes.and_then(parse_changes).unwrap_or_default();
        let is_missing = |id: &&ObjectId| !known.contains_key(*id);
        let missing: Vec<ObjectId> = commits.order.iter().filter(is_missing).copied().collect();
        for batch in missing.chunks(BATCH) {
            for changes in self.repo.changes_of(batch, "")? {
                known.insert(changes.id, recent(changes));
            }
            for id in batch {
                // Git names no commit without changes, and need not be asked about it again.
                known.entry(*id).or_insert_with(|| RecentCommit::empty(*id));
            }
        }
        // Other branches' commits are read again after a switch back to them.
        let listed: Vec<RecentCommit> = commits
            .order
            .iter()
            .filter_map(|id| known.remove(id))
            .collect();
        // Another process may have listed the commits of another tip meanwhile.
        if !missing.is_empty()
            && let Some(order) = order.filter(|row| parse_order(row, tip).is_some())
            && let Some(changes) = changes_row(&listed)
        {
            keep(&file, order, Some(&changes));
        }
        Ok(listed)
    }
}

impl RecentCommit {
    fn empty(id: ObjectId) -> Self {
        Self {
            id,
            subject: String::new(),
            files: Vec::new(),
        }
    }
}

impl RecentCommits {
    fn of(listed: Vec<Vec<ObjectId>>) -> Self {
        let mut recent = Self {
            is_whole: listed.len() < LIMIT,
            oldest: listed.last().and_then(|ids| ids.first().copied()),
            ..Self::default()
        };
        recent.parents.reserve(listed.len());
        for mut ids in listed {
            if ids.is_empty() {
                continue;
            }
            let parents = ids.split_off(1);
            if parents.len() < 2 {
                recent.order.push(ids[0]);
            }
            recent.parents.insert(ids[0], parents);
        }
        recent
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

/// The rows of the file, as far as they are there.
fn rows(bytes: &[u8]) -> [Option<&[u8]>; 2] {
    let mut rows = bytes
        .strip_prefix(VERSION.as_bytes())
        .map(|rest| checksummed_rows::rows(rest, 0));
    [(); 2].map(|()| rows.as_mut().and_then(Iterator::next))
}

fn keep(file: &KeyedFile, order: &[u8], changes: Option<&[u8]>) {
    let mut bytes = VERSION.as_bytes().to_vec();
    for row in [Some(order), changes].into_iter().flatten() {
        checksummed_rows::push(&mut bytes, row);
    }
    file.put(&bytes);
}

fn order_row(tip: ObjectId, listed: &[Vec<ObjectId>]) -> Option<Vec<u8>> {
    let mut commits = Vec::with_capacity(listed.len());
    for ids in listed {
        commits.push(ids.iter().map(ObjectId::as_bytes).collect());
    }
    let tip = tip.as_bytes();
    let row = OrderRow { tip, commits };
    // A row that is not kept is read again.
    checksummed_rows::encode(&row).ok()
}

/// The commits that a row lists; `None` where it is that of another tip.
fn parse_order(row: &[u8], tip: ObjectId) -> Option<Vec<Vec<ObjectId>>> {
    let row: OrderRow = checksummed_rows::decode(row)?;
    if row.tip != tip.as_bytes() {
        return None;
    }
    let ids = |ids: Vec<&[u8]>| ids.into_iter().map(ObjectId::from_bytes).collect();
    row.commits.into_iter().map(ids).collect()
}

fn changes_row(changes: &[RecentCommit]) -> Option<Vec<u8>> {
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        rows.push(ChangeRow {
            id: change.id.as_bytes(),
            subject: &change.subject,
            files: change.files.iter().map(row_of_file).collect(),
        });
    }
    checksummed_rows::encode(&rows).ok()
}

fn parse_changes(row: &[u8]) -> Option<HashMap<ObjectId, RecentCommit>> {
    let rows: Vec<ChangeRow> = checksummed_rows::decode(row)?;
    let mut changes = HashMap::with_capacity(rows.len());
    for ChangeRow { id, subject, files } in rows {
        let change = RecentCommit {
            id: ObjectId::from_bytes(id)?,
            subject: subject.to_owned(),
            files: files.into_iter().map(file_of_row).collect(),
        };
        changes.insert(change.id, change);
    }
    Some(changes)
}

fn row_of_file(file: &RecentFile) -> (&str, &[u8], &[u8]) {
    let (before, after) = (file.before.as_ref(), file.after.as_ref());
    (&file.path, id_bytes(before), id_bytes(after))
}

/// The bytes of an id; none where there is no such file.
fn id_bytes(id: Option<&ObjectId>) -> &[u8] {
    match id {
        Some(id) => id.as_bytes(),
        None => &[],
    }
}

fn file_of_row((path, before, after): (&str, &[u8], &[u8])) -> RecentFile {
    RecentFile {
        path: path.to_owned(),
        before: ObjectId::from_bytes(before),
        after: ObjectId::from_bytes(after),
    }
}
