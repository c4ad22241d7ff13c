//! Copilot CLI, by GitHub, and GitHub's cloud agent.
//!
//! Hooks and tools: docs.github.com, "GitHub Copilot hooks reference" (September 2026). Transcripts
//! (github.com/github/copilot-sdk, `docs/features/streaming-events.md`, and the types in
//! `session_events`): an event a line, with what it tells in `data`.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::event::AgentEvent;
use super::form::{Denial, Form, Slot, has, text, usual_call};
use super::row::{Base, HookFile, HookForm, Row, RuleFiles, ServerFile, ServerForm, named, plain};
use super::tool::{Does, Tool, reads, runs, writes};
use super::{gemini, vscode, windsurf};
use crate::agent_setup::Format;
use crate::session::asked::unwrapped;
use crate::session::event::Event;
use crate::session::line::{Events, Line, owned, say};

pub(super) static ROW: Row = Row {
    name: "copilot",
    title: "Copilot CLI",
    servers: ServerFile {
        form: ServerForm::LocalWithTools,
        ..plain(
            ".github/mcp.json",
            named(
                "COPILOT_HOME",
                "mcp-config.json",
                ".copilot/mcp-config.json",
            ),
            Format::Json,
        )
    },
    hooks: Some(HookFile {
        project: ".github/hooks/git-memory.json",
        user: named(
            "COPILOT_HOME",
            "hooks/git-memory.json",
            ".copilot/hooks/git-memory.json",
        ),
        format: Format::Json,
        form: HookForm::Shells,
        // The agent drops what a hook says to a prompt; the end of a session names no transcript.
        events: &[
            ("sessionStart", AgentEvent::SessionStart),
            ("preToolUse", AgentEvent::PreToolUse),
            ("subagentStart", AgentEvent::SubagentStart),
            ("preCompact", AgentEvent::SessionEnd),
            ("agentStop", AgentEvent::SessionEnd),
        ],
        hears_before_tools: false,
        granted: &[],
    }),
    plugin: None,
    rule_names: None,
    rules: RuleFiles::Agents,
    program: Some("copilot"),
    project_signs: &[".github/copilot-instructions.md"],
    user_signs: &[(Base::Home, ".copilot")],
    own_folders: &[named("COPILOT_HOME", "", ".copilot")],
    tools: TOOLS,
    form: &FORM,
    runs_hooks_of: &["claude", "vscode"],
    transcript: Some(read),
    // It writes each 100 on a quiet machine, also while it waits for its hook.
    transcript_delay: 500,
    tried: Some("1.0.102"),
    source: "https://docs.github.com/en/copilot/reference/hooks-reference",
};

const TOOLS: &[Tool] = &[
    reads("view"),
    writes("create"),
    writes("edit"),
    ("grep", Does::Grep),
    runs("bash", &[]),
    runs("powershell", &[]),
];

static FORM: Form = Form {
    is_of: Some(is_of),
    hears: &[
        (AgentEvent::SessionStart, "sessionStart"),
        (AgentEvent::SubagentStart, "subagentStart"),
    ],
    call: usual_call,
    denial: Denial::Object(&[
        ("permissionDecision", Slot::Word("deny")),
        ("permissionDecisionReason", Slot::Text),
    ]),
    context: &[("additionalContext", Slot::Text)],
};

/// True for a session without an event, or for an event with a time: its events have no name where
/// the configuration writes them in its own way.
fn is_of(input: &Value) -> bool {
    let is_told = match text(input, "hook_event_name") {
        None => has(input, "sessionId"),
        Some(event) => {
            let is_small = event.starts_with(|c: char| c.is_ascii_lowercase());
            has(input, "timestamp") && !is_small && !gemini::is_of(input)
        }
    };
    is_told && !vscode::is_of(input) && !windsurf::is_of(input)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    #[serde(borrow, default)]
    session_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    context: Option<Context<'a>>,
    #[serde(borrow, default)]
    cwd: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    content: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    tool_call_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    tool_name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(default)]
    success: Option<bool>,
    #[serde(borrow, default)]
    result: Option<Outcome<'a>>,
    #[serde(borrow, default)]
    error: Option<Trouble<'a>>,
    #[serde(default)]
    shell_execution: Option<ShellExecution>,
}

/// How a command ended, which `success` does not tell: that is of the shell.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShellExecution {
    #[serde(default)]
    exit_code: Option<i64>,
}

#[derive(Deserialize)]
struct Context<'a> {
    #[serde(borrow, default)]
    cwd: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Outcome<'a> {
    #[serde(borrow, default)]
    content: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Trouble<'a> {
    #[serde(borrow, default)]
    message: Option<Cow<'a, str>>,
}

/// True for the type of an event: their names have two parts.
fn is_event(kind: &str) -> bool {
    let families = ["session.", "user.", "assistant.", "tool."];
    families.iter().any(|family| kind.starts_with(family))
}

/// Reads a line.
fn read(line: &Line, _: &[u8], events: &mut Events) -> bool {
    match (line.kind.as_deref(), line.data) {
        (Some(kind), Some(data)) if is_event(kind) => {
            read_event(line, data, events);
            true
        }
        _ => false,
    }
}

fn read_event(line: &Line, data: &RawValue, events: &mut Events) {
    // Another form tells nothing.
    let Ok(data) = serde_json::from_str::<Data>(data.get()) else {
        return;
    };
    match line.kind.as_deref().unwrap_or_default() {
        "session.start" | "session.resume" | "session.context_changed" => {
            events.extend(data.session_id.as_deref().map(owned(Event::Named)));
            let cwd = data.context.and_then(|context| context.cwd).or(data.cwd);
            events.extend(cwd.as_deref().map(owned(Event::At)));
        }
        "user.message" if line.agent_id.is_none() => {
            let asked = data.content.unwrap_or_default();
            let asked = unwrapped(&asked);
            if !asked.is_empty() && !asked.starts_with(['<', '/']) {
                events.push(Event::Asked(asked.to_owned()));
            }
        }
        "assistant.message" if line.agent_id.is_none() => {
            say(data.content.as_deref().unwrap_or_default(), events);
        }
        "tool.execution_start" => call(&data, events),
        "tool.execution_complete" => result(&data, events),
        _ => {}
    }
}

fn call(data: &Data, events: &mut Events) {
    let (Some(name), Some(arguments)) = (data.tool_name.as_deref(), data.arguments) else {
        return;
    };
    events.call(data.tool_call_id.as_deref(), name, arguments.get());
}

fn result(data: &Data, events: &mut Events) {
    let Some(id) = data.tool_call_id.as_deref() else {
        return;
    };
    let said = data.result.as_ref().and_then(|it| it.content.as_deref());
    let said = said.or_else(|| data.error.as_ref()?.message.as_deref());
    let output = said.unwrap_or_default().to_owned();
    let code = data.shell_execution.as_ref().and_then(|it| it.exit_code);
    let has_ended_badly = match code {
        Some(code) => code != 0,
        None => has_exit_code(&output),
    };
    events.push(Event::Returned {
        id: id.to_owned(),
        has_failed: data.success == Some(false) || has_ended_badly,
        // No public source says how a call that was not allowed is told of.
        is_refused: false,
        output,
    });
}

/// True if a shell's output ends with a status that is not 0, as versions before 1.0.102 tell it.
fn has_exit_code(output: &str) -> bool {
    let last = output.trim_end().lines().next_back().unwrap_or_default();
    let code = last.split_once("exited with exit code ");
    code.is_some_and(|(_, code)| code.trim_end_matches('>') != "0")
}
