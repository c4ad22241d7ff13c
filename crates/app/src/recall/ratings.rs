//! Reading `memory/recall-feedback.jsonl`: how earlier answers were rated.

use crate::workspace::{Error, Workspace, settings};
use git_memory_model::layout::FEEDBACK;
use git_memory_store::View;
use git_memory_text::limits;

/// The lines that count for ranking: those of the work tree, or of the searched revision. Empty
/// without a file, or if the settings turn ratings off.
///
/// # Errors
/// An unknown revision, or where the file or the settings cannot be read.
pub(crate) fn heeded(workspace: &Workspace, revision: Option<&str>) -> Result<String, Error> {
    if !settings::heeds_feedback(workspace, revision)? {
        return Ok(String::new());
    }
    let view = View::at(revision);
    lines(workspace, &view)
}

/// The lines of a view; empty where it has no such file.
///
/// # Errors
/// An unknown revision, or where the file cannot be read.
pub(crate) fn lines(workspace: &Workspace, view: &View) -> Result<String, Error> {
    let store = workspace.store();
    let bytes = match view {
        View::Revision(revision) => {
            let commit = store.history().resolve(revision)?;
            store.committed_file(commit, FEEDBACK)?
        }
        // A bare repository has none, and searches private memory all the same.
        _ if !store.has_work_tree() => None,
        _ => store.tracked_file(&store.folder().join(FEEDBACK))?,
    };
    let Some(bytes) = bytes else {
        return Ok(String::new());
    };
    // A last line that the limit cuts cannot be parsed, and is skipped.
    let end = bytes.len().min(limits::RATING_BYTES);
    Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
}
