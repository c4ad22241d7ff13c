//! Trust of records, by git's history: for `--trust` and `--explain`.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::records::base::default_branch;
use crate::records::lookup;
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::trust::{Trust, is_by_agent};
use git_memory_store::{Ages, BroughtBy, View};

/// The longest subject of a commit that is shown, in characters.
const SUBJECT: usize = 120;

/// Trust of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its tier.
    pub trust: Trust,
    /// The commit that last changed it, where one is known.
    pub commit: Option<ObjectId>,
}

/// Sources of trust in addition to the commits themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// True if the default branch counts: the answer depends on the last fetch.
    pub by_branch: bool,
    /// True if git verifies signatures: each takes a process.
    pub by_signature: bool,
}

impl Depth {
    /// The least depth that decides if a record has reached a tier.
    #[must_use]
    pub fn of(least: Trust) -> Self {
        Self {
            by_branch: least >= Trust::Merged,
            by_signature: least == Trust::Signed,
        }
    }
}

/// Trust of the records of a view.
pub struct Trusts<'a> {
    workspace: &'a Workspace,
    /// `None` before the first commit.
    ages: Option<Arc<Ages>>,
    /// The commits that the default branch does not have; `None` if it is not part of the question,
    /// or does not exist.
    unmerged: Option<HashSet<ObjectId>>,
    depth: Depth,
    /// Many records come with one commit.
    known: RefCell<HashMap<ObjectId, Trust>>,
}

impl<'a> Trusts<'a> {
    /// Looks at the history of a view.
    ///
    /// # Errors
    /// An unknown revision, or where git cannot walk the history.
    pub fn of(workspace: &'a Workspace, view: &View, depth: Depth) -> Result<Self, Error> {
        let store = workspace.store();
        let history = store.history();
        let Some(commit) = history.commit_at(view.revision())? else {
            return Ok(Self {
                workspace,
                ages: None,
                unmerged: None,
                depth,
                known: RefCell::default(),
            });
        };
        let mut unmerged = None;
        if depth.by_branch
            && let Some(base) = default_branch(workspace)?
        {
            let commits = history.between(commit, &[base.tip])?;
            unmerged = Some(commits.into_iter().collect());
        }
        Ok(Self {
            workspace,
            ages: Some(store.ages(commit)?),
            unmerged,
            depth,
            known: RefCell::default(),
        })
    }

    /// Returns the trust of a record whose file has this blob.
    pub fn told(&self, path: &str, blob: Option<ObjectId>) -> Result<Told, Error> {
        let by = match (&self.ages, blob) {
            (Some(ages), Some(blob)) => ages.brought(path, blob),
            _ => BroughtBy::Nobody,
        };
        let (trust, commit) = match by {
            BroughtBy::Commit(commit) => (self.of_commit(commit)?, Some(commit)),
            BroughtBy::Unknown => (Trust::Committed, None),
            BroughtBy::Nobody => (Trust::Uncommitted, None),
        };
        Ok(Told { trust, commit })
    }

    /// True if the default branch was found and read.
    pub(crate) fn knows_default(&self) -> bool {
        self.unmerged.is_some()
    }

    fn of_commit(&self, id: ObjectId) -> Result<Trust, Error> {
        if let Some(trust) = self.known.borrow().get(&id) {
            return Ok(*trust);
        }
        let history = self.workspace.store().history();
        let commit = history.commit(id)?;
        let is_merged = |unmerged: &HashSet<ObjectId>| !unmerged.contains(&id);
        let trust = if self.depth.by_signature && history.is_signed(id)? {
            Trust::Signed
        } else if is_by_agent(&commit.author, &commit.message) {
            Trust::Agent
        } else if self.unmerged.as_ref().is_some_and(is_merged) {
            Trust::Merged
        } else {
            Trust::Committed
        };
        self.known.borrow_mut().insert(id, trust);
        Ok(trust)
    }
}

/// Trust of one record, for people.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The record's id, or its path.
    pub id: String,
    /// Its title.
    pub title: Clean,
    /// Its tier.
    pub trust: Trust,
    /// The commit that last changed it, where one is known.
    pub commit: Option<ObjectId>,
    /// Its author's name and subject; empty without one.
    pub author: Clean,
    /// The first line of its message.
    pub subject: Clean,
}

/// Returns the trust of the record that `name` names in a view.
///
/// # Errors
/// An unknown record, or where git cannot walk the history.
pub fn provenance(
    workspace: &Workspace,
    view: &View,
    name: &str,
    depth: Depth,
) -> Result<Provenance, Error> {
    let memory = workspace.memory(view)?;
    let record = lookup::find(workspace, &memory, name)?;
    let told =
        Trusts::of(workspace, view, depth)?.told(record.path.as_str(), memory.blob(record))?;
    let (mut author, mut subject) = (Clean::default(), Clean::default());
    if let Some(id) = told.commit {
        let guard = workspace.guard()?;
        let commit = workspace.store().history().commit(id)?;
        author = sanitize::line(guard, &commit.author, SUBJECT);
        let first = commit.message.lines().next().unwrap_or_default();
        subject = sanitize::line(guard, first, SUBJECT);
    }
    Ok(Provenance {
        id: record.header.id.to_string(),
        title: record.header.title.clone(),
        trust: told.trust,
        commit: told.commit,
        author,
        subject,
    })
}
