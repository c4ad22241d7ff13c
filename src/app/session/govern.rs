//! What a session is told in its course: the records that answer a prompt for sure, and those that
//! govern a file; what a search had better leave out. Each of them once.

use super::Session;
use super::asked::wants;
use super::named_files::named_files;
use crate::app::context::{PackRequest, governing};
use crate::app::project::{Note, Touched};
use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::advice::Wording;
use crate::domain::secrets::{Clean, redact};
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

/// What a call of a tool should know, and the session was not told: the records that govern its
/// files, and what its searches find nothing of the project's own in; empty where that is nothing.
///
/// # Errors
/// Where memory cannot be read, or it cannot be remembered what was told.
pub fn call(session: &Session, touched: Vec<Touched>, wording: Wording) -> Result<Clean, Error> {
    let mut texts: Vec<Clean> = Vec::new();
    for Touched {
        workspace,
        files,
        notes,
    } in touched
    {
        if !wants(workspace)? {
            continue;
        }
        if !notes.is_empty() {
            texts.push(searches(workspace, session, &notes, wording)?);
        }
        let paths = named_files(workspace, files)?;
        if !paths.is_empty() {
            let request = PackRequest {
                paths,
                tokens: Some(OF_FILE),
                is_only: true,
                ..PackRequest::default()
            };
            texts.push(once(workspace, session, &request)?);
        }
    }
    texts.retain(|text| !text.is_empty());
    if texts.len() < 2 {
        return Ok(texts.pop().unwrap_or_default());
    }
    let texts: Vec<&str> = texts.iter().map(Clean::as_str).collect();
    // What two texts make together was looked at by no guard.
    Ok(redact(&texts.join("\n")))
}

/// What searches should know, as lines.
fn searches(
    workspace: &Workspace,
    session: &Session,
    notes: &[Note],
    wording: Wording,
) -> Result<Clean, Error> {
    let mut known = known(workspace, session)?;
    let mut lines = String::new();
    for Note { text, advice } in notes {
        if let Some(known) = &mut known {
            if known.told.contains(text) {
                continue;
            }
            known.told.push(text.clone());
            known.save()?;
        }
        let hints = advice.iter().map(wording.sentence);
        let said: Vec<String> = [text.clone()].into_iter().chain(hints).collect();
        lines.extend([&said.join("; "), "\n"]);
    }
    Ok(sanitize::whole(workspace.guard()?, &lines))
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
