//! The nets of a repository, installed in a scratch one as they are here. If a manager is in charge
//! of the hook files, it has to run ours. Hooks of other programs are not taken along.

use std::path::Path;

use crate::hooks;
use crate::hooks::{Hook, InstalledAt};
use crate::workspace::{Error, Workspace};
use git_memory_agents::hook_file;
use git_memory_agents::hook_manager::{Manager, with_call};
use git_memory_store::{HookFile, HookFiles, Trial};

/// A configuration of pre-commit that does nothing: prek takes an empty one for a mistake.
const NOTHING: &str = "\
repos:
- repo: local
  hooks:
  - {id: nothing, name: nothing, entry: 'true', language: system, always_run: true}
";

/// The configurations of managers in the scratch repository.
struct Configurations {
    lefthook: String,
    pre_commit: String,
}

/// Puts the nets of this repository into the scratch one; gives the names of their hooks.
pub(crate) fn hang(workspace: &Workspace, trial: &Trial) -> Result<Vec<&'static str>, Error> {
    let own = workspace.store().hook_files()?;
    // Hooks in a folder that all repositories share belong to other programs, too.
    let mut folder = trial.hooks_folder();
    if own.folder().ends_with("_") {
        // husky's hook files look for theirs in the folder above.
        folder.push("_");
    }
    trial.git(&["config", "core.hooksPath", &folder.to_string_lossy()])?;
    let hung = HookFiles::in_folder(folder);
    let mut configurations = Configurations {
        lefthook: String::new(),
        pre_commit: NOTHING.to_owned(),
    };
    let mut nets = Vec::new();
    for installed in hooks::status(workspace)? {
        let hook = installed.hook;
        match installed.place {
            InstalledAt::Settings => set(workspace, trial, hook)?,
            InstalledAt::File(path) => {
                take_generated(&own, &hung, hook.name)?;
                if !take_section(&own, &hung, hook, &path)? {
                    continue;
                }
            }
            InstalledAt::Manager(manager, _) => {
                take_generated(&own, &hung, hook.name)?;
                configure(&mut configurations, manager, hook, trial)?;
            }
            InstalledAt::Missing
            | InstalledAt::Shared(_)
            | InstalledAt::ToAdd(_)
            | InstalledAt::Foreign(..) => continue,
        }
        nets.push(hook.name);
    }
    trial.write("lefthook.yml", &configurations.lefthook)?;
    trial.write(".pre-commit-config.yaml", &configurations.pre_commit)?;
    Ok(nets)
}

fn set(workspace: &Workspace, trial: &Trial, hook: Hook) -> Result<(), Error> {
    let settings = workspace.store().configuration().settings()?;
    for (key, usual) in hooks::settings(hook) {
        // A changed value is the one that has to stop the canary.
        let value = match settings.get(&key.to_ascii_lowercase()) {
            Some(value) => value,
            None => &usual,
        };
        trial.git(&["config", &key, value])?;
    }
    // A hook, and all hooks of an event, can be switched off (git-config(1)).
    for name in [hook.setting_name(), hook.name.to_owned()] {
        let key = format!("hook.{name}.enabled");
        if let Some(value) = settings.get(&key) {
            trial.git(&["config", &key, value])?;
        }
    }
    Ok(())
}

/// Copies our section under the name of its file; returns true if there is one.
fn take_section(own: &HookFiles, hung: &HookFiles, hook: Hook, path: &Path) -> Result<bool, Error> {
    let Some(script) = hooks::script_with_section(&hooks::beside(path, own), hook)? else {
        return Ok(false);
    };
    let (Some(section), Some(name)) = (hook_file::section(&script), path.file_name()) else {
        return Ok(false);
    };
    hung.write(&name.to_string_lossy(), &format!("#!/bin/sh\n{section}"))?;
    Ok(true)
}

/// Copies the hook file that a manager generated, which contains no other commands.
fn take_generated(own: &HookFiles, hung: &HookFiles, name: &str) -> Result<(), Error> {
    // The second one is what each of husky's files begins with.
    for name in [name, "h"] {
        let HookFile::Script(script) = own.read(name)? else {
            continue;
        };
        if name == "h" || (script.is_executable && Manager::of_script(&script.text).is_some()) {
            hung.write(name, &script.text)?;
        }
    }
    Ok(())
}

/// Puts our call of a hook into the configuration of a manager.
fn configure(
    configurations: &mut Configurations,
    manager: Manager,
    hook: Hook,
    trial: &Trial,
) -> Result<(), Error> {
    let call = hook.call();
    let text = match manager {
        Manager::Husky => {
            let files = HookFiles::in_folder(trial.hooks_folder());
            return Ok(files.write(hook.name, &format!("#!/bin/sh\n{}", call.section()))?);
        }
        Manager::Lefthook => &mut configurations.lefthook,
        Manager::PreCommit | Manager::Prek => &mut configurations.pre_commit,
    };
    // If the call cannot be added, the canary passes, and the check reports that.
    if let Ok(after) = with_call(manager, text, &call) {
        *text = after;
    }
    Ok(())
}
