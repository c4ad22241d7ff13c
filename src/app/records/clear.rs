//! Clearing records away: archived, or deleted where that is asked for.

use crate::app::records::edit::patched;
use crate::app::records::list::{Filter, Sort};
use crate::app::workspace::{Error, Workspace};
use crate::domain::kind::{ARCHIVED, Kind};
use crate::domain::record::patch::Field;
use crate::domain::record::{Record, RecordId};
use crate::store::write::Change;
use crate::store::{Memory, View};

/// What shall be cleared.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Records by name.
    pub names: Vec<String>,
    /// Records by what they are.
    pub filter: Filter,
    /// Every record.
    pub all: bool,
    /// Deleted, not archived.
    pub delete: bool,
}

/// One record that is going to be cleared.
#[derive(Clone, Debug)]
pub struct Cleared {
    /// Its id.
    pub id: RecordId,
    /// Its title.
    pub title: String,
    /// Its path.
    pub path: String,
    /// The status that it gets; none where its file is deleted.
    pub status: Option<&'static str>,
}

/// Says what a request would clear. Records that are cleared already are left out.
///
/// # Errors
/// [`Error::NothingNamed`], an unknown name, or a kind that has no status for it.
pub fn plan(workspace: &Workspace, request: &Request) -> Result<Vec<Cleared>, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    chosen(workspace, &memory, request)?
        .into_iter()
        .filter_map(|record| step(record, request).transpose())
        .collect()
}

/// Clears; all of it or nothing.
///
/// # Errors
/// As for [`plan`], or where a file cannot be changed.
pub fn clear(
    workspace: &Workspace,
    request: &Request,
    is_staged: bool,
) -> Result<Vec<Cleared>, Error> {
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let mut cleared = Vec::new();
    let mut changes = Vec::new();
    let chosen = chosen(workspace, &memory, request)?;
    if request.delete {
        no_end_is_left(&memory, &chosen)?;
    }
    for record in chosen {
        let Some(step) = step(record, request)? else {
            continue;
        };
        let bytes = workspace.read(&record.path)?;
        changes.push(match step.status {
            None => Change::Remove(record.path.clone(), bytes),
            Some(status) => {
                let today = workspace.today().to_string();
                let fields = [
                    ("status", Field::Word(status.to_owned())),
                    ("updated", Field::Word(today)),
                ];
                let text = patched(&record.path, &bytes, &fields)?;
                let clean =
                    super::add::admissible(workspace, &record.path, &record.header.id, &text)?;
                Change::Replace(record.path.clone(), bytes, clean)
            }
        });
        cleared.push(step);
    }
    workspace.change(&lock, &changes, is_staged)?;
    Ok(cleared)
}

/// Deleting one end of a supersession would leave the other without its counterpart.
fn no_end_is_left(memory: &Memory, deleted: &[&Record]) -> Result<(), Error> {
    let is_deleted = |id: &RecordId| deleted.iter().any(|record| record.header.id == *id);
    for record in memory
        .records
        .iter()
        .filter(|record| !is_deleted(&record.header.id))
    {
        let header = &record.header;
        if let Some(end) = header
            .supersedes
            .iter()
            .chain(&header.superseded_by)
            .find(|id| is_deleted(id))
        {
            return Err(Error::Linked {
                id: end.clone(),
                by: header.id.clone(),
            });
        }
    }
    Ok(())
}

fn chosen<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    request: &Request,
) -> Result<Vec<&'a Record>, Error> {
    if request.names.is_empty() && request.filter.is_empty() && !request.all {
        return Err(Error::NothingNamed);
    }
    let mut chosen: Vec<&Record> = request
        .names
        .iter()
        .map(|name| super::find(workspace, memory, name))
        .collect::<Result<_, _>>()?;
    if request.all || !request.filter.is_empty() {
        chosen.extend(request.filter.choose(&memory.records, Sort::Path));
    }
    chosen.sort_by(|a, b| a.path.cmp(&b.path));
    chosen.dedup_by(|a, b| a.path == b.path);
    Ok(chosen)
}

fn step(record: &Record, request: &Request) -> Result<Option<Cleared>, Error> {
    let header = &record.header;
    let status = if request.delete {
        None
    } else if record.is_current() {
        let kind = record.kind();
        let retired = kind.and_then(Kind::retired_status);
        let wrong = || Error::WrongKind {
            id: header.id.clone(),
            kind: record.kind_name(),
            what: ARCHIVED,
        };
        Some(retired.ok_or_else(wrong)?)
    } else {
        return Ok(None);
    };
    let (id, title, path) = (
        header.id.clone(),
        header.title.to_string(),
        record.path.to_string(),
    );
    Ok(Some(Cleared {
        id,
        title,
        path,
        status,
    }))
}
