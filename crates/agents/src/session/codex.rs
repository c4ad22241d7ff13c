//! Lines of Codex: a `type` and a `payload` (github.com/openai/codex, `codex-rs/protocol`, the
//! items of a rollout file below `~/.codex/sessions`).

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::asked::unwrapped;
use super::call::{act, is_written};
use super::event::{Act, Event};
use super::line::{owned, say, text_of};
use crate::agent::Agent;

#[derive(Deserialize)]
struct Payload<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    cwd: Option<Cow<'a, str>>,
    /// What a person asked.
    #[serde(borrow, default)]
    message: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    call_id: Option<Cow<'a, str>>,
    /// JSON in a text.
    #[serde(borrow, default)]
    arguments: Option<Cow<'a, str>>,
    /// The text that a tool of its own grammar is called with.
    #[serde(borrow, default)]
    input: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    output: Option<&'a RawValue>,
    /// Items that versions from 0.171 on write in the place of messages.
    #[serde(borrow, default)]
    item: Option<Item<'a>>,
}

/// Something that is over.
#[derive(Deserialize)]
struct Item<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
}

/// The result of a command, where it is JSON in a text.
#[derive(Deserialize)]
struct Output<'a> {
    #[serde(borrow)]
    output: Cow<'a, str>,
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Metadata {
    exit_code: i64,
}

/// Reads a line's payload.
pub(crate) fn read(kind: Option<&str>, payload: &RawValue, events: &mut Vec<Event>) {
    let Ok(payload) = serde_json::from_str::<Payload>(payload.get()) else {
        return;
    };
    match (kind, payload.kind.as_deref()) {
        (Some("session_meta"), _) => {
            events.push(Event::By(Agent::Codex));
            events.extend(payload.id.as_deref().map(owned(Event::Named)));
            events.extend(payload.cwd.as_deref().map(owned(Event::At)));
        }
        // Messages to the model hold more than what the person said: these have only that.
        (Some("event_msg"), Some("user_message")) => {
            ask(payload.message.as_deref().unwrap_or_default(), events);
        }
        (Some("event_msg"), Some("agent_message")) => {
            say(payload.message.as_deref().unwrap_or_default(), events);
        }
        (Some("event_msg"), Some("item_completed")) => {
            if let Some(Item {
                kind,
                content: Some(content),
            }) = &payload.item
            {
                match kind.as_ref() {
                    "UserMessage" => ask(&text_of(content), events),
                    "AgentMessage" => say(&text_of(content), events),
                    _ => {}
                }
            }
        }
        (Some("response_item"), Some("function_call" | "custom_tool_call")) => {
            if let Some(act) = called(&payload) {
                let id = payload.call_id.as_deref().unwrap_or_default().to_owned();
                events.push(Event::Called { id, act });
            }
        }
        (Some("response_item"), Some("function_call_output" | "custom_tool_call_output")) => {
            events.extend(returned(&payload));
        }
        _ => {}
    }
}

fn ask(text: &str, events: &mut Vec<Event>) {
    let text = unwrapped(text);
    if !text.is_empty() && !text.starts_with('<') {
        events.push(Event::Asked(text.to_owned()));
    }
}

fn called(payload: &Payload) -> Option<Act> {
    let name = payload.name.as_deref()?;
    match (&payload.arguments, &payload.input) {
        (Some(arguments), _) => act(name, arguments),
        (None, Some(patch)) if name == "apply_patch" => is_written(patch),
        _ => None,
    }
}

fn returned(payload: &Payload) -> Option<Event> {
    let id = payload.call_id.as_deref()?.to_owned();
    let text = text_of(payload.output?);
    let (output, has_failed) = if let Ok(told) = serde_json::from_str::<Output>(&text) {
        (told.output.into_owned(), told.metadata.exit_code != 0)
    } else {
        let has_failed = ended_badly(&text);
        (text, has_failed)
    };
    Some(Event::Returned {
        id,
        has_failed,
        is_refused: output.contains("rejected by user") || output.starts_with("unsupported "),
        output,
    })
}

/// Whether one of the first lines of a command's result says that it ended with another status
/// than 0.
pub(crate) fn ended_badly(text: &str) -> bool {
    for line in text.lines().take(8) {
        let line = line.trim();
        for told in ["Exit code: ", "Exit Code: ", "Process exited with code "] {
            if let Some(code) = line.strip_prefix(told) {
                return code.trim() != "0";
            }
        }
    }
    false
}
