//! Codex, by `OpenAI`.
//!
//! Hooks: developers.openai.com/codex/hooks, and the schemas in github.com/openai/codex,
//! `codex-rs/hooks/schema`. Tools: `codex-rs/core/src/tools`. Transcripts (`codex-rs/protocol`, the
//! items of a rollout file below `~/.codex/sessions`): a `type` and a `payload`.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::claude;
use super::event::AgentEvent;
use super::row::{Base, HookFile, HookForm, Row, RuleFiles, ServerFile, named, plain};
use super::tool::{Does, Tool, runs};
use crate::agent_setup::Format;
use crate::session::asked::unwrapped;
use crate::session::event::{Act, Event};
use crate::session::line::{Events, Line, owned, say, text_of};

pub(super) static ROW: Row = Row {
    name: "codex",
    title: "Codex",
    servers: ServerFile {
        path: &["mcp_servers"],
        ..plain(
            ".codex/config.toml",
            named("CODEX_HOME", "config.toml", ".codex/config.toml"),
            Format::Toml,
        )
    },
    hooks: Some(HookFile {
        project: ".codex/hooks.json",
        user: named("CODEX_HOME", "hooks.json", ".codex/hooks.json"),
        format: Format::Json,
        form: HookForm::Group(1),
        events: &[
            ("SessionStart", AgentEvent::SessionStart),
            ("UserPromptSubmit", AgentEvent::UserPrompt),
            ("PreToolUse", AgentEvent::PreToolUse),
            ("PreCompact", AgentEvent::SessionEnd),
            ("SessionEnd", AgentEvent::SessionEnd),
            ("SubagentStart", AgentEvent::SubagentStart),
        ],
        hears_before_tools: true,
        granted: &[("SessionEnd", 3)],
    }),
    plugin: None,
    rule_names: None,
    rules: RuleFiles::Agents,
    program: Some("codex"),
    project_signs: &[".codex"],
    user_signs: &[(Base::Home, ".codex")],
    own_folders: &[named("CODEX_HOME", "", ".codex")],
    tools: TOOLS,
    form: &claude::FORM,
    runs_hooks_of: &[],
    transcript: Some(read),
    transcript_delay: 0,
    tried: Some("0.171.0"),
    source: "https://developers.openai.com/codex/hooks",
};

const TOOLS: &[Tool] = &[
    ("apply_patch", Does::Patch),
    runs("shell", &["workdir"]),
    runs("exec_command", &["workdir"]),
    runs("shell_command", &["workdir"]),
    ("update_plan", Does::Plans),
];

#[derive(Deserialize)]
struct Payload<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    cwd: Option<Cow<'a, str>>,
    /// The prompt of a person.
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

/// Reads a line.
fn read(line: &Line, _: &[u8], events: &mut Events) -> bool {
    if let Some(payload) = line.payload {
        read_payload(line.kind.as_deref(), payload, events);
    }
    line.payload.is_some()
}

fn read_payload(kind: Option<&str>, payload: &RawValue, events: &mut Events) {
    let Ok(payload) = serde_json::from_str::<Payload>(payload.get()) else {
        return;
    };
    match (kind, payload.kind.as_deref()) {
        (Some("session_meta"), _) => {
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
            call(&payload, events);
        }
        (Some("response_item"), Some("function_call_output" | "custom_tool_call_output")) => {
            events.extend(returned(&payload));
        }
        _ => {}
    }
}

fn ask(text: &str, events: &mut Events) {
    let text = unwrapped(text);
    if !text.is_empty() && !text.starts_with('<') {
        events.push(Event::Asked(text.to_owned()));
    }
}

fn call(payload: &Payload, events: &mut Events) {
    let id = payload.call_id.as_deref();
    match (payload.name.as_deref(), &payload.arguments, &payload.input) {
        (Some(name), Some(arguments), _) => {
            events.call(id, name, arguments);
        }
        (Some("apply_patch"), None, Some(patch)) => {
            let id = id.unwrap_or_default().to_owned();
            events.extend(Act::of_patch(patch).map(|act| Event::Called { id, act }));
        }
        _ => {}
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

/// True if one of the first lines of a command's result says that it ended with another status than
/// 0.
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
