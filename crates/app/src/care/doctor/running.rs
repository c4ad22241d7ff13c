//! Checks of what runs here: the gits on PATH, and the hooks that they run.

use crate::care::doctor::canary;
use crate::care::doctor::state::State;
use crate::hooks;
use crate::hooks::Idle;
use crate::workspace::{Error, Workspace};
use git_memory_git::Version;
use git_memory_text::advice::Advice;

pub(crate) fn git(workspace: &Workspace) -> Result<State, Error> {
    let configuration = workspace.store().configuration();
    let version = configuration.git_version()?;
    if version < Version::OLDEST {
        return Ok(State::Bad(format!("git {version} is too old")));
    }
    let mut seen = format!("git {version}");
    let mut gits = configuration.gits();
    // Editors and other programs may call another one.
    gits.retain(|git| git.version != version);
    if !gits.is_empty() {
        let names: Vec<String> = gits.iter().map(ToString::to_string).collect();
        seen.extend(["; also on PATH: ", &names.join(", ")]);
    }
    Ok(State::Good(seen))
}

pub(crate) fn hooks(workspace: &Workspace) -> Result<State, Error> {
    let idle = hooks::idle(workspace)?;
    if !idle.is_empty() {
        let mut reasons = Vec::new();
        for Idle { why, hooks, .. } in &idle {
            reasons.push(format!("{why}: {}", hooks.join(", ")));
        }
        return Ok(wrong(reasons.join("; "), &idle));
    }
    let mut outdated = hooks::outdated(workspace)?;
    // It has a check of its own.
    outdated.retain(|name| *name != "merge-driver");
    if !outdated.is_empty() {
        let names = outdated.join(", ");
        return Ok(State::Bad(format!("of another version: {names}")));
    }
    let gits = workspace.store().configuration().gits();
    let mut seen = "all hooks installed".to_owned();
    if gits.len() > 1 {
        seen.push_str(", and every git on PATH runs them");
    }
    Ok(State::Good(seen))
}

/// State of the nets, by the canaries that they hold.
pub(crate) fn nets(workspace: &Workspace) -> Result<State, Error> {
    Ok(match canary::look(workspace)? {
        State::Bad(missed) => wrong(missed, &hooks::idle(workspace)?),
        state => state,
    })
}

/// Returns the state for hooks that git does not run. If a manager is in charge of them, installing
/// them again has no effect, so the advice is another one.
fn wrong(what: String, idle: &[Idle]) -> State {
    let mut advice = idle.iter().map(|idle| &idle.advice);
    match idle.first() {
        Some(first) if advice.all(|advice| *advice != Advice::InstallHooks) => {
            State::Foreign(what, first.advice.clone())
        }
        _ => State::Bad(what),
    }
}
