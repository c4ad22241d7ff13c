//! The records of parents for the doors: all of them as one list, and one by its name here.

use crate::records::source::{Home, Located};
use crate::records::source;
use crate::workspace::{Error, Parent, Workspace};
use git_memory_store::Memory;

/// The records of all parents that this clone has, sorted by path.
pub(crate) fn records(workspace: &Workspace) -> Result<Memory, Error> {
    let mut all = Memory::default();
    let mut parents: Vec<&Parent> = workspace.parents()?.iter().collect();
    // A memory is sorted by path.
    parents.sort_by_key(|parent| parent.name.with(""));
    for parent in parents {
        all.add(workspace.memory_of_parent(parent)?);
    }
    Ok(all)
}

/// The parent whose name a record's name begins with.
pub(crate) fn parent_of<'a>(
    workspace: &'a Workspace,
    name: &str,
) -> Result<Option<&'a Parent>, Error> {
    // Most names have no such beginning: then no settings are read.
    let Some((parent, _)) = name.trim().split_once(':') else {
        return Ok(None);
    };
    let mut parents = workspace.parents()?.iter();
    Ok(parents.find(|it| it.name.as_str() == parent))
}

/// The record of a parent that a name means; `None` if the name does not begin with a parent's.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], or where memory cannot be read.
pub(crate) fn find(workspace: &Workspace, name: &str) -> Result<Option<Located>, Error> {
    let Some(parent) = parent_of(workspace, name)? else {
        return Ok(None);
    };
    let memory = workspace.memory_of_parent(parent)?;
    let home = Home::Parent(parent.name.clone());
    source::located(workspace, &memory, home, name).map(Some)
}
