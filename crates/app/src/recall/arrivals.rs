//! Order of two records: by their days, otherwise by the commits that added their files.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use serde::Serialize;

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::record::Record;
use git_memory_store::View;

/// When some records came into the history of a view.
pub(crate) struct Arrivals<'a> {
    workspace: &'a Workspace,
    /// The commit that added each file, where it is known; nothing of those that are not committed.
    added: HashMap<String, Option<ObjectId>>,
}

impl<'a> Arrivals<'a> {
    /// Reads the history of the records in some pairs, if their days do not decide.
    pub(crate) fn of(
        workspace: &'a Workspace,
        view: &View,
        pairs: &[[&Record; 2]],
    ) -> Result<Self, Error> {
        let unknown = Self {
            workspace,
            added: HashMap::new(),
        };
        let mut paths: BTreeSet<&str> = BTreeSet::new();
        let unclear = |[one, other]: &&[&Record; 2]| at_once(one, other).is_none();
        for pair in pairs.iter().filter(unclear) {
            paths.extend(pair.map(|record| record.path.as_str()));
        }
        if paths.is_empty() {
            return Ok(unknown);
        }
        let history = workspace.store().history();
        let Some(tip) = history.commit_at(view.revision())? else {
            return Ok(unknown);
        };
        let paths: Vec<&str> = paths.into_iter().collect();
        let Some(found) = kept(workspace, tip, &paths)? else {
            return Ok(unknown);
        };
        let mut added = HashMap::new();
        for (nth, commit) in found {
            added.extend(paths.get(nth).map(|path| ((*path).to_owned(), commit)));
        }
        Ok(Self { workspace, added })
    }

    /// Returns the order of two records; `None` if neither is known to be older.
    pub(crate) fn order(&self, one: &Record, other: &Record) -> Result<Option<Ordering>, Error> {
        if let Some(order) = at_once(one, other) {
            return Ok(Some(order));
        }
        let commit = |record: &Record| self.added.get(record.path.as_str()).copied();
        let (one, other) = match (commit(one), commit(other)) {
            (Some(Some(one)), Some(Some(other))) if one != other => (one, other),
            // An uncommitted record is the newer one.
            (Some(_), None) => return Ok(Some(Ordering::Less)),
            (None, Some(_)) => return Ok(Some(Ordering::Greater)),
            _ => return Ok(None),
        };
        let history = self.workspace.store().history();
        Ok(if history.is_ancestor(one, other)? {
            Some(Ordering::Less)
        } else if history.is_ancestor(other, one)? {
            Some(Ordering::Greater)
        } else {
            None
        })
    }
}

/// The numbers of the files that a commit has, each with the commit that added it, where that is
/// known; `None` in a partial clone without trees.
type Added = Vec<(usize, Option<ObjectId>)>;

/// Reads the history of some files, or takes what was read of it before.
fn kept(workspace: &Workspace, tip: ObjectId, paths: &[&str]) -> Result<Option<Added>, Error> {
    /// Facts that the answer follows from.
    #[derive(Serialize)]
    struct Key<'a> {
        arrivals_at: ObjectId,
        paths: &'a [&'a str],
    }
    let store = workspace.store();
    // History that comes later may add to what a shallow clone knows.
    if !store.shallow()?.is_empty() {
        return added(workspace, tip, paths);
    }
    let arrivals_at = tip;
    let key = store.answer_key(&Key { arrivals_at, paths })?;
    if let Some(known) = store.kept_pack(&key) {
        return Ok(Some(known));
    }
    let found = added(workspace, tip, paths)?;
    if let Some(found) = &found {
        store.keep_pack(&key, found);
    }
    Ok(found)
}

fn added(workspace: &Workspace, tip: ObjectId, paths: &[&str]) -> Result<Option<Added>, Error> {
    let mut added = HashMap::new();
    let history = workspace.store().history();
    let walked = history.of_folders(&tip.to_string(), paths, &mut |commit| {
        // From the newest on: what was added again came with the first of these commits.
        let files = commit.files.into_iter();
        for file in files.filter(|file| file.before.is_none()) {
            added.insert(file.path, commit.id);
        }
        ControlFlow::Continue(())
    });
    match walked {
        Err(error) if error.is_missing() => return Ok(None),
        walked => walked?,
    }
    let objects = workspace.store().objects();
    let mut found = Vec::new();
    for (nth, path) in paths.iter().enumerate() {
        let commit = added.get(path.as_bytes()).copied();
        // A file that a merge commit made up is in none of its parents.
        if commit.is_some() || objects.file(tip, path)?.is_some() {
            found.push((nth, commit));
        }
    }
    Ok(Some(found))
}

/// The order of two records that needs no history: a parent's was there before, else by the days on
/// which they were created, if these differ.
fn at_once(one: &Record, other: &Record) -> Option<Ordering> {
    if one.is_of_parent() != other.is_of_parent() {
        return Some(other.is_of_parent().cmp(&one.is_of_parent()));
    }
    let (one, other) = (one.header.created?, other.header.created?);
    Some(one.cmp(&other)).filter(|order| order.is_ne())
}
