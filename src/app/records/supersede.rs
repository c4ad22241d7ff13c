//! Replacing a record by a new one: both files in one step, or neither.

use super::add;
use crate::app::records::add::{Request, Written, admissible};
use crate::app::records::edit::patched;
use crate::app::workspace::{Error, Workspace};
use crate::domain::kind::{Kind, SUPERSEDED};
use crate::domain::record::Record;
use crate::domain::record::patch::Field;
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
    request: Request,
    is_staged: bool,
) -> Result<Superseded, Error> {
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let old = super::find(workspace, &memory, name)?;
    let kind = replaceable_kind(old)?;
    if let Some(by) = old.header.superseded_by.first() {
        return Err(Error::BadValue(format!(
            "{} is already superseded by {by}",
            old.header.id
        )));
    }
    let mut draft = add::draft(workspace, &memory, kind, &inherited(old, request))?;
    draft.supersedes = vec![old.header.id.clone()];
    let path = add::free_path(workspace, &draft)?;
    let new_text = admissible(workspace, &path, &draft.id, &draft.text())?;

    let bytes = workspace.read(&old.path)?;
    let fields = [
        ("status", Field::Word(SUPERSEDED.to_owned())),
        ("superseded_by", Field::List(vec![draft.id.to_string()])),
        ("updated", Field::Word(workspace.today().to_string())),
    ];
    let old_text = admissible(
        workspace,
        &old.path,
        &old.header.id,
        &patched(&old.path, &bytes, &fields)?,
    )?;
    let changes = [
        Change::Create(path.clone(), new_text),
        Change::Replace(old.path.clone(), bytes, old_text),
    ];
    workspace.change(&lock, &changes, is_staged)?;
    let old = Written {
        id: old.header.id.clone(),
        path: old.path.clone(),
        kind: kind.name(),
    };
    Ok(Superseded {
        new: Written {
            id: draft.id,
            path,
            kind: kind.name(),
        },
        old,
    })
}

fn replaceable_kind(old: &Record) -> Result<Kind, Error> {
    let kind = old.kind().filter(|kind| kind.is_replaceable());
    let wrong = || Error::WrongKind {
        id: old.header.id.clone(),
        kind: old.kind_name(),
        what: SUPERSEDED,
    };
    kind.ok_or_else(wrong)
}

fn inherited(old: &Record, mut request: Request) -> Request {
    let header = &old.header;
    let texts = |values: &[crate::domain::secrets::Clean]| {
        values.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    request.scope = request.scope.or_else(|| Some(header.scope.to_string()));
    request.category = request
        .category
        .or_else(|| header.category.as_ref().map(ToString::to_string));
    if request.tags.is_empty() {
        request.tags = texts(&header.tags);
    }
    if request.paths.is_empty() {
        request.paths = texts(&header.paths);
    }
    request
}
