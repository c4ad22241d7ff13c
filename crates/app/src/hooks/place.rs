//! Place of each installed hook, and the check that git runs it.

use std::path::{Path, PathBuf};

use super::managed::{Carrier, KEPT, LEGACY, carrier};
use super::settings::is_set;
use super::table::{HOOKS, Hook};
use crate::workspace::{Error, Workspace};
use git_memory_agents::hook_file;
use git_memory_agents::hook_manager::Manager;
use git_memory_git::{FoundGit, Version};
use git_memory_store::{HookFile, HookFiles};
use git_memory_text::advice::Advice;

/// Place of an installed hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstalledAt {
    /// In git's settings.
    Settings,
    /// In this hook file, or in one that a manager runs beside its own.
    File(PathBuf),
    /// In the configuration of the manager that runs this hook.
    Manager(Manager, PathBuf),
    /// Nowhere.
    Missing,
    /// Nowhere: git runs the hook files of this folder, which other repositories share and which do
    /// not run those of this one.
    Shared(PathBuf),
    /// Nowhere, and a manager runs this hook.
    ToAdd(ToAdd),
    /// In a file that we must not change: the file, and why.
    Foreign(PathBuf, String),
}

impl InstalledAt {
    /// True if the hook is missing because a file of another owner would have to change.
    pub(crate) fn is_left_out(&self) -> bool {
        matches!(self, Self::ToAdd(_) | Self::Foreign(..) | Self::Shared(_))
    }
}

/// Missing lines in a manager's configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToAdd {
    /// The manager that owns the hook's file.
    pub manager: Manager,
    /// Its configuration.
    pub file: PathBuf,
    /// The list there that the lines belong to, where they are an item of one.
    pub list: Option<&'static str>,
    /// The lines to add to it.
    pub text: String,
}

/// A hook of ours, and where it is installed.
#[derive(Clone, Debug)]
pub struct Installed {
    /// The hook.
    pub hook: Hook,
    /// Its place.
    pub place: InstalledAt,
    /// Reason why git does not run it, although it is installed.
    pub obstacle: Option<Obstacle>,
}

/// The configurations of managers that run some hooks.
#[must_use]
pub fn carried(hooks: &[Installed]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for installed in hooks {
        if let InstalledAt::Manager(_, file) = &installed.place
            && !files.contains(file)
        {
            files.push(file.clone());
        }
    }
    files
}

/// Reason why git does not run an installed hook.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// The reason.
    pub why: String,
    /// Advice on how to remove it.
    pub advice: Advice,
}

impl Installed {
    /// True if the hook is installed.
    #[must_use]
    pub fn is_in(&self) -> bool {
        matches!(
            self.place,
            InstalledAt::Settings | InstalledAt::File(_) | InstalledAt::Manager(..)
        )
    }
}

/// Returns the place of each hook, and the obstacles that files show.
pub fn status(workspace: &Workspace) -> Result<Vec<Installed>, Error> {
    let files = workspace.store().hook_files()?;
    let mut found = Vec::new();
    for hook in HOOKS {
        found.push(status_of(workspace, &files, hook)?);
    }
    Ok(found)
}

/// Returns the place of one hook, for a folder of hook files.
pub(crate) fn status_of(
    workspace: &Workspace,
    files: &HookFiles,
    hook: Hook,
) -> Result<Installed, Error> {
    let place = place(workspace, files, hook)?;
    Ok(Installed {
        obstacle: obstacle(files, hook, &place)?,
        hook,
        place,
    })
}

/// Returns the place of each hook, and asks the gits of this machine if they run it.
pub fn tried(workspace: &Workspace) -> Result<Vec<Installed>, Error> {
    let mut found = status(workspace)?;
    let gits = workspace.store().configuration().gits();
    for installed in &mut found {
        let is_asked = installed.place == InstalledAt::Settings;
        if is_asked && installed.hook.duty.is_hook() {
            installed.obstacle = unset(workspace, installed.hook, &gits)?;
        }
    }
    Ok(found)
}

/// Reason why some gits do not run a hook of git's settings.
fn unset(workspace: &Workspace, hook: Hook, gits: &[FoundGit]) -> Result<Option<Obstacle>, Error> {
    let old = too_old(gits);
    if !old.is_empty() {
        let names: Vec<String> = old.iter().map(ToString::to_string).collect();
        let why = format!("hooks in the settings are not run by {}", names.join(", "));
        let advice = Advice::InstallHooks;
        return Ok(Some(Obstacle { why, advice }));
    }
    let listed = workspace.store().configuration().listed_hooks(hook.name)?;
    let name = hook.setting_name();
    if listed.contains(&name) {
        return Ok(None);
    }
    Ok(Some(Obstacle {
        why: format!("git's settings disable '{name}'"),
        advice: Advice::in_words(format!("set 'hook.{name}.enabled' to true, or remove it")),
    }))
}

/// The gits that run no hooks of their settings.
pub(crate) fn too_old(gits: &[FoundGit]) -> Vec<&FoundGit> {
    gits.iter()
        .filter(|git| git.version < Version::CONFIG_HOOKS)
        .collect()
}

