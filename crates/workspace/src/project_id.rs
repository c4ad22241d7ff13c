//! The project's id in the summary: a summary that was begun before the first commit gets it with
//! the first change of memory after that.

use super::{Error, Workspace, identity};
use git_memory_model::layout::SUMMARY;
use git_memory_model::summary_page;
use git_memory_store::write::Change;

/// The change that writes the project's id into a summary without it; `None` where there is no
/// such summary, or no id yet.
///
/// # Errors
/// Where the summary or the identity cannot be read.
pub fn missing(workspace: &Workspace) -> Result<Option<Change>, Error> {
    let path = workspace.folder().path(SUMMARY)?;
    let Some(before) = workspace.store().work_files()?.read(path.as_str())? else {
        return Ok(None);
    };
    let Ok(text) = str::from_utf8(&before) else {
        return Ok(None);
    };
    if summary_page::unknown_id(text).is_none() {
        return Ok(None);
    }
    let id = identity::identity(workspace)?.project_id;
    let Some(text) = id.and_then(|id| summary_page::with_id(text, &id)) else {
        return Ok(None);
    };
    let clean = workspace.admit(&path, text)?;
    Ok(Some(Change::Replace(path, before, clean)))
}

/// The same change as a part of another one, which may go into git's index: not while a person's
/// own changes of the summary are not there yet.
pub(super) fn on_the_way(workspace: &Workspace, changes: &[Change]) -> Option<Change> {
    let folder = workspace.folder();
    let is_summary = |it: &Change| folder.below(it.path().as_str()) == Some(SUMMARY);
    if changes.is_empty() || changes.iter().any(is_summary) {
        return None;
    }
    // What hinders it is no reason to refuse the change that was asked for.
    let change = missing(workspace).ok().flatten()?;
    let Change::Replace(path, before, _) = &change else {
        return None;
    };
    let is_untouched = str::from_utf8(before).is_ok_and(summary_page::is_untouched);
    let is_staged = || {
        let index = workspace.store().staging().memory_files().ok()?;
        let staged = index
            .iter()
            .find(|it| it.path == path.as_str().as_bytes())?;
        let now = workspace.store().objects().id_of_bytes(before).ok()?;
        Some(staged.id == now)
    };
    (is_untouched || is_staged() == Some(true)).then_some(change)
}
