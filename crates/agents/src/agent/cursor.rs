//! The editor Cursor, and its command line.
//!
//! Hooks: cursor.com/docs/hooks.

use serde_json::Value;

use super::event::AgentEvent;
use super::form::{Denial, Form, Slot, text, usual_call};
use super::row::{Base, HookFile, HookForm, Row, RuleFiles, home, plain};
use super::tool::{Does, FILE, Tool, runs, writes};
use super::{claude, vscode, windsurf};
use crate::agent_setup::Format;
use crate::session::line::{Events, Line};

pub(super) static ROW: Row = Row {
    name: "cursor",
    title: "Cursor",
    servers: plain(".cursor/mcp.json", home(".cursor/mcp.json"), Format::Json),
    hooks: Some(HookFile {
        project: ".cursor/hooks.json",
        user: home(".cursor/hooks.json"),
        format: Format::Json,
        form: HookForm::Single,
        events: &[
            ("sessionStart", AgentEvent::SessionStart),
            ("beforeSubmitPrompt", AgentEvent::UserPrompt),
            ("preToolUse", AgentEvent::PreToolUse),
            ("preCompact", AgentEvent::SessionEnd),
            ("sessionEnd", AgentEvent::SessionEnd),
        ],
        hears_before_tools: true,
        granted: &[],
    }),
    plugin: None,
    rule_names: None,
    rules: RuleFiles::Cursor,
    program: Some("cursor"),
    project_signs: &[".cursor"],
    user_signs: &[(Base::Home, ".cursor")],
    own_folders: &[home(".cursor")],
    tools: TOOLS,
    form: &FORM,
    runs_hooks_of: &[],
    transcript: Some(read),
    transcript_delay: 0,
    tried: None,
    source: "https://cursor.com/docs/agent/hooks",
};

const TOOLS: &[Tool] = &[
    runs("Shell", &["working_directory"]),
    writes("StrReplace"),
    ("Delete", Does::Removes(FILE)),
    writes("EditNotebook"),
    ("ApplyPatch", Does::Patch),
];

static FORM: Form = Form {
    is_of: Some(is_of),
    hears: &[
        (AgentEvent::SessionStart, "sessionStart"),
        (AgentEvent::UserPrompt, "beforeSubmitPrompt"),
        (AgentEvent::PreToolUse, "preToolUse"),
    ],
    call: usual_call,
    denial: Denial::Object(&[
        ("permission", Slot::Word("deny")),
        ("user_message", Slot::Text),
        ("agent_message", Slot::Text),
    ]),
    context: &[("additional_context", Slot::Text)],
};

/// True for an event whose name begins with a small letter.
fn is_of(input: &Value) -> bool {
    let event = text(input, "hook_event_name");
    let is_small = |name: &str| name.starts_with(|c: char| c.is_ascii_lowercase());
    event.is_some_and(is_small) && !vscode::is_of(input) && !windsurf::is_of(input)
}

/// Reads a line: the blocks of Claude Code under a `role`, without the results of tools.
fn read(line: &Line, _: &[u8], events: &mut Events) -> bool {
    match (&line.kind, line.message, &line.role) {
        (None, Some(message), Some(_)) => {
            claude::read_message(line, message, events);
            true
        }
        _ => false,
    }
}
