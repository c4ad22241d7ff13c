//! Place of records: in tracked memory, or on the private chain of the current branch.
//!
//! Every look-up of a record by name goes through here, so that one rule holds everywhere: the work
//! tree comes first, private memory after it.

use crate::evidence::Subject;
use crate::parents::reading::Replaced;
use crate::records::{lookup, order};
use crate::workspace::{Double, Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::record::{Record, RecordId};
use git_memory_model::subscription::ParentName;
use git_memory_store::{ListedFiles, Memory, View};
use git_memory_text::path::{MemoryFolder, RepoPath};

/// Home of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// In tracked memory, as this view has it.
    Tracked(View),
    /// On a private chain whose newest commit is this one.
    Private(ObjectId),
    /// In the memory of a parent.
    Parent(ParentName),
}

/// A record, and where it is kept.
#[derive(Clone, Debug)]
pub struct Located {
    /// The record.
    pub record: Record,
    /// Its home.
    pub home: Home,
    /// The blob of its file.
    blob: Option<ObjectId>,
    /// For a work tree: the files that it was found among.
    pub(crate) listed: Option<ListedFiles>,
}

impl Located {
    pub(crate) fn new(home: Home, memory: &Memory, record: &Record) -> Self {
        Self {
            record: record.clone(),
            home,
            blob: memory.blob(record),
            listed: memory.listed.clone(),
        }
    }

    /// Returns the subject for its ground.
    pub(crate) fn subject(&self) -> Subject {
        Subject::of(&self.record, self.blob)
    }

    /// The view of tracked memory that has it; `None` for a private record.
    #[must_use]
    pub fn tracked_view(&self) -> Option<&View> {
        match &self.home {
            Home::Tracked(view) => Some(view),
            Home::Private(_) | Home::Parent(_) => None,
        }
    }

    /// Gives a page that names no day that of the commit that added it.
    pub(crate) fn date_page(&mut self, workspace: &Workspace) -> Result<(), Error> {
        let is_undated = self.record.is_page() && self.record.header.updated.is_none();
        if is_undated && let (Home::Tracked(view), Some(blob)) = (&self.home, self.blob) {
            let ages = order::ages(workspace, view)?;
            order::date_page(&mut self.record, &ages, blob);
        }
        Ok(())
    }

    /// The bytes of the record's file.
    pub fn content(&self, workspace: &Workspace) -> Result<Vec<u8>, Error> {
        match (&self.home, self.blob) {
            (Home::Tracked(View::WorkTree), Some(blob))
                if workspace.store().leaves_out(&self.record.path)? =>
            {
                Ok(workspace.store().objects().blob(blob)?)
            }
            (Home::Tracked(View::WorkTree), _) | (_, None) => workspace.read(&self.record.path),
            (_, Some(blob)) => Ok(workspace.store().objects().blob(blob)?),
        }
    }

    /// The text of the record's file as it may be shown: without what the guard takes for secrets.
    pub fn text(&self, workspace: &Workspace) -> Result<Clean, Error> {
        let bytes = self.content(workspace)?;
        Ok(workspace.guard()?.redact(&String::from_utf8_lossy(&bytes)))
    }
}

/// Returns the file of a record as it was when memory was listed. A later write belongs to the next
/// answer.
///
/// # Errors
/// Where neither the work tree nor git has them.
pub(crate) fn content(
    workspace: &Workspace,
    memory: &Memory,
    record: &Record,
) -> Result<Vec<u8>, Error> {
    let Some(blob) = memory.blob(record) else {
        return workspace.read(&record.path);
    };
    match memory.content(blob) {
        Some(known) => Ok(known.to_vec()),
        None => Ok(workspace.store().content(record.path.as_str(), blob)?),
    }
}

