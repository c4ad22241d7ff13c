//! Changing single keys of a record: `set` and `close`.

use crate::app::private::redaction::Redaction;
use crate::app::records::add::Written;
use crate::app::records::admit::admissible;
use crate::app::records::patch::patched;
use crate::app::records::planned::PlannedChange;
use crate::app::records::private_record::{WrittenPrivate, version, write};
use crate::app::records::source::{Home, Located, find_linkable, memory_at, tracked_then};
use crate::app::records::valid::{Title, parse_scope, parse_source, parse_status};
use crate::app::records::{lookup, source};
use crate::app::workspace::{Error, Workspace};
use crate::domain::advice::Advice;
use crate::domain::date::Date;
use crate::domain::keys::{self, Setter, Shape};
use crate::domain::kind::{Kind, Lifecycle, SUPERSEDED};
use crate::domain::path::{BadPath, MEMORY, RepoPath};
use crate::domain::record::Record;
use crate::domain::record::patch::Field;
use crate::domain::{layout, text};
use crate::store::{Memory, View};

/// Why the status of a superseded record cannot be set.
const WHY_SUPERSEDED: &str = "the record is superseded; change 'supersedes' in its successor and \
    'superseded_by' in it by hand";

/// A record that was changed.
#[derive(Clone, Debug)]
pub enum Changed {
    /// In the work tree.
    Tracked(Written),
    /// On the branch's private chain.
    Private(WrittenPrivate),
}

/// What a record's file is after a change.
struct ChangedFile {
    path: RepoPath,
    text: String,
}

/// Sets front matter keys of a record, and its `updated`; a new scope moves the file. A private
/// record gets a new version.
///
/// # Errors
/// Where a key or value cannot be set; then nothing was changed.
pub fn set(
    workspace: &Workspace,
    name: &str,
    values: &[(String, String)],
    is_staged: bool,
) -> Result<Changed, Error> {
    match source::find(workspace, View::WorkTree, name) {
        Ok(found) if matches!(found.home, Home::Private(_)) => {
            set_private(workspace, &found.record, values).map(Changed::Private)
        }
        // The lookup under the lock decides; where there is no memory at all, it says so.
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
    let related = related_names(values);
    let names = std::iter::once(name).chain(related.iter().map(String::as_str));
    let mut change = PlannedChange::naming(workspace, names)?;
    let record = change.find(name)?.clone();
    let id = lookup::id_of(&record)?;
    let bytes = change.read(&record.path)?;
    let ChangedFile { path, text } = edited(workspace, &change.memory, &record, &bytes, values)?;
    let clean = admissible(workspace, &path, id, &text)?;
    change.replace(&record.path, bytes, path.clone(), clean);
    Ok(Written {
        id: id.clone(),
        path,
        kind: record.kind_name(),
        adopted: change.write(is_staged)?,
    })
}

/// The records that these values relate a record to: pages among them are taken up, as a link needs
/// an id.
fn related_names(values: &[(String, String)]) -> Vec<String> {
    let mut names = Vec::new();
    for (key, value) in values {
        if key == keys::RELATED.name {
            names.extend(items(value));
        }
    }
    names
}

fn set_private(
    workspace: &Workspace,
    record: &Record,
    values: &[(String, String)],
) -> Result<WrittenPrivate, Error> {
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
    // Each value by itself: a marker in its place has to be quoted like the value.
    let mut safe = Vec::new();
    for (key, value) in values {
        safe.push((key.clone(), redaction.part(value)?.into_string()));
    }
    // What it is related to may be tracked; nothing else needs the work tree to be read.
    let known = if related_names(values).is_empty() {
        Memory::default()
    } else {
        tracked_then(workspace, &memory)?
    };
    let ChangedFile { path, text } = edited(workspace, &known, record, &bytes, &safe)?;
    write(workspace, &lock, version(redaction, record, path, text)?)
}

/// Where a record lies and what it says once these keys are set.
fn edited(
    workspace: &Workspace,
    memory: &Memory,
    record: &Record,
    bytes: &[u8],
    values: &[(String, String)],
) -> Result<ChangedFile, Error> {
    let mut fields = Vec::new();
    let mut path = record.path.clone();
    for (key, value) in values {
        if key == keys::UPDATED.name && value == "today" {
            // Every change sets it; alone, it confirms that the record still holds.
            continue;
        }
        if key == keys::STATUS.name {
            must_be_settable(record, value)?;
        }
        fields.push((key.as_str(), field(workspace, memory, record, key, value)?));
        if key == keys::SCOPE.name {
            path = path_in_scope(record, value)?;
        }
    }
    // A change that left this day alone would be missing from every list of what is new.
    fields.push((
        keys::UPDATED.name,
        Field::Word(workspace.today().to_string()),
    ));
    let text = patched(&record.path, bytes, &fields)?;
    Ok(ChangedFile { path, text })
}

/// Makes sure that a record's status may become this one by itself.
///
/// # Errors
/// [`Error::FixedKey`] where a supersession is its other side.
pub(crate) fn must_be_settable(record: &Record, status: &str) -> Result<(), Error> {
    if status == SUPERSEDED {
        return Err(superseding(keys::STATUS.name, record));
    }
    if !record.header.superseded_by.is_empty() {
        return Err(fixed(keys::STATUS.name, WHY_SUPERSEDED));
    }
    Ok(())
}

/// Ends an open loop or a plan.
///
/// # Errors
/// [`Error::WrongKind`] for a record that has no such end.
pub fn close(workspace: &Workspace, name: &str, is_staged: bool) -> Result<Changed, Error> {
    let record = source::find(workspace, View::WorkTree, name)?.record;
    let kind = record.kind();
    let Some(end) = kind.and_then(|kind| kind.status_for(Lifecycle::Finished)) else {
        return Err(Error::WrongKind {
            id: record.header.id.clone(),
            kind: record.one(),
            what: "closed",
        });
    };
    // By the full id: the name that was given may fit another record by now.
    let status = (keys::STATUS.name.to_owned(), end.to_owned());
    set(workspace, record.header.id.as_str(), &[status], is_staged)
}

/// The value of a key as it is written.
fn field(
    workspace: &Workspace,
    memory: &Memory,
    record: &Record,
    name: &str,
    value: &str,
) -> Result<Field, Error> {
    if name == "body" {
        return Err(Error::FixedKey {
            key: name.to_owned(),
            why: "the text follows the front matter",
            advice: Some(Advice::Edit {
                id: record.header.id.to_string(),
            }),
        });
    }
    let Some(key) = keys::by_name(name) else {
        return unknown_field(name, value);
    };
    // Read as one item with brackets, it would be a path that no file has.
    if key.is_list() && value.starts_with('[') && value.ends_with(']') {
        return Err(Error::FixedKey {
            key: name.to_owned(),
            why: "a list is given without brackets",
            advice: Some(Advice::by_hand("separate the items with commas alone: a,b")),
        });
    }
    match key.setter {
        Setter::Anyone => {}
        Setter::Program(why) => return Err(fixed(name, why)),
        Setter::Supersession => return Err(superseding(name, record)),
    }
    match key.shape {
        Shape::Status => {
            // A record in a folder of the team's own is kept like a note.
            let kind = record.kind().unwrap_or(Kind::NOTE);
            Ok(Field::Word(parse_status(kind, value)?.to_owned()))
        }
        Shape::Source => Ok(Field::Word(parse_source(value)?.to_owned())),
        Shape::Title => Ok(Field::Text(value.parse::<Title>()?.into_string())),
        Shape::Scope => Ok(Field::Word(parse_scope(value)?.to_string())),
        Shape::Day => match value.parse::<Date>() {
            Ok(day) => Ok(Field::Word(day.to_string())),
            Err(error) => Err(Error::BadValue(error.to_string())),
        },
        Shape::Records => {
            let mut ids = Vec::new();
            for name in items(value) {
                let found = find_linkable(workspace, memory, &name)?;
                ids.push(lookup::id_of(found)?.to_string());
            }
            Ok(Field::List(ids))
        }
        Shape::Texts => Ok(Field::List(items(value))),
        Shape::Id | Shape::Text => Ok(Field::Text(value.to_owned())),
    }
}

/// The value of a key that the program does not know: any text.
fn unknown_field(name: &str, value: &str) -> Result<Field, Error> {
    if let Some(why) = why_alias(name) {
        return Err(fixed(name, why));
    }
    // Keys of the team's own are kept, so they may be set, too.
    if keys::is_key(name) {
        return Ok(Field::Text(value.to_owned()));
    }
    Err(Error::BadValue(format!(
        "'{}' is not a key",
        text::visible(name)
    )))
}

/// What to set in place of another name of a key.
fn why_alias(name: &str) -> Option<&'static str> {
    match name {
        "name" => Some("it is read as 'title': set that"),
        "date" => Some("it is read as 'created': set that"),
        "impactedPaths" => Some("it is read as 'paths': set that"),
        _ => None,
    }
}

