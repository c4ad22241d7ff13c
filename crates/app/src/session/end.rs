//! Summary of a session for the work log: at its end, or before its context is compacted.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::state::State;
use super::summary::{made, read, run_of, told_by_chain};
use crate::private::settle::settle;
use crate::private::summary;
use crate::workspace::{Error, Workspace, settings};
use git_memory_agents::agent::Agent;
use git_memory_store::Transcript;

/// Writes a summary of a session since the last one, unless private memory is off. A part that is
/// too little for a step comes into the next summary. A session's summary includes its sub-agents.
pub(super) fn end(state: &mut State) -> Result<(), Error> {
    let (workspace, session) = (state.workspace, state.session);
    let (Some(id), Some(path), None) = (&session.id, &session.transcript, &session.sub_agent)
    else {
        return Ok(());
    };
    if !settings::allows_private(workspace)? {
        return Ok(());
    }
    let path = at_home(workspace, path);
    let run = run_of(id)?;
    // Its lock is held to the end: a compaction and the end of a session may come at once.
    let Some(known) = state.known()? else {
        return Ok(());
    };
    let delay = session
        .agent
        .map_or(0, |agent| agent.row().transcript_delay);
    let delay = Duration::from_millis(delay);
    let transcript = Transcript::open_settled(&path, known.read, delay)?;
    if known.read == transcript.size() {
        return Ok(());
    }
    settle(workspace)?;
    if known.read == 0 {
        known.read = told_by_chain(workspace, &run)?;
    }
    let read = read(workspace.folder(), transcript, known.read)?;
    if let Some(agent) = session.agent {
        known.transcript = Some((agent.title().to_owned(), read.story.has_asked));
    }
    let Some(summary) = made(workspace, &run, session.agent.map(Agent::name), &read)? else {
        return Ok(());
    };
    summary::append(workspace, summary)?;
    known.read = read.end;
    Ok(())
}

/// A path of which some agents write the home as a shell does.
fn at_home(workspace: &Workspace, path: &Path) -> PathBuf {
    let invocation = workspace.invocation();
    match (
        path.strip_prefix("~"),
        invocation.environment().variable("HOME"),
    ) {
        (Ok(rest), Some(home)) => Path::new(home).join(rest),
        _ => invocation.path(path),
    }
}
