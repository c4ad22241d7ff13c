//! The files of a form at and below a path.

use std::path::{Path, PathBuf};

use crate::exchange::adr::given::Given;
use crate::workspace::user_folders::absolute;
use crate::workspace::{Error, Workspace};
use git_memory_import::agents::form::{Form, Role};
use git_memory_store::given::{
    GivenFile, GivenFiles, is_folder, is_link, kept_below, link_target, real,
};
use git_memory_text::path::{MemoryFolder, folder, last};

/// A file on its way in.
pub(crate) struct AgentFile {
    pub(crate) given: Given,
    /// The folder that it is about, from the top; empty for all of the project.
    pub(crate) folder: String,
    /// Its path in the form's own folder.
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Its path in the tree that it belongs to.
    pub(crate) path: String,
    /// Number of includes on the way to it.
    pub(crate) depth: usize,
}

/// The files to import.
pub(crate) struct AgentFiles {
    /// The tree that mentions may lead into: the work tree, or else the folder that was given.
    pub(crate) top: PathBuf,
    /// True if that folder is the work tree.
    pub(crate) is_here: bool,
    pub(crate) memory: MemoryFolder,
    pub(crate) files: Vec<AgentFile>,
    /// The links in their place, and where they lead.
    pub(crate) links: Vec<(String, String)>,
}

/// Finds the files of a form, without a path in the project.
///
/// # Errors
/// A path that is not there or cannot be read, or at which there is no file of the form.
pub fn files(
    workspace: &Workspace,
    form: &'static Form,
    path: Option<&Path>,
) -> Result<AgentFiles, Error> {
    let usual;
    let path = if let Some(path) = path {
        path
    } else {
        usual = usual_place(workspace, form)?;
        &usual
    };
    let given = workspace.invocation().path(path);
    let followed = followed(workspace, form, &given)?;
    let given = followed.unwrap_or(given);
    let is_link = is_link(&given)?;
    let is_folder = is_folder(&given)?;
    let found = match (is_folder, is_link) {
        (true, _) => kept_below(&given, form.hidden)?,
        (false, true) => GivenFiles {
            links: vec![named(&given, path)],
            ..GivenFiles::default()
        },
        (false, false) => GivenFiles {
            files: vec![named(&given, path)],
            ..GivenFiles::default()
        },
    };
    let folder = if is_folder {
        real(&given)?
    } else {
        real(given.parent().unwrap_or(&given))?
    };
    let top = top_of(workspace, &folder)?;
    let mut all = AgentFiles {
        is_here: top.is_some(),
        top: top.unwrap_or(folder),
        memory: workspace.folder().clone(),
        files: Vec::new(),
        links: Vec::new(),
    };
    for GivenFile { file, shown } in found.links {
        if form.file(&slashed(&file)).is_some() {
            all.links.push((shown, link_target(&file)?));
        }
    }
    for file in found.files {
        all.files.extend(all.found(form, file)?);
    }
    all.files
        .sort_by(|a, b| a.given.origin.cmp(&b.given.origin));
    if all.files.is_empty() && all.links.is_empty() {
        let (wanted, path) = (form.wanted, path.display());
        return Err(Error::NothingReadable {
            what: format!("no {wanted} in '{path}'"),
            remedy: "name one of these files, or a folder that has some, such as the project's",
        });
    }
    Ok(all)
}

/// The file of the form that a link leads to; none outside of the work tree, where other people's
/// files are.
fn followed(workspace: &Workspace, form: &Form, given: &Path) -> Result<Option<PathBuf>, Error> {
    if !is_link(given)? {
        return Ok(None);
    }
    let file = real(given)?;
    let is_here = top_of(workspace, &file)?.is_some();
    Ok(Some(file).filter(|file| is_here && form.file(&slashed(file)).is_some()))
}

