//! Changing single keys of a record: `set` and `close`.

use crate::app::private::redaction::Redaction;
use crate::app::records::add::{
    Written, admissible, valid_scope, valid_source, valid_status, valid_title,
};
use crate::app::records::private_record::WrittenPrivate;
use crate::app::workspace::{Error, Workspace};
use crate::domain::advice::Advice;
use crate::domain::kind::{Kind, Lifecycle, SUPERSEDED};
use crate::domain::path::RepoPath;
use crate::domain::record::patch::Field;
use crate::domain::record::{Record, patch};
use crate::domain::{layout, text};
use crate::store::write::Change;
use crate::store::{Memory, View};

/// A record that was changed.
#[derive(Clone, Debug)]
pub enum Changed {
    /// In the work tree.
    Tracked(Written),
    /// On the branch's private chain.
    Private(WrittenPrivate),
}

/// Keys whose value is a list, given with commas on the command line.
const LISTS: [&str; 3] = ["tags", "paths", "related"];

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
    if let Some((_, record)) = private(workspace, name)? {
        // Read again under the lock: somebody may be changing it, too.
        let private = workspace.private()?;
        let lock = private.lock()?;
        let memory =
            super::private_record::memory_at(workspace, private.tip(&private.current()?)?)?;
        let record = super::find(workspace, &memory, record.header.id.as_str())?.clone();
        let bytes = super::show::content(workspace, &View::Index, &memory, &record)?;
        let mut redaction = Redaction::begin(workspace)?;
        // A marker in a value's place has to be quoted like the value.
        let mut safe = Vec::new();
        for (key, value) in values {
            safe.push((key.clone(), redaction.part(value)?.into_string()));
        }
        let (path, text) = changed(workspace, &memory, &record, &bytes, &safe)?;
        return super::private_record::change(workspace, &lock, redaction, &record, path, &text)
            .map(Changed::Private);
    }
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let record = super::find(workspace, &memory, name)?;
    let bytes = workspace.read(&record.path)?;
    let (path, text) = changed(workspace, &memory, record, &bytes, values)?;
    let clean = admissible(workspace, &path, &record.header.id, &text)?;
    let changes = if path == record.path {
        vec![Change::Replace(path.clone(), bytes, clean)]
    } else {
        vec![
            Change::Create(path.clone(), clean),
            Change::Remove(record.path.clone(), bytes),
        ]
    };
    workspace.change(&lock, &changes, is_staged)?;
    Ok(Changed::Tracked(Written {
        id: record.header.id.clone(),
        path,
        kind: record.kind_name(),
    }))
}

/// The private record that `name` names, where no tracked one has that name.
fn private(workspace: &Workspace, name: &str) -> Result<Option<(Memory, Record)>, Error> {
    let tracked = workspace.memory(&View::WorkTree).unwrap_or_default();
    if !matches!(
        super::find(workspace, &tracked, name),
        Err(Error::UnknownRecord(_))
    ) {
        return Ok(None);
    }
    let memory = super::private_record::memory(workspace)?;
    let found = super::find(workspace, &memory, name).ok().cloned();
    Ok(found.map(|record| (memory, record)))
}

/// Where a record lies and what it says once these keys are set.
fn changed(
    workspace: &Workspace,
    memory: &Memory,
    record: &Record,
    bytes: &[u8],
    values: &[(String, String)],
) -> Result<(RepoPath, String), Error> {
    let mut fields = Vec::new();
    let mut path = record.path.clone();
    for (key, value) in values {
        if key == "updated" && value == "today" {
            // Every change says so already; alone, it says that the record still holds.
            continue;
        }
        if key == "status" && value != SUPERSEDED && !record.header.superseded_by.is_empty() {
            return Err(Error::FixedKey {
                key: key.clone(),
                why: "the record is superseded; change 'supersedes' in its successor and \
                      'superseded_by' in it by hand",
                advice: None,
            });
        }
        fields.push((key.as_str(), field(workspace, memory, record, key, value)?));
        if key == "scope" {
            path = path_in_scope(record, value)?;
        }
    }
    fields.push(("updated", Field::Word(workspace.today().to_string())));
    Ok((path, patched(&record.path, bytes, &fields)?))
}

