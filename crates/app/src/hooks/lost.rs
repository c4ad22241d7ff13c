//! Hooks that were installed and are lost: a manager has overwritten them, or the folder of hooks
//! has changed. git does not report it, so every command looks.

use super::place::{Installed, status_of};
use super::settings::is_set;
use super::table::{HOOKS, Hook};
use crate::workspace::{Error, Workspace};
use git_memory_agents::hook_file;
use git_memory_store::{HookFile, HookFiles};

/// Remembers what was installed and runs: only that can be lost.
pub(crate) fn remember(workspace: &Workspace, installed: &[Installed]) {
    let mut names = Vec::new();
    for one in installed {
        if one.is_in() && one.obstacle.is_none() {
            names.push(one.hook.name);
        }
    }
    workspace.store().remember_hooks(&names.join(" "));
}

/// The hooks that were installed here and are lost, by name, once for each loss. It starts no
/// process.
pub fn lost(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let store = workspace.store();
    let Some(installed) = store.installed_hooks() else {
        return Ok(Vec::new());
    };
    let files = store.hook_files_by_settings()?;
    let mut gone = Vec::new();
    for hook in HOOKS {
        let was_in = installed.split_whitespace().any(|name| name == hook.name);
        if was_in && is_gone(workspace, &files, hook)? {
            gone.push(hook.name);
        }
    }
    if store.is_new_loss(&gone.join(" ")) {
        Ok(gone)
    } else {
        Ok(Vec::new())
    }
}

fn is_gone(workspace: &Workspace, files: &HookFiles, hook: Hook) -> Result<bool, Error> {
    if is_set(workspace, hook)? {
        return Ok(false);
    }
    // Most often it is where it was, and every command pays for looking any further.
    if let HookFile::Script(script) = files.read(hook.name)?
        && script.is_executable
        && hook_file::has_section(&script.text)
    {
        return Ok(false);
    }
    let now = status_of(workspace, files, hook)?;
    Ok(!now.is_in() || now.obstacle.is_some())
}
