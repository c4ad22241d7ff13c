//! Input of a hook from an agent: a JSON object, whose keys are read here into one vocabulary. The
//! answers are in [`agent_answer`](crate::wire::AgentAnswer).
//!
//! Claude Code: code.claude.com, "Hooks reference". Codex: developers.openai.com/codex/hooks, and
//! the schemas in github.com/openai/codex, `codex-rs/hooks/schema`. Cursor: cursor.com/docs/hooks.
//! Gemini CLI: geminicli.com/docs/hooks/reference. Copilot CLI and GitHub's cloud agent:
//! docs.github.com, "GitHub Copilot hooks reference" (September 2026). Visual Studio Code:
//! code.visualstudio.com, "Agent hooks" and "Hooks reference" (2026-07-29). Windsurf:
//! docs.windsurf.com, "Cascade Hooks" (2026). Whatever agent has no row here is taken to speak as
//! Claude Code does, as most do.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::project::{Access, BadCall, ToolCall, Wanted};
use crate::session::Session;
use git_memory_agents::agent::Agent;
pub use git_memory_agents::agent::AgentEvent;
use git_memory_agents::session::unwrapped;
use git_memory_text::without_halves;

/// Form of an agent's questions and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentForm {
    /// Form of Claude Code and Codex.
    ClaudeCode,
    /// Form of Cursor.
    Cursor,
    /// Form of Gemini CLI.
    Gemini,
    /// Form of Copilot CLI and GitHub's cloud agent.
    Copilot,
    /// Form of Visual Studio Code.
    VsCode,
    /// Form of Windsurf.
    Windsurf,
    /// Only by the paths.
    Plain,
}

impl AgentForm {
    /// Returns the form of an agent.
    #[must_use]
    pub fn of(agent: Agent) -> Self {
        match agent {
            Agent::Cursor => Self::Cursor,
            Agent::Gemini => Self::Gemini,
            Agent::Copilot => Self::Copilot,
            Agent::VsCode => Self::VsCode,
            Agent::Windsurf => Self::Windsurf,
            _ => Self::ClaudeCode,
        }
    }

    /// The agent that speaks so, where there is only one.
    fn agent(self) -> Option<Agent> {
        match self {
            Self::Cursor => Some(Agent::Cursor),
            Self::Gemini => Some(Agent::Gemini),
            Self::Copilot => Some(Agent::Copilot),
            Self::VsCode => Some(Agent::VsCode),
            Self::Windsurf => Some(Agent::Windsurf),
            Self::ClaudeCode | Self::Plain => None,
        }
    }

    /// Returns the form of an input to a hook that was installed for an agent. Copilot CLI and
    /// Visual Studio Code run the hooks of each other, and those of Claude Code.
    fn of_input(input: &Value, agent: Agent) -> Self {
        let own = Self::of(agent);
        let is_shared = matches!(agent, Agent::Claude | Agent::Copilot | Agent::VsCode);
        match Self::recognized(input) {
            form @ (Self::Copilot | Self::VsCode) if is_shared => form,
            _ => own,
        }
    }