/// The folder in which a form's files are, where nothing else is named: the project's, or the one
/// that Claude Code has for it.
fn usual_place(workspace: &Workspace, form: &Form) -> Result<PathBuf, Error> {
    let store = workspace.store();
    if form.name == Form::CLAUDE_MEMORY.name
        && let Some(home) = claude_home(workspace)
    {
        let top = real(store.work_files()?.top())?;
        // As the program spells the path of a project in a name.
        let is_kept = |sign: char| sign.is_ascii_alphanumeric();
        let project = slashed(&top).replace(|sign| !is_kept(sign), "-");
        return Ok(home.join("projects").join(project).join("memory"));
    }
    if !form.is_of_project() || !store.has_work_tree() {
        return Err(Error::NothingReadable {
            what: "no file or folder was named".to_owned(),
            remedy: "name the folder that has the files",
        });
    }
    Ok(store.work_files()?.top().to_owned())
}

/// The folder of Claude Code's own files, if the environment tells.
fn claude_home(workspace: &Workspace) -> Option<PathBuf> {
    let invocation = workspace.invocation();
    absolute(invocation, "CLAUDE_CONFIG_DIR")
        .or_else(|| Some(absolute(invocation, "HOME")?.join(".claude")))
}

fn named(given: &Path, path: &Path) -> GivenFile {
    GivenFile {
        file: given.to_owned(),
        shown: path.to_string_lossy().replace('\\', "/"),
    }
}

/// The top of the work tree, where a folder is in it.
fn top_of(workspace: &Workspace, folder: &Path) -> Result<Option<PathBuf>, Error> {
    let store = workspace.store();
    if !store.has_work_tree() {
        return Ok(None);
    }
    let top = real(store.work_files()?.top())?;
    Ok(folder.starts_with(&top).then_some(top))
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

impl AgentFiles {
    /// The file as one of its form, where it is one.
    fn found(&self, form: &Form, given: GivenFile) -> Result<Option<AgentFile>, Error> {
        let GivenFile { file, shown } = given;
        let real = real(&file)?;
        // Outside of the work tree: the user gave `.cursor/rules` of another project.
        let path = match real.strip_prefix(&self.top) {
            Ok(path) => slashed(path),
            Err(_) => shown.clone(),
        };
        if self.is_here && self.memory.holds(&path) {
            return Ok(None);
        }
        let whole = slashed(&real);
        let Some(inside) = form.file(&path).or_else(|| form.file(&whole)) else {
            return Ok(None);
        };
        // Folders above the given folder belong to another project.
        let folder = match form.file(&path) {
            Some(found) => found.folder,
            None => "",
        };
        Ok(Some(AgentFile {
            folder: folder.to_owned(),
            name: inside.name.to_owned(),
            role: inside.role,
            depth: 0,
            given: Given {
                file,
                shown,
                origin: if self.is_here {
                    path.clone()
                } else {
                    outside(form, folder, inside.name, &path, inside.role)
                },
                is_here: self.is_here,
                is_named: false,
            },
            path,
        }))
    }
}

/// Returns the name of a file outside of the work tree: the same on every machine, whichever of its
/// folders the user gave.
fn outside(form: &Form, folder: &str, name: &str, path: &str, role: Role) -> String {
    let inner = match role {
        Role::Fact | Role::Note => path.to_owned(),
        _ if folder.is_empty() => name.to_owned(),
        _ => format!("{folder}/{name}"),
    };
    format!("{}/{inner}", form.name)
}

/// A file that a text takes in, at a path in the tree.
pub(crate) fn mentioned(all: &AgentFiles, form: &Form, path: &str, depth: usize) -> AgentFile {
    let found = form.file(path);
    let role = match (found, last(path)) {
        (Some(found), _) => found.role,
        // The other file of instructions, which this one only names.
        (None, "AGENTS.md") => Role::Always,
        (None, _) => Role::Page,
    };
    AgentFile {
        folder: match (found, role) {
            (Some(found), _) => found.folder.to_owned(),
            (None, Role::Always) => folder(path).to_owned(),
            (None, _) => String::new(),
        },
        name: path.to_owned(),
        role,
        depth,
        given: Given {
            file: all.top.join(path),
            shown: path.to_owned(),
            origin: if all.is_here {
                path.to_owned()
            } else {
                format!("{}/{path}", form.name)
            },
            is_here: all.is_here,
            is_named: false,
        },
        path: path.to_owned(),
    }
}
