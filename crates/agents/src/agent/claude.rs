//! Claude Code, by Anthropic.
//!
//! Hooks and tools: code.claude.com, "Hooks reference" and "Tools reference". Transcripts
//! (`transcript_path`; "Manage sessions"): a line a message, with the blocks of the Messages API
//! (platform.claude.com, "Messages"): `text`, `tool_use`, `tool_result`.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::event::AgentEvent;
use super::form::{Denial, Form, Shape, Slot, usual_call};
use super::row::{Base, HookFile, HookForm, Row, RuleFiles, named, plain};
use super::tool::{Does, FOLDER, NOTEBOOK, Tool, reads, runs, writes};
use crate::agent_setup::Format;
use crate::session::asked::unwrapped;
use crate::session::event::{Act, Event};
use crate::session::line::{Events, Line, say, text_of};
use git_memory_policy::project::policy::Access;

pub(super) static ROW: Row = Row {
    name: "claude",
    title: "Claude Code",
    servers: plain(
        ".mcp.json",
        named("CLAUDE_CONFIG_DIR", ".claude.json", ".claude.json"),
        Format::Json,
    ),
    hooks: Some(HookFile {
        project: ".claude/settings.json",
        user: named(
            "CLAUDE_CONFIG_DIR",
            "settings.json",
            ".claude/settings.json",
        ),
        format: Format::Json,
        form: HookForm::GroupInShell,
        events: &[
            ("SessionStart", AgentEvent::SessionStart),
            ("UserPromptSubmit", AgentEvent::UserPrompt),
            ("PreToolUse", AgentEvent::PreToolUse),
            ("PreCompact", AgentEvent::SessionEnd),
            ("SessionEnd", AgentEvent::SessionEnd),
            ("SubagentStart", AgentEvent::SubagentStart),
        ],
        hears_before_tools: true,
        granted: &[],
    }),
    plugin: None,
    rule_names: None,
    rules: RuleFiles::Claude,
    program: Some("claude"),
    project_signs: &[".claude", "CLAUDE.md"],
    user_signs: &[(Base::Home, ".claude"), (Base::Home, ".claude.json")],
    own_folders: &[named("CLAUDE_CONFIG_DIR", "", ".claude")],
    tools: TOOLS,
    form: &FORM,
    runs_hooks_of: &[],
    transcript: Some(read),
    transcript_delay: 0,
    tried: Some("2.1.332"),
    source: "https://code.claude.com/docs/en/hooks",
};

const TOOLS: &[Tool] = &[
    reads("Read"),
    writes("Write"),
    writes("Edit"),
    writes("MultiEdit"),
    ("NotebookRead", Does::File(NOTEBOOK, Access::Read)),
    ("NotebookEdit", Does::File(NOTEBOOK, Access::Write)),
    ("LS", Does::Folder(FOLDER)),
    ("Glob", Does::Glob),
    ("Grep", Does::Grep),
    runs("Bash", &[]),
    ("TodoWrite", Does::Plans),
    ("TaskCreate", Does::Adds),
    ("TaskUpdate", Does::Updates),
];

/// How it asks and is answered, and every agent that has no form of its own.
pub(super) static FORM: Form = Form {
    is_of: None,
    hears: &[
        (AgentEvent::SessionStart, "SessionStart"),
        (AgentEvent::UserPrompt, "UserPromptSubmit"),
        (AgentEvent::PreToolUse, "PreToolUse"),
        (AgentEvent::SubagentStart, "SubagentStart"),
    ],
    call: usual_call,
    denial: Denial::Object(DENIAL),
    context: CONTEXT,
};

pub(super) const DENIAL: Shape = &[(
    "hookSpecificOutput",
    Slot::Object(&[
        ("hookEventName", Slot::Word("PreToolUse")),
        ("permissionDecision", Slot::Word("deny")),
        ("permissionDecisionReason", Slot::Text),
    ]),
)];
pub(super) const CONTEXT: Shape = &[(
    "hookSpecificOutput",
    Slot::Object(&[
        ("hookEventName", Slot::Event),
        ("additionalContext", Slot::Text),
    ]),
)];

/// Beginnings of results that say that a call was never made.
const REFUSALS: [&str; 4] = [
    "The user doesn't want to",
    "Permission to use",
    "[Request interrupted",
    "PreToolUse:",
];
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    role: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    input: Option<&'a RawValue>,
    #[serde(borrow, default)]
    tool_use_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
    #[serde(default)]
    is_error: Option<bool>,
}

/// Files that a shell changed, as Claude Code adds them to its result.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolResult {
    bash_edit_diff: ShellEdits,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShellEdits {
    changed_files: Vec<String>,
}

/// Reads a line.
fn read(line: &Line, _: &[u8], events: &mut Events) -> bool {
    let (Some("user" | "assistant"), Some(message)) = (line.kind.as_deref(), line.message) else {
        return false;
    };
    read_message(line, message, events);
    true
}

/// Reads the message of a line.
pub(super) fn read_message(line: &Line, message: &RawValue, events: &mut Events) {
    let Ok(message) = serde_json::from_str::<Message>(message.get()) else {
        return;
    };
    let Some(content) = message.content else {
        return;
    };
    let role = message.role.as_deref().or(line.role.as_deref());
    let is_user = role.or(line.kind.as_deref()) == Some("user");
    let is_asked = is_user && !line.is_meta && !line.is_sidechain && !line.is_compact_summary;
    let is_said = !is_user && !line.is_sidechain;
    if content.get().starts_with('"') {
        if is_asked {
            ask(&text_of(content), events);
        } else if is_said {
            say(&text_of(content), events);
        }
        return;
    }
    // Another form than a list of blocks tells nothing.
    let blocks: Vec<Block> = serde_json::from_str(content.get()).unwrap_or_default();
    for block in blocks {
        match block.kind.as_deref() {
            Some("text") if is_asked => ask(block.text.as_deref().unwrap_or_default(), events),
            Some("text") if is_said => say(block.text.as_deref().unwrap_or_default(), events),
            Some("tool_use") => call(&block, events),
            Some("tool_result") => result(&block, events),
            _ => {}
        }
    }
    if let Some(result) = line.tool_use_result
        && let Ok(result) = serde_json::from_str::<ToolResult>(result.get())
    {
        events.push(Event::Called {
            id: String::new(),
            act: Act::Changes(result.bash_edit_diff.changed_files),
        });
    }
}

/// Adds what a person asks to the events. A text that begins with a tag was put there by the agent
/// or for it.
fn ask(text: &str, events: &mut Events) {
    let text = unwrapped(text);
    if !text.is_empty() && !text.starts_with(['<', '[']) && !text.starts_with("Caveat:") {
        events.push(Event::Asked(text.to_owned()));
    }
}

fn call(block: &Block, events: &mut Events) {
    let (Some(name), Some(input)) = (block.name.as_deref(), block.input) else {
        return;
    };
    events.call(block.id.as_deref(), name, input.get());
}

fn result(block: &Block, events: &mut Events) {
    let Some(id) = block.tool_use_id.as_deref() else {
        return;
    };
    let output = block.content.map(text_of).unwrap_or_default();
    let has_failed = block.is_error == Some(true);
    events.push(Event::Returned {
        id: id.to_owned(),
        has_failed,
        is_refused: has_failed && REFUSALS.iter().any(|start| output.starts_with(start)),
        output,
    });
}
