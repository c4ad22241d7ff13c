//! Checks of what runs here: the gits on PATH, and the hooks that they run.

use crate::app::care::doctor::state::State;
use crate::app::hooks;
use crate::app::hooks::Idle;
use crate::app::workspace::{Error, Workspace};
use crate::git::Version;

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
    let mut idle = Vec::new();
    for Idle { why, hooks } in hooks::idle(workspace)? {
        idle.push(format!("{why}: {}", hooks.join(", ")));
    }
    if !idle.is_empty() {
        return Ok(State::Bad(idle.join("; ")));
    }
    let mut outdated = hooks::outdated(workspace)?;
    // It has a check of its own.
    outdated.retain(|name| *name != "merge-driver");
    if !outdated.is_empty() {
        let names = outdated.join(", ");
        return Ok(State::Bad(format!("of another version: {names}")));
    }
    let gits = workspace.store().configuration().gits();
    let mut seen = "all are in".to_owned();
    if gits.len() > 1 {
        seen.push_str(", and every git on PATH runs them");
    }
    Ok(State::Good(seen))
}
