//! One structured answer for a tool: `get-context`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Serialize;

use crate::context::digest::digest;
use crate::context::retrieval::answering::Answering;
use crate::context::retrieval::folders::Folders;
use crate::context::retrieval::pages::{FolderPage, Pages};
use crate::context::retrieval::request::RetrievalRequest;
use crate::parents::reading;
use crate::records::lookup::path_from_top;
use crate::records::order::{RecordHistory, date_pages};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::context::retrieval::{Defaults, Retrieval, Skill};
use git_memory_store::given::is_folder;
use git_memory_store::{Memory, View};

/// Everything that an answer is made from, beside what every answer depends on.
#[derive(Serialize)]
struct RetrievalKey<'a> {
    request: &'a RetrievalRequest,
    commit: Option<String>,
    folders: &'a BTreeSet<String>,
    skills: &'a [Skill],
    folder_pages: &'a BTreeMap<String, FolderPage>,
    faults: &'a [Clean],
    absence: Option<&'a str>,
    files: &'a str,
    parents: &'a [String],
    shallow: &'a str,
}

/// The workspace that a name or path means: the folder of one in a tree of workspaces has its name;
/// any other folder is this repository, and names none.
///
/// # Errors
/// In a bare repository, or where the file system does not answer.
pub fn workspace_named(workspace: &Workspace, given: &str) -> Result<Option<String>, Error> {
    let folder = workspace.invocation().path(Path::new(given));
    if !matches!(is_folder(&folder), Ok(true)) {
        return Ok(Some(given.to_owned()));
    }
    let Some(folder) = path_from_top(workspace, Path::new(given))? else {
        return Ok(None);
    };
    let roots = workspace.store().roots()?;
    Ok(roots.workspace_of(&folder).map(str::to_owned))
}

/// Answers a request.
///
/// # Errors
/// If memory or git cannot be read, in a bare repository without a revision, and for a workspace
/// that is not there. Faults of single files are warnings.
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
    // Parents' records are those of now: older ones are not here.
    let parents = match view {
        View::WorkTree => reading::state(workspace)?,
        View::Index | View::Revision(_) => Vec::new(),
    };
    // The list of records is enough, as blobs are named by their contents; pages are read anew each
    // time.
    let key = RetrievalKey {
        request,
        commit: commit.map(|id| id.to_string()),
        folders: &folders,
        skills: &skills,
        folder_pages: &folder_pages,
        faults: &pages.faults,
        absence: absence.as_deref(),
        files: &listing.name(),
        parents: &parents,
        shallow: &store.shallow()?,
    };
    let key = digest(workspace, "retrieval", &key)?;
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
    let roots = store.roots_at(view)?;
    let folders = Folders::new(&memory, folders, folder_pages, &pages, &roots);
    let of_parents = match view {
        View::WorkTree => reading::records(workspace)?,
        View::Index | View::Revision(_) => Memory::default(),
    };
    let memories = [&memory, &of_parents];
    let mut answering = Answering::new(workspace, request, memories, &history, folders, &pages);
    for line in workspace
        .parents_missing()
        .iter()
        .filter(|_| *view == View::WorkTree)
    {
        answering.warn(line);
    }
    answering.must_have_workspace()?;
    answering.check_scope();
    if let Some(line) = absence {
        answering.warn(&line);
    }
    let answer = answer(workspace, request, answering, skills)?;
    store.keep_pack(&key, &answer);
    Ok(answer)
}

/// The answer to a request, which is kept.
fn answer(
    workspace: &Workspace,
    request: &RetrievalRequest,
    mut answering: Answering<'_>,
    skills: Vec<Skill>,
) -> Result<Retrieval, Error> {
    answering.check_statuses();
    let mut answer = Retrieval {
        // Its grammar has room for a token.
        scope: workspace.guard()?.redact(request.scope.as_str()),
        ..Retrieval::default()
    };
    if request.has_defaults {
        answer.defaults = Some(Defaults {
            skills,
            ..answering.defaults()?
        });
    }
    let topics = request.topics.iter().map(|name| name.trim());
    for name in topics.filter(|name| !name.is_empty()) {
        if let Some((name, topic)) = answering.topic(name)?
            && answer.topics.iter().all(|(known, _)| *known != name)
        {
            answer.topics.push((name, topic));
        }
    }
    answer.warnings = answering.all_warnings()?;
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
        Err(error @ Error::NotCheckedOut(_)) => Some(error.to_string()),
        _ => None,
    })
}