pub(crate) fn place(
    workspace: &Workspace,
    files: &HookFiles,
    hook: Hook,
) -> Result<InstalledAt, Error> {
    if is_set(workspace, hook)? {
        return Ok(InstalledAt::Settings);
    }
    let carrier = carrier(workspace, files, hook)?;
    if let Some(carrier) = &carrier
        && carrier.is_called(hook)?
    {
        return Ok(carried_by(workspace, carrier));
    }
    let own = folder_of(workspace, files, hook)?;
    if let Some(own) = &own
        && has_section(own, hook.name)?
    {
        return Ok(InstalledAt::File(own.path(hook.name)));
    }
    let Some(carrier) = carrier else {
        return Ok(match own {
            Some(_) => InstalledAt::Missing,
            None => InstalledAt::Shared(files.folder().to_owned()),
        });
    };
    if let Some(name) = kept(files, &carrier, hook)? {
        return Ok(InstalledAt::File(files.path(&name)));
    }
    Ok(if carrier.is_shared {
        to_add(workspace, &carrier, hook)
    } else {
        InstalledAt::Missing
    })
}

/// The folder of the file that runs for a hook of this repository. If other repositories share the
/// active files, it is the usual folder, as long as their file runs ours. `None` if no file runs.
pub(crate) fn folder_of(
    workspace: &Workspace,
    files: &HookFiles,
    hook: Hook,
) -> Result<Option<HookFiles>, Error> {
    let store = workspace.store();
    if !store.shares(files)? || has_section(files, hook.name)? {
        return Ok(Some(files.clone()));
    }
    let script = files.running(hook.name);
    let is_handed_on = script.is_some_and(|script| hook_file::hands_on(&script, hook.name));
    Ok(is_handed_on.then(|| store.usual_hook_files()))
}

pub(crate) fn has_section(files: &HookFiles, name: &str) -> Result<bool, Error> {
    Ok(match files.read(name)? {
        HookFile::Script(script) => hook_file::has_section(&script.text),
        HookFile::Foreign(_) | HookFile::Missing => false,
    })
}

/// The hook files among which a file is.
pub(crate) fn beside(file: &Path, files: &HookFiles) -> HookFiles {
    match file.parent() {
        Some(folder) => HookFiles::in_folder(folder.to_owned()),
        None => files.clone(),
    }
}

/// The name under which a manager has kept our section of a hook, where it runs that, too.
pub(crate) fn kept(
    files: &HookFiles,
    carrier: &Carrier,
    hook: Hook,
) -> Result<Option<String>, Error> {
    if !carrier.manager.runs_kept() {
        return Ok(None);
    }
    let name = format!("{}{LEGACY}", hook.name);
    Ok(has_section(files, &name)?.then_some(name))
}

/// The place of a hook that a manager calls.
pub(crate) fn carried_by(workspace: &Workspace, carrier: &Carrier) -> InstalledAt {
    let path = carrier.path(workspace);
    if carrier.is_shared {
        InstalledAt::Manager(carrier.manager, path)
    } else {
        let (files, name) = carrier.file();
        InstalledAt::File(files.path(name))
    }
}

/// Returns the lines that a manager needs to call a hook.
pub(crate) fn to_add(workspace: &Workspace, carrier: &Carrier, hook: Hook) -> InstalledAt {
    InstalledAt::ToAdd(ToAdd {
        manager: carrier.manager,
        file: carrier.path(workspace),
        list: carrier.manager.list(),
        text: hook.call().text(carrier.manager),
    })
}

/// Our section of a hook, with whatever is around it: of its file, or of what a manager has kept.
pub(crate) fn script_with_section(files: &HookFiles, hook: Hook) -> Result<Option<String>, Error> {
    let mut names = vec![hook.name.to_owned()];
    for suffix in KEPT {
        names.push(format!("{}{suffix}", hook.name));
    }
    for name in names {
        if let HookFile::Script(script) = files.read(&name)?
            && hook_file::has_section(&script.text)
        {
            return Ok(Some(script.text));
        }
    }
    Ok(None)
}

/// Reason why git does not run a hook in a file, as far as files show that.
pub(crate) fn obstacle(
    files: &HookFiles,
    hook: Hook,
    place: &InstalledAt,
) -> Result<Option<Obstacle>, Error> {
    let (name, files) = match place {
        InstalledAt::File(path) => match path.file_name() {
            Some(name) => (name.to_string_lossy().into_owned(), beside(path, files)),
            None => return Ok(None),
        },
        InstalledAt::Manager(..) => (hook.name.to_owned(), files.clone()),
        _ => return Ok(None),
    };
    let found = files.read(&name)?;
    Ok(match (place, found) {
        (_, HookFile::Script(script)) if !script.is_executable => Some(Obstacle {
            why: "is not executable, so git does not run it".to_owned(),
            advice: Advice::in_words(format!("make {} executable", files.path(&name).display())),
        }),
        (InstalledAt::Manager(manager, _), HookFile::Missing) => {
            let advice = Advice::in_words(format!("run '{}'", manager.start()));
            let why = format!("git finds no hook file of {}", manager.name());
            Some(Obstacle { why, advice })
        }
        _ => None,
    })
}
