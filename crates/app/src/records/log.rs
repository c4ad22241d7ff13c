//! The history of memory: which commit did what to which record. Records are followed by their ids,
//! so through every renaming; a document outside of memory as git follows files.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::settle::settle;
use crate::records::diff::unified;
use crate::records::lookup::{self, path_from_top};
use crate::workspace::{Error, Workspace};
use git_memory_git::{CommitChanges, EntryKind, FileChange, ObjectId, TreeEntry};
use git_memory_model::changes::{What, between};
use git_memory_model::record::{Name, Record};
use git_memory_store::{Memory, View};
use git_memory_text as text;
use git_memory_text::limits;
use git_memory_text::path::RepoPath;

/// Maximum number of renamings of a document that are followed: each takes git two walks.
const RENAMES: usize = 100;

/// Change of one record by a commit.
#[derive(Clone, Debug)]
pub struct Event {
    /// Kind of the change.
    pub what: What,
    /// The record.
    pub id: Name,
    /// Its title after the commit (before it, where it was removed).
    pub title: String,
    /// Its status after the commit.
    pub status: String,
    /// Its path after the commit.
    pub path: String,
    /// The change of its text as a unified diff, if [`add_patches`] has added it.
    pub patch: Option<String>,
    /// The blobs of its file before and after.
    blobs: [Option<ObjectId>; 2],
}

/// A commit that changed records.
#[derive(Clone, Debug)]
pub struct LogEntry {
    /// The commit.
    pub commit: ObjectId,
    /// Its author's name.
    pub author: String,
    /// When it was written, RFC 3339.
    pub date: String,
    /// The first line of its message.
    pub subject: String,
    /// True if this clone has no history before the commit, so that records which it seems to add
    /// may be older.
    pub is_boundary: bool,
    /// The changes of records.
    pub events: Vec<Event>,
}

/// The records of the files that a commit changed.
struct Sides {
    before: Memory,
    after: Memory,
}

/// The history of memory from `revision` back, newest first; of one record where `name` is an id, a
/// unique prefix of one, or a path. The record may be gone by now.
///
/// # Errors
/// An unknown revision or record, or where git cannot walk the history.
pub fn log(
    workspace: &Workspace,
    revision: &str,
    name: Option<&str>,
) -> Result<Vec<LogEntry>, Error> {
    let found = match name {
        Some(name) => found(workspace, revision, name)?,
        None => None,
    };
    let (commits, paths) = match &found {
        Some(record) if record.is_document() => of_file(workspace, revision, &record.path)?,
        _ => {
            let commits = workspace.store().history().of_memory(revision)?;
            (commits, HashMap::new())
        }
    };
    let sides = sides(workspace, &commits)?;
    let shallow = workspace.store().shallow()?;
    let mut entries = Vec::new();
    for (commit, sides) in commits.into_iter().zip(&sides) {
        let mut events = sides.events();
        if let Some(path) = paths.get(&commit.id) {
            events.iter_mut().for_each(|event| path.tell(event));
        }
        // A commit of only derived files or settings changes no record.
        if !events.is_empty() {
            let id = commit.id.to_string();
            entries.push(LogEntry {
                commit: commit.id,
                is_boundary: shallow.lines().any(|line| line == id),
                author: commit.author,
                date: commit.date,
                subject: commit.subject,
                events,
            });
        }
    }
    let Some(name) = name else { return Ok(entries) };
    let id = named(workspace, found, &entries, name)?;
    for entry in &mut entries {
        entry.events.retain(|event| event.id == id);
    }
    entries.retain(|entry| !entry.events.is_empty());
    Ok(entries)
}

/// Adds to each event what it changed in the record's text: all of it, where the record was added
/// or removed.
pub fn add_patches(workspace: &Workspace, entries: &mut [LogEntry]) -> Result<(), Error> {
    let events = || entries.iter().flat_map(|entry| &entry.events);
    let mut ids: Vec<ObjectId> = events().flat_map(|event| event.blobs).flatten().collect();
    ids.sort_unstable();
    ids.dedup();
    // All at once: one process answers for thousands.
    let mut texts: HashMap<ObjectId, Vec<u8>> = HashMap::new();
    let store = workspace.store();
    store.blobs_at_most(limits::RECORD_BYTES, &ids, |nth, bytes| {
        texts.insert(ids[nth], bytes.to_vec());
    })?;
    let text = |id: Option<ObjectId>| {
        id.and_then(|id| texts.get(&id))
            .map_or(&[][..], Vec::as_slice)
    };
    for entry in entries {
        for event in &mut entry.events {
            let [before, after] = event.blobs;
            event.patch = Some(unified(workspace.guard()?, text(before), text(after)));
        }
    }
    Ok(())
}

