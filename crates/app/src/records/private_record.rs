//! Writing private records: each version is an entry of the branch's private chain, whose tree
//! contains only that record. Secrets are removed here, and refused in tracked memory.

use std::collections::HashSet;

use crate::private::redaction::{Redaction, fits, trailers};
use crate::records::add::{NewRecord, Written, draft};
use crate::records::admit::whole;
use crate::records::lookup;
use crate::records::names::path_beside;
use crate::records::source::{private_records, tracked_then};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::kind::Kind;
use git_memory_model::private::EntryKind;
use git_memory_model::record::{Record, RecordId, reading};
use git_memory_store::Lock;
use git_memory_text::path::RepoPath;

/// A private record that was written.
#[derive(Clone, Debug)]
pub struct WrittenPrivate {
    /// The record.
    pub record: Written,
    /// The secrets that were taken out of it: rule and class of each.
    pub redacted: Vec<String>,
}

/// A version of a private record that is to be written: its text may still be edited.
pub struct PreparedPrivate<'a> {
    /// The text of its file.
    pub text: String,
    pub(crate) kind: Kind,
    pub(crate) id: RecordId,
    pub(crate) path: RepoPath,
    pub(crate) redaction: Redaction<'a>,
}

impl PreparedPrivate<'_> {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &RecordId {
        &self.id
    }
}

/// Makes the text of a new private record.
pub fn prepare(workspace: &Workspace, request: NewRecord) -> Result<PreparedPrivate<'_>, Error> {
    let mut redaction = Redaction::begin(workspace)?;
    // Before the draft is made: a secret must not decide the file name or the id.
    let request = redacted(&mut redaction, request)?;
    // Its own list as well: only paths of private records can collide with the new one's.
    let private = private_records(workspace)?;
    // A related record may be a tracked one, and no id may be used twice.
    let known = tracked_then(workspace, &private)?;
    let draft = draft(workspace, &known, request)?;
    let taken: HashSet<&RepoPath> = private.records.iter().map(|record| &record.path).collect();
    let path = path_beside(&draft, &taken)?;
    Ok(PreparedPrivate {
        text: draft.text(),
        kind: draft.kind,
        id: draft.id,
        path,
        redaction,
    })
}

/// Writes a prepared private record.
///
/// # Errors
/// [`Error::Broken`], [`Error::EntryTooLarge`], or where it cannot be written; then nothing was.
pub fn add(workspace: &Workspace, prepared: PreparedPrivate) -> Result<WrittenPrivate, Error> {
    let lock = workspace.private()?.lock()?;
    write(workspace, &lock, prepared)
}

/// A new version of a private record, at a path.
///
/// # Errors
/// [`Error::NoId`] for a page.
pub(crate) fn version<'a>(
    redaction: Redaction<'a>,
    record: &Record,
    path: RepoPath,
    text: String,
) -> Result<PreparedPrivate<'a>, Error> {
    Ok(PreparedPrivate {
        text,
        kind: record.kind().unwrap_or(Kind::NOTE),
        id: lookup::id_of(record)?.clone(),
        path,
        redaction,
    })
}

/// Writes a version under a lock that is already held: since the last version was read, where there
/// is one.
pub fn write(
    workspace: &Workspace,
    lock: &Lock,
    prepared: PreparedPrivate,
) -> Result<WrittenPrivate, Error> {
    let PreparedPrivate {
        text,
        kind,
        id,
        path,
        mut redaction,
    } = prepared;
    let text = whole(&path, &id, redaction.part(&text)?)?;
    // `whole` lets no text through that has no title; the empty one would do no harm.
    let title = match reading::read_by(workspace.guard()?, text.as_bytes()).header {
        Some(header) => header.title.clone(),
        None => Clean::default(),
    };
    let trailers = trailers(workspace, &id, EntryKind::Record(kind))?;
    let mut entry = redaction.entry(&title, &Clean::default(), &trailers)?;
    // The limit is one for message and record together.
    fits(entry.message.len() + text.len())?;
    entry.files = vec![(path.clone(), text)];
    let private = workspace.private()?;
    let chain = private.begin(&private.current()?)?;
    private.append(lock, &chain, &entry)?;
    let record = Written::record(id, path, kind.name());
    Ok(WrittenPrivate {
        record,
        redacted: redaction.taken(),
    })
}

/// A request without its secrets. Each value is redacted separately, as a marker has to be quoted
/// like any other value.
pub(crate) fn redacted(
    redaction: &mut Redaction,
    mut request: NewRecord,
) -> Result<NewRecord, Error> {
    // A marker may be longer than what it replaces, and the title has to stay within its limit.
    request.title = redaction.part(request.title.as_str())?.parse()?;
    let optional = [
        &mut request.description,
        &mut request.category,
        &mut request.body,
    ];
    let lists = request.tags.iter_mut().chain(&mut request.paths);
    let values = optional.into_iter().flatten().chain(lists);
    for value in values.chain(request.parts.values_mut()) {
        *value = redaction.part(value)?.into_string();
    }
    Ok(request)
}
