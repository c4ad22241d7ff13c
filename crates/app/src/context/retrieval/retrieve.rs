//! One structured answer for a tool: `get-context`.

use crate::context::digest::digest;
use crate::context::retrieval::answering::Answering;
use crate::context::retrieval::folders::Folders;
use crate::context::retrieval::pages::Pages;
use crate::context::retrieval::request::RetrievalRequest;
use crate::records::order::{RecordHistory, date_pages};
use crate::workspace::{Error, Workspace};
use git_memory_model::context::retrieval::{Defaults, Retrieval};
use git_memory_store::View;

/// Distinguishes answers of this version from those of others.
const FORM: &str = concat!("retrieval 3 ", env!("CARGO_PKG_VERSION"));

/// Answers a request.
///
/// # Errors
/// If memory or git cannot be read, or in a bare repository without a revision. Faults of single
/// files are warnings.
pub fn retrieve(workspace: &Workspace, request: &RetrievalRequest) -> Result<Retrieval, Error> {
    let store = workspace.store();
    let view = &request.view;
    let listing = store.listing(view)?;
    let folders = match view {
        View::WorkTree => listing.folders.clone(),
        View::Index | View::Revision(_) => store.folders_at(view)?,
    };
    let mut pages = Pages::of(workspace, view)?;
    let skills = if request.has_defaults {
        pages.skills()
    } else {
        Vec::new()
    };
    let folder_pages = pages.overviews(folders.iter());
    let absence = absence(workspace, view)?;
    // The ages of a revision's records come from its own history.
    let commit = match view.revision() {
        Some(revision) => Some(store.history().resolve(revision)?),
        None => None,
    };
    let asked = format!(
        "{request:?} {commit:?} {folders:?} {skills:?} {folder_pages:?} {:?} {absence:?}",
        pages.faults
    );
    // The list of records is enough, as blobs are named by their contents; pages are read anew each
    // time.
    let (files, shallow) = (listing.name(), store.shallow()?);
    let key = digest(workspace, FORM, &[&asked, &files, &shallow])?;
    if let Some(kept) = store.kept_pack(&key) {
        return Ok(kept);
    }
    let memory = match view {
        View::WorkTree => store.memory_of_listing(listing)?,
        View::Index | View::Revision(_) => store.memory(view)?,
    };
    let mut memory = workspace.with_allowed(memory)?;
    let history = RecordHistory::new(workspace, Some(view));
    date_pages(&mut memory, &history)?;
    let mut answer = Retrieval {
        // Its grammar has room for a token, and the answer is kept.
        scope: workspace.guard()?.redact(request.scope.as_str()),
        ..Retrieval::default()
    };
    let folders = Folders::new(&memory, folders, folder_pages, &pages);
    let mut answering = Answering::new(workspace, request, &memory, &history, folders, &pages);
    answering.check_scope();
    if let Some(line) = absence {
        answering.warn(&line);
    }
    answering.check_statuses();
    if request.has_defaults {
        answer.defaults = Some(Defaults {
            skills,
            ..answering.defaults()?
        });
    }
    for name in &request.topics {
        if let Some((name, topic)) = answering.topic(name)?
            && answer.topics.iter().all(|(known, _)| *known != name)
        {
            answer.topics.push((name, topic));
        }
    }
    answer.warnings = answering.all_warnings()?;
    store.keep_pack(&key, &answer);
    Ok(answer)
}

/// Returns the warning that memory is not checked out: it looks empty, or is read from the index.
fn absence(workspace: &Workspace, view: &View) -> Result<Option<String>, Error> {
    if *view != View::WorkTree {
        return Ok(None);
    }
    if let Some(line) = workspace.left_out()? {
        return Ok(Some(line));
    }
    Ok(match workspace.must_have_memory() {
        Err(error @ Error::NotCheckedOut) => Some(error.to_string()),
        _ => None,
    })
}