/// The records before and after each commit, in the order of the commits. All are read at once, so
/// that the cache is opened once.
fn sides(workspace: &Workspace, commits: &[CommitChanges]) -> Result<Vec<Sides>, Error> {
    let folder = workspace.folder();
    let mut lists = Vec::new();
    for commit in commits {
        let before = side(commit, |file| (file.before, file.kinds[0]));
        let after = side(commit, |file| (file.after, file.kinds[1]));
        lists.extend([(folder.clone(), before), (folder.clone(), after)]);
    }
    let mut memories = workspace.store().memories(lists)?.into_iter();
    let mut sides = Vec::new();
    while let (Some(before), Some(after)) = (memories.next(), memories.next()) {
        sides.push(Sides {
            before: workspace.with_allowed(before)?,
            after: workspace.with_allowed(after)?,
        });
    }
    Ok(sides)
}

/// The files of a commit, as they are on one side of it.
fn side(
    commit: &CommitChanges,
    of: fn(&FileChange) -> (Option<ObjectId>, EntryKind),
) -> Vec<TreeEntry> {
    let mut entries = Vec::new();
    for file in &commit.files {
        if let (Some(id), kind) = of(file) {
            let path = file.path.clone();
            entries.push(TreeEntry { path, kind, id });
        }
    }
    entries
}

impl Sides {
    fn events(&self) -> Vec<Event> {
        let is_same = |a: &Record, b: &Record| self.before.blob(a) == self.after.blob(b);
        let mut events = Vec::new();
        for change in between(&self.before.records, &self.after.records, is_same) {
            // A page about a folder is on no list of records.
            if let Some(record) = change.record()
                && !(record.is_document() && record.is_about_folder())
            {
                events.push(Event {
                    what: change.what,
                    id: record.header.id.clone(),
                    title: record.header.title.to_string(),
                    status: record.header.status.to_string(),
                    path: record.path.to_string(),
                    patch: None,
                    blobs: [
                        change.before.and_then(|record| self.before.blob(record)),
                        change.after.and_then(|record| self.after.blob(record)),
                    ],
                });
            }
        }
        events
    }
}

