//! Private records: each version is an entry whose tree holds that record alone. The private view
//! is the replay of the chain, in which the newest version of an id counts.

use std::collections::HashSet;

use super::add;
use crate::app::private::redaction::{Redaction, fits, trailers};
use crate::app::records::add::{Request, Written, path_where, whole};
use crate::app::workspace::{Error, Workspace};
use crate::domain::kind::Kind;
use crate::domain::path::RepoPath;
use crate::domain::private::EntryKind;
use crate::domain::record::{Record, RecordId, header};
use crate::domain::secrets::Clean;
use crate::git::ObjectId;
use crate::store::{Lock, Memory, View};

/// A private record that was written.
#[derive(Clone, Debug)]
pub struct WrittenPrivate {
    /// The record.
    pub record: Written,
    /// Its commit.
    pub commit: ObjectId,
    /// The secrets that were taken out of it: rule and class of each.
    pub redacted: Vec<String>,
}

/// The private records that are seen from the current branch.
///
/// # Errors
/// Where a commit cannot be read.
pub fn memory(workspace: &Workspace) -> Result<Memory, Error> {
    let private = workspace.private()?;
    memory_at(workspace, private.tip(&private.current()?)?)
}

/// The private records that a commit of a chain reaches.
pub(crate) fn memory_at(workspace: &Workspace, tip: Option<ObjectId>) -> Result<Memory, Error> {
    let files = workspace.private()?.replay(tip)?.into_values().collect();
    Ok(workspace
        .store()
        .memories(vec![files])?
        .pop()
        .unwrap_or_default())
}

/// A new private record before it is written: its text may still be edited.
pub struct Prepared<'a> {
    /// The text of its file.
    pub text: String,
    kind: Kind,
    id: RecordId,
    path: RepoPath,
    redaction: Redaction<'a>,
}

/// Makes the text of a new private record.
///
/// # Errors
/// As for adding a tracked one, but secrets are taken out instead of refused.
pub fn prepare<'a>(
    workspace: &'a Workspace,
    kind: Kind,
    request: &Request,
) -> Result<Prepared<'a>, Error> {
    let mut redaction = Redaction::begin(workspace)?;
    let request = redacted(&mut redaction, request)?;
    let private = memory(workspace)?;
    let tracked = workspace.memory(&View::WorkTree).unwrap_or_default();
    // What is related may be of either side.
    let mut known = Memory::default();
    known.records.extend(
        tracked
            .records
            .into_iter()
            .chain(private.records.iter().cloned()),
    );
    let draft = add::draft(workspace, &known, kind, &request)?;
    let taken: HashSet<&RepoPath> = private.records.iter().map(|record| &record.path).collect();
    let (path, _) = path_where(&draft, 1, |path| !taken.contains(path))?;
    Ok(Prepared {
        text: draft.text(),
        kind,
        id: draft.id,
        path,
        redaction,
    })
}

/// Writes a prepared private record.
///
/// # Errors
/// [`Error::Broken`], [`Error::EntryTooLarge`], or where it cannot be written; then nothing was.
pub fn add(workspace: &Workspace, prepared: Prepared) -> Result<WrittenPrivate, Error> {
    let Prepared {
        text,
        kind,
        id,
        path,
        redaction,
    } = prepared;
    let lock = workspace.private()?.lock()?;
    write(workspace, &lock, redaction, kind, &id, path, &text)
}

/// Writes a new version of a private record, at a path. The lock is held since the last version was
/// read.
///
/// # Errors
/// As for [`add`].
pub(crate) fn change(
    workspace: &Workspace,
    lock: &Lock,
    redaction: Redaction,
    record: &Record,
    path: RepoPath,
    text: &str,
) -> Result<WrittenPrivate, Error> {
    let kind = record.kind().unwrap_or(Kind::NOTE);
    write(
        workspace,
        lock,
        redaction,
        kind,
        &record.header.id,
        path,
        text,
    )
}

fn write(
    workspace: &Workspace,
    lock: &Lock,
    mut redaction: Redaction,
    kind: Kind,
    id: &RecordId,
    path: RepoPath,
    text: &str,
) -> Result<WrittenPrivate, Error> {
    let text = whole(&path, id, redaction.part(text)?)?;
    let private = workspace.private()?;
    let read = header::read(text.as_bytes()).header;
    let title = read
        .as_ref()
        .map(|header| header.title.clone())
        .unwrap_or_default();
    let trailers = trailers(workspace, id, EntryKind::Record(kind))?;
    let mut entry = redaction.entry(&title, &Clean::default(), &trailers)?;
    fits(entry.message.len() + text.len())?;
    entry.files = vec![(path.clone(), text)];
    let chain = private.begin(&private.current()?)?;
    let commit = private.append(lock, &chain, &entry)?;
    let record = Written {
        id: id.clone(),
        path,
        kind: kind.name(),
    };
    Ok(WrittenPrivate {
        record,
        commit,
        redacted: redaction.taken(),
    })
}

/// A request without its secrets: what stands in a value's place has to be quoted like any other
/// value.
fn redacted(redaction: &mut Redaction, request: &Request) -> Result<Request, Error> {
    let mut text = |raw: &str| redaction.part(raw).map(Clean::into_string);
    let mut safe = request.clone();
    safe.title = text(&request.title)?;
    for value in [&mut safe.description, &mut safe.category, &mut safe.body]
        .into_iter()
        .flatten()
    {
        *value = text(value)?;
    }
    for value in safe.tags.iter_mut().chain(&mut safe.paths) {
        *value = text(value)?;
    }
    for (_, value) in safe.sections.iter_mut().chain(&mut safe.keys) {
        *value = text(value)?;
    }
    Ok(safe)
}