/// The record that `name` names in a view. Where the view is the work tree, a name that tracked
/// memory does not know may be that of a private record.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], or where memory cannot be read.
pub fn find(workspace: &Workspace, view: View, name: &str) -> Result<Located, Error> {
    // What this clone has of a parent is of one commit, whatever revision is asked.
    if let Some(found) = find_of_parent(workspace, name)? {
        return Ok(found);
    }
    let may_be_private = view == View::WorkTree;
    let unknown = match find_tracked(workspace, view, name) {
        Err(error @ Error::UnknownRecord(_)) if may_be_private => error,
        // A bare repository may still have private memory.
        Err(error) if may_be_private && !workspace.store().has_work_tree() => error,
        found => return found,
    };
    // Only now, as the private chain costs a walk through its commits.
    match find_private(workspace, name) {
        // The answer of tracked memory is better: it may name the missing work tree.
        Err(Error::UnknownRecord(_)) => Err(unknown),
        found => found,
    }
}

/// The record of a parent that a name means; `None` if the name does not begin with a parent's.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], or where memory cannot be read.
pub(crate) fn find_of_parent(workspace: &Workspace, name: &str) -> Result<Option<Located>, Error> {
    // Most names have no such beginning: then no settings are read.
    let Some((parent, _)) = name.trim().split_once(':') else {
        return Ok(None);
    };
    let mut parents = workspace.parents()?.iter();
    let Some(parent) = parents.find(|it| it.name.as_str() == parent) else {
        return Ok(None);
    };
    let memory = workspace.memory_of_parent(parent)?;
    let mut found = located(workspace, &memory, Home::Parent(parent.name.clone()), name)?;
    found.record = Replaced::of(workspace)?.marked(found.record);
    Ok(Some(found))
}

/// The record that a name means to a command that changes it: as [`find`], but it refuses an id if
/// history does not show which file had it first.
pub(crate) fn find_changeable(workspace: &Workspace, name: &str) -> Result<Located, Error> {
    let found = find(workspace, View::WorkTree, name)?;
    if let Home::Parent(_) = &found.home {
        return Err(Error::OfParent(found.record.header.id.to_string()));
    }
    must_be_meant(workspace, name, &found.record)?;
    Ok(found)
}

/// The record of `memory` that a name means to a command that changes it, or links it with another
/// one. Tracked memory must point only to records that every clone has, so a private record is
/// refused if it is not in `memory` itself.
///
/// # Errors
/// [`Error::PrivateRecord`], [`Error::UnknownRecord`], [`Error::Ambiguous`], [`Error::SameId`].
pub(crate) fn find_linkable<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    name: &str,
) -> Result<&'a Record, Error> {
    let unknown = match lookup::find(workspace, memory, name) {
        Err(error @ Error::UnknownRecord(_)) => error,
        Ok(found) => {
            must_be_meant(workspace, name, found)?;
            return Ok(found);
        }
        failed => return failed,
    };
    if let Some(found) = find_of_parent(workspace, name)? {
        return Err(Error::OfParent(found.record.header.id.to_string()));
    }
    match find_private(workspace, name) {
        Ok(found) => Err(Error::PrivateRecord(lookup::id_of(&found.record)?.clone())),
        Err(Error::UnknownRecord(_)) => Err(unknown),
        Err(error) => Err(error),
    }
}

/// Refuses a record if its id is ambiguous: if several files came to have the id at once, only a
/// path names the one to change.
fn must_be_meant(workspace: &Workspace, name: &str, found: &Record) -> Result<(), Error> {
    let is_unclear = |it: &Double| !it.is_known && it.has(found.path.as_str());
    match workspace.doubles().into_iter().find(is_unclear) {
        Some(double) if !lookup::is_path(name) => Err(Error::SameId(double)),
        _ => Ok(()),
    }
}

/// Every record that a private one may be related to: those of the work tree, and then the private
/// ones of the current branch.
pub(crate) fn tracked_then(workspace: &Workspace, private: &Memory) -> Result<Memory, Error> {
    let mut known = Memory::default();
    let records = known.records.to_mut();
    records.extend(tracked_records(workspace)?.records.into_vec());
    records.extend(private.records.iter().cloned());
    Ok(known)
}

