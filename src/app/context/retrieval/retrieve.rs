//! One structured answer for a tool: `get-context`.

use crate::app::context::digest::digest;
use crate::app::context::retrieval::answering::Answering;
use crate::app::context::retrieval::folders::Folders;
use crate::app::context::retrieval::pages::Pages;
use crate::app::context::retrieval::request::RetrievalRequest;
use crate::app::records::order::{RecordHistory, date_pages};
use crate::app::workspace::{Error, Workspace};
use crate::domain::context::retrieval::{Defaults, Retrieval};
use crate::store::View;

/// Distinguishes answers of this version from those of others.
const FORM: &str = concat!("retrieval 3 ", env!("CARGO_PKG_VERSION"));

/// Answers a request.
///
/// # Errors
/// Where memory or git cannot be read, or in a bare repository. What is wrong with single files is
/// a warning.
pub fn retrieve(workspace: &Workspace, request: &RetrievalRequest) -> Result<Retrieval, Error> {
    let store = workspace.store();
    let listing = store.listing(&View::WorkTree)?;
    let mut pages = Pages::of(workspace)?;
    let skills = if request.has_defaults {
        pages.skills()
    } else {
        Vec::new()
    };
    let folder_pages = pages.overviews(listing.folders.iter());
    // Memory that is not checked out looks like an empty one, so the answer says so.
    let checked_out = workspace.must_have_memory();
    let is_hidden = matches!(checked_out, Err(Error::NotCheckedOut));
    let asked = format!(
        "{request:?} {:?} {skills:?} {folder_pages:?} {:?} {is_hidden}",
        listing.folders, pages.faults
    );
    // Of the records their list is enough, as blobs are named by their contents; pages are read
    // anew each time.
    let (files, shallow) = (listing.name(), store.shallow()?);
    let key = digest(workspace, FORM, &[&asked, &files, &shallow])?;
    if let Some(kept) = store.kept_pack(&key) {
        return Ok(kept);
    }
    let folders = listing.folders.clone();
    let mut memory = store.memory_of_listing(listing)?;
    let history = RecordHistory::new(workspace, Some(&View::WorkTree));
    date_pages(&mut memory, &history)?;
    let mut answer = Retrieval {
        // Its grammar has room for a token, and the answer is kept.
        scope: workspace.guard()?.redact(request.scope.as_str()),
        ..Retrieval::default()
    };
    let folders = Folders::new(&memory, folders, folder_pages, &pages);
    let mut answering = Answering::new(workspace, request, &memory, &history, folders, &pages);
    answering.check_scope();
    if let Err(error @ Error::NotCheckedOut) = checked_out {
        answering.warn(&error.to_string());
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
