//! Hooks that this clone lacks. Clones do not bring hooks along, and memory works without them, so
//! a reminder is needed.

use super::install::is_current;
use super::place::{Installed, InstalledAt, Obstacle, status, tried};
use super::table::Duty;
use crate::workspace::settings::is_strict;
use crate::workspace::{Error, Workspace};
use git_memory_text::advice::Advice;

/// The hooks that are not installed here and should be, or that git does not run as their files
/// show, by name; the clean filter is one of them.
pub fn missing(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    missing_where(workspace, |_| true)
}

/// Advice on how to install those that are missing: a hook manager has to be told of them, for
/// example, or run once.
pub fn advice(workspace: &Workspace) -> Result<Advice, Error> {
    let is_strict = is_strict(workspace)?;
    let status = status(workspace)?;
    let advice = status
        .iter()
        .filter_map(|one| trouble(one, is_strict))
        .map(|it| it.advice);
    let mut more = advice.filter(|advice| *advice != Advice::InstallHooks);
    Ok(more.next().unwrap_or(Advice::InstallHooks))
}

fn missing_where(
    workspace: &Workspace,
    is_wanted: impl Fn(&InstalledAt) -> bool,
) -> Result<Vec<&'static str>, Error> {
    let is_strict = is_strict(workspace)?;
    let mut missing = Vec::new();
    for installed in status(workspace)? {
        if trouble(&installed, is_strict).is_some() && is_wanted(&installed.place) {
            missing.push(installed.hook.name);
        }
    }
    Ok(missing)
}

/// The hooks that git does not run, with the reason: grouped by the reason, as several hooks share
/// one. It asks git; the clean filter and the merge driver are not among them.
pub fn idle(workspace: &Workspace) -> Result<Vec<Idle>, Error> {
    let is_strict = is_strict(workspace)?;
    let mut idle: Vec<Idle> = Vec::new();
    for installed in tried(workspace)? {
        if !installed.hook.duty.is_hook() {
            continue;
        }
        let Some(Obstacle { why, advice }) = trouble(&installed, is_strict) else {
            continue;
        };
        match idle.iter_mut().find(|known| known.why == why) {
            Some(known) => known.hooks.push(installed.hook.name),
            None => idle.push(Idle {
                why,
                advice,
                hooks: vec![installed.hook.name],
            }),
        }
    }
    Ok(idle)
}

/// Hooks that git does not run for one reason.
#[derive(Clone, Debug)]
pub struct Idle {
    /// The reason.
    pub why: String,
    /// Advice on how to have the first of them run.
    pub advice: Advice,
    /// Their names.
    pub hooks: Vec<&'static str>,
}

/// Reason why a hook that should work does not.
fn trouble(installed: &Installed, is_strict: bool) -> Option<Obstacle> {
    let is_wanted = installed.hook.duty != Duty::Transaction || is_strict;
    match (&installed.obstacle, &installed.place) {
        (Some(obstacle), _) => Some(obstacle.clone()),
        (None, InstalledAt::Missing) if is_wanted => Some(Obstacle {
            why: "not installed".to_owned(),
            advice: Advice::InstallHooks,
        }),
        (None, InstalledAt::ToAdd(add)) if is_wanted => Some(Obstacle {
            why: format!("not in the configuration of {}", add.manager.name()),
            advice: Advice::TellHookManager,
        }),
        (None, InstalledAt::Shared(folder)) if is_wanted => {
            let folder = folder.display();
            let why = format!("git runs hooks from {folder}, as in other repositories");
            let advice = Advice::by_hand(
                "install them with --global-hooks, or have the files there run those of the \
                 repository's own git folder",
            );
            Some(Obstacle { why, advice })
        }
        _ => None,
    }
}

/// The hooks that are installed here as another version of this program wrote them, by name; the
/// clean filter is one of them.
pub fn outdated(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let mut outdated = Vec::new();
    for installed in status(workspace)? {
        if !is_current(workspace, &installed)? {
            outdated.push(installed.hook.name);
        }
    }
    Ok(outdated)
}

/// Returns the hooks that this clone lacks, the first time on a day, for a write to mention. Empty
/// if `init` was never run: then they are not wanted. Hooks that the shared folder of all
/// repositories leaves out are its owner's choice, and the installation has reported them.
pub fn reminder(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let store = workspace.store();
    let today = workspace.today().to_string();
    if !store.is_set_up()? || !store.is_reminder_due(&today) {
        return Ok(Vec::new());
    }
    missing_where(workspace, |place| !matches!(place, InstalledAt::Shared(_)))
}
