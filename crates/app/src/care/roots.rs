//! Folders that hold what a team has decided already: found by their usual names, and named in the
//! team's settings where they are to be read as memory.

use std::collections::HashSet;

use crate::records::lookup::path_from_top;
use crate::workspace::{Error, Workspace};
use git_memory_model::kind::Kind;
use git_memory_model::layout::{CONFIG, is_about_folder};
use git_memory_model::roots::{BadRoot, REFERENCES, Root, Roots, TREES, USUAL, config_with};
use git_memory_store::write::Change;
use git_memory_store::{AtPath, TextFile};
use git_memory_text::path::RepoPath;

/// The file of adr-tools that names the folder of decisions.
const ADR_DIR: &str = ".adr-dir";

/// A folder whose documents are read where they lie, or could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootFolder {
    /// The folder, from the top of the work tree.
    pub folder: String,
    /// The folder as the setting writes it: with its kind, where its name does not tell it.
    pub setting: String,
    /// True if its documents are decisions.
    pub is_of_decisions: bool,
    /// Number of Markdown files in it and its folders.
    pub documents: usize,
    /// Number of untracked ones among them: the team's settings do not read these.
    pub untracked: usize,
}

/// The folders with one of the usual names, and that of adr-tools, that hold documents and are not
/// read yet.
///
/// # Errors
/// In a bare repository, or where the file system does not answer.
pub(crate) fn unread(workspace: &Workspace) -> Result<Vec<RootFolder>, Error> {
    let known = workspace.store().roots()?;
    let named = named_by_adr_tools(workspace)?;
    let mut found = Vec::new();
    let usual = USUAL.into_iter().chain(REFERENCES).chain(TREES);
    for folder in usual.chain(named.as_deref()) {
        if known.place_in(folder).is_some() {
            continue;
        }
        // Every usual name is that of a root; the other one is a stranger's.
        let Ok(mut root) = folder.parse::<Root>() else {
            continue;
        };
        // The other one is of decisions whatever its name is.
        if named.as_deref() == Some(folder) {
            root = root.of_decisions();
        }
        let is_listed = |it: &RootFolder| it.folder == root.folder();
        if !found.iter().any(is_listed) {
            found.extend(root_folder(workspace, &root)?);
        }
    }
    Ok(found)
}

/// The folder that `.adr-dir` names, with which adr-tools finds its documents.
fn named_by_adr_tools(workspace: &Workspace) -> Result<Option<String>, Error> {
    let TextFile::Text(text) = workspace.store().work_files()?.text(ADR_DIR)? else {
        return Ok(None);
    };
    let folder = text.lines().next().unwrap_or_default().trim();
    let folder = folder.trim_start_matches("./").trim_end_matches('/');
    Ok(Some(folder.to_owned()).filter(|folder| !folder.is_empty()))
}

/// Parses the folders that a user gives, as paths from the current folder.
///
/// # Errors
/// [`Error::BadValue`] for one that cannot be read as memory.
pub(crate) fn wanted(workspace: &Workspace, given: &[String]) -> Result<Vec<Root>, Error> {
    let known = workspace.store().roots()?;
    let mut roots = Vec::new();
    for text in given {
        let (folder, kind) = match text.rsplit_once('=') {
            Some((folder, kind)) => (folder, Some(kind)),
            None => (text.as_str(), None),
        };
        let Some(folder) = path_from_top(workspace, folder.as_ref())? else {
            return Err(Error::NothingReadable {
                what: format!("'{folder}' is outside of this repository"),
                remedy: "name a folder in it",
            });
        };
        if folder.is_empty() {
            return Err(Error::NothingReadable {
                what: "the top of the work tree cannot be read in place".to_owned(),
                remedy: "name a folder in it; 'import adr .' copies the records at the top",
            });
        }
        let text = match (kind, known.at(folder.trim_end_matches('/'))) {
            (Some(kind), _) => format!("{folder}={kind}"),
            (None, Some(root)) => root.to_string(),
            (None, None) => folder,
        };
        let root = text.parse();
        let root: Root = root.map_err(|error: BadRoot| Error::BadValue(error.to_string()))?;
        let memory = workspace.folder();
        if memory.is_or_holds(root.folder()) {
            let folder = root.folder();
            let why = format!("'{folder}' is in '{memory}/', which is read anyway");
            return Err(Error::BadValue(why));
        }
        roots.push(root);
    }
    Ok(roots)
}

