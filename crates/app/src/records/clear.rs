//! Clearing records away: archived, or deleted where that is asked for.

use crate::records::admit::admissible;
use crate::records::conflict::{Conflicts, conflicts};
use crate::records::list::Filter;
use crate::records::lookup;
use crate::records::patch::patched;
use crate::records::source::find_linkable;
use crate::workspace::{Error, Workspace};
use git_memory_model::keys;
use git_memory_model::kind::{ARCHIVED, Kind};
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Name, Record, RecordId};
use git_memory_store::write::Change;
use git_memory_store::{Memory, View};

/// The records to clear.
#[derive(Clone, Debug, Default)]
pub struct ClearRequest {
    /// Records by name.
    pub names: Vec<String>,
    /// Records by what they are.
    pub filter: Filter,
    /// Every record.
    pub all: bool,
    /// True if files are deleted instead of archived.
    pub delete: bool,
}

/// One record that is going to be cleared.
#[derive(Clone, Debug)]
pub struct Cleared {
    /// Its id; of a page the path.
    pub id: Name,
    /// Its title.
    pub title: String,
    /// Its path.
    pub path: String,
    /// The status that it gets; none where its file is deleted.
    pub status: Option<&'static str>,
}

/// Effect of a request: records to clear, and records to keep.
#[derive(Debug, Default)]
pub struct ClearPlan {
    /// The records that it would clear, by path.
    pub cleared: Vec<Cleared>,
    /// Reasons why matching records stay: they are in conflict, or in a root.
    pub left: Vec<Error>,
}

/// Returns the effect of a request. Records that are no longer current are left out.
///
/// # Errors
/// [`Error::NothingNamed`], an unknown name, or a kind that has no status for it; for a record that
/// is named, [`Error::InConflict`] and [`Error::Outside`].
pub fn plan(workspace: &Workspace, request: &ClearRequest) -> Result<ClearPlan, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    let Chosen { records, left } = chosen(workspace, &memory, request)?;
    let mut plan = ClearPlan {
        left,
        ..ClearPlan::default()
    };
    for record in records {
        plan.cleared.extend(step(record, request)?);
    }
    Ok(plan)
}

/// Clears; all of it or nothing.
pub fn clear(
    workspace: &Workspace,
    request: &ClearRequest,
    is_staged: bool,
) -> Result<Vec<Cleared>, Error> {
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let mut cleared = Vec::new();
    let mut changes = Vec::new();
    let chosen = chosen(workspace, &memory, request)?.records;
    // The archived end of a supersession still has its file, so only deleting parts the two.
    if request.delete {
        must_not_part(&memory, &chosen)?;
    }
    for record in chosen {
        if let Some(step) = step(record, request)? {
            changes.push(change(workspace, record, &step)?);
            cleared.push(step);
        }
    }
    workspace.change(&lock, &changes, is_staged)?;
    Ok(cleared)
}

fn change(workspace: &Workspace, record: &Record, step: &Cleared) -> Result<Change, Error> {
    let bytes = workspace.read(&record.path)?;
    let Some(status) = step.status else {
        return Ok(Change::Remove(record.path.clone(), bytes));
    };
    let fields = [
        (keys::STATUS.name, Field::Word(status.to_owned())),
        (
            keys::UPDATED.name,
            Field::Word(workspace.today().to_string()),
        ),
    ];
    let text = patched(&record.path, &bytes, &fields)?;
    let clean = admissible(workspace, &record.path, lookup::id_of(record)?, &text)?;
    Ok(Change::Replace(record.path.clone(), bytes, clean))
}

/// Refuses to delete one end of a supersession: the other end would name a record that is gone.
fn must_not_part(memory: &Memory, deleted: &[&Record]) -> Result<(), Error> {
    let is_deleted = |id: &RecordId| deleted.iter().any(|record| record.header.id.is(id));
    for record in &memory.records {
        let header = &record.header;
        // A page is not the end of any link.
        let Some(id) = record.id().filter(|id| !is_deleted(id)) else {
            continue;
        };
        let ends = header.supersedes.iter().chain(&header.superseded_by);
        for end in ends.filter_map(Name::id) {
            if is_deleted(end) {
                return Err(Error::Linked {
                    id: end.clone(),
                    by: id.clone(),
                });
            }
        }
    }
    Ok(())
}

/// The records that a request names, by path, each once.
struct Chosen<'a> {
    records: Vec<&'a Record>,
    /// Reasons why other matching records are not among them.
    left: Vec<Error>,
}

fn chosen<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    request: &ClearRequest,
) -> Result<Chosen<'a>, Error> {
    // An empty request must not mean everything.
    if request.names.is_empty() && request.filter.is_empty() && !request.all {
        return Err(Error::NothingNamed);
    }
    let conflicts = conflicts(workspace, &View::WorkTree, memory)?;
    let mut chosen: Vec<&Record> = Vec::new();
    let mut left = Vec::new();
    for name in &request.names {
        let record = find_linkable(workspace, memory, name)?;
        match obstacle(record, &conflicts) {
            Some(error) => return Err(error),
            None => chosen.push(record),
        }
    }
    if request.all || !request.filter.is_empty() {
        // Pages are cleared only by name.
        let records = memory.records.iter().filter(|record| !record.is_page());
        for record in request.filter.choose(records) {
            match obstacle(record, &conflicts) {
                // An archived record would stay as it is anyway.
                Some(error) if request.delete || record.is_current() => left.push(error),
                Some(_) => {}
                None => chosen.push(record),
            }
        }
    }
    chosen.sort_by(|a, b| a.path.cmp(&b.path));
    // A record may be named and fit the filter, too.
    chosen.dedup_by(|a, b| a.path == b.path);
    Ok(Chosen {
        records: chosen,
        left,
    })
}

/// Reason why a record cannot be cleared in any way.
fn obstacle(record: &Record, conflicts: &Conflicts) -> Option<Error> {
    let path = record.path.clone();
    if !record.place.is_in_memory {
        return Some(Error::Outside(path));
    }
    // To delete one version would be to choose, and git would take the conflict for resolved.
    conflicts
        .files
        .contains_key(&path)
        .then(|| Error::InConflict {
            path,
            sides: conflicts.sides.clone(),
        })
}

/// Returns the change to a record; `None` if it is archived already.
fn step(record: &Record, request: &ClearRequest) -> Result<Option<Cleared>, Error> {
    let status = if request.delete {
        None
    } else if record.is_current() {
        Some(retired_status(record)?)
    } else {
        return Ok(None);
    };
    Ok(Some(Cleared {
        id: record.header.id.clone(),
        title: record.header.title.to_string(),
        path: record.path.to_string(),
        status,
    }))
}

fn retired_status(record: &Record) -> Result<&'static str, Error> {
    record
        .kind()
        .and_then(Kind::retired_status)
        .ok_or_else(|| Error::WrongKind {
            id: record.header.id.clone(),
            kind: record.one(),
            what: ARCHIVED,
        })
}
