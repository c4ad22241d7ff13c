//! A call of a tool, as an agent asks about it.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use crate::app::project::{Access, BadCall, ToolCall, Wanted};

/// How an agent asks, and so how it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentForm {
    /// As Claude Code does (code.claude.com, "Hooks reference", `PreToolUse`).
    ClaudeCode,
    /// By the paths alone.
    Plain,
}

/// The plain form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainCall {
    /// The tool's name, for the reader of a log.
    #[serde(rename = "tool")]
    _tool: Option<String>,
    #[serde(default)]
    paths: Vec<String>,
    #[serde(rename = "for")]
    access: Option<String>,
    /// A command line.
    command: Option<String>,
    /// What is to be written.
    content: Option<String>,
    cwd: Option<PathBuf>,
}

/// Reads a call.
///
/// # Errors
/// A text that is none, and the form in which its sender would be answered.
pub fn tool_call(text: &str) -> Result<(AgentForm, ToolCall), (AgentForm, BadCall)> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return Err((AgentForm::ClaudeCode, bad(format!("not JSON: {error}")))),
    };
    let is_plain = value.get("tool_name").is_none()
        && ["tool", "paths", "command", "for"]
            .iter()
            .any(|key| value.get(key).is_some());
    let (form, call) = if is_plain {
        (AgentForm::Plain, plain(value))
    } else {
        (AgentForm::ClaudeCode, claude_code(&value))
    };
    match call {
        Ok(call) => Ok((form, call)),
        Err(error) => Err((form, error)),
    }
}

fn claude_code(value: &Value) -> Result<ToolCall, BadCall> {
    let text = |key| value.get(key).and_then(Value::as_str);
    if let Some(event) = text("hook_event_name")
        && event != "PreToolUse"
    {
        return Err(bad(format!("'{event}' is another event than 'PreToolUse'")));
    }
    let Some(tool) = text("tool_name") else {
        return Err(bad("'tool_name' is missing, or no text"));
    };
    let folder = match value.get("cwd") {
        None | Some(Value::Null) => None,
        Some(Value::String(folder)) => Some(PathBuf::from(folder)),
        Some(_) => return Err(bad("'cwd' is not a text")),
    };
    let input = value.get("tool_input").unwrap_or(&Value::Null);
    ToolCall::of_tool(tool, input, folder)
}

fn plain(value: Value) -> Result<ToolCall, BadCall> {
    let call: PlainCall = match serde_json::from_value(value) {
        Ok(call) => call,
        Err(error) => return Err(bad(error.to_string())),
    };
    let access = match call.access.as_deref() {
        None => Access::Read,
        Some(name) => match Access::by_name(name) {
            Some(access) => access,
            None => return Err(bad(format!("'for': '{name}' is not read, write or search"))),
        },
    };
    let mut wanted = Wanted::default();
    for path in &call.paths {
        wanted.add(path, access);
        if let Some(content) = &call.content {
            wanted.add_text(path, content);
        }
    }
    if let Some(line) = &call.command {
        wanted.add_line(line);
    }
    Ok(ToolCall {
        folder: call.cwd,
        wanted,
    })
}

fn bad(why: impl Into<String>) -> BadCall {
    BadCall::new(why)
}
