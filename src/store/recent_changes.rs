//! What the newest commits changed: read once, kept under each commit's id, and brought up to date
//! by what is new. Disposable.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::git::{CommitChanges, ObjectId};
use crate::store::history::History;
use crate::store::state::{KeyedFile, checksummed_rows};
use crate::store::{Error, Store};

/// Where they are kept, in the state that all work trees share.
const FILE: &str = "recent-changes";
const HEAD: &[u8] = b"git-memory changes 2\n";
/// Maximum number of commits that are looked at.
const LIMIT: usize = 2000;
/// How many of them git is asked about at once: no more ids of SHA-256 fit into a command
/// line of Windows.
const BATCH: usize = 450;
/// Maximum number of files of one commit that are kept.
const FILES: usize = 500;

/// What a commit changed.
#[derive(Clone, Debug)]
pub struct RecentCommit {
    /// Its id.
    pub id: ObjectId,
    /// The first line of its message.
    pub subject: String,
    /// The files that it changed, at most 500; none of a merge.
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

/// What the newest commits changed that one reaches.
#[derive(Debug, Default)]
pub struct RecentChanges {
    /// Newest first.
    pub commits: Vec<RecentCommit>,
    /// The parents of each.
    pub parents: HashMap<ObjectId, Vec<ObjectId>, foldhash::fast::RandomState>,
    /// Whether these are all that it reaches.
    pub is_whole: bool,
    /// The last of them, by the committers' time.
    pub oldest: Option<ObjectId>,
}

/// What is kept of them all, newest first.
#[derive(Serialize, Deserialize)]
struct Rows<'a> {
    #[serde(borrow)]
    tip: &'a [u8],
    #[serde(borrow)]
    commits: Vec<CommitRow<'a>>,
}

#[derive(Serialize, Deserialize)]
struct CommitRow<'a> {
    /// Its own id, then those of its parents.
    #[serde(borrow)]
    ids: Vec<&'a [u8]>,
    /// `None` of a merge.
    #[serde(borrow)]
    change: Option<ChangeRow<'a>>,
}

#[derive(Serialize, Deserialize)]
struct ChangeRow<'a> {
    subject: &'a str,
    #[serde(borrow)]
    files: Vec<(&'a str, &'a [u8], &'a [u8])>,
}

/// A commit's id with those of its parents, and what it changed where it is no merge.
type Listed = (Vec<ObjectId>, Option<RecentCommit>);

impl Store<'_> {
    /// What the newest commits changed that a commit reaches.
    ///
    /// # Errors
    /// Where git cannot walk the history, or lacks trees.
    pub fn recent_changes(&self, tip: ObjectId) -> Result<Arc<RecentChanges>, Error> {
        let find = || self.history().recent_changes(tip);
        self.loaded().last(tip, find)
    }
}

impl History<'_> {
    fn recent_changes(self, tip: ObjectId) -> Result<RecentChanges, Error> {
        let file = KeyedFile::in_state_of(self.repo.common_dir(), FILE);
        // What is kept only saves a walk.
        let bytes = file.get().unwrap_or_default();
        match parse(&bytes) {
            Some((known, listed)) if known == tip => Ok(joined(listed)),
            Some((_, listed)) => self.read_changes(&file, tip, listed),
            None => self.read_changes(&file, tip, Vec::new()),
        }
    }

    fn read_changes(
        self,
        file: &KeyedFile,
        tip: ObjectId,
        known: Vec<Listed>,
    ) -> Result<RecentChanges, Error> {
        let changes = known.into_iter().filter_map(|(_, change)| change);
        let mut known: HashMap<ObjectId, RecentCommit> =
            changes.map(|change| (change.id, change)).collect();
        let order = self.repo.newest_with_parents(tip, LIMIT)?;
        let mut missing = Vec::new();
        for commit in &order {
            // A merge changes nothing itself: what it brings was changed by others.
            if let [id, rest @ ..] = commit.as_slice()
                && rest.len() < 2
                && !known.contains_key(id)
            {
                missing.push(*id);
            }
        }
        for batch in missing.chunks(BATCH) {
            for changes in self.repo.changes_of(batch, "")? {
                known.insert(changes.id, recent(changes));
            }
        }
        // Other branches' commits are read again where somebody goes back to them.
        let mut listed = Vec::with_capacity(order.len());
        for ids in order {
            let change = ids.first().and_then(|id| known.remove(id));
            listed.push((ids, change));
        }
        if let Some(bytes) = bytes_of(tip, &listed) {
            file.put(&bytes);
        }
        Ok(joined(listed))
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

fn joined(listed: Vec<Listed>) -> RecentChanges {
    let mut recent = RecentChanges {
        is_whole: listed.len() < LIMIT,
        oldest: listed.last().and_then(|(ids, _)| ids.first().copied()),
        ..RecentChanges::default()
    };
    recent.parents.reserve(listed.len());
    for (mut ids, change) in listed {
        if !ids.is_empty() {
            let parents = ids.split_off(1);
            recent.parents.insert(ids[0], parents);
        }
        recent.commits.extend(change);
    }
    recent
}

fn bytes_of(tip: ObjectId, listed: &[Listed]) -> Option<Vec<u8>> {
    let mut commits = Vec::with_capacity(listed.len());
    for (ids, change) in listed {
        let change = change.as_ref().map(|change| {
            let files = change.files.iter().map(row_of_file).collect();
            let subject = change.subject.as_str();
            ChangeRow { subject, files }
        });
        commits.push(CommitRow {
            ids: ids.iter().map(ObjectId::as_bytes).collect(),
            change,
        });
    }
    let tip = tip.as_bytes();
    // What is not kept is read again.
    let row = checksummed_rows::encode(&Rows { tip, commits }).ok()?;
    let mut bytes = HEAD.to_vec();
    checksummed_rows::push(&mut bytes, &row);
    Some(bytes)
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

/// The tip that was asked for, and what it reaches.
fn parse(bytes: &[u8]) -> Option<(ObjectId, Vec<Listed>)> {
    let row = checksummed_rows::rows(bytes.strip_prefix(HEAD)?, 0).next()?;
    let rows: Rows = checksummed_rows::decode(row)?;
    let mut listed = Vec::with_capacity(rows.commits.len());
    for CommitRow { ids, change } in rows.commits {
        let ids: Option<Vec<ObjectId>> = ids.into_iter().map(ObjectId::from_bytes).collect();
        let ids = ids?;
        let change = match change {
            Some(ChangeRow { subject, files }) => Some(RecentCommit {
                id: *ids.first()?,
                subject: subject.to_owned(),
                files: files.into_iter().map(file_of_row).collect(),
            }),
            None => None,
        };
        listed.push((ids, change));
    }
    Some((ObjectId::from_bytes(rows.tip)?, listed))
}

fn file_of_row((path, before, after): (&str, &[u8], &[u8])) -> RecentFile {
    RecentFile {
        path: path.to_owned(),
        before: ObjectId::from_bytes(before),
        after: ObjectId::from_bytes(after),
    }
}
