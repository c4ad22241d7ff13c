//! Order of two records: by their days, otherwise by the commits that added their files.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

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
        let unclear = |[one, other]: &&[&Record; 2]| by_day(one, other).is_none();
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
        let mut added = HashMap::new();
        let walked = history.of_folders(&tip.to_string(), &paths, &mut |commit| {
            // From the newest on: what was added again came with the first of these commits.
            let files = commit.files.into_iter();
            for file in files.filter(|file| file.before.is_none()) {
                let path = String::from_utf8_lossy(&file.path).into_owned();
                added.insert(path, Some(commit.id));
            }
            ControlFlow::Continue(())
        });
        match walked {
            // A partial clone without trees does not know.
            Err(error) if error.is_missing() => return Ok(unknown),
            walked => walked?,
        }
        let objects = workspace.store().objects();
        for path in paths {
            // A file that a merge commit made up is in none of its parents.
            if !added.contains_key(path) && objects.file(tip, path)?.is_some() {
                added.insert(path.to_owned(), None);
            }
        }
        Ok(Self { workspace, added })
    }

    /// Returns the order of two records; `None` if neither is known to be older.
    pub(crate) fn order(&self, one: &Record, other: &Record) -> Result<Option<Ordering>, Error> {
        if let Some(order) = by_day(one, other) {
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

/// The order of the days on which two records were created, if these differ.
fn by_day(one: &Record, other: &Record) -> Option<Ordering> {
    let (one, other) = (one.header.created?, other.header.created?);
    Some(one.cmp(&other)).filter(|order| order.is_ne())
}
