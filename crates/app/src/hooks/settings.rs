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

/// Key of a hook's command, filter or driver in git's settings, without which it is not there.
fn command(hook: Hook) -> String {
    let key = match hook.duty {
        Duty::Filter => "process",
        Duty::Merge => "driver",
        _ => "command",
    };
    format!("{}.{key}", section(hook))
}

/// Its keys with their values. An event without a command is fatal to every git command, a required
/// filter without one to every `git add`, a driver without one to every merge: so the command comes
/// first.
pub(crate) fn settings(hook: Hook) -> Vec<(String, String)> {
    let more: &[(&str, &str)] = match hook.duty {
        Duty::Filter => &[("required", "true")],
        Duty::Merge => &[("name", "records by their keys")],
        // It changes nothing, so that git (2.55) may run the hooks of others beside it: one hook that
        // does not allow this makes all of an event wait for each other.
        Duty::Push => &[("event", hook.name), ("parallel", "true")],
        _ => &[("event", hook.name)],
    };
    let section = section(hook);
    let more = more
        .iter()
        .map(|(key, value)| (format!("{section}.{key}"), (*value).to_owned()));
    [(command(hook), hook.setting())]
        .into_iter()
        .chain(more)
        .collect()
}

pub(crate) fn is_set(workspace: &Workspace, hook: Hook) -> Result<bool, Error> {
    let settings = workspace.store().configuration().settings()?;
    Ok(settings.get(&command(hook)).is_some())
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

#[cfg(test)]
mod tests {
    use super::super::table::HOOKS;
    use super::*;

    #[test]
    fn the_command_comes_first_and_only_pushes_run_beside_other_hooks() {
        for hook in HOOKS {
            let set = settings(hook);
            assert_eq!(set[0].0, command(hook), "{}", hook.name);
            let is_parallel = set.iter().any(|(key, _)| key.ends_with(".parallel"));
            assert_eq!(is_parallel, hook.duty == Duty::Push, "{}", hook.name);
        }
    }
}
