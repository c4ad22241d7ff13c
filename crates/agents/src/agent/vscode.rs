//! Visual Studio Code, whose agent is Copilot's.
//!
//! Hooks: code.visualstudio.com, "Agent hooks" and "Hooks reference" (2026-07-29). Tools:
//! github.com/microsoft/vscode-copilot-chat, `toolNames.ts`.

use serde_json::Value;

use super::claude::{CONTEXT, DENIAL};
use super::event::AgentEvent;
use super::form::{Denial, Form, has, usual_call};
use super::row::{
    Base, HookFile, HookForm, Row, RuleFiles, ServerFile, ServerForm, below, home, plain,
};
use super::tool::{Does, FOLDER, Tool, runs, writes};
use super::windsurf;
use crate::agent_setup::Format;

pub(super) static ROW: Row = Row {
    name: "vscode",
    title: "Visual Studio Code",
    servers: ServerFile {
        path: &["servers"],
        form: ServerForm::Stdio,
        ..plain(
            ".vscode/mcp.json",
            below(Base::Application, "Code/User/mcp.json"),
            Format::JsonWithComments,
        )
    },
    // Copilot CLI reads the same folder. In its form the two tell apart who asks, and a hook
    // that was put in for the other one keeps silent.
    hooks: Some(HookFile {
        project: ".github/hooks/git-memory-vscode.json",
        user: home(".copilot/hooks/git-memory-vscode.json"),
        format: Format::Json,
        form: HookForm::Shells,
        // It takes no context at a prompt, and the form of its transcripts is not public.
        events: &[
            ("sessionStart", AgentEvent::SessionStart),
            ("preToolUse", AgentEvent::PreToolUse),
            ("subagentStart", AgentEvent::SubagentStart),
        ],
        hears_before_tools: true,
        granted: &[],
    }),
    plugin: None,
    rule_names: None,
    rules: RuleFiles::Agents,
    // Most who have the editor, and its folders, do not use its agent.
    program: None,
    project_signs: &[".github/copilot-instructions.md"],
    user_signs: &[(Base::Application, "Code/User/mcp.json")],
    own_folders: &[below(Base::Application, "Code/User"), home(".copilot")],
    tools: TOOLS,
    form: &FORM,
    runs_hooks_of: &["claude", "copilot"],
    transcript: None,
    transcript_delay: 0,
    tried: None,
    source: "https://code.visualstudio.com/docs/agent-customization/hooks",
};

const TOOLS: &[Tool] = &[
    writes("create_file"),
    writes("replace_string_in_file"),
    writes("insert_edit_into_file"),
    ("multi_replace_string_in_file", Does::Files("replacements")),
    ("editFiles", Does::Files("files")),
    writes("edit_notebook_file"),
    ("list_dir", Does::Folder(FOLDER)),
    runs("run_in_terminal", &[]),
];

static FORM: Form = Form {
    is_of: Some(is_of),
    hears: &[
        (AgentEvent::SessionStart, "SessionStart"),
        (AgentEvent::PreToolUse, "PreToolUse"),
        (AgentEvent::SubagentStart, "SubagentStart"),
    ],
    call: usual_call,
    denial: Denial::Object(DENIAL),
    context: CONTEXT,
};

/// True for the key of an event's name, which is its own.
pub(super) fn is_of(input: &Value) -> bool {
    has(input, "hookEventName") && !windsurf::is_of(input)
}
