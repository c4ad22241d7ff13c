//! Changing single keys of a record: `set` and `close`.

use std::sync::Arc;

use crate::private::redaction::Redaction;
use crate::records::add::Written;
use crate::records::admit::admissible;
use crate::records::document::OpenDocument;
use crate::records::key_value::{adding, field, items, must_be_settable};
use crate::records::patch::patched;
use crate::records::planned::PlannedChange;
use crate::records::private_record::{WrittenPrivate, version, write};
use crate::records::source::{Home, Located, memory_at, tracked_then};
use crate::records::valid::{parse_kind, parse_scope, parse_status};
use crate::records::{lookup, source};
use crate::workspace::{Error, Workspace};
use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_model::record::check::between;
use git_memory_model::record::draft::when;
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Code, Record};
use git_memory_model::{keys, layout};
use git_memory_store::Memory;
use git_memory_text::path::{MemoryFolder, RepoPath};
use git_memory_text::visible;

/// A record that was changed.
#[derive(Clone, Debug)]
pub enum Changed {
    /// In the work tree.
    Tracked(Written),
    /// On the branch's private chain.
    Private(WrittenPrivate),
}

/// A record's file after a change.
struct ChangedFile {
    path: RepoPath,
    text: String,
}

/// Sets front matter keys of a record, and its `updated`; a new scope moves the file. A private
/// record gets a new version. A list key that ends with `+` keeps the items that it has. A document
/// outside of memory is changed in its own form.
///
/// # Errors
/// Where a key or value cannot be set; then nothing was changed.
pub fn set(
    workspace: &Workspace,
    name: &str,
    values: &[(String, String)],
    is_staged: bool,
) -> Result<Changed, Error> {
    match source::find_changeable(workspace, name) {
        Ok(found) if matches!(found.home, Home::Private(_)) => {
            set_private(workspace, &found.record, values).map(Changed::Private)
        }
        // The lookup under the lock decides, and reports a missing memory.
        Ok(_) | Err(Error::UnknownRecord(_)) => {
            set_tracked(workspace, name, values, is_staged).map(Changed::Tracked)
        }
        Err(error) => Err(error),
    }
}

fn set_tracked(
    workspace: &Workspace,
    name: &str,
    values: &[(String, String)],
    is_staged: bool,
) -> Result<Written, Error> {
    let mut change = PlannedChange::begin(workspace)?;
    if let Ok(record) = change.find(name)
        && record.is_document()
    {
        let mut document = OpenDocument::read(workspace, &change, &record.clone())?;
        document.set(&change, values)?;
        let written = document.close(&mut change)?;
        change.write(is_staged)?;
        return Ok(written);
    }
    let related = related_names(values)?;
    let kind = kind_among(values)?;
    change.take_up_as([(name, kind)], related.iter().map(String::as_str))?;
    let mut record = change.find(name)?.clone();
    let file = record.path.clone();
    let bytes = change.read(&file)?;
    if let Some(kind) = kind {
        record = at_place_of_kind(workspace.folder(), record, kind)?;
    }
    let id = lookup::id_of(&record)?;
    let ChangedFile { path, text } = edited(workspace, &change.memory, &record, &bytes, values)?;
    let clean = admissible(workspace, &path, id, &text)?;
    let is_changed = path != file || text.as_bytes() != bytes;
    change.replace(&file, bytes, path.clone(), clean);
    Ok(Written {
        adopted: change.write(is_staged)?,
        is_changed,
        ..Written::record(id.clone(), path, record.kind_name())
    })
}

/// The name under which the kind of a record is set; it is no key of its file.
const KIND: &str = "kind";

/// The kind that these values give a record.
///
/// # Errors
/// [`Error::BadValue`] for a word that is no kind.
fn kind_among(values: &[(String, String)]) -> Result<Option<Kind>, Error> {
    match values.iter().rfind(|(key, _)| key == KIND) {
        Some((_, name)) => parse_kind(name).map(Some),
        None => Ok(None),
    }
}

/// A record where one of a kind belongs: it moves there once it is written.
fn at_place_of_kind(
    memory: &MemoryFolder,
    mut record: Record,
    kind: Kind,
) -> Result<Record, Error> {
    record.path = layout::path_of_kind(memory, &record.path, &record.place, kind)?;
    if let Some(place) = layout::place(memory, &record.path) {
        record.place = Arc::new(place);
    }
    Ok(record)
}

/// The records that these values relate a record to: pages among them are taken up, as a link needs
/// an id.
fn related_names(values: &[(String, String)]) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for (key, value) in values {
        if adding(key).0 == keys::RELATED.name {
            names.extend(items(value)?);
        }
    }
    Ok(names)
}

fn set_private(
    workspace: &Workspace,
    record: &Record,
    values: &[(String, String)],
) -> Result<WrittenPrivate, Error> {
    if kind_among(values)?.is_some() {
        return Err(Error::FixedKey {
            key: KIND.to_owned(),
            why: "a private record keeps its kind until it is published",
            advice: None,
        });
    }
    let private = workspace.private()?;
    let lock = private.lock()?;
    // Read again under the lock: another process may have changed it in the meantime.
    let tip = private.tip(&private.current()?)?;
    let memory = memory_at(workspace, tip)?;
    let record = lookup::find(workspace, &memory, record.header.id.as_str())?;
    // Never: the record was found at it.
    let Some(tip) = tip else {
        return Err(Error::UnknownRecord(record.header.id.to_string()));
    };
    let bytes = Located::new(Home::Private(tip), &memory, record).content(workspace)?;
    let mut redaction = Redaction::begin(workspace)?;
    // Each value separately: a marker in its place has to be quoted like the value.
    let mut safe = Vec::new();
    for (key, value) in values {
        safe.push((key.clone(), redaction.part(value)?.into_string()));
    }
    // A related record may be tracked; other keys do not need the work tree.
    let known = if related_names(values)?.is_empty() {
        Memory::default()
    } else {
        tracked_then(workspace, &memory)?
    };
    let ChangedFile { path, text } = edited(workspace, &known, record, &bytes, &safe)?;
    write(workspace, &lock, version(redaction, record, path, text)?)
}