/// Ends an open loop or a plan.
///
/// # Errors
/// [`Error::WrongKind`] for a record that has no such end.
pub fn close(workspace: &Workspace, name: &str, is_staged: bool) -> Result<Changed, Error> {
    let record = match private(workspace, name)? {
        Some((_, record)) => record,
        None => super::find(workspace, &workspace.memory(&View::WorkTree)?, name)?.clone(),
    };
    let kind = record.kind();
    let end = kind.and_then(|kind| kind.status_for(Lifecycle::Finished));
    let wrong = || Error::WrongKind {
        id: record.header.id.clone(),
        kind: record.kind_name(),
        what: "closed",
    };
    let end = end.ok_or_else(wrong)?;
    set(
        workspace,
        record.header.id.as_str(),
        &[("status".to_owned(), end.to_owned())],
        is_staged,
    )
}

/// A record's text with these keys set; every other byte stays.
pub(crate) fn patched(
    path: &RepoPath,
    bytes: &[u8],
    fields: &[(&str, Field)],
) -> Result<String, Error> {
    let unpatchable = |why: String| Error::Unpatchable {
        path: path.to_string(),
        why,
    };
    let text =
        std::str::from_utf8(bytes).map_err(|_| unpatchable("the file is not UTF-8".to_owned()))?;
    let mut text = text.to_owned();
    for (key, field) in fields {
        text = patch::set(&text, key_in_use(&text, key), field)
            .map_err(|error| unpatchable(error.to_string()))?;
    }
    Ok(text)
}

/// The name under which a key stands in a file: some have a second one.
fn key_in_use<'a>(text: &str, key: &'a str) -> &'a str {
    let other = match key {
        "title" => "name",
        "created" => "date",
        "paths" => "impactedPaths",
        _ => return key,
    };
    let has = |key: &str| {
        crate::domain::record::front_matter::split(text).is_ok_and(|parts| {
            crate::domain::record::front_matter::key_lines(&text[parts.yaml], key).is_some()
        })
    };
    if !has(key) && has(other) { other } else { key }
}

fn field(
    workspace: &Workspace,
    memory: &Memory,
    record: &Record,
    key: &str,
    value: &str,
) -> Result<Field, Error> {
    let fixed = |why| {
        Err(Error::FixedKey {
            key: text::visible(key).into_owned(),
            why,
            advice: None,
        })
    };
    let superseding = || {
        Err(Error::FixedKey {
            key: text::visible(key).into_owned(),
            why: "superseding a record changes two of them",
            advice: Some(Advice::Supersede {
                id: Some(record.header.id.to_string()),
            }),
        })
    };
    let items = || {
        value
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty())
    };
    match key {
        "id" => fixed("an id never changes"),
        "updated" => fixed(
            "it is set by every change; 'updated=today' alone says that the record still holds",
        ),
        "supersedes" | "superseded_by" => superseding(),
        "status" if value == SUPERSEDED => superseding(),
        "status" => {
            let kind = record.kind().unwrap_or(Kind::NOTE);
            valid_status(kind, Some(value)).map(Field::Word)
        }
        "name" => fixed("it is read as 'title': set that"),
        "date" => fixed("it is read as 'created': set that"),
        "impactedPaths" => fixed("it is read as 'paths': set that"),
        "source" => valid_source(Some(value)).map(Field::Word),
        "title" => valid_title(value).map(Field::Text),
        "scope" => valid_scope(Some(value)).map(|scope| Field::Word(scope.to_string())),
        "created" | "opened" => {
            let day: Result<crate::domain::date::Date, _> = value.parse();
            day.map(|day| Field::Word(day.to_string()))
                .map_err(|error| Error::BadValue(error.to_string()))
        }
        "related" => {
            let ids = items().map(|name| {
                super::find(workspace, memory, name).map(|found| found.header.id.to_string())
            });
            ids.collect::<Result<_, _>>().map(Field::List)
        }
        key if LISTS.contains(&key) => Ok(Field::List(items().map(str::to_owned).collect())),
        key if is_key(key) => Ok(Field::Text(value.to_owned())),
        _ => Err(Error::BadValue(format!(
            "'{}' is not a key",
            text::visible(key)
        ))),
    }
}

fn is_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

fn path_in_scope(record: &Record, scope: &str) -> Result<RepoPath, Error> {
    let scope = valid_scope(Some(scope))?;
    let topic = &record.place.topic;
    let folder = match record.place.kind {
        Some(kind) => layout::folder(kind, &scope),
        None if scope.is_project() => format!("memory/{topic}"),
        None => format!("memory/scopes/{scope}/{topic}"),
    };
    if scope == record.place.scope {
        return Ok(record.path.clone());
    }
    let path = format!("{folder}/{}", record.path.file_name());
    path.parse()
        .map_err(|error: crate::domain::path::BadPath| Error::BadValue(error.to_string()))
}
