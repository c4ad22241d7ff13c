//! Two records that met under one name: a merge leaves both in one file, each in full, and the
//! second one gets a file of its own.

use crate::care::doctor::state::State;
use crate::records::conflict::conflicts;
use crate::workspace::{Error, Workspace};
use git_memory_model::record::conflict::Conflict;
use git_memory_store::write::Change;
use git_memory_store::{AtPath, View};
use git_memory_text::path::RepoPath;

/// A file with two records in it.
struct Shared {
    path: RepoPath,
    before: Vec<u8>,
    conflict: Conflict,
}

pub(crate) fn look(workspace: &Workspace) -> Result<State, Error> {
    let mut shared = Vec::new();
    for Shared { path, conflict, .. } in shared_files(workspace)? {
        if let Some([ours, theirs]) = conflict.ids() {
            shared.push(format!("{path} holds {ours} and {theirs}"));
        }
    }
    Ok(if shared.is_empty() {
        State::Good("every record has a file of its own".to_owned())
    } else {
        State::Bad(shared.join("; "))
    })
}

/// Gives each second record a file of its own, and adds it to the index.
pub(crate) fn part(workspace: &Workspace) -> Result<Option<String>, Error> {
    let lock = workspace.lock()?;
    let mut changes = Vec::new();
    for shared in shared_files(workspace)? {
        let Some([_, theirs]) = shared.conflict.ids() else {
            continue;
        };
        let own = free_path(workspace, &shared.path, theirs.random_part())?;
        let first = workspace.admit(&shared.path, shared.conflict.ours)?;
        let second = workspace.admit(&own, shared.conflict.theirs)?;
        changes.push(Change::Replace(shared.path, shared.before, first));
        changes.push(Change::Create(own, second));
    }
    workspace.change(&lock, &changes, true)?;
    let written: Vec<&str> = changes
        .iter()
        .map(|change| change.path().as_str())
        .collect();
    Ok(Some(format!("written and staged: {}", written.join(", "))))
}

fn shared_files(workspace: &Workspace) -> Result<Vec<Shared>, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    let mut shared = Vec::new();
    for path in conflicts(workspace, &View::WorkTree, &memory)?
        .files
        .into_keys()
    {
        // A conflict outside of memory belongs to its owner.
        if !workspace.folder().holds(path.as_str()) {
            continue;
        }
        let Some(before) = workspace
            .store()
            .work_files()?
            .read_regular(path.as_str())?
        else {
            continue;
        };
        if let Some(conflict) = Conflict::of(&String::from_utf8_lossy(&before))
            && conflict.ids().is_some()
        {
            shared.push(Shared {
                path,
                before,
                conflict,
            });
        }
    }
    Ok(shared)
}

/// A path beside another one that is not taken.
fn free_path(workspace: &Workspace, path: &RepoPath, part: &str) -> Result<RepoPath, Error> {
    let (stem, ending) = match path.as_str().rsplit_once('.') {
        Some((stem, ending)) => (stem, ending),
        None => (path.as_str(), "md"),
    };
    let mut copy = 1;
    loop {
        let own = match copy {
            1 => format!("{stem}-{part}.{ending}"),
            _ => format!("{stem}-{part}-{copy}.{ending}"),
        };
        if workspace.store().work_files()?.find(&own)? == AtPath::Nothing {
            return Ok(own.parse()?);
        }
        copy += 1;
    }
}
