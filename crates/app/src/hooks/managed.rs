//! Hook managers that are in charge here: which one owns a hook's file, and where our call goes
//! instead.

use std::path::{Path, PathBuf};

use super::table::{Duty, HOOKS, Hook};
use crate::workspace::{Error, Workspace};
use git_memory_agents::hook_file;
use git_memory_agents::hook_manager::{Call, Manager, calls, with_call, without_calls};
use git_memory_store::{AtPath, HookFile, HookFiles};

/// Suffixes of the hook file that was there before a manager: pre-commit and prek run it, lefthook
/// does not. Both restore it when they leave.
pub(crate) const KEPT: [&str; 2] = [".legacy", ".old"];
/// The first of them: what pre-commit and prek run.
pub(crate) const LEGACY: &str = ".legacy";
/// The folder of what husky runs, from the top of the work tree.
const HUSKY: &str = ".husky";
/// The folder of husky's own hook files; those that it runs are in the one above it.
const HUSKY_FOLDER: &str = "_";

/// File for a hook of ours if git's hook file belongs to a manager.
pub(crate) struct Carrier {
    pub(crate) manager: Manager,
    /// True if a team shares it: then only a user's request changes it.
    pub(crate) is_shared: bool,
    files: HookFiles,
    /// The name among these files.
    name: String,
}

impl Carrier {
    /// The file, for people.
    pub(crate) fn path(&self, workspace: &Workspace) -> PathBuf {
        let path = self.files.path(&self.name);
        let Ok(files) = workspace.store().work_files() else {
            return path;
        };
        match path.strip_prefix(files.top()) {
            Ok(below) => below.to_owned(),
            Err(_) => path,
        }
    }

    /// The folder and the name of the file.
    pub(crate) fn file(&self) -> (&HookFiles, &str) {
        (&self.files, &self.name)
    }

    /// True if it calls us for a hook.
    pub(crate) fn is_called(&self, hook: Hook) -> Result<bool, Error> {
        Ok(match self.files.read(&self.name)? {
            HookFile::Script(script) => calls(&script.text, hook.name),
            HookFile::Foreign(_) | HookFile::Missing => false,
        })
    }

    /// Adds a call; returns the reason if that is impossible.
    pub(crate) fn put(&self, call: &Call) -> Result<Option<String>, Error> {
        let before = match self.files.read(&self.name)? {
            HookFile::Script(script) => script.text,
            HookFile::Missing => String::new(),
            HookFile::Foreign(why) => return Ok(Some(why.to_owned())),
        };
        match with_call(self.manager, &before, call) {
            Ok(after) if after == before => {}
            Ok(after) => self.files.write(&self.name, &after)?,
            Err(why) => return Ok(Some(why.to_string())),
        }
        Ok(None)
    }

    /// Removes our lines; returns true if there were any.
    fn strip(&self) -> Result<bool, Error> {
        let HookFile::Script(script) = self.files.read(&self.name)? else {
            return Ok(false);
        };
        // A foreign empty file would look like one that only had our section.
        if !script.text.contains(hook_file::OPENING) {
            return Ok(false);
        }
        match without_calls(self.manager, &script.text) {
            Ok(None) => self.files.remove(&self.name)?,
            Ok(Some(after)) => self.files.write(&self.name, &after)?,
            // Leave a damaged file to its owner: the marks no longer show which lines are ours.
            Err(_) => return Ok(false),
        }
        Ok(true)
    }
}

/// Returns the file for a hook whose hook file belongs to a manager; `None` without a manager.
pub(crate) fn carrier(
    workspace: &Workspace,
    files: &HookFiles,
    hook: Hook,
) -> Result<Option<Carrier>, Error> {
    if !hook.duty.is_hook() {
        return Ok(None);
    }
    if let Some(folder) = of_husky(files.folder()) {
        let carrier = Carrier {
            manager: Manager::Husky,
            is_shared: true,
            files: HookFiles::in_folder(folder.to_owned()),
            name: hook.name.to_owned(),
        };
        return Ok(Manager::Husky.carries(hook.name).then_some(carrier));
    }
    let manager = match files.read(hook.name)? {
        HookFile::Script(script) => Manager::of_script(&script.text),
        HookFile::Missing | HookFile::Foreign(_) => None,
    };
    let Some(manager) = manager else {
        return Ok(None);
    };
    if manager.carries(hook.name)
        && let Some((files, name)) = configuration(workspace, manager)?
    {
        return Ok(Some(Carrier {
            manager,
            is_shared: true,
            files,
            name: name.to_owned(),
        }));
    }
    // Without a configuration, lefthook runs nothing, and pre-commit only what was there before.
    Ok(manager.runs_kept().then(|| Carrier {
        manager,
        is_shared: false,
        files: files.clone(),
        name: format!("{}{LEGACY}", hook.name),
    }))
}

/// The folder of what husky runs, where this is the folder of its own hook files.
fn of_husky(folder: &Path) -> Option<&Path> {
    if folder.ends_with(HUSKY_FOLDER) {
        folder.parent()
    } else {
        None
    }
}

