//! Replacing a record by a new one, or by one that is there: both files in one step, or neither.

use std::collections::HashSet;

use crate::care::complete::missing;
use crate::records::add::{NewRecord, Written, draft};
use crate::records::admit::admissible;
use crate::records::document::OpenDocument;
use crate::records::names::free_path;
use crate::records::patch::patched;
use crate::records::planned::PlannedChange;
use crate::records::{document, lookup, source};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::keys;
use git_memory_model::kind::{Kind, SUPERSEDED};
use git_memory_model::record::draft::Draft;
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Name, Record, RecordId};
use git_memory_store::{Memory, View};
use git_memory_text::path::RepoPath;

/// Result of `supersede`.
#[derive(Clone, Debug)]
pub struct Superseded {
    /// The new record.
    pub new: Written,
    /// The record that it replaces.
    pub old: Written,
    /// The sections and keys that the new record's readers will look for, and not find.
    pub lacks: Vec<&'static str>,
}

/// A record that is to replace another one, before either is changed: its text may still be edited.
pub struct PreparedSuccessor<'a> {
    /// The text of its file.
    pub text: String,
    path: RepoPath,
    draft: Draft,
    old: Record,
    change: PlannedChange<'a>,
}

impl PreparedSuccessor<'_> {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &RecordId {
        &self.draft.id
    }

    /// Path of its file, unless its text is edited.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        &self.path
    }
}

/// Makes the text of a new record of the old one's kind that replaces it, and holds the lock until
/// both are written. Scope, category, tags and paths come from the old one, unless the request sets
/// them.
///
/// # Errors
/// [`Error::WrongKind`] where records of this kind are never superseded; [`Error::BadValue`] where
/// it is already, for one of another kind, and where its writer may only propose;
/// [`Error::NotATitle`] for the name of a record; otherwise as for adding.
pub fn prepare<'a>(
    workspace: &'a Workspace,
    name: &str,
    request: NewRecord,
) -> Result<PreparedSuccessor<'a>, Error> {
    let related = request.related.iter().map(String::as_str);
    let (change, old) = change_of(workspace, name, [], related)?;
    let kind = replaceable_kind(&old)?;
    must_be_title(workspace, &change.memory, request.title.as_str())?;
    if request.id.is_some() && request.id.as_ref() == old.id() {
        return Err(of_itself(&old));
    }
    must_be_unreplaced(&old)?;
    if request.kind != kind {
        let new = format!("the new record is {}", request.kind.one());
        return Err(other_kind(&old, &new));
    }
    request.intent().must_replace(workspace)?;
    let mut draft = draft(workspace, &change.memory, inherited(&old, request))?;
    draft.supersedes = vec![old.header.id.clone()];
    Ok(PreparedSuccessor {
        path: free_path(workspace, &draft)?,
        text: draft.text(),
        draft,
        old,
        change,
    })
}

/// Writes a prepared successor, and lets the old record name it.
pub fn write(
    workspace: &Workspace,
    prepared: PreparedSuccessor,
    is_staged: bool,
) -> Result<Superseded, Error> {
    let PreparedSuccessor {
        text,
        mut path,
        mut draft,
        old,
        mut change,
    } = prepared;
    // Both texts are made and checked before either file is touched.
    if draft.follow(&text) {
        path = free_path(workspace, &draft)?;
    }
    let clean = admissible(workspace, &path, &draft.id, &text)?;
    change.create(path.clone(), clean);
    let by = Successor {
        name: &Name::Id(draft.id.clone()),
        path: &path,
        label: &draft.title,
    };
    let old = replace(workspace, &mut change, &old, &by)?;
    let lacks = missing(&draft.id, &text);
    Ok(Superseded {
        old,
        new: Written {
            adopted: change.write(is_staged)?,
            ..Written::record(draft.id, path, draft.kind.name())
        },
        lacks,
    })
}

