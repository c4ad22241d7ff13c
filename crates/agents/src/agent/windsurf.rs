//! The editor Windsurf, by its agent Cascade.
//!
//! Hooks: docs.windsurf.com, "Cascade Hooks" (2026). Transcripts (there,
//! `post_cascade_response_with_transcript`): a step a line, whose `type` is the key of what it
//! tells.

use std::borrow::Cow;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use super::event::AgentEvent;
use super::form::{Call, Denial, Form, has, text};
use super::row::{Base, HookFile, HookForm, Row, RuleFiles, ServerFile, home, plain};
use crate::agent_setup::Format;
use crate::session::event::{Act, Event};
use crate::session::line::{Events, Line, say};

pub(super) static ROW: Row = Row {
    name: "windsurf",
    title: "Windsurf",
    servers: ServerFile {
        project: None,
        ..plain("", home(".codeium/windsurf/mcp_config.json"), Format::Json)
    },
    // None of them takes context; those before a call can deny it.
    hooks: Some(HookFile {
        project: ".windsurf/hooks.json",
        user: home(".codeium/windsurf/hooks.json"),
        format: Format::Json,
        form: HookForm::Bare,
        events: &[
            ("pre_read_code", AgentEvent::PreToolUse),
            ("pre_write_code", AgentEvent::PreToolUse),
            ("pre_run_command", AgentEvent::PreToolUse),
            ("pre_mcp_tool_use", AgentEvent::PreToolUse),
            (
                "post_cascade_response_with_transcript",
                AgentEvent::SessionEnd,
            ),
        ],
        hears_before_tools: false,
        granted: &[],
    }),
    plugin: None,
    rule_names: None,
    rules: RuleFiles::Agents,
    program: Some("windsurf"),
    project_signs: &[".windsurf", ".windsurfrules"],
    user_signs: &[(Base::Home, ".codeium/windsurf")],
    own_folders: &[home(".codeium")],
    tools: &[],
    form: &FORM,
    runs_hooks_of: &[],
    transcript: Some(read),
    transcript_delay: 0,
    tried: None,
    source: "https://docs.windsurf.com/windsurf/cascade/hooks",
};

static FORM: Form = Form {
    is_of: Some(is_of),
    hears: &[],
    call,
    denial: Denial::Words,
    context: &[],
};

/// True for the key of an event's name, which is its own.
pub(super) fn is_of(input: &Value) -> bool {
    has(input, "agent_action_name")
}

/// The call of a tool: each has an event of its own.
fn call(value: &Value) -> Result<Call, String> {
    let none = Value::Null;
    let told = value.get("tool_info").unwrap_or(&none);
    let call = |tool: &str, input: &Value| Call {
        tool: tool.to_owned(),
        input: input.clone(),
        folder: text(told, "cwd").map(PathBuf::from),
    };
    match text(value, "agent_action_name") {
        Some("pre_read_code") => Ok(call("Read", told)),
        Some("pre_write_code") => Ok(call("Edit", told)),
        Some("pre_run_command") => Ok(call("Shell", told)),
        Some("pre_mcp_tool_use") => {
            let name = |key| text(told, key).unwrap_or_default();
            let (server, tool) = (name("mcp_server_name"), name("mcp_tool_name"));
            let arguments = told.get("mcp_tool_arguments").unwrap_or(&none);
            Ok(call(&format!("mcp__{server}__{tool}"), arguments))
        }
        action => Err(format!(
            "'{}' is no event before a call",
            action.unwrap_or_default()
        )),
    }
}

/// The contents of a step, under its own key.
#[derive(Deserialize)]
struct Step<'a> {
    #[serde(borrow, default)]
    user_input: Option<Input<'a>>,
    #[serde(borrow, default)]
    planner_response: Option<Response<'a>>,
    #[serde(borrow, default)]
    code_action: Option<Action<'a>>,
}

#[derive(Deserialize)]
struct Input<'a> {
    #[serde(borrow, default)]
    user_response: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow, default)]
    response: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Action<'a> {
    #[serde(borrow, default)]
    path: Option<Cow<'a, str>>,
}

/// Reads a line.
fn read(line: &Line, text: &[u8], events: &mut Events) -> bool {
    let is_step = matches!(
        line.kind.as_deref(),
        Some("user_input" | "planner_response" | "code_action")
    );
    if !is_step || line.message.is_some() || line.data.is_some() {
        return false;
    }
    // Another form tells nothing.
    if let Ok(step) = serde_json::from_slice(text) {
        read_step(step, events);
    }
    true
}

fn read_step(step: Step, events: &mut Events) {
    if let Some(asked) = step.user_input.and_then(|input| input.user_response)
        && !asked.trim().is_empty()
    {
        events.push(Event::Asked(asked.trim().to_owned()));
    }
    if let Some(response) = step.planner_response {
        say(response.response.as_deref().unwrap_or_default(), events);
    }
    if let Some(path) = step.code_action.and_then(|action| action.path) {
        events.push(Event::Called {
            id: String::new(),
            act: Act::Changes(vec![path.into_owned()]),
        });
    }
}
