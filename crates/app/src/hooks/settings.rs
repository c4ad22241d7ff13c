//! Our hooks, the clean filter and the merge driver, in git's settings.

use super::table::{Duty, Hook};
use crate::workspace::{Error, Workspace};
use git_memory_model::layout::{FILTER, MERGE_DRIVER};

/// The section of git's settings that holds a hook.
fn section(hook: Hook) -> String {
    match hook.duty {
        Duty::Filter => format!("filter.{FILTER}"),
        Duty::Merge => format!("merge.{MERGE_DRIVER}"),
        _ => format!("hook.{}", hook.setting_name()),
    }
}

/// Its keys with their values. An event without a command is fatal to every git command, a required
/// filter without one to every `git add`, a driver without one to every merge: so the command comes
/// first.
pub(crate) fn settings(hook: Hook) -> [(String, String); 2] {
    let section = section(hook);
    match hook.duty {
        Duty::Filter => [
            (format!("{section}.process"), hook.setting()),
            (format!("{section}.required"), "true".to_owned()),
        ],
        Duty::Merge => [
            (format!("{section}.driver"), hook.setting()),
            (
                format!("{section}.name"),
                "records by their keys".to_owned(),
            ),
        ],
        _ => [
            (format!("{section}.command"), hook.setting()),
            (format!("{section}.event"), hook.name.to_owned()),
        ],
    }
}

pub(crate) fn is_set(workspace: &Workspace, hook: Hook) -> Result<bool, Error> {
    let [(command, _), _] = settings(hook);
    let settings = workspace.store().configuration().settings()?;
    Ok(settings.get(&command).is_some())
}

pub(crate) fn put_into_settings(workspace: &Workspace, hook: Hook) -> Result<(), Error> {
    for (key, value) in settings(hook) {
        workspace.store().configuration().set(&key, &value)?;
    }
    Ok(())
}

/// Takes a hook out of the settings, where it is in them.
pub(crate) fn remove_from_settings(workspace: &Workspace, hook: Hook) -> Result<(), Error> {
    if is_set(workspace, hook)? {
        let configuration = workspace.store().configuration();
        configuration.remove_section(&section(hook))?;
    }
    Ok(())
}