    /// Recognizes the form of an input without the sender's name.
    fn recognized(input: &Value) -> Self {
        if has(input, "agent_action_name") {
            return Self::Windsurf;
        }
        if has(input, "hookEventName") {
            return Self::VsCode;
        }
        let event = text(input, "hook_event_name");
        // Its events have no name where the configuration writes them in its own way.
        if event.is_none() && has(input, "sessionId") {
            return Self::Copilot;
        }
        if event.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase())) {
            return Self::Cursor;
        }
        let of_gemini = ["BeforeTool", "BeforeAgent", "PreCompress"];
        if event.is_some_and(|name| of_gemini.contains(&name)) {
            return Self::Gemini;
        }
        if event.is_some() && has(input, "timestamp") {
            // In events of this name in both, Copilot has no transcript.
            let of_both = matches!(event, Some("SessionStart" | "SessionEnd"));
            return if of_both && has(input, "transcript_path") {
                Self::Gemini
            } else {
                Self::Copilot
            };
        }
        let of_plain = ["tool", "paths", "command", "for"];
        let is_plain = event.is_none() && !has(input, "tool_name");
        if is_plain && of_plain.iter().any(|key| has(input, key)) {
            return Self::Plain;
        }
        Self::ClaudeCode
    }

    /// Returns the agent's name for an event that has a place for text; `None` without one.
    #[must_use]
    pub fn hears(self, event: AgentEvent) -> Option<&'static str> {
        // Claude Code, Cursor, Gemini CLI, Copilot, Visual Studio Code.
        let names = match event {
            AgentEvent::SessionStart => [
                "SessionStart",
                "sessionStart",
                "SessionStart",
                "sessionStart",
                "SessionStart",
            ],
            AgentEvent::UserPrompt => [
                "UserPromptSubmit",
                "beforeSubmitPrompt",
                "BeforeAgent",
                "",
                "",
            ],
            AgentEvent::PreToolUse => ["PreToolUse", "preToolUse", "", "", "PreToolUse"],
            AgentEvent::SubagentStart => {
                ["SubagentStart", "", "", "subagentStart", "SubagentStart"]
            }
            AgentEvent::SessionEnd => [""; 5],
        };
        let [claude_code, cursor, gemini, copilot, vscode] = names;
        let name = match self {
            Self::ClaudeCode => claude_code,
            Self::Cursor => cursor,
            Self::Gemini => gemini,
            Self::Copilot => copilot,
            Self::VsCode => vscode,
            Self::Windsurf | Self::Plain => "",
        };
        (!name.is_empty()).then_some(name)
    }
}

/// Input of a hook from an agent.
#[derive(Clone, Debug)]
pub struct AgentInput {
    /// Its form.
    pub form: AgentForm,
    /// The session that it is about.
    pub session: Session,
    /// The person's prompt.
    pub prompt: Option<String>,
    /// True if the session has lost its context, or is about to lose it.
    pub is_anew: bool,
    /// True for an event that the agent repeats, and that counts once a session.
    pub is_repeated: bool,
    /// True if another agent than the one in the configuration runs the hook: that agent has hooks
    /// of its own, or the user has not connected it.
    pub is_guest: bool,
    value: Value,
}

impl AgentInput {
    /// Reads an input; where the agent is not known, it is recognized.
    ///
    /// # Errors
    /// An invalid text.
    pub fn read(input: &str, agent: Option<Agent>) -> Result<Self, BadCall> {
        let value: Value = match serde_json::from_slice(&without_halves(input.as_bytes())) {
            Ok(value) => value,
            Err(error) => return Err(bad(format!("not JSON: {error}"))),
        };
        if !value.is_object() {
            return Err(bad("not a JSON object"));
        }
        let form = match agent {
            Some(agent) => AgentForm::of_input(&value, agent),
            None => AgentForm::recognized(&value),
        };
        let sender = form.agent().or(agent);
        let ids = [
            "conversation_id",
            "session_id",
            "sessionId",
            "trajectory_id",
            "parent_conversation_id",
        ];
        let transcripts = ["transcript_path", "transcriptPath"];
        let told = value.get("tool_info").unwrap_or(&value);
        let session = Session {
            agent: sender,
            id: first_text(&value, &ids),
            sub_agent: first_text(&value, &["agent_id", "agentId"]),
            folder: folder(&value)?,
            transcript: first_text(told, &transcripts).map(PathBuf::from),
        };
        Ok(Self {
            form,
            session,
            prompt: text(&value, "prompt").map(|prompt| unwrapped(prompt).to_owned()),
            is_anew: is_anew(&value),
            is_repeated: is_repeated(&value),
            is_guest: agent.is_some() && agent != sender,
            value,
        })
    }