/// The record of a revision that goes by a name.
fn found(workspace: &Workspace, revision: &str, name: &str) -> Result<Option<Record>, Error> {
    let memory = workspace.memory(&View::Revision(revision.to_owned()))?;
    match lookup::find(workspace, &memory, name) {
        Ok(record) => Ok(Some(record.clone())),
        Err(Error::UnknownRecord(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The path that a document had after a commit.
struct PathThen {
    path: String,
    /// Its blob under another path before, if the commit moved it.
    moved: Option<ObjectId>,
}

impl PathThen {
    /// Names the path in an event, and the move that seems to be an addition.
    fn tell(&self, event: &mut Event) {
        event.path.clone_from(&self.path);
        if self.moved.is_some() && event.what == What::Added {
            let [before, after] = &mut event.blobs;
            *before = self.moved;
            event.what = if before == after {
                What::Moved
            } else {
                What::Edited
            };
        }
    }
}

/// The commits that changed a document outside of memory, newest first, through its renamings, and
/// its path after each. The changes have the present path, as an earlier one may be in no root.
fn of_file(
    workspace: &Workspace,
    revision: &str,
    present: &RepoPath,
) -> Result<(Vec<CommitChanges>, HashMap<ObjectId, PathThen>), Error> {
    let store = workspace.store();
    let mut commits: Vec<CommitChanges> = Vec::new();
    let mut paths = HashMap::new();
    let (mut from, mut path) = (revision.to_owned(), present.to_string());
    for _ in 0..RENAMES {
        let mut found = Vec::new();
        store
            .history()
            .of_folders(&from, &[&path], &mut |mut commit| {
                // The path may have been a folder once.
                commit.files.retain(|file| file.path == path.as_bytes());
                if !commit.files.is_empty() {
                    found.push(commit);
                }
                ControlFlow::Continue(())
            })?;
        let moved = match found.last() {
            Some(oldest) => moved_by(workspace, oldest, &path)?,
            None => None,
        };
        for commit in &mut found {
            let (path, moved) = (path.clone(), None);
            paths.insert(commit.id, PathThen { path, moved });
            for file in &mut commit.files {
                present.as_str().as_bytes().clone_into(&mut file.path);
            }
        }
        commits.append(&mut found);
        let Some((parent, earlier)) = moved else {
            break;
        };
        if let Some(then) = commits.last().and_then(|it| paths.get_mut(&it.id)) {
            then.moved = store.objects().file(parent, &earlier)?;
        }
        (from, path) = (parent.to_string(), earlier);
    }
    Ok((commits, paths))
}

/// The parent of a commit, and the path there, if the commit moved a file to `path`.
fn moved_by(
    workspace: &Workspace,
    commit: &CommitChanges,
    path: &str,
) -> Result<Option<(ObjectId, String)>, Error> {
    let is_new = commit.files.iter().all(|file| file.before.is_none());
    let &[parent] = commit.parents.as_slice() else {
        return Ok(None);
    };
    if !is_new {
        return Ok(None);
    }
    let renames = workspace.store().history().renames(&[commit.id])?;
    let moved = renames.into_iter().find(|it| it.to == path);
    Ok(moved.map(|it| (parent, it.from)))
}

/// The id of the record that `name` names: one of the revision's, else one that the history knows.
fn named(
    workspace: &Workspace,
    found: Option<Record>,
    entries: &[LogEntry],
    name: &str,
) -> Result<Name, Error> {
    if let Some(record) = found {
        let mut events = entries.iter().flat_map(|entry| &entry.events);
        // It may be added by no commit that this clone has.
        if events.any(|event| event.id == record.header.id) {
            return Ok(record.header.id.clone());
        }
    }
    named_before(workspace, entries, name)
}

/// The id of a record that may be gone, among those that the history knows.
fn named_before(workspace: &Workspace, entries: &[LogEntry], name: &str) -> Result<Name, Error> {
    let from_here = path_from_top(workspace, Path::new(name))?;
    // Names are looked up among the events: the record may be gone from every view.
    let mut found: BTreeMap<&Name, &Event> = BTreeMap::new();
    for event in entries.iter().flat_map(|entry| &entry.events) {
        if event.id.as_str() == name {
            return Ok(event.id.clone());
        }
        let is_named = event.id.as_str().starts_with(name)
            || event.path == name
            || from_here.as_deref() == Some(&event.path);
        // Every id begins with nothing: an empty name names none.
        if is_named && !name.is_empty() {
            found.entry(&event.id).or_insert(event);
        }
    }
    let mut candidates = Vec::new();
    for (id, event) in &found {
        candidates.push(format!("{id}  {} ({})", event.title, event.path));
    }
    match found.first_key_value() {
        None => Err(Error::UnknownRecord(text::visible(name).into_owned())),
        Some((id, _)) if found.len() == 1 => Ok((*id).clone()),
        Some(_) => Err(Error::Ambiguous {
            name: name.to_owned(),
            candidates,
        }),
    }
}

/// The commits to list.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LogQuestion {
    /// Only of this record.
    record: Option<String>,
    /// The revision to start at; HEAD by default.
    rev: Option<String>,
    /// Maximum number of commits.
    most: Option<usize>,
    /// True to include the change of each record's text.
    patch: bool,
}

/// The commits that changed records.
pub fn answer(call: &Call, question: &LogQuestion) -> Result<Vec<LogEntry>, Error> {
    settle(call.workspace)?;
    let revision = question.rev.as_deref().unwrap_or("HEAD");
    let mut entries = log(call.workspace, revision, question.record.as_deref())?;
    entries.truncate(question.most.unwrap_or(usize::MAX));
    if question.patch {
        add_patches(call.workspace, &mut entries)?;
    }
    Ok(entries)
}
