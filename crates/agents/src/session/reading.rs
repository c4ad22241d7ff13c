//! A line of a transcript, of whichever agent: told by the keys and the `type` that it has. A line
//! of another type tells nothing, however much it looks like one that does: agents write down what
//! they sent to their model as well, in which every prompt is repeated.

use serde_json::value::RawValue;

use super::call::act;
use super::event::Event;
use super::line::{Events, Line, owned, text_of};
use crate::agent::Agent;
use git_memory_text::date::moment_of_text;
use git_memory_text::without_halves;

/// Returns the events that a line tells; none, where it is not a line of a known transcript.
#[must_use]
pub fn events(line: &[u8]) -> Vec<Event> {
    let mut events = Events::new(act);
    let text = without_halves(line);
    // Cut in the middle, of another form, or of an unknown agent: the next one may be better.
    let Ok(line) = serde_json::from_slice::<Line>(&text) else {
        return events.all;
    };
    events.extend(line.session_id.as_deref().map(owned(Event::Named)));
    events.extend(line.cwd.as_deref().map(owned(Event::At)));
    let before = events.all.len();
    let mut readers = Agent::all().filter_map(|agent| Some((agent, agent.row().transcript?)));
    let agent = readers.find(|(_, read)| read(&line, &text, &mut events));
    if events.all.len() > before {
        events.extend(agent.map(|(agent, _)| Event::By(agent.name())));
    }
    if !events.all.is_empty() {
        events.extend(line.timestamp.and_then(moment).map(Event::Dated));
    }
    events.all
}

/// The time of a line, in seconds since 1970.
fn moment(timestamp: &RawValue) -> Option<i64> {
    moment_of_text(&text_of(timestamp))
}