/// A manager's configuration: its folder, and its name there.
fn configuration(
    workspace: &Workspace,
    manager: Manager,
) -> Result<Option<(HookFiles, &'static str)>, Error> {
    if !workspace.store().has_work_tree() {
        return Ok(None);
    }
    let top = workspace.store().work_files()?.top().to_owned();
    let files = HookFiles::in_folder(top);
    for name in manager.configurations() {
        if files.read(name)? != HookFile::Missing {
            return Ok(Some((files, name)));
        }
    }
    Ok(None)
}

/// The files that a manager will run once its hook files are in, for each of our hooks; none if
/// they are in, or if it has no configuration here.
fn future(
    workspace: &Workspace,
    files: &HookFiles,
    manager: Manager,
) -> Result<Vec<(Hook, Carrier)>, Error> {
    let (folder, name) = if manager == Manager::Husky {
        let work = workspace.store().work_files()?;
        if of_husky(files.folder()).is_some() || work.find(HUSKY)? != AtPath::Folder {
            return Ok(Vec::new());
        }
        (HookFiles::in_folder(work.top().join(HUSKY)), None)
    } else {
        for hook in HOOKS {
            if let HookFile::Script(script) = files.read(hook.name)?
                && Manager::of_script(&script.text) == Some(manager)
            {
                return Ok(Vec::new());
            }
        }
        let Some((folder, name)) = configuration(workspace, manager)? else {
            return Ok(Vec::new());
        };
        (folder, Some(name))
    };
    let mut carriers = Vec::new();
    for hook in HOOKS {
        // The hook of strict mode is not everybody's.
        let is_usual = hook.duty.is_hook() && hook.duty != Duty::Transaction;
        if is_usual && manager.carries(hook.name) {
            let carrier = Carrier {
                manager,
                is_shared: true,
                files: folder.clone(),
                name: name.unwrap_or(hook.name).to_owned(),
            };
            carriers.push((hook, carrier));
        }
    }
    Ok(carriers)
}

/// The managers whose own hook files take the place of ours; pre-commit and prek keep running them.
const REPLACING: [Manager; 2] = [Manager::Husky, Manager::Lefthook];

/// The manager that is configured here, has not put its hook files in yet, and will not call us
/// from them.
///
/// # Errors
/// Where hook files or configurations cannot be read.
pub(crate) fn waiting(workspace: &Workspace) -> Result<Option<Manager>, Error> {
    if !workspace.store().has_work_tree() {
        return Ok(None);
    }
    let files = workspace.store().hook_files()?;
    for manager in REPLACING {
        for (hook, carrier) in future(workspace, &files, manager)? {
            if !carrier.is_called(hook)? {
                return Ok(Some(manager));
            }
        }
    }
    Ok(None)
}

/// Adds calls to the configuration of such a manager; gives the files.
///
/// # Errors
/// Where one cannot be changed.
pub fn tell_waiting(workspace: &Workspace) -> Result<Vec<PathBuf>, Error> {
    let files = workspace.store().hook_files()?;
    let mut told = Vec::new();
    for manager in REPLACING {
        for (hook, carrier) in future(workspace, &files, manager)? {
            let path = carrier.path(workspace);
            if let Some(why) = carrier.put(&hook.call())? {
                return Err(Error::Unpatchable {
                    path: path.display().to_string(),
                    why,
                });
            }
            if !told.contains(&path) {
                told.push(path);
            }
        }
    }
    Ok(told)
}

/// Takes our lines out of everything that managers run by their configuration; gives the files.
pub(crate) fn take_out(workspace: &Workspace, files: &HookFiles) -> Result<Vec<PathBuf>, Error> {
    let mut carriers = Vec::new();
    if let Some(folder) = husky_scripts(workspace, files)? {
        for hook in HOOKS {
            carriers.push(Carrier {
                manager: Manager::Husky,
                is_shared: true,
                files: HookFiles::in_folder(folder.clone()),
                name: hook.name.to_owned(),
            });
        }
    }
    for manager in [Manager::Lefthook, Manager::PreCommit, Manager::Prek] {
        if let Some((files, name)) = configuration(workspace, manager)? {
            carriers.push(Carrier {
                manager,
                is_shared: true,
                files,
                name: name.to_owned(),
            });
        }
    }
    let mut changed = Vec::new();
    for carrier in carriers {
        if carrier.strip()? {
            changed.push(carrier.path(workspace));
        }
    }
    Ok(changed)
}

/// The folder of what husky runs, also where its own hook files are not in effect any more.
fn husky_scripts(workspace: &Workspace, files: &HookFiles) -> Result<Option<PathBuf>, Error> {
    if let Some(folder) = of_husky(files.folder()) {
        return Ok(Some(folder.to_owned()));
    }
    if !workspace.store().has_work_tree() {
        return Ok(None);
    }
    Ok(Some(workspace.store().work_files()?.top().join(HUSKY)))
}
