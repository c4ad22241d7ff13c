//! A line of a transcript, of whichever agent: told by the keys that it has.

use super::event::Event;
use super::line::{Line, owned};
use super::{claude, codex, copilot, gemini, windsurf};
use crate::domain::agent::Agent;
use crate::domain::text::without_halves;

/// What a line tells; nothing, where it is no line of a transcript that is known.
#[must_use]
pub fn events(line: &[u8]) -> Vec<Event> {
    let mut events = Vec::new();
    let line = without_halves(line);
    // Cut in the middle, of another form, or of an agent that nobody knows: the next one may be
    // better.
    let Ok(line) = serde_json::from_slice::<Line>(&line) else {
        return events;
    };
    if let Some(payload) = line.payload {
        codex::read(line.kind.as_deref(), payload, &mut events);
        return events;
    }
    events.extend(line.session_id.as_deref().map(owned(Event::Named)));
    events.extend(line.cwd.as_deref().map(owned(Event::At)));
    let before = events.len();
    let agent = if let Some(message) = line.message {
        claude::read(&line, message, &mut events);
        let is_cursor = line.kind.is_none() && line.role.is_some();
        if is_cursor {
            Agent::Cursor
        } else {
            Agent::Claude
        }
    } else if let (Some(data), true) = (line.data, copilot::is_event(&line)) {
        copilot::read(&line, data, &mut events);
        Agent::Copilot
    } else if line.user_input.is_some() || line.code_action.is_some() {
        windsurf::read(&line, &mut events);
        Agent::Windsurf
    } else {
        gemini::read(&line, &mut events);
        Agent::Gemini
    };
    if events.len() > before {
        events.push(Event::By(agent));
    }
    events
}
