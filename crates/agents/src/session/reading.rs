//! A line of a transcript, of whichever agent: told by the keys and the `type` that it has. A line
//! of another type tells nothing, however much it looks like one that does: agents write down what
//! they sent to their model as well, in which every prompt is repeated.

use serde_json::value::RawValue;

use super::event::Event;
use super::line::{Line, owned, text_of};
use super::{claude, codex, copilot, gemini, windsurf};
use crate::agent::Agent;
use git_memory_text::date::moment_of_text;
use git_memory_text::without_halves;

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
    } else {
        events.extend(line.session_id.as_deref().map(owned(Event::Named)));
        events.extend(line.cwd.as_deref().map(owned(Event::At)));
        let before = events.len();
        let agent = by_agent(&line, &mut events);
        if events.len() > before {
            events.extend(agent.map(Event::By));
        }
    }
    if !events.is_empty() {
        events.extend(line.timestamp.and_then(moment).map(Event::Dated));
    }
    events
}

/// Reads what a line tells in the form of the agent that writes such lines.
fn by_agent(line: &Line, events: &mut Vec<Event>) -> Option<Agent> {
    match (line.kind.as_deref(), line.message, line.data) {
        (Some("user" | "assistant"), Some(message), _) => {
            claude::read(line, message, events);
            Some(Agent::Claude)
        }
        (None, Some(message), _) if line.role.is_some() => {
            claude::read(line, message, events);
            Some(Agent::Cursor)
        }
        (Some(kind), _, Some(data)) if copilot::is_event(kind) => {
            copilot::read(line, data, events);
            Some(Agent::Copilot)
        }
        (Some("user" | "gemini"), None, None) => {
            gemini::read(line, events);
            Some(Agent::Gemini)
        }
        (Some("user_input" | "planner_response" | "code_action"), None, None) => {
            windsurf::read(line, events);
            Some(Agent::Windsurf)
        }
        _ => None,
    }
}

/// The time of a line, in seconds since 1970.
fn moment(timestamp: &RawValue) -> Option<i64> {
    moment_of_text(&text_of(timestamp))
}
