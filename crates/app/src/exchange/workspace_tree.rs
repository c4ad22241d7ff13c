//! Importing a tree of workspaces: its pages are copied to where they belong in memory, and taken
//! up there.

use std::path::{Path, PathBuf};

use crate::exchange::claims::Claims;
use crate::exchange::folders::must_not_be_read;
use crate::exchange::import::{Outcome, Skipped, Taken};
use crate::records::admit::fitting;
use crate::records::adopt::{AdoptRequest, adopt};
use crate::workspace::{Error, Workspace};
use git_memory_import::workspace_tree::memory_path;
use git_memory_model::layout;
use git_memory_model::record::page;
use git_memory_model::roots::TREES;
use git_memory_store::given::{
    Content, GivenFile, folder_name, is_there, markdown_below, read_at_most,
};
use git_memory_store::write::Change;
use git_memory_store::{AtPath, View};
use git_memory_text::limits;
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
    /// Its path in the tree: the first folder is its workspace.
    path: String,
}

/// The folder of workspaces that an import without a path reads: one of the usual places.
///
/// # Errors
/// [`Error::NothingReadable`] where there is none.
pub fn usual_tree(workspace: &Workspace) -> Result<PathBuf, Error> {
    let files = workspace.store().work_files()?;
    for folder in TREES {
        if files.find(folder)? == AtPath::Folder {
            return Ok(files.top().join(folder));
        }
    }
    Err(Error::NothingReadable {
        what: format!("there is no folder {}", TREES.join(" or ")),
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
    let folder = workspace.invocation().path(&request.folder);
    must_not_be_read(workspace, [&folder])?;
    let lock = workspace.lock()?;
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

/// The pages of a tree, or of one workspace, which keeps its name: a second one has a place beside
/// it.
fn arrivals(folder: &Path) -> Result<Vec<Arrival>, Error> {
    let mut trees = TREES.iter().map(|name| folder.join(name));
    let name = folder_name(folder);
    let tree = trees.find(|tree| is_there(tree));
    let tree = tree.or_else(|| (name.as_deref() == Some("workspaces")).then(|| folder.to_owned()));
    let (root, name) = match (tree, name) {
        (Some(tree), _) => (tree, None),
        (None, name) => (folder.to_owned(), name),
    };
    let mut arrivals = Vec::new();
    for file in markdown_below(&root)? {
        let path = match &name {
            Some(name) => format!("{name}/{}", file.shown),
            // A file beside the workspaces is about none of them.
            None if !file.shown.contains('/') => continue,
            None => file.shown.clone(),
        };
        arrivals.push(Arrival { file, path });
    }
    Ok(arrivals)
}

fn take(workspace: &Workspace, claims: &mut Claims, arrival: &Arrival) -> Result<Change, Skipped> {
    let path = memory_path(workspace.folder(), &arrival.path).map_err(Skipped::Refused)?;
    let path = match path.parse::<RepoPath>() {
        Ok(path) => path,
        Err(error) => return Err(Skipped::Refused(error.to_string())),
    };
    if layout::place(workspace.folder(), &path).is_none() {
        return Err(Skipped::refused("its place in memory is not one for pages"));
    }
    if reserved(path.as_str()).is_some() {
        return Err(Skipped::refused("Windows reserves a name in its path"));
    }
    let content = read_at_most(&arrival.file.file, limits::RECORD_BYTES).map_err(Error::from)?;
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
