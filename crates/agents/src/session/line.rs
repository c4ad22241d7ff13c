//! The form that the lines of all agents' transcripts have in common.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::event::{Act, Event};

/// Reads a line of a transcript; false, and nothing is told, where an agent does not write such
/// lines. The bytes are those of the line, for keys that [`Line`] does not have.
pub(crate) type Reader = fn(&Line, &[u8], &mut Events) -> bool;

/// The events that lines tell.
pub(crate) struct Events {
    /// Tells what a call does, by the name of the tool and its arguments as JSON.
    act: fn(&str, &str) -> Option<Act>,
    pub(crate) all: Vec<Event>,
}

impl Events {
    pub(crate) fn new(act: fn(&str, &str) -> Option<Act>) -> Self {
        let all = Vec::new();
        Self { act, all }
    }

    pub(crate) fn push(&mut self, event: Event) {
        self.all.push(event);
    }

    pub(crate) fn extend(&mut self, events: impl IntoIterator<Item = Event>) {
        self.all.extend(events);
    }

    /// Adds the call of a tool; false where it does nothing that a summary tells.
    pub(crate) fn call(&mut self, id: Option<&str>, tool: &str, input: &str) -> bool {
        let act = (self.act)(tool, input);
        let is_told = act.is_some();
        let id = id.unwrap_or_default().to_owned();
        self.extend(act.map(|act| Event::Called { id, act }));
        is_told
    }
}

/// The keys of a line that tell something. What is below them is read where it is needed: most of a
/// transcript is the output of tools.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line<'a> {
    #[serde(rename = "type", borrow, default)]
    pub(crate) kind: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) role: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) session_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) cwd: Option<Cow<'a, str>>,
    /// When it was written, as RFC 3339 has it.
    #[serde(borrow, default)]
    pub(crate) timestamp: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) message: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) payload: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) tool_calls: Option<&'a RawValue>,
    /// The result of a tool once more, in parts.
    #[serde(borrow, default)]
    pub(crate) tool_use_result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) data: Option<&'a RawValue>,
    /// The sub-agent that it belongs to.
    #[serde(borrow, default)]
    pub(crate) agent_id: Option<Cow<'a, str>>,
    /// The agent said it to itself.
    #[serde(default)]
    pub(crate) is_meta: bool,
    /// It belongs to a sub-agent.
    #[serde(default)]
    pub(crate) is_sidechain: bool,
    /// It is what a compaction left.
    #[serde(default)]
    pub(crate) is_compact_summary: bool,
}

/// A way to make an event of a text that is borrowed.
pub(crate) fn owned(event: fn(String) -> Event) -> impl Fn(&str) -> Event {
    move |text| event(text.to_owned())
}

/// Adds what the agent said, where that is anything.
pub(crate) fn say(text: &str, events: &mut Events) {
    let text = text.trim();
    if !text.is_empty() {
        events.push(Event::Said(text.to_owned()));
    }
}

/// A text or a list of pieces of text, as one.
#[derive(Deserialize)]
struct Piece<'a> {
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
}

/// The text of a value that is one, or a list of pieces with a `text`; empty for anything else.
pub(crate) fn text_of(value: &RawValue) -> String {
    let json = value.get();
    if json.starts_with('"') {
        return serde_json::from_str(json).unwrap_or_default();
    }
    // A value of another form has no words that were said.
    let pieces: Vec<Piece> = serde_json::from_str(json).unwrap_or_default();
    let mut text = String::new();
    for piece in pieces {
        if let Some(piece) = piece.text {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&piece);
        }
    }
    text
}