    /// The call of a tool in the input.
    ///
    /// # Errors
    /// An input without a valid call.
    pub fn tool_call(&self) -> Result<ToolCall, BadCall> {
        let value = &self.value;
        if self.form == AgentForm::Plain {
            return plain(value.clone());
        }
        let folder = self.session.folder.clone();
        if self.form == AgentForm::Windsurf {
            return windsurf(value);
        }
        match first_text(value, &EVENT_NAMES).as_deref() {
            None | Some("PreToolUse" | "preToolUse" | "BeforeTool" | "beforeMCPExecution") => {}
            // Cursor has hooks of their own for these, with the arguments beside the rest.
            Some("beforeReadFile") => return ToolCall::of_tool("Read", value, folder),
            Some("beforeShellExecution") => return ToolCall::of_tool("Shell", value, folder),
            Some(event) => {
                return Err(bad(format!("'{event}' is another event than 'PreToolUse'")));
            }
        }
        let Some(tool) = first_text(value, &["tool_name", "toolName"]) else {
            return Err(bad("'tool_name' is missing, or no text"));
        };
        let given = value.get("tool_input").or_else(|| value.get("toolArgs"));
        let input = match given {
            None => Value::Null,
            // Cursor's form of arguments for other servers' tools, and Copilot's for all.
            Some(Value::String(text)) => match serde_json::from_str(text) {
                Ok(input) => input,
                Err(_) => json!({ "command": text }),
            },
            Some(input) => input.clone(),
        };
        ToolCall::of_tool(&tool, &input, folder)
    }
}

/// The keys of an event's name.
const EVENT_NAMES: [&str; 2] = ["hook_event_name", "hookEventName"];

/// True if the session begins anew, or is about to be compacted: some agents have no event after
/// that.
fn is_anew(value: &Value) -> bool {
    if matches!(text(value, "source"), Some("clear" | "compact")) {
        return true;
    }
    match first_text(value, &EVENT_NAMES).as_deref() {
        Some(event) => matches!(event, "PreCompact" | "preCompact" | "PreCompress"),
        // Copilot names no event, but what brought the compaction about.
        None => has(value, "trigger"),
    }
}

/// True for the compression that Gemini CLI (0.61) speaks of before each request to its model, and
/// mostly does not make. One that a person asks for is made.
fn is_repeated(value: &Value) -> bool {
    let event = first_text(value, &EVENT_NAMES);
    event.as_deref() == Some("PreCompress") && text(value, "trigger") == Some("auto")
}

/// The call of a tool in Windsurf's input: each has an event of its own.
fn windsurf(value: &Value) -> Result<ToolCall, BadCall> {
    let none = Value::Null;
    let told = value.get("tool_info").unwrap_or(&none);
    let folder = text(told, "cwd").map(PathBuf::from);
    match text(value, "agent_action_name") {
        Some("pre_read_code") => ToolCall::of_tool("Read", told, folder),
        Some("pre_write_code") => ToolCall::of_tool("Edit", told, folder),
        Some("pre_run_command") => ToolCall::of_tool("Shell", told, folder),
        Some("pre_mcp_tool_use") => {
            let name = |key| text(told, key).unwrap_or_default();
            let (server, tool) = (name("mcp_server_name"), name("mcp_tool_name"));
            let arguments = told.get("mcp_tool_arguments").unwrap_or(&none);
            ToolCall::of_tool(&format!("mcp__{server}__{tool}"), arguments, folder)
        }
        action => Err(bad(format!(
            "'{}' is no event before a call",
            action.unwrap_or_default()
        ))),
    }
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
    /// The whole new text of the file.
    content: Option<String>,
    cwd: Option<PathBuf>,
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
        if access == Access::Write {
            wanted.add_content(path, call.content.as_deref());
        } else if let Some(content) = &call.content {
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

/// Returns the agent's working folder.
fn folder(value: &Value) -> Result<Option<PathBuf>, BadCall> {
    match value.get("cwd") {
        None | Some(Value::Null) => {}
        Some(Value::String(folder)) => return Ok(Some(PathBuf::from(folder))),
        Some(_) => return Err(bad("'cwd' is not a text")),
    }
    let roots = value.get("workspace_roots").and_then(Value::as_array);
    let root = roots.and_then(|roots| roots.first()?.as_str());
    Ok(root.map(PathBuf::from))
}

/// The first of some keys with a text that is not empty.
fn first_text(value: &Value, keys: &[&str]) -> Option<String> {
    let mut texts = keys.iter().filter_map(|key| text(value, key));
    texts.find(|text| !text.is_empty()).map(str::to_owned)
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str)
}

fn has(value: &Value, key: &str) -> bool {
    value.get(key).is_some()
}

fn bad(why: impl Into<String>) -> BadCall {
    BadCall::new(why)
}
