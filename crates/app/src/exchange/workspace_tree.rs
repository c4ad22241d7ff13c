//! Importing a tree of workspaces: its pages are copied to where they belong in memory, and taken
//! up there.

use std::path::{Path, PathBuf};

use crate::exchange::claims::Claims;
use crate::exchange::import::{Outcome, Skipped, Taken};
use crate::records::admit::fitting;
use crate::records::adopt::{AdoptRequest, adopt};
use crate::workspace::{Error, Workspace};
use git_memory_import::workspace_tree::{ROOTS, memory_path};
use git_memory_model::layout::{self, RECORD_LIMIT};
use git_memory_model::record::page;
use git_memory_store::given::{
    Content, GivenFile, folder_name, is_there, markdown_below, read_at_most,
};
use git_memory_store::write::Change;
use git_memory_store::{AtPath, View};
use git_memory_text::path::RepoPath;
use git_memory_text::portable::reserved;

/// The question to an import of a folder.
#[derive(Clone, Debug)]
pub struct TreeImport {
    /// The tree: a folder that holds workspaces, or one workspace.
    pub folder: PathBuf,
    /// Report the changes without making them.
    pub dry_run: bool,
}

/// A file of the tree, and where it belongs.
struct Arrival {
    file: GivenFile,
    /// The workspace, where the tree has several.
    workspace: Option<String>,
    /// Its path in the workspace.
    path: String,
}

/// The folder of workspaces that an import without a path reads: one of the usual places.
///
/// # Errors
/// [`Error::NothingReadable`] where there is none.
pub fn usual_tree(workspace: &Workspace) -> Result<PathBuf, Error> {
    let files = workspace.store().work_files()?;
    for folder in ROOTS {
        if files.find(folder)? == AtPath::Folder {
            return Ok(files.top().join(folder));
        }
    }
    Err(Error::NothingReadable {
        what: format!("there is no folder {}", ROOTS.join(" or ")),
        remedy: "name the folder that has the workspaces",
    })
}

/// Imports every page of a tree; a page that is there already stays as it is.
///
/// # Errors
/// Where the tree cannot be read or memory cannot be written; then nothing was changed.
pub fn workspace_tree(
    workspace: &Workspace,
    request: &TreeImport,
    is_staged: bool,
) -> Result<Vec<Outcome>, Error> {
    let lock = workspace.lock()?;
    let folder = workspace.invocation().path(&request.folder);
    let mut outcomes = Vec::new();
    let mut changes = Vec::new();
    let memory = workspace.memory(&View::WorkTree)?;
    let mut claims = Claims::beside(memory.records.iter().map(|record| &record.path));
    for arrival in arrivals(&folder)? {
        let result = take(workspace, &mut claims, &arrival);
        outcomes.push(Outcome {
            file: arrival.file.shown,
            notes: Vec::new(),
            result: match result {
                Ok(change) => {
                    let taken = taken(change.path());
                    changes.push(change);
                    Ok(taken)
                }
                Err(skipped) => Err(skipped),
            },
        });
    }
    if request.dry_run || changes.is_empty() {
        return Ok(outcomes);
    }
    workspace.change(&lock, &changes, is_staged)?;
    // Registering pages takes the lock, too.
    drop(lock);
    let paths: Vec<String> = changes
        .iter()
        .filter(|change| !layout::is_about_folder(change.path().file_name()))
        .map(|change| change.path().to_string())
        .collect();
    if paths.is_empty() {
        return Ok(outcomes);
    }
    // The files are new, and so are their ids.
    let request = AdoptRequest {
        paths,
        is_staged,
        ..AdoptRequest::default()
    };
    for page in adopt(workspace, &request)?.adopted {
        for outcome in &mut outcomes {
            if let Ok(taken) = &mut outcome.result
                && taken.path == page.path.as_str()
            {
                taken.id = Some(page.id.clone());
                taken.title.clone_from(&page.title);
            }
        }
    }
    Ok(outcomes)
}

/// The pages of a tree, each with its workspace.
fn arrivals(folder: &Path) -> Result<Vec<Arrival>, Error> {
    let mut root = None;
    for name in ROOTS {
        let inner = folder.join(name);
        if root.is_none() && is_there(&inner) {
            root = Some(inner);
        }
    }
    let is_root = folder_name(folder).is_some_and(|name| name == "workspaces");
    let Some(root) = root.or_else(|| is_root.then(|| folder.to_owned())) else {
        return Ok(all_of(None, markdown_below(folder)?));
    };
    let files = markdown_below(&root)?;
    let mut names: Vec<&str> = Vec::new();
    for file in &files {
        if let Some((name, _)) = file.shown.split_once('/')
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    // One workspace is the project itself; of several, each needs a scope of its own.
    let is_several = names.len() > 1;
    let mut arrivals = Vec::new();
    for file in files {
        // A file beside the workspaces is about none of them.
        let Some((name, path)) = file.shown.split_once('/') else {
            continue;
        };
        arrivals.push(Arrival {
            workspace: is_several.then(|| name.to_owned()),
            path: path.to_owned(),
            file,
        });
    }
    Ok(arrivals)
}

fn all_of(workspace: Option<&str>, files: Vec<GivenFile>) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    for file in files {
        arrivals.push(Arrival {
            workspace: workspace.map(str::to_owned),
            path: file.shown.clone(),
            file,
        });
    }
    arrivals
}

fn take(workspace: &Workspace, claims: &mut Claims, arrival: &Arrival) -> Result<Change, Skipped> {
    let path =
        memory_path(arrival.workspace.as_deref(), &arrival.path).map_err(Skipped::Refused)?;
    let path = match path.parse::<RepoPath>() {
        Ok(path) => path,
        Err(error) => return Err(Skipped::Refused(error.to_string())),
    };
    if layout::place(&path).is_none() {
        return Err(Skipped::refused("its place in memory is not one for pages"));
    }
    if reserved(path.as_str()).is_some() {
        return Err(Skipped::refused("Windows reserves a name in its path"));
    }
    let content = read_at_most(&arrival.file.file, RECORD_LIMIT).map_err(Error::from)?;
    let Content::Whole(bytes) = content else {
        return Err(Skipped::refused("it is larger than 1 MiB"));
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(Skipped::refused("it is not UTF-8"));
    };
    // `_notes` and `notes` beside each other lead to one folder.
    claims.claim(&path)?;
    let store = workspace.store();
    let target = store.target().map_err(Error::from)?;
    target.must_be_plain(&path).map_err(Error::from)?;
    let files = store.work_files().map_err(Error::from)?;
    if let Some(there) = files.read(path.as_str()).map_err(Error::from)? {
        // Its front matter has an id by now; the text is what it came with.
        let is_same = page::body(&String::from_utf8_lossy(&there)) == page::body(&text);
        return Err(if is_same {
            Skipped::Already(None)
        } else {
            Skipped::refused("there is another file at its path")
        });
    }
    let clean = fitting(workspace, &path, &text)?;
    Ok(Change::Create(path, clean))
}

fn taken(path: &RepoPath) -> Taken {
    Taken {
        id: None,
        path: path.to_string(),
        title: path.to_string(),
        status: None,
    }
}