/// Returns the content of the folders that are to be read.
///
/// # Errors
/// [`Error::NothingReadable`] for a path without a folder, [`Error::NoDocuments`] for a folder
/// without Markdown files.
pub(crate) fn checked(workspace: &Workspace, roots: &[Root]) -> Result<Vec<RootFolder>, Error> {
    let mut checked = Vec::new();
    for root in roots {
        let folder = root.folder();
        let unreadable = |what, remedy| Err(Error::NothingReadable { what, remedy });
        match workspace.store().work_files()?.find(folder)? {
            AtPath::Folder => {}
            AtPath::Nothing => {
                return unreadable(
                    format!("there is no folder '{folder}'"),
                    "name a folder that is there; a path begins at the current folder",
                );
            }
            _ => {
                return unreadable(
                    format!("'{folder}' is not a folder"),
                    "name the folder that it is in; 'import adr FILE' copies one decision record",
                );
            }
        }
        let none = || Error::NoDocuments(folder.to_owned());
        checked.push(root_folder(workspace, root)?.ok_or_else(none)?);
    }
    Ok(checked)
}

/// Counts the files in a root and its folders; `None` without any.
fn root_folder(workspace: &Workspace, root: &Root) -> Result<Option<RootFolder>, Error> {
    let folder = root.folder();
    let files = workspace.store().work_files()?;
    if files.find(folder)? != AtPath::Folder {
        return Ok(None);
    }
    let roots = Roots::new(workspace.folder().clone(), [root.clone()]);
    let mut paths = files.files_below(folder)?;
    paths.retain(|path| {
        let path = path.parse::<RepoPath>();
        path.is_ok_and(|path| roots.place(&path).is_some() && !is_about_folder(path.file_name()))
    });
    if paths.is_empty() {
        return Ok(None);
    }
    let tracked = workspace.store().tracked_below(folder)?;
    let tracked: HashSet<&str> = tracked.iter().map(RepoPath::as_str).collect();
    let is_tracked = |path: &&String| tracked.contains(path.as_str());
    Ok(Some(RootFolder {
        folder: folder.to_owned(),
        setting: root.to_string(),
        is_of_decisions: root.kind() == Kind::DECISION,
        documents: paths.len(),
        untracked: paths.len() - paths.iter().filter(is_tracked).count(),
    }))
}

/// Adds a folder to the team's settings.
///
/// # Errors
/// Where it cannot be read as memory, or the settings cannot be changed.
pub(crate) fn add(workspace: &Workspace, root: &str, is_staged: bool) -> Result<(), Error> {
    let root: Root = root
        .parse()
        .map_err(|error: BadRoot| Error::BadValue(error.to_string()))?;
    let lock = workspace.lock()?;
    let change = change(workspace, &[root])?;
    workspace.change(&lock, change.as_slice(), is_staged)
}

/// The team's settings with some folders more, or with other kinds of their folders.
pub(crate) fn change(workspace: &Workspace, roots: &[Root]) -> Result<Option<Change>, Error> {
    let path = workspace.folder().path(CONFIG)?;
    let before = workspace.store().work_files()?.read(path.as_str())?;
    let text = match &before {
        Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        None => String::new(),
    };
    let known = workspace.store().roots()?;
    let mut wanted = Vec::new();
    for root in roots {
        let (folder, kind) = (root.folder(), root.kind());
        if known.place_in(folder).map(|place| place.kind_of_page()) == Some(kind) {
            continue;
        }
        if let Some(own) = known.at(folder).filter(|own| !own.is_of_team()) {
            let why = format!("memory.roots of git's settings reads '{own}', which comes first");
            return Err(Error::BadValue(why));
        }
        wanted.push(root.to_string());
    }
    if wanted.is_empty() {
        return Ok(None);
    }
    let Some(changed) = config_with(&text, &wanted) else {
        return Err(Error::Unpatchable {
            path: path.to_string(),
            why: format!("cannot add {} to 'roots'", wanted.join(", ")),
        });
    };
    let clean = workspace.admit(&path, changed)?;
    Ok(Some(match before {
        Some(before) => Change::Replace(path, before, clean),
        None => Change::Create(path, clean),
    }))
}
