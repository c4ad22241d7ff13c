//! Making a repository ready: the `memory` folder, its `.gitignore`, the summary to fill in, the
//! hooks.

use crate::care::offers::{Offer, offers};
use crate::care::roots;
use crate::care::roots::RootFolder;
use crate::hooks;
use crate::hooks::Installed;
use crate::private::fetching;
use crate::records::lookup::path_from_top;
use crate::workspace::{Error, Workspace, identity, project_id, settings};
use git_memory_model::layout::{
    ATTRIBUTES, BYTES_KEPT, DERIVED, FILTERED, IGNORED, MERGED, RULES, SUMMARY,
};
use git_memory_model::summary_page;
use git_memory_store::AtPath;
use git_memory_store::write::Change;
use git_memory_text::attributes::marker;
use git_memory_text::path::{BadPath, MemoryFolder, RepoPath};
use git_memory_text::source_code::is_source_code;

/// The question to `init`.
#[derive(Clone, Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one flag of the command line"
)]
pub struct Request {
    /// Install the hooks.
    pub hooks: bool,
    /// Put the derived files into the index.
    pub track_derived: bool,
    /// Write a short set of rules for agents if there are no rules yet.
    pub rules: bool,
    /// Folders beside `memory/` to read, as paths from the current folder; `=KIND` after one sets
    /// the kind of its pages.
    pub roots: Vec<String>,
    /// Put what is written into the index.
    pub is_staged: bool,
    /// Set memory up although its folder holds source code.
    pub is_forced: bool,
}

/// Result of `init`.
#[derive(Debug)]
pub struct Initialised {
    /// The files that were written, from the top of the work tree.
    pub written: Vec<RepoPath>,
    /// The folders that are read beside memory from now on.
    pub roots: Vec<RootFolder>,
    /// What is here and could be used.
    pub offers: Vec<Offer>,
    /// The remotes whose fetch lists would have touched private memory, and leave it out now.
    pub guarded: Vec<fetching::Remote>,
    /// The hooks, where they were asked for.
    pub hooks: Option<Result<Hooks, Error>>,
}

/// The hooks of this clone, after an installation.
#[derive(Debug)]
pub struct Hooks {
    /// The place of each.
    pub installed: Vec<Installed>,
    /// Names of the hooks and filters that the clone lacked before.
    pub added: Vec<&'static str>,
}

impl Initialised {
    /// Number of pages without an id of ours.
    #[must_use]
    pub fn pages(&self) -> usize {
        let pages = self.offers.iter().map(|offer| match offer {
            Offer::Pages(count) => *count,
            _ => 0,
        });
        pages.sum()
    }

    /// Files with the names of derived ones that git-memory did not make.
    #[must_use]
    pub fn foreign(&self) -> Vec<String> {
        let files = self.offers.iter().flat_map(|offer| match offer {
            Offer::Derived(files) => files.as_slice(),
            _ => &[],
        });
        files.cloned().collect()
    }

    /// Folders of decisions that are not read.
    pub fn unread(&self) -> impl Iterator<Item = &RootFolder> {
        self.offers.iter().filter_map(|offer| match offer {
            Offer::Decisions(found) => Some(&found.folder),
            _ => None,
        })
    }
}

/// The repository as one with its memory in the folder that is asked for, as a path from the current
/// folder, or else that `memory.folder` names; `None` if its memory is there already.
///
/// # Errors
/// [`Error::BadValue`] for a folder that cannot be that of memory, and where memory is in another
/// one.
pub fn elsewhere(workspace: &Workspace, given: Option<&str>) -> Result<Option<Workspace>, Error> {
    let store = workspace.store();
    let (wanted, is_asked) = match given {
        Some(given) => {
            let path = path_from_top(workspace, given.as_ref())?;
            (path.unwrap_or_else(|| given.to_owned()), true)
        }
        None => match settings::folder(workspace)? {
            Some(named) => (named, false),
            None => return Ok(None),
        },
    };
    let wanted = wanted.trim_end_matches('/').parse();
    let wanted: MemoryFolder = wanted.map_err(|it: BadPath| Error::BadValue(it.to_string()))?;
    let folder = store.folder();
    if wanted == *folder {
        return Ok(None);
    }
    let is_marked = *folder != MemoryFolder::default();
    if !is_marked && !store.is_set_up()? {
        return workspace.with_memory_in(wanted).map(Some);
    }
    if !is_asked {
        return Ok(None);
    }
    Err(Error::BadValue(format!(
        "memory is in '{folder}' already; to move it, 'git mv' the folder to '{wanted}' first{}",
        if is_marked {
            ", and change the line of .gitattributes that names it"
        } else {
            ""
        }
    )))
}

/// The line at the top that names a folder of memory with another name than the usual one.
fn marked(workspace: &Workspace) -> Result<Option<Change>, Error> {
    let folder = workspace.folder();
    if *folder == MemoryFolder::default() {
        return Ok(None);
    }
    with_lines(workspace, ATTRIBUTES.parse()?, &[&marker(folder)])
}