/// Returns the path and text of a record after setting these keys.
fn edited(
    workspace: &Workspace,
    memory: &Memory,
    record: &Record,
    bytes: &[u8],
    values: &[(String, String)],
) -> Result<ChangedFile, Error> {
    let mut fields = Vec::new();
    let mut path = record.path.clone();
    let mut is_confirmed = true;
    for (key, value) in values {
        let (key, is_added) = adding(key);
        is_confirmed &= key != KIND;
        if key == KIND {
            // The record has it already.
            continue;
        }
        if key == keys::UPDATED.name && value == "today" {
            // Every change sets it; as the only key, it confirms the record.
            continue;
        }
        if key == keys::STATUS.name {
            must_be_settable(record, value)?;
        }
        let mut new = field(workspace, memory, record, key, value)?;
        if is_added {
            new = with_present(record, key, new)?;
        }
        fields.push((key, new));
        if key == keys::SCOPE.name {
            path = path_in_scope(workspace.folder(), record, value)?;
        }
    }
    // Every change updates this day, so that lists of recent changes include it. A second
    // confirmation on the same day adds the time: otherwise the file would not change, and no
    // commit would show the confirmation.
    let (today, is_again) = (workspace.today(), is_confirmed && fields.is_empty());
    let is_again = is_again && record.header.updated == Some(today);
    let moment = is_again.then(|| workspace.now());
    fields.push((keys::UPDATED.name, when(today, moment)));
    let text = patched(&record.path, bytes, &fields)?;
    Ok(ChangedFile { path, text })
}

/// The items that a list has, and the new ones after them.
fn with_present(record: &Record, key: &str, new: Field) -> Result<Field, Error> {
    let header = &record.header;
    let present: Vec<String> = if key == keys::TAGS.name {
        header.tags.iter().map(ToString::to_string).collect()
    } else if key == keys::PATHS.name {
        header.paths.iter().map(ToString::to_string).collect()
    } else if key == keys::RELATED.name {
        header.related.iter().map(ToString::to_string).collect()
    } else {
        let key = visible(key);
        let why = format!("'{key}' takes no '+=': only tags, paths and related do");
        return Err(Error::BadValue(why));
    };
    let Field::List(added) = new else {
        return Ok(new);
    };
    let mut all = present;
    for item in added {
        if !all.contains(&item) {
            all.push(item);
        }
    }
    Ok(Field::List(all))
}

/// The status that a changed record got for a word which its kind does not have. A document keeps
/// the word.
///
/// # Errors
/// [`Error::BadValue`] for a word without a meaning.
pub fn status_read_as(changed: &Changed, word: &str) -> Result<Option<&'static str>, Error> {
    let (Changed::Tracked(written)
    | Changed::Private(WrittenPrivate {
        record: written, ..
    })) = changed;
    if written.id.id().is_none() {
        return Ok(None);
    }
    let status = parse_status(Kind::by_name(written.kind).unwrap_or(Kind::NOTE), word)?;
    Ok(Some(status).filter(|status| *status != word))
}

/// Returns a sentence for each fault of a changed record's aliases.
pub fn alias_faults(workspace: &Workspace, changed: &Changed) -> Result<Vec<String>, Error> {
    let (path, memory) = match changed {
        Changed::Tracked(written) => (&written.path, source::tracked_records(workspace)?),
        Changed::Private(written) => {
            let private = source::private_records(workspace)?;
            (&written.record.path, tracked_then(workspace, &private)?)
        }
    };
    let mut faults = Vec::new();
    for finding in between(&memory.records) {
        if finding.fault.code == Code::TakenAlias && finding.path == *path {
            faults.push(finding.fault.message);
        }
    }
    Ok(faults)
}

/// Ends an open loop or a plan.
///
/// # Errors
/// [`Error::WrongKind`] for a record that has no such end.
pub fn close(workspace: &Workspace, name: &str, is_staged: bool) -> Result<Changed, Error> {
    let record = source::find_changeable(workspace, name)?.record;
    let kind = record.kind();
    let Some(end) = kind.and_then(|kind| kind.status_for(Lifecycle::Finished)) else {
        return Err(Error::WrongKind {
            id: record.header.id.clone(),
            kind: record.one(),
            what: "closed",
        });
    };
    // By the path: the name that was given may fit another record by now.
    let status = (keys::STATUS.name.to_owned(), end.to_owned());
    set(workspace, record.path.as_str(), &[status], is_staged)
}

pub(crate) fn path_in_scope(
    memory: &MemoryFolder,
    record: &Record,
    scope: &str,
) -> Result<RepoPath, Error> {
    let scope = parse_scope(scope)?;
    // A file that its team keeps elsewhere is not moved by setting the scope that it has.
    if scope == record.place.scope {
        return Ok(record.path.clone());
    }
    let topic = &record.place.topic;
    let mut folder = match record.place.kind {
        Some(kind) => layout::folder(memory, kind, &scope),
        None => layout::scope_folder(memory, &scope),
    };
    // A file at the top of memory has no topic.
    if record.place.kind.is_none() && !topic.is_empty() {
        folder = format!("{folder}/{topic}");
    }
    Ok(format!("{folder}/{}", record.path.file_name()).parse()?)
}
