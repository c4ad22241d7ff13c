//! The commits that follow a record: those whose messages name it, by id or by a name that it goes
//! by.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use crate::recall::commits;
use crate::recall::open::with_index;
use crate::workspace::{Error, Workspace, sanitize, settings};
use git_memory_git::{Commit, ObjectId};
use git_memory_guard::Clean;
use git_memory_model::evidence::{Citation, citations};
use git_memory_model::private::message::Message;
use git_memory_model::record::Record;
use git_memory_recall::{Attribute, values};
use git_memory_store::View;
use git_memory_store::index::IndexView;
use git_memory_text::date::rfc3339;

/// Maximum number of commits for a record.
const MOST: usize = 20;
/// Maximum number of commits for an exact order.
const LOOKED_AT: usize = 50;
/// The longest subject, in characters.
const SUBJECT: usize = 120;

/// The commits that follow a record.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// The newest of them, newest first.
    pub commits: Vec<FollowingCommit>,
    /// Number of commits that are left out.
    pub commits_left: usize,
    /// True if the clone is shallow, so that there may be more.
    pub is_cut: bool,
}

/// A commit that follows a record.
#[derive(Clone, Debug)]
pub struct FollowingCommit {
    /// Its id.
    pub commit: ObjectId,
    /// The time of the commit, RFC 3339.
    pub date: String,
    /// The first line of its message.
    pub subject: Clean,
}

/// The commits that follow each of some records, in their order, as far back as recall reads
/// commits.
pub fn following(
    workspace: &Workspace,
    view: &View,
    records: &[&Record],
) -> Result<Vec<Followed>, Error> {
    let Some(tip) = workspace.store().history().commit_at(view.revision())? else {
        return Ok(vec![Followed::default(); records.len()]);
    };
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let commits = commits::view(workspace, &index.of_commits(), tip)?;
        told(workspace, tip, &naming(&commits, records)?)
    })
}

/// The commits that name each of some records.
fn naming(commits: &IndexView, records: &[&Record]) -> Result<Vec<HashSet<ObjectId>>, Error> {
    let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
    for (nth, record) in records.iter().enumerate() {
        by_id
            .entry(record.header.id.as_str())
            .or_default()
            .push(nth);
    }
    let mut naming = vec![HashSet::new(); records.len()];
    for (nth, part) in commits.parts().iter().enumerate() {
        for value in values(part, Attribute::Cites)? {
            let Some(citation) = citations(&value.value).into_iter().next() else {
                continue;
            };
            let named: Vec<usize> = match &citation {
                Citation::Id(id) => by_id.get(id.as_str()).cloned().unwrap_or_default(),
                Citation::Number(_) => {
                    let all = records.iter().enumerate();
                    let named = all.filter(|(_, record)| citation.names(record));
                    named.map(|(nth, _)| nth).collect()
                }
            };
            if named.is_empty() {
                continue;
            }
            for document in value.holders {
                let id = commits.id(nth, document)?;
                for record in &named {
                    naming[*record].extend(id);
                }
            }
        }
    }
    Ok(naming)
}

/// Returns the newest of the commits that name each record.
fn told(
    workspace: &Workspace,
    tip: ObjectId,
    naming: &[HashSet<ObjectId>],
) -> Result<Vec<Followed>, Error> {
    let history = workspace.store().history();
    let order = history.newest(tip, settings::commits(workspace)?)?;
    let places: HashMap<ObjectId, usize> = order.into_iter().zip(0..).collect();
    let is_cut = !workspace.store().shallow()?.is_empty();
    let mut told = Vec::new();
    for naming in naming {
        let mut newest: Vec<ObjectId> = naming.iter().copied().collect();
        newest.sort_unstable_by_key(|id| places.get(id).copied().unwrap_or(usize::MAX));
        let mut commits = Vec::new();
        for id in newest.into_iter().take(LOOKED_AT) {
            let commit = history.commit(id)?;
            commits.push((commit.time, steps(workspace, &commit)?, commit));
        }
        commits.sort_by_key(|(time, steps, _)| Reverse((*time, *steps)));
        let mut followed = Followed {
            commits_left: naming.len().saturating_sub(MOST),
            is_cut,
            ..Followed::default()
        };
        for (_, _, commit) in commits.iter().take(MOST) {
            followed.commits.push(following_commit(workspace, commit)?);
        }
        told.push(followed);
    }
    Ok(told)
}

/// Number of commits before a commit in its own second: those of a rebase have one time.
fn steps(workspace: &Workspace, commit: &Commit) -> Result<usize, Error> {
    let mut before = commit.parents.first().copied();
    let mut steps = 0;
    while let Some(id) = before
        && steps < LOOKED_AT
    {
        let history = workspace.store().history();
        // A shallow clone lacks it.
        if !history.has_commit(id)? {
            break;
        }
        let parent = history.commit(id)?;
        if parent.time != commit.time {
            break;
        }
        before = parent.parents.first().copied();
        steps += 1;
    }
    Ok(steps)
}

fn following_commit(workspace: &Workspace, commit: &Commit) -> Result<FollowingCommit, Error> {
    let guard = workspace.guard()?;
    let subject = Message::parse(&commit.message).subject;
    Ok(FollowingCommit {
        commit: commit.id,
        date: rfc3339(commit.time),
        subject: sanitize::line(guard, &subject, SUBJECT),
    })
}