fn superseding(key: &str, record: &Record) -> Error {
    Error::FixedKey {
        key: key.to_owned(),
        why: "superseding a record changes two of them",
        advice: Some(Advice::Supersede {
            id: Some(record.header.id.to_string()),
        }),
    }
}

fn fixed(key: &str, why: &'static str) -> Error {
    Error::FixedKey {
        key: text::visible(key).into_owned(),
        why,
        advice: None,
    }
}

/// The items of a list as the command line gives it, with commas.
fn items(value: &str) -> Vec<String> {
    let mut items = Vec::new();
    for item in value.split(',').map(str::trim) {
        if !item.is_empty() {
            items.push(item.to_owned());
        }
    }
    items
}

pub(crate) fn path_in_scope(record: &Record, scope: &str) -> Result<RepoPath, Error> {
    let scope = parse_scope(scope)?;
    // A file that its team keeps elsewhere is not moved by setting the scope that it has.
    if scope == record.place.scope {
        return Ok(record.path.clone());
    }
    let topic = &record.place.topic;
    let mut folder = match record.place.kind {
        Some(kind) => layout::folder(kind, &scope),
        None if scope.is_project() => MEMORY.to_owned(),
        None => format!("{MEMORY}/scopes/{scope}"),
    };
    // What lies at the top of memory has no topic.
    if record.place.kind.is_none() && !topic.is_empty() {
        folder = format!("{folder}/{topic}");
    }
    format!("{folder}/{}", record.path.file_name())
        .parse()
        .map_err(|error: BadPath| Error::BadValue(error.to_string()))
}
