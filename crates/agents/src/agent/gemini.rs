//! Gemini CLI, by Google.
//!
//! Hooks: geminicli.com/docs/hooks/reference. Tools: geminicli.com/docs/reference/tools. Transcripts
//! (github.com/google-gemini/gemini-cli, `chatRecordingService.ts`): a message a line, with the calls
//! of tools and their results in one.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::claude::CONTEXT;
use super::event::AgentEvent;
use super::form::{Denial, Form, Slot, has, text, usual_call};
use super::row::{Base, HookFile, HookForm, Row, RuleFiles, UserFile, named, plain};
use super::tool::{Does, FOLDER, Tool, reads, runs, writes};
use super::{vscode, windsurf};
use crate::agent_setup::Format;
use crate::session::asked::unwrapped;
use crate::session::event::Event;
use crate::session::line::{Events, Line, say, text_of};

pub(super) static ROW: Row = Row {
    name: "gemini",
    title: "Gemini CLI",
    servers: plain(".gemini/settings.json", GEMINI, Format::JsonWithComments),
    hooks: Some(HookFile {
        project: ".gemini/settings.json",
        user: GEMINI,
        format: Format::JsonWithComments,
        form: HookForm::Group(1000),
        events: &[
            ("SessionStart", AgentEvent::SessionStart),
            ("BeforeAgent", AgentEvent::UserPrompt),
            ("BeforeTool", AgentEvent::PreToolUse),
            ("PreCompress", AgentEvent::SessionEnd),
            ("SessionEnd", AgentEvent::SessionEnd),
        ],
        hears_before_tools: false,
        granted: &[],
    }),
    plugin: None,
    rule_names: Some((&["context", "fileName"], "GEMINI.md")),
    rules: RuleFiles::Agents,
    program: Some("gemini"),
    project_signs: &[".gemini", "GEMINI.md"],
    user_signs: &[(Base::Home, ".gemini")],
    own_folders: &[named("GEMINI_CLI_HOME", ".gemini", ".gemini")],
    tools: TOOLS,
    form: &FORM,
    runs_hooks_of: &[],
    transcript: Some(read),
    transcript_delay: 0,
    tried: Some("0.61.0"),
    source: "https://geminicli.com/docs/hooks/reference",
};

const GEMINI: UserFile = named(
    "GEMINI_CLI_HOME",
    ".gemini/settings.json",
    ".gemini/settings.json",
);

const TOOLS: &[Tool] = &[
    reads("read_file"),
    ("read_many_files", Does::Globs(&["include", "paths"])),
    writes("write_file"),
    writes("replace"),
    ("list_directory", Does::Folder(FOLDER)),
    ("glob", Does::Glob),
    ("grep_search", Does::Grep),
    ("search_file_content", Does::Grep),
    runs("run_shell_command", &["dir_path", "directory"]),
    ("write_todos", Does::Plans),
];

static FORM: Form = Form {
    is_of: Some(is_of),
    hears: &[
        (AgentEvent::SessionStart, "SessionStart"),
        (AgentEvent::UserPrompt, "BeforeAgent"),
    ],
    call: usual_call,
    denial: Denial::Object(&[("decision", Slot::Word("deny")), ("reason", Slot::Text)]),
    context: CONTEXT,
};

/// True for its own events. Of those that Copilot calls so, too, that one names no transcript.
pub(super) fn is_of(input: &Value) -> bool {
    let is_event = match text(input, "hook_event_name") {
        Some("BeforeTool" | "BeforeAgent" | "PreCompress") => true,
        Some("SessionStart" | "SessionEnd") => {
            has(input, "timestamp") && has(input, "transcript_path")
        }
        _ => false,
    };
    is_event && !vscode::is_of(input) && !windsurf::is_of(input)
}

#[derive(Deserialize)]
struct ToolCall<'a> {
    #[serde(borrow, default)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    args: Option<&'a RawValue>,
    #[serde(borrow, default)]
    status: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
}

/// Reads a line.
fn read(line: &Line, _: &[u8], events: &mut Events) -> bool {
    let is_of_gemini = matches!(line.kind.as_deref(), Some("user" | "gemini"))
        && line.message.is_none()
        && line.data.is_none();
    if is_of_gemini {
        read_message(line, events);
    }
    is_of_gemini
}

fn read_message(line: &Line, events: &mut Events) {
    let text = line.content.map(text_of).unwrap_or_default();
    if line.kind.as_deref() == Some("user") {
        let asked = unwrapped(&text);
        if !asked.is_empty() && !asked.starts_with(['<', '/']) {
            events.push(Event::Asked(asked.to_owned()));
        }
    } else {
        say(&text, events);
    }
    let Some(calls) = line.tool_calls else { return };
    // Another form than a list of calls tells nothing.
    let calls: Vec<ToolCall> = serde_json::from_str(calls.get()).unwrap_or_default();
    for call in calls {
        let (Some(name), Some(args)) = (call.name.as_deref(), call.args) else {
            continue;
        };
        if !events.call(call.id.as_deref(), name, args.get()) {
            continue;
        }
        let id = call.id.as_deref().unwrap_or_default().to_owned();
        let output = call.result.map(response).unwrap_or_default();
        let status = call.status.as_deref();
        events.push(Event::Returned {
            id,
            has_failed: status != Some("success") || has_exit_code(&output),
            is_refused: status == Some("cancelled"),
            output,
        });
    }
}

/// True if a command's output names a status that it ended with; 0 is not named.
fn has_exit_code(output: &str) -> bool {
    let mut codes = output
        .lines()
        .filter_map(|line| line.strip_prefix("Exit Code: "));
    codes.any(|code| !matches!(code.trim(), "0" | "(none)"))
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(rename = "functionResponse", borrow)]
    response: Option<FunctionResponse<'a>>,
}

#[derive(Deserialize)]
struct FunctionResponse<'a> {
    #[serde(borrow)]
    response: Option<Response<'a>>,
}

#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow, default)]
    output: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    error: Option<Cow<'a, str>>,
}

/// Returns the text that a tool gave back.
fn response(result: &RawValue) -> String {
    // Another form than a list of parts tells nothing.
    let parts: Vec<Part> = serde_json::from_str(result.get()).unwrap_or_default();
    let mut said = String::new();
    for part in parts {
        let Some(response) = part.response.and_then(|response| response.response) else {
            continue;
        };
        for text in [response.output, response.error].into_iter().flatten() {
            said.push_str(&text);
            said.push('\n');
        }
    }
    said
}
