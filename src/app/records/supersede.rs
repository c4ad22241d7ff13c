//! Replacing a record by a new one, or by one that is there: both files in one step, or neither.

use std::collections::HashSet;

use crate::app::records::add::{NewRecord, Written, draft};
use crate::app::records::admit::admissible;
use crate::app::records::lookup;
use crate::app::records::names::free_path;
use crate::app::records::patch::patched;
use crate::app::workspace::{Error, Workspace};
use crate::domain::keys;
use crate::domain::kind::{Kind, SUPERSEDED};
use crate::domain::record::patch::Field;
use crate::domain::record::{Record, RecordId};
use crate::domain::secrets::Clean;
use crate::store::write::Change;
use crate::store::{Memory, View};

/// What `supersede` did.
#[derive(Clone, Debug)]
pub struct Superseded {
    /// The new record.
    pub new: Written,
    /// The record that it replaces.
    pub old: Written,
}

/// Makes a new record of the old one's kind that replaces it. Scope, category, tags and paths are
/// the old one's where the request does not say otherwise.
///
/// # Errors
/// [`Error::WrongKind`] where records of this kind are never superseded; [`Error::BadValue`] where
/// it is already; otherwise as for adding. Nothing was changed then.
pub fn supersede(
    workspace: &Workspace,
    name: &str,
    request: NewRecord,
    is_staged: bool,
) -> Result<Superseded, Error> {
    // Of two that replace one record at once, the second has to see the first one's.
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let old = lookup::find(workspace, &memory, name)?;
    let kind = replaceable_kind(old)?;
    let old_id = lookup::id_of(old)?;
    must_be_unreplaced(old)?;
    // Both texts are made and checked before either file is touched.
    let mut draft = draft(workspace, &memory, inherited(old, request))?;
    draft.supersedes = vec![old_id.clone()];
    let path = free_path(workspace, &draft)?;
    let new_text = admissible(workspace, &path, &draft.id, &draft.text())?;

    let changes = [
        Change::Create(path.clone(), new_text),
        replaced(workspace, old, old_id, &draft.id)?,
    ];
    workspace.change(&lock, &changes, is_staged)?;
    Ok(Superseded {
        new: Written {
            id: draft.id,
            path,
            kind: kind.name(),
        },
        old: written(old, old_id),
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
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let old = lookup::find(workspace, &memory, old)?;
    let new = lookup::find(workspace, &memory, new)?;
    let kind = replaceable_kind(old)?;
    let (old_id, new_id) = (lookup::id_of(old)?, lookup::id_of(new)?);
    if old_id == new_id {
        return Err(Error::BadValue(format!("{old_id} cannot replace itself")));
    }
    if new.kind() != Some(kind) {
        return Err(Error::BadValue(format!(
            "{} is {}, and {} is {}: a record is replaced by one of its own kind",
            old_id,
            old.one(),
            new_id,
            new.one()
        )));
    }
    // A circle may also lead through links that only one side has, which 'check' reports.
    if replaces(&memory, old_id, new_id) {
        return Err(Error::BadValue(format!(
            "{old_id} itself replaces {new_id}: the two would replace each other"
        )));
    }
    must_be_unreplaced(old)?;
    // The reader would be sent from one replaced record to the next.
    must_be_unreplaced(new)?;
    let bytes = workspace.read(&new.path)?;
    let mut supersedes: Vec<String> = Vec::new();
    for id in new.header.supersedes.iter().chain([old_id]) {
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
    let text = admissible(workspace, &new.path, new_id, &text)?;
    let changes = [
        Change::Replace(new.path.clone(), bytes, text),
        replaced(workspace, old, old_id, new_id)?,
    ];
    workspace.change(&lock, &changes, is_staged)?;
    Ok(Superseded {
        new: written(new, new_id),
        old: written(old, old_id),
    })
}

/// Whether a record replaces another one, directly or through others.
fn replaces(memory: &Memory, newer: &RecordId, older: &RecordId) -> bool {
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
            let Some(own) = record.id() else { continue };
            if own == id {
                pending.extend(&record.header.supersedes);
            } else if record.header.superseded_by.contains(id) {
                pending.push(own);
            }
        }
    }
    false
}

fn must_be_unreplaced(record: &Record) -> Result<(), Error> {
    match record.header.superseded_by.first() {
        Some(by) => Err(Error::BadValue(format!(
            "{} is already superseded by {by}",
            record.header.id
        ))),
        None => Ok(()),
    }
}

/// The change of a record that says what replaces it.
fn replaced(
    workspace: &Workspace,
    old: &Record,
    old_id: &RecordId,
    by: &RecordId,
) -> Result<Change, Error> {
    let bytes = workspace.read(&old.path)?;
    let fields = [
        (keys::STATUS.name, Field::Word(SUPERSEDED.to_owned())),
        (keys::SUPERSEDED_BY.name, Field::List(vec![by.to_string()])),
        today(workspace),
    ];
    let text = patched(&old.path, &bytes, &fields)?;
    let text = admissible(workspace, &old.path, old_id, &text)?;
    Ok(Change::Replace(old.path.clone(), bytes, text))
}

fn today(workspace: &Workspace) -> (&'static str, Field) {
    let today = Field::Word(workspace.today().to_string());
    (keys::UPDATED.name, today)
}

fn written(record: &Record, id: &RecordId) -> Written {
    Written {
        id: id.clone(),
        path: record.path.clone(),
        kind: record.kind_name(),
    }
}

/// The kind of a record that another one may replace.
///
/// # Errors
/// [`Error::WrongKind`] for a page, and for a kind that is never superseded.
pub(crate) fn replaceable_kind(old: &Record) -> Result<Kind, Error> {
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
    // A successor is about what its predecessor was about, unless somebody says otherwise.
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