/// Links two records that are both there: the second one replaces the first one.
///
/// # Errors
/// [`Error::WrongKind`] where records of the old one's kind are never superseded;
/// [`Error::BadValue`] for one record, for two of different kinds, where either is superseded
/// already, and where the old one replaces the new one. Nothing was changed then.
pub fn supersede_by(
    workspace: &Workspace,
    old: &str,
    new: &str,
    is_staged: bool,
) -> Result<Superseded, Error> {
    let (mut change, old) = change_of(workspace, old, [new], [])?;
    let new = change.find(new)?.clone();
    let kind = replaceable_kind(&old)?;
    if old.header.id == new.header.id {
        return Err(of_itself(&old));
    }
    if new.kind() != Some(kind) {
        let new = format!("{} is {}", new.header.id, new.one());
        return Err(other_kind(&old, &new));
    }
    // A circle may also lead through links that only one side has, which 'check' reports.
    let (old_id, new_id) = (&old.header.id, &new.header.id);
    if replaces(&change.memory, old_id, new_id) {
        return Err(Error::BadValue(format!(
            "{old_id} itself replaces {new_id}: the two would replace each other"
        )));
    }
    must_be_unreplaced(&old)?;
    // The reader would be sent from one replaced record to the next.
    must_be_unreplaced(&new)?;
    let by = Successor {
        name: new_id,
        path: &new.path,
        label: &document::label(&new),
    };
    let old_written = replace(workspace, &mut change, &old, &by)?;
    let (new_written, lacks) = if let Some(id) = new.id() {
        succeed(workspace, &mut change, &new, id, &old)?
    } else {
        let mut document = OpenDocument::read(workspace, &change, &new)?;
        document.replace(&old)?;
        (document.close(&mut change)?, Vec::new())
    };
    Ok(Superseded {
        old: old_written,
        new: Written {
            adopted: change.write(is_staged)?,
            ..new_written
        },
        lacks,
    })
}

/// A change that names the record that is to be replaced, which may be a parent's, and other ones.
fn change_of<'a, 'n>(
    workspace: &'a Workspace,
    old: &'n str,
    others: impl IntoIterator<Item = &'n str>,
    related: impl IntoIterator<Item = &'n str>,
) -> Result<(PlannedChange<'a>, Record), Error> {
    let of_parent = source::find_of_parent(workspace, old)?;
    let own = of_parent.is_none().then_some(old);
    // The second of two writers that replace one record at once must see the successor of the
    // first.
    let change = PlannedChange::naming(workspace, own.into_iter().chain(others), related)?;
    let old = match of_parent {
        Some(found) => found.record,
        None => change.find(old)?.clone(),
    };
    Ok((change, old))
}

/// Writes into a record which one it replaces.
fn succeed(
    workspace: &Workspace,
    change: &mut PlannedChange,
    new: &Record,
    id: &RecordId,
    old: &Record,
) -> Result<(Written, Vec<&'static str>), Error> {
    let bytes = change.read(&new.path)?;
    let written = Written::record(id.clone(), new.path.clone(), new.kind_name());
    let mut supersedes: Vec<String> = Vec::new();
    for id in new.header.supersedes.iter().chain([&old.header.id]) {
        // A link that only this side had is there already.
        if !supersedes.iter().any(|known| known == id.as_str()) {
            supersedes.push(id.to_string());
        }
    }
    let fields = [
        (keys::SUPERSEDES.name, Field::List(supersedes)),
        today(workspace),
    ];
    let text = patched(&new.path, &bytes, &fields)?;
    let clean = admissible(workspace, &new.path, id, &text)?;
    change.replace(&new.path, bytes, new.path.clone(), clean);
    Ok((written, missing(id, &text)))
}

/// Refuses a title by which a record is called: that record is meant, not a new one.
fn must_be_title(workspace: &Workspace, memory: &Memory, title: &str) -> Result<(), Error> {
    match lookup::find(workspace, memory, title) {
        Err(Error::UnknownRecord(_)) => Ok(()),
        Ok(_) | Err(Error::Ambiguous { .. }) => Err(Error::NotATitle(title.to_owned())),
        Err(error) => Err(error),
    }
}

fn of_itself(record: &Record) -> Error {
    Error::BadValue(format!(
        "{} cannot replace itself: name another record, or the TITLE of a new one",
        record.header.id
    ))
}

