//! What a session is told in its course: the records that answer a prompt for sure, and those that
//! govern a file. Each of them once.

use super::Session;
use super::asked::wants;
use crate::app::context::{PackRequest, governing};
use crate::app::workspace::{Error, Workspace};
use crate::domain::secrets::Clean;
use crate::domain::text::floor;
use crate::store::KnownSession;

/// The most tokens that a prompt is answered with.
const OF_PROMPT: usize = 600;
/// The most tokens about a file.
const OF_FILE: usize = 300;
/// The most bytes of a prompt that are searched for: what is longer is no question any more.
const PROMPT: usize = 4 << 10;

/// The records that recall is sure of for a prompt, and that the session was not told of; empty
/// where there are none.
///
/// # Errors
/// Where memory cannot be read, or it cannot be remembered what was told.
pub fn prompt(workspace: &Workspace, session: &Session, prompt: &str) -> Result<Clean, Error> {
    let prompt = prompt.trim();
    // A command of the agent's own is no question to memory.
    if prompt.is_empty() || prompt.starts_with('/') {
        return Ok(Clean::default());
    }
    let request = PackRequest {
        query: prompt[..floor(prompt, PROMPT)].to_owned(),
        tokens: Some(OF_PROMPT),
        is_only: true,
        is_sure: true,
        ..PackRequest::default()
    };
    once(workspace, session, &request)
}

/// The records that govern some files, by their paths from the top, and that the session was not
/// told of; empty where there are none.
///
/// # Errors
/// Where memory cannot be read, or it cannot be remembered what was told.
pub fn files(workspace: &Workspace, session: &Session, paths: Vec<String>) -> Result<Clean, Error> {
    if paths.is_empty() || !wants(workspace)? {
        return Ok(Clean::default());
    }
    let request = PackRequest {
        paths,
        tokens: Some(OF_FILE),
        is_only: true,
        ..PackRequest::default()
    };
    once(workspace, session, &request)
}

/// Forgets what a session was told, which has lost it: it may hear of each record again.
///
/// # Errors
/// Where that cannot be remembered.
pub fn forget(workspace: &Workspace, session: &Session) -> Result<(), Error> {
    if let Some(mut known) = known(workspace, session)?
        && !known.told.is_empty()
    {
        known.told.clear();
        known.save()?;
    }
    Ok(())
}

/// True at the first call for a session, which is remembered: for an event that its agent repeats.
///
/// # Errors
/// Where that cannot be remembered.
pub fn is_first(workspace: &Workspace, session: &Session) -> Result<bool, Error> {
    let Some(mut known) = known(workspace, session)? else {
        return Ok(true);
    };
    let is_first = !known.is_compressed;
    if is_first {
        known.is_compressed = true;
        known.save()?;
    }
    Ok(is_first)
}

/// What is known of who is to be told; without a name for the session nobody knows that.
fn known(workspace: &Workspace, session: &Session) -> Result<Option<KnownSession>, Error> {
    let store = workspace.store();
    Ok(match (&session.id, &session.sub_agent) {
        (Some(id), Some(agent)) => Some(store.sub_agent(id, agent)?),
        (Some(id), None) => Some(store.session(id)?),
        (None, _) => None,
    })
}

fn once(workspace: &Workspace, session: &Session, request: &PackRequest) -> Result<Clean, Error> {
    let Some(mut known) = known(workspace, session)? else {
        return Ok(Clean::default());
    };
    let found = governing(workspace, request, &known.told)?;
    if !found.ids.is_empty() {
        known.told.extend(found.ids);
        known.save()?;
    }
    Ok(found.text)
}
