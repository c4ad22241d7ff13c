//! What the newest commits changed: read once, kept under each commit's id, and brought up to date
//! by what is new. Disposable.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::git::{CommitChanges, ObjectId};
use crate::store::Error;
use crate::store::history::History;
use crate::store::state::{KeyedFile, checksummed_rows};

/// Where they are kept, in the state that all work trees share.
const FILE: &str = "recent-changes";
const HEAD: &[u8] = b"git-memory changes 1\n";
/// Maximum number of commits that are looked at.
const LIMIT: usize = 2000;
/// How many of them git is asked about at once.
const BATCH: usize = 200;
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
    pub parents: HashMap<ObjectId, Vec<ObjectId>>,
    /// Whether these are all that it reaches.
    pub is_whole: bool,
    /// The last of them, by the committers' time.
    pub oldest: Option<ObjectId>,
}

/// What is kept of them all.
#[derive(Serialize, Deserialize)]
struct Rows<'a> {
    #[serde(borrow)]
    tip: &'a [u8],
    #[serde(borrow)]
    order: Vec<Vec<&'a [u8]>>,
    #[serde(borrow)]
    commits: Vec<CommitRow<'a>>,
}

#[derive(Serialize, Deserialize)]
struct CommitRow<'a> {
    id: &'a [u8],
    subject: &'a str,
    #[serde(borrow)]
    files: Vec<(&'a str, &'a [u8], &'a [u8])>,
}

/// Commits with their parents, the newest first.
type Order = Vec<Vec<ObjectId>>;

/// What was kept.
struct Kept {
    tip: ObjectId,
    order: Order,
    commits: HashMap<ObjectId, RecentCommit>,
}

impl History<'_> {
    /// What the newest commits changed that a commit reaches.
    ///
    /// # Errors
    /// Where git cannot walk the history, or lacks trees.
    pub fn recent_changes(self, tip: ObjectId) -> Result<RecentChanges, Error> {
        let file = KeyedFile::in_state_of(self.repo.common_dir(), FILE);
        // What is kept only saves a walk.
        let kept = file.get().and_then(|bytes| parse(&bytes));
        if let Some(kept) = kept {
            if kept.tip == tip {
                return Ok(joined(&kept.order, kept.commits));
            }
            return self.read_changes(&file, tip, kept.commits);
        }
        self.read_changes(&file, tip, HashMap::new())
    }

    fn read_changes(
        self,
        file: &KeyedFile,
        tip: ObjectId,
        mut known: HashMap<ObjectId, RecentCommit>,
    ) -> Result<RecentChanges, Error> {
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
        let listed: HashSet<ObjectId> = order.iter().filter_map(|it| it.first().copied()).collect();
        known.retain(|id, _| listed.contains(id));
        if let Some(bytes) = bytes_of(tip, &order, &known) {
            file.put(&bytes);
        }
        Ok(joined(&order, known))
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

fn joined(order: &Order, mut known: HashMap<ObjectId, RecentCommit>) -> RecentChanges {
    let mut recent = RecentChanges {
        is_whole: order.len() < LIMIT,
        oldest: order.last().and_then(|ids| ids.first().copied()),
        ..RecentChanges::default()
    };
    for commit in order {
        if let [id, parents @ ..] = commit.as_slice() {
            recent.parents.insert(*id, parents.to_vec());
            recent.commits.extend(known.remove(id));
        }
    }
    recent
}

fn bytes_of(
    tip: ObjectId,
    order: &Order,
    known: &HashMap<ObjectId, RecentCommit>,
) -> Option<Vec<u8>> {
    let mut commits = Vec::new();
    for commit in known.values() {
        let mut files = Vec::new();
        for file in &commit.files {
            files.push((
                file.path.as_str(),
                id_bytes(file.before.as_ref()),
                id_bytes(file.after.as_ref()),
            ));
        }
        commits.push(CommitRow {
            id: commit.id.as_bytes(),
            subject: &commit.subject,
            files,
        });
    }
    let mut lines = Vec::new();
    for ids in order {
        lines.push(ids.iter().map(ObjectId::as_bytes).collect());
    }
    let rows = Rows {
        tip: tip.as_bytes(),
        order: lines,
        commits,
    };
    // What is not kept is read again.
    let row = checksummed_rows::encode(&rows).ok()?;
    let mut bytes = HEAD.to_vec();
    checksummed_rows::push(&mut bytes, &row);
    Some(bytes)
}

/// The bytes of an id; none where there is no such file.
fn id_bytes(id: Option<&ObjectId>) -> &[u8] {
    match id {
        Some(id) => id.as_bytes(),
        None => &[],
    }
}

fn parse(bytes: &[u8]) -> Option<Kept> {
    let row = checksummed_rows::rows(bytes.strip_prefix(HEAD)?, 0).next()?;
    let rows: Rows = checksummed_rows::decode(row)?;
    let mut order = Vec::with_capacity(rows.order.len());
    for ids in rows.order {
        let ids: Option<Vec<ObjectId>> = ids.into_iter().map(ObjectId::from_bytes).collect();
        order.push(ids?);
    }
    let mut commits = HashMap::with_capacity(rows.commits.len());
    for row in rows.commits {
        let id = ObjectId::from_bytes(row.id)?;
        let mut files = Vec::with_capacity(row.files.len());
        for (path, before, after) in row.files {
            files.push(RecentFile {
                path: path.to_owned(),
                before: ObjectId::from_bytes(before),
                after: ObjectId::from_bytes(after),
            });
        }
        let subject = row.subject.to_owned();
        commits.insert(id, RecentCommit { id, subject, files });
    }
    Some(Kept {
        tip: ObjectId::from_bytes(rows.tip)?,
        order,
        commits,
    })
}
