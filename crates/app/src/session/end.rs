//! Summary of a session for the work log: at its end, or before its context is compacted.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Session;
use super::summary::{made, read, run_of, told_by_chain};
use crate::private::settle::settle;
use crate::private::summary::{self, Appended};
use crate::workspace::{Error, Workspace, settings};
use git_memory_agents::agent::Agent;
use git_memory_store::Transcript;

/// Writes a summary of a session since the last one; `None` if private memory is off, or if the
/// part is too little for a step: then the next summary includes it. A session's summary includes
/// its sub-agents.
pub fn end(workspace: &Workspace, session: &Session) -> Result<Option<Appended>, Error> {
    let (Some(id), Some(path), None) = (&session.id, &session.transcript, &session.sub_agent)
    else {
        return Ok(None);
    };
    if !settings::allows_private(workspace)? {
        return Ok(None);
    }
    let path = at_home(workspace, path);
    let run = run_of(id)?;
    // Held to the end: a compaction and the end of a session may come at once.
    let mut known = workspace.store().session(id)?;
    let delay = session
        .agent
        .map_or(0, |agent| agent.row().transcript_delay);
    let delay = Duration::from_millis(delay);
    let transcript = Transcript::open_grown(&path, known.read, delay)?;
    if known.read == transcript.size() {
        return Ok(None);
    }
    settle(workspace)?;
    if known.read == 0 {
        known.read = told_by_chain(workspace, &run)?;
    }
    let read = read(transcript, known.read)?;
    if let Some(agent) = session.agent {
        let seen = Some((agent.title().to_owned(), read.story.has_asked));
        if known.transcript != seen {
            known.transcript = seen;
            known.save()?;
        }
    }
    let Some(summary) = made(workspace, &run, session.agent.map(Agent::name), &read)? else {
        return Ok(None);
    };
    let appended = summary::append(workspace, summary)?;
    known.read = read.end;
    known.save()?;
    Ok(Some(appended))
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