fn find_tracked(workspace: &Workspace, view: View, name: &str) -> Result<Located, Error> {
    let memory = workspace.memory(&view)?;
    located(workspace, &memory, Home::Tracked(view), name)
}

/// The record of a memory that `name` names, or why its file cannot be read as one.
fn located(
    workspace: &Workspace,
    memory: &Memory,
    home: Home,
    name: &str,
) -> Result<Located, Error> {
    match lookup::find(workspace, memory, name) {
        Err(Error::UnknownRecord(name)) => Err(lookup::unknown(memory, name)),
        found => Ok(Located::new(home, memory, found?)),
    }
}

/// The record of the work tree that has this id, to be changed; in this file, where one is named.
///
/// # Errors
/// [`Error::SameId`], or where memory cannot be read.
pub(crate) fn tracked_with_id(
    workspace: &Workspace,
    id: &RecordId,
    file: Option<&RepoPath>,
) -> Result<Option<Located>, Error> {
    let home = Home::Tracked(View::WorkTree);
    with_id(workspace, &tracked_records(workspace)?, home, id, file)
}

/// The private record that has this id, to be changed.
///
/// # Errors
/// [`Error::SameId`], or where the chain cannot be read.
pub(crate) fn private_with_id(
    workspace: &Workspace,
    id: &RecordId,
) -> Result<Option<Located>, Error> {
    let private = workspace.private()?;
    let Some(tip) = private.tip(&private.current()?)? else {
        return Ok(None);
    };
    let memory = memory_at(workspace, Some(tip))?;
    with_id(workspace, &memory, Home::Private(tip), id, None)
}

fn with_id(
    workspace: &Workspace,
    memory: &Memory,
    home: Home,
    id: &RecordId,
    file: Option<&RepoPath>,
) -> Result<Option<Located>, Error> {
    let is_meant =
        |record: &&Record| record.id() == Some(id) && file.is_none_or(|file| *file == record.path);
    let found: Vec<&Record> = memory.records.iter().filter(is_meant).collect();
    let Some(record) = lookup::one_of(workspace, id.as_str(), &found)? else {
        return Ok(None);
    };
    must_be_meant(
        workspace,
        file.map_or(id.as_str(), RepoPath::as_str),
        record,
    )?;
    Ok(Some(Located::new(home, memory, record)))
}

fn find_private(workspace: &Workspace, name: &str) -> Result<Located, Error> {
    let private = workspace.private()?;
    let Some(tip) = private.tip(&private.current()?)? else {
        return Err(Error::UnknownRecord(name.to_owned()));
    };
    let memory = memory_at(workspace, Some(tip))?;
    located(workspace, &memory, Home::Private(tip), name)
}

/// The private records that the current branch sees.
pub fn private_records(workspace: &Workspace) -> Result<Memory, Error> {
    let private = workspace.private()?;
    memory_at(workspace, private.tip(&private.current()?)?)
}

/// The private records that a commit of a chain reaches; empty without a commit.
pub(crate) fn memory_at(workspace: &Workspace, tip: Option<ObjectId>) -> Result<Memory, Error> {
    let files = workspace.private()?.replay(tip)?.into_values().collect();
    // One list of files gives one memory.
    let mut memories = workspace
        .store()
        .memories(vec![(MemoryFolder::default(), files)])?;
    workspace.with_allowed(memories.pop().unwrap_or_default())
}

/// The tracked records of the work tree; none in a bare repository.
pub(crate) fn tracked_records(workspace: &Workspace) -> Result<Memory, Error> {
    if workspace.store().has_work_tree() {
        workspace.memory(&View::WorkTree)
    } else {
        Ok(Memory::default())
    }
}
