//! Records that a change makes out of date: they are about files that it changes, and it does not
//! update them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ground::Grounds;
use crate::specs::{Code, Specs};
use git_memory_git::{ObjectId, PathFilter, TreeChange};
use git_memory_model::record::Record;
use git_memory_store::{Memory, View};
use git_memory_text::limits;
use git_memory_workspace::{Error, Workspace};

/// Maximum number of files that are named for one record.
const NAMED: usize = 5;

/// A record whose files a change changes.
#[derive(Clone, Debug)]
pub struct Touched {
    /// The record.
    pub record: Record,
    /// The files; a few of many.
    pub files: Vec<String>,
    /// Number of all files.
    pub count: usize,
}

/// One end of a change: a view with its memory.
#[derive(Clone, Copy)]
pub struct End<'a> {
    /// Its files.
    pub view: &'a View,
    /// Its records.
    pub memory: &'a Memory,
}

/// The records of the newer view that a change between two views moves, by path.
pub fn touched(workspace: &Workspace, before: End, after: End) -> Result<Vec<Touched>, Error> {
    let store = workspace.store();
    let history = store.history();
    let from = match before.view.revision() {
        Some(revision) => history.resolve(revision)?,
        // Nothing is older than what is not committed.
        None => return Ok(Vec::new()),
    };
    let Some(to) = history.at(after.view.revision())? else {
        return Ok(Vec::new());
    };
    let mut changed: BTreeMap<String, Option<TreeChange>> = BTreeMap::new();
    match changes(workspace, from, to) {
        // A partial clone without trees: the change is unknown.
        Err(Error::Store(error)) if error.is_missing() => return Ok(Vec::new()),
        found => {
            for change in found? {
                changed.insert(change.path.clone(), Some(change));
            }
        }
    }
    if *after.view == View::WorkTree {
        for path in store.staging().uncommitted_at(&[""])? {
            changed.insert(path, None);
        }
    }
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let grounds = Grounds::of_view(workspace, after.view)?;
    of_changes(&grounds, before.memory, after.memory, &changed)
}

/// The files that two commits do not have in common, without memory.
fn changes(workspace: &Workspace, from: ObjectId, to: ObjectId) -> Result<Vec<TreeChange>, Error> {
    let store = workspace.store();
    let tree_of = |id| -> Result<ObjectId, Error> {
        // A tree may be named by its own id.
        if store.history().has_commit(id)? {
            Ok(store.history().commit(id)?.tree)
        } else {
            Ok(id)
        }
    };
    let trees = (tree_of(from)?, tree_of(to)?);
    let objects = store.objects();
    Ok(objects.tree_changes(trees, &Code(store.folder()), limits::CHANGED_FILES)?)
}

fn of_changes(
    grounds: &Grounds,
    old: &Memory,
    new: &Memory,
    changed: &BTreeMap<String, Option<TreeChange>>,
) -> Result<Vec<Touched>, Error> {
    let mut touched = Vec::new();
    let mut before: HashMap<&str, &Record> = HashMap::new();
    for record in &old.records {
        before.entry(record.header.id.as_str()).or_insert(record);
    }
    for record in new.records.iter().filter(|record| record.is_current()) {
        let Some(specs) = Specs::of(&record.header.paths, grounds.store().folder()) else {
            continue;
        };
        // The author of the change has seen a record that it also writes; a new one has no past.
        let was = before.get(record.header.id.as_str());
        if was.is_none_or(|was| old.blob(was) != new.blob(record)) {
            continue;
        }
        let mut files = BTreeSet::new();
        for path in among(&specs, changed) {
            let is_same = match &changed[path] {
                Some(change) => grounds.is_same_code(path, change.before, change.after)?,
                None => false,
            };
            if !is_same {
                files.insert(path.to_owned());
            }
        }
        if !files.is_empty() {
            touched.push(Touched {
                record: record.clone(),
                count: files.len(),
                files: files.into_iter().take(NAMED).collect(),
            });
        }
    }
    Ok(touched)
}

/// The changed files that a record is about.
fn among<'a>(
    specs: &Specs,
    changed: &'a BTreeMap<String, Option<TreeChange>>,
) -> BTreeSet<&'a str> {
    let mut among = BTreeSet::new();
    for prefix in specs.prefixes() {
        // Only the paths that begin like a pathspec can fit it.
        let from = changed.range((*prefix).to_owned()..);
        for (path, _) in from.take_while(|(path, _)| path.starts_with(prefix)) {
            if specs.has(path) {
                among.insert(path.as_str());
            }
        }
    }
    among
}
