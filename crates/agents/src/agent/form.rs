//! How an agent asks a hook, and how it is answered, as data: a JSON object in, one out.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::event::AgentEvent;

/// How an agent asks and is answered.
#[derive(Debug)]
pub struct Form {
    /// True for what only this form has; `None` for the form of all that no other one has.
    pub is_of: Option<fn(&Value) -> bool>,
    /// The events of which the agent can be told something, as it calls them.
    pub hears: &'static [(AgentEvent, &'static str)],
    /// The call of a tool that an input tells of, else why it tells of none.
    pub call: fn(&Value) -> Result<Call, String>,
    /// The answer that a tool may not be called.
    pub denial: Denial,
    /// The answer that tells something.
    pub context: Shape,
}

/// How a call is denied.
#[derive(Clone, Copy, Debug)]
pub enum Denial {
    /// By an object.
    Object(Shape),
    /// By words on standard error, and an exit status.
    Words,
}

/// The keys of an object, in their order.
pub type Shape = &'static [(&'static str, Slot)];

/// The value of a key.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    /// This word.
    Word(&'static str),
    /// The agent's name of the event.
    Event,
    /// The text: what is told, or why a call is denied.
    Text,
    /// An object.
    Object(Shape),
}

/// The call of a tool.
#[derive(Clone, Debug)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub input: Value,
    /// The folder in which it works; the hook's own where that is not told.
    pub folder: Option<PathBuf>,
}

/// The keys of an event's name.
const EVENT_NAMES: [&str; 2] = ["hook_event_name", "hookEventName"];

/// The call of a tool as most agents tell it.
pub(crate) fn usual_call(value: &Value) -> Result<Call, String> {
    let call = |tool: &str, input: &Value| {
        Ok(Call {
            tool: tool.to_owned(),
            input: input.clone(),
            folder: folder(value)?,
        })
    };
    match event(value).as_deref() {
        None | Some("PreToolUse" | "preToolUse" | "BeforeTool" | "beforeMCPExecution") => {}
        // Cursor has hooks of their own for these, with the arguments beside the rest.
        Some("beforeReadFile") => return call("Read", value),
        Some("beforeShellExecution") => return call("Shell", value),
        Some(event) => return Err(format!("'{event}' is another event than 'PreToolUse'")),
    }
    let Some(tool) = first_text(value, &["tool_name", "toolName"]) else {
        return Err("'tool_name' is missing, or no text".to_owned());
    };
    match value.get("tool_input").or_else(|| value.get("toolArgs")) {
        None => call(&tool, &Value::Null),
        // As Cursor gives the arguments of other servers' tools, and Copilot has given all.
        Some(Value::String(text)) => match serde_json::from_str(text) {
            Ok(input) => call(&tool, &input),
            Err(_) => call(&tool, &json!({ "command": text })),
        },
        Some(input) => call(&tool, input),
    }
}

/// The name of the event that an input tells of.
#[must_use]
pub fn event(value: &Value) -> Option<String> {
    first_text(value, &EVENT_NAMES)
}

/// The folder in which the agent works, where that is told.
///
/// # Errors
/// Why it cannot be read.
pub fn folder(value: &Value) -> Result<Option<PathBuf>, String> {
    match value.get("cwd") {
        None | Some(Value::Null) => {}
        Some(Value::String(folder)) => return Ok(Some(PathBuf::from(folder))),
        Some(_) => return Err("'cwd' is not a text".to_owned()),
    }
    let roots = value.get("workspace_roots").and_then(Value::as_array);
    let root = roots.and_then(|roots| roots.first()?.as_str());
    Ok(root.map(PathBuf::from))
}

/// The first of some keys that is a text which says something.
#[must_use]
pub fn first_text(value: &Value, keys: &[&str]) -> Option<String> {
    let mut texts = keys.iter().filter_map(|key| text(value, key));
    texts.find(|text| !text.is_empty()).map(str::to_owned)
}

/// The text of a key.
#[must_use]
pub fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str)
}

/// True if an input has a key.
#[must_use]
pub fn has(value: &Value, key: &str) -> bool {
    value.get(key).is_some()
}
