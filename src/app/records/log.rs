//! The history of memory: which commit did what to which record, by the records' ids, so through
//! every renaming.

use std::collections::HashMap;

use crate::app::workspace::{Error, Workspace};
use crate::domain::changes;
use crate::domain::changes::What;
use crate::domain::path::MEMORY;
use crate::domain::record::RecordId;
use crate::git::{CommitChanges, Entry, EntryKind, FileChange, ObjectId};
use crate::store::Memory;

/// What a commit did to one record.
#[derive(Clone, Debug)]
pub struct Event {
    /// What happened.
    pub what: What,
    /// The record.
    pub id: RecordId,
    /// Its title after the commit (before it, where it was removed).
    pub title: String,
    /// Its status after the commit.
    pub status: String,
    /// Its path after the commit.
    pub path: String,
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
    /// What it did.
    pub events: Vec<Event>,
}

/// The history of memory from `revision` back, newest first; of one record where `name` is an id, a
/// unique prefix of one, or a path. The record may be gone by now.
///
/// # Errors
/// An unknown revision or record.
pub fn log(
    workspace: &Workspace,
    revision: &str,
    name: Option<&str>,
) -> Result<Vec<LogEntry>, Error> {
    let commits = workspace.repo.history(revision, MEMORY)?;
    let sides = sides(workspace, &commits)?;
    let mut entries = Vec::new();
    for (commit, (before, after)) in commits.into_iter().zip(&sides) {
        let is_same = |a: &crate::domain::record::Record, b: &crate::domain::record::Record| {
            before.blob(a) == after.blob(b)
        };
        let changes = changes::between(&before.records, &after.records, is_same);
        let events = changes.iter().filter_map(|change| {
            let record = change.record()?;
            let header = &record.header;
            let (title, status) = (header.title.to_string(), header.status.to_string());
            Some(Event {
                what: change.what,
                id: header.id.clone(),
                title,
                status,
                path: record.path.to_string(),
            })
        });
        let events: Vec<Event> = events.collect();
        if !events.is_empty() {
            let CommitChanges {
                id,
                author,
                date,
                subject,
                ..
            } = commit;
            entries.push(LogEntry {
                commit: id,
                author,
                date,
                subject,
                events,
            });
        }
    }
    let Some(name) = name else { return Ok(entries) };
    let id = named(workspace, &entries, name)?;
    for entry in &mut entries {
        entry.events.retain(|event| event.id == id);
    }
    entries.retain(|entry| !entry.events.is_empty());
    Ok(entries)
}

/// The records of the files that each commit changed, before and after it.
fn sides(workspace: &Workspace, commits: &[CommitChanges]) -> Result<Vec<(Memory, Memory)>, Error> {
    let side = |commit: &CommitChanges, id: &dyn Fn(&FileChange) -> Option<ObjectId>| {
        let entry = |file: &FileChange| {
            Some(Entry {
                path: file.path.clone(),
                kind: EntryKind::File,
                id: id(file)?,
            })
        };
        commit.files.iter().filter_map(entry).collect::<Vec<_>>()
    };
    let lists: Vec<Vec<Entry>> = commits
        .iter()
        .flat_map(|commit| {
            [
                side(commit, &|file| file.before),
                side(commit, &|file| file.after),
            ]
        })
        .collect();
    let mut memories = workspace.store().memories(lists)?.into_iter();
    Ok(std::iter::from_fn(|| Some((memories.next()?, memories.next()?))).collect())
}

/// The id of the record that `name` names, among those that the history knows.
fn named(workspace: &Workspace, entries: &[LogEntry], name: &str) -> Result<RecordId, Error> {
    let from_here = workspace.repo.from_top(std::path::Path::new(name));
    let events = || entries.iter().flat_map(|entry| &entry.events);
    let fits = |event: &&Event| {
        event.id.as_str().starts_with(name)
            || event.path == name
            || from_here.as_deref() == Some(&event.path)
    };
    if let Some(exact) = events().find(|event| event.id.as_str() == name) {
        return Ok(exact.id.clone());
    }
    let mut found: HashMap<&RecordId, &Event> = HashMap::new();
    for event in events().filter(fits).filter(|_| !name.is_empty()) {
        found.entry(&event.id).or_insert(event);
    }
    let mut ids: Vec<(&RecordId, &Event)> = found.into_iter().collect();
    match ids.as_slice() {
        [] => Err(Error::UnknownRecord(
            crate::domain::text::visible(name).into_owned(),
        )),
        [(id, _)] => Ok((*id).clone()),
        _ => {
            ids.sort_by_key(|(id, _)| *id);
            let candidates = ids
                .iter()
                .map(|(id, event)| format!("{id}  {} ({})", event.title, event.path))
                .collect();
            Err(Error::Ambiguous {
                name: name.to_owned(),
                candidates,
            })
        }
    }
}