/// Makes the repository ready; a second run changes nothing, but for an id of the project that was
/// not known at the first.
///
/// # Errors
/// Where `memory` is not a folder of ours to write into, or a file cannot be written.
pub fn init(workspace: &Workspace, request: &Request) -> Result<Initialised, Error> {
    let store = workspace.store();
    let has_memory = store.work_files()?.has_memory()? && !store.is_left_out()?;
    // In a sparse checkout, a new folder would hide that the team's files are not here.
    if !has_memory && !store.staging().memory_files()?.is_empty() {
        return Err(Error::NotCheckedOut(store.folder().clone()));
    }
    if !request.is_forced {
        must_be_memory(workspace)?;
    }
    let wanted = roots::wanted(workspace, &request.roots)?;
    let read = roots::checked(workspace, &wanted)?;
    let lock = store.lock()?;
    let rules = if request.rules && !has_rules(workspace)? {
        Some(starting_rules(workspace)?)
    } else {
        None
    };
    let folder = workspace.folder();
    let attributes = [[FILTERED, BYTES_KEPT].as_slice(), &MERGED].concat();
    let ours = [
        marked(workspace)?,
        with_lines(workspace, folder.path(ATTRIBUTES)?, &attributes)?,
        with_lines(workspace, folder.path(".gitignore")?, &IGNORED)?,
    ];
    let changes: Vec<Change> = ours
        .into_iter()
        .chain([summary(workspace)?, rules])
        .chain([roots::change(workspace, &wanted)?])
        .flatten()
        .collect();
    workspace.change(&lock, &changes, request.is_staged)?;
    if request.track_derived {
        let mut derived: Vec<RepoPath> = Vec::new();
        for name in DERIVED {
            derived.push(store.folder().path(name)?);
        }
        store.staging().add(&derived)?;
    }
    // What is looked for below takes the lock, too.
    drop(lock);
    let written = changes.iter().map(|change| change.path().clone()).collect();
    let mut offers = offers(workspace)?;
    // The settings were read before they were changed.
    let is_read = |offer: &Offer| match offer {
        Offer::Decisions(it) => read.iter().any(|root| root.folder == it.folder.folder),
        _ => false,
    };
    offers.retain(|offer| !is_read(offer));
    // Memory works without hooks, so what hinders them does not undo the rest.
    Ok(Initialised {
        written,
        roots: read,
        offers,
        guarded: fetching::guard(workspace)?,
        hooks: request.hooks.then(|| with_hooks(workspace)),
    })
}

/// Installs the hooks.
fn with_hooks(workspace: &Workspace) -> Result<Hooks, Error> {
    let lacked = hooks::missing(workspace)?;
    let installed = hooks::install(workspace, hooks::Allowed::default())?;
    let is_added = |it: &&Installed| it.is_in() && lacked.contains(&it.hook.name);
    let added = installed.iter().filter(is_added);
    Ok(Hooks {
        added: added.map(|it| it.hook.name).collect(),
        installed,
    })
}

/// Makes sure that the folder of memory is one: in many projects, `memory` contains the code of an
/// allocator, for example, and a filter in front of that would surprise its owners.
fn must_be_memory(workspace: &Workspace) -> Result<(), Error> {
    let store = workspace.store();
    let mut code = Vec::new();
    for found in store.work_files()?.below_memory()?.files {
        if is_source_code(&found.shown) {
            code.push(found.shown);
        }
    }
    // In a folder that is set up as memory, code beside the records is welcome.
    if code.is_empty() || store.is_set_up()? {
        return Ok(());
    }
    let mut would = Vec::new();
    for name in [".gitattributes", ".gitignore", SUMMARY] {
        let path = store.folder().path(name)?;
        if store.work_files()?.find(path.as_str())? == AtPath::Nothing {
            would.push(path);
        }
    }
    Err(Error::SourceCode {
        folder: store.folder().clone(),
        files: code,
        would,
    })
}

/// A file with every line that it needs; lines that are there stay.
fn with_lines(
    workspace: &Workspace,
    path: RepoPath,
    lines: &[&str],
) -> Result<Option<Change>, Error> {
    let before = workspace.store().work_files()?.read(path.as_str())?;
    let mut text = match &before {
        Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        None => String::new(),
    };
    let mut missing = String::new();
    for line in lines {
        // Whole lines: a pattern that only contains ours is another one.
        if !text.lines().any(|found| found == *line) {
            missing.extend([line, "\n"]);
        }
    }
    if missing.is_empty() {
        return Ok(None);
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&missing);
    let clean = workspace.admit(&path, text)?;
    Ok(Some(match before {
        Some(before) => Change::Replace(path, before, clean),
        None => Change::Create(path, clean),
    }))
}

/// True if the folder of rules exists.
///
/// # Errors
/// In a bare repository, or where the file system does not answer.
fn has_rules(workspace: &Workspace) -> Result<bool, Error> {
    let store = workspace.store();
    let found = store.work_files()?.find(&store.folder().join(RULES))?;
    Ok(found != AtPath::Nothing)
}

/// The rules that a project may begin with: when to load memory, how to ask it, when to save to it.
fn starting_rules(workspace: &Workspace) -> Result<Change, Error> {
    let path = workspace.folder().path("rules/memory.md")?;
    let clean = workspace.admit(&path, include_str!("starting-rules.md"))?;
    Ok(Change::Create(path, clean))
}

/// Creates a missing summary: its fields as headings that people fill in. A summary that was begun
/// before the project had an id gets the id.
fn summary(workspace: &Workspace) -> Result<Option<Change>, Error> {
    let path = workspace.folder().path(SUMMARY)?;
    if workspace.store().work_files()?.find(path.as_str())? != AtPath::Nothing {
        return project_id::missing(workspace);
    }
    let id = identity::identity(workspace)?.project_id;
    let id = id.unwrap_or_else(|| summary_page::UNKNOWN_ID.to_owned());
    let text = summary_page::starting(&id, workspace.today());
    let clean = workspace.admit(&path, text)?;
    Ok(Some(Change::Create(path, clean)))
}
