//! Replacing a record by a new one: both files in one step, or neither.

use crate::app::records::add::{NewRecord, Written, draft};
use crate::app::records::admit::admissible;
use crate::app::records::lookup;
use crate::app::records::names::free_path;
use crate::app::records::patch::patched;
use crate::app::workspace::{Error, Workspace};
use crate::domain::keys;
use crate::domain::kind::{Kind, SUPERSEDED};
use crate::domain::record::Record;
use crate::domain::record::patch::Field;
use crate::domain::secrets::Clean;
use crate::store::View;
use crate::store::write::Change;

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
    if let Some(by) = old.header.superseded_by.first() {
        return Err(Error::BadValue(format!(
            "{} is already superseded by {by}",
            old.header.id
        )));
    }
    // Both texts are made and checked before either file is touched.
    let mut draft = draft(workspace, &memory, inherited(old, request))?;
    draft.supersedes = vec![old_id.clone()];
    let path = free_path(workspace, &draft)?;
    let new_text = admissible(workspace, &path, &draft.id, &draft.text())?;

    let bytes = workspace.read(&old.path)?;
    let fields = [
        (keys::STATUS.name, Field::Word(SUPERSEDED.to_owned())),
        (
            keys::SUPERSEDED_BY.name,
            Field::List(vec![draft.id.to_string()]),
        ),
        (
            keys::UPDATED.name,
            Field::Word(workspace.today().to_string()),
        ),
    ];
    let old_text = patched(&old.path, &bytes, &fields)?;
    let old_text = admissible(workspace, &old.path, old_id, &old_text)?;
    let changes = [
        Change::Create(path.clone(), new_text),
        Change::Replace(old.path.clone(), bytes, old_text),
    ];
    workspace.change(&lock, &changes, is_staged)?;
    Ok(Superseded {
        new: Written {
            id: draft.id,
            path,
            kind: kind.name(),
        },
        old: Written {
            id: old_id.clone(),
            path: old.path.clone(),
            kind: kind.name(),
        },
    })
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
