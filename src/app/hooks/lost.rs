//! Hooks that were installed and are gone: a manager has written its own over them, or somebody has
//! chosen another folder of hooks. git says nothing of it, so every command looks.

use super::place::{Installed, InstalledAt, status_of};
use crate::app::workspace::{Error, Workspace};

/// Remembers what was installed.
pub(crate) fn remember(workspace: &Workspace, installed: &[Installed]) {
    let mut names = Vec::new();
    for one in installed {
        if one.is_in() {
            names.push(one.hook.name);
        }
    }
    workspace.store().remember_hooks(&names.join(" "));
}

/// The hooks that were installed here and are gone, by name, where that was not told yet: once for
/// each loss. No process is started for it.
///
/// # Errors
/// Where git's settings or a hook file cannot be read.
pub fn lost(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let store = workspace.store();
    let Some(installed) = store.installed_hooks() else {
        return Ok(Vec::new());
    };
    let names: Vec<&str> = installed.split_whitespace().collect();
    let mut gone = Vec::new();
    for now in status_of(workspace, &store.hook_files_by_settings()?)? {
        let is_gone = matches!(now.place, InstalledAt::Missing | InstalledAt::ToAdd(_))
            || now.obstacle.is_some();
        if is_gone && names.contains(&now.hook.name) {
            gone.push(now.hook.name);
        }
    }
    if store.is_new_loss(&gone.join(" ")) {
        Ok(gone)
    } else {
        Ok(Vec::new())
    }
}