/// True if a record replaces another one, directly or through others.
fn replaces(memory: &Memory, newer: &Name, older: &Name) -> bool {
    let mut pending = vec![newer];
    let mut seen = HashSet::new();
    while let Some(id) = pending.pop() {
        if id == older {
            return true;
        }
        if !seen.insert(id) {
            continue;
        }
        for record in &memory.records {
            let own = &record.header.id;
            if own == id {
                pending.extend(&record.header.supersedes);
            } else if record.header.superseded_by.contains(id) {
                pending.push(own);
            }
        }
    }
    false
}

/// The error that a record cannot replace one of another kind.
fn other_kind(old: &Record, new: &str) -> Error {
    Error::BadValue(format!(
        "{} is {}, and {new}: a record is replaced by one of its own kind",
        old.header.id,
        old.one()
    ))
}

fn must_be_unreplaced(record: &Record) -> Result<(), Error> {
    if record.is_document() {
        return document::must_be_unreplaced(record);
    }
    match record.header.superseded_by.first() {
        Some(by) => Err(Error::Superseded {
            id: record.header.id.clone(),
            by: by.clone(),
        }),
        None => Ok(()),
    }
}

/// The record that replaces another one.
struct Successor<'a> {
    name: &'a Name,
    path: &'a RepoPath,
    /// Text of a link to it.
    label: &'a str,
}

/// Marks a record as replaced.
fn replace(
    workspace: &Workspace,
    change: &mut PlannedChange,
    old: &Record,
    by: &Successor<'_>,
) -> Result<Written, Error> {
    if old.is_document() {
        let mut document = OpenDocument::read(workspace, change, old)?;
        document.supersede(&document::link_to(old, by.path, by.label))?;
        return document.close(change);
    }
    let id = lookup::id_of(old)?;
    let written = Written::record(id.clone(), old.path.clone(), old.kind_name());
    if old.is_of_parent() {
        // Only its own repository changes it.
        return Ok(written);
    }
    let bytes = change.read(&old.path)?;
    let fields = [
        (keys::STATUS.name, Field::Word(SUPERSEDED.to_owned())),
        (
            keys::SUPERSEDED_BY.name,
            Field::List(vec![by.name.to_string()]),
        ),
        today(workspace),
    ];
    let text = patched(&old.path, &bytes, &fields)?;
    let clean = admissible(workspace, &old.path, id, &text)?;
    change.replace(&old.path, bytes, old.path.clone(), clean);
    Ok(written)
}

fn today(workspace: &Workspace) -> (&'static str, Field) {
    let today = Field::Word(workspace.today().to_string());
    (keys::UPDATED.name, today)
}

/// The kind of the record of this name, which another one may replace.
///
/// # Errors
/// [`Error::WrongKind`] for a kind that is never superseded; as for finding the record.
pub fn kind_of(workspace: &Workspace, name: &str) -> Result<Kind, Error> {
    if let Some(found) = source::find_of_parent(workspace, name)? {
        return replaceable_kind(&found.record);
    }
    let memory = workspace.memory(&View::WorkTree)?;
    replaceable_kind(source::find_linkable(workspace, &memory, name)?)
}

fn replaceable_kind(old: &Record) -> Result<Kind, Error> {
    match old.kind() {
        Some(kind) if kind.is_replaceable() => Ok(kind),
        _ => Err(Error::WrongKind {
            id: old.header.id.clone(),
            kind: old.one(),
            what: SUPERSEDED,
        }),
    }
}

fn inherited(old: &Record, mut request: NewRecord) -> NewRecord {
    let header = &old.header;
    // A parent's scopes and paths are parts of another repository.
    if old.is_of_parent() {
        return request;
    }
    // A successor inherits scope and other keys, unless the request sets them.
    if request.scope.is_none() {
        request.scope = Some(header.scope.clone());
    }
    if request.category.is_none() {
        request.category = header.category.as_ref().map(Clean::to_string);
    }
    if request.tags.is_empty() {
        request.tags = header.tags.iter().map(Clean::to_string).collect();
    }
    if request.paths.is_empty() {
        request.paths = header.paths.iter().map(Clean::to_string).collect();
    }
    request
}
