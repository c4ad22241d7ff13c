//! What an agent tells a hook: a JSON object, whose keys are read here into one vocabulary. The
//! answers are in [`agent_answer`](crate::wire::AgentAnswer).
//!
//! Claude Code: code.claude.com, "Hooks reference". Codex: developers.openai.com/codex/hooks, and
//! the schemas in github.com/openai/codex, `codex-rs/hooks/schema`. Cursor: cursor.com/docs/hooks.
//! Gemini CLI: geminicli.com/docs/hooks/reference. Whatever agent has no row here is taken to speak
//! as Claude Code does, as most do.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::project::{Access, BadCall, ToolCall, Wanted};
use crate::app::session::Session;
use crate::domain::agent::Agent;
pub use crate::domain::agent::AgentEvent;

/// How an agent asks, and so how it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentForm {
    /// As Claude Code does, and Codex.
    ClaudeCode,
    /// As Cursor does.
    Cursor,
    /// As Gemini CLI does.
    Gemini,
    /// By the paths alone.
    Plain,
}

impl AgentForm {
    /// How an agent speaks.
    #[must_use]
    pub fn of(agent: Agent) -> Self {
        match agent {
            Agent::Cursor => Self::Cursor,
            Agent::Gemini => Self::Gemini,
            _ => Self::ClaudeCode,
        }
    }

    /// How the sender of an input speaks, who did not say who it is.
    fn recognized(input: &Value) -> Self {
        let event = text(input, "hook_event_name");
        if event.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase())) {
            return Self::Cursor;
        }
        let of_gemini = ["BeforeTool", "BeforeAgent", "PreCompress"];
        if event.is_some_and(|name| of_gemini.contains(&name) || has(input, "timestamp")) {
            return Self::Gemini;
        }
        let of_plain = ["tool", "paths", "command", "for"];
        let is_plain = event.is_none() && !has(input, "tool_name");
        if is_plain && of_plain.iter().any(|key| has(input, key)) {
            return Self::Plain;
        }
        Self::ClaudeCode
    }

    /// What the agent calls an event of which it can be told something; `None` where there is no
    /// way to tell it anything.
    #[must_use]
    pub fn hears(self, event: AgentEvent) -> Option<&'static str> {
        let names = match event {
            AgentEvent::SessionStart => ["SessionStart", "sessionStart", "SessionStart"],
            AgentEvent::UserPrompt => ["UserPromptSubmit", "beforeSubmitPrompt", "BeforeAgent"],
            AgentEvent::PreToolUse => ["PreToolUse", "preToolUse", ""],
            AgentEvent::SubagentStart => ["SubagentStart", "", ""],
            AgentEvent::SessionEnd => [""; 3],
        };
        let [claude_code, cursor, gemini] = names;
        let name = match self {
            Self::ClaudeCode => claude_code,
            Self::Cursor => cursor,
            Self::Gemini => gemini,
            Self::Plain => "",
        };
        (!name.is_empty()).then_some(name)
    }
}

/// What an agent tells a hook.
#[derive(Clone, Debug)]
pub struct AgentInput {
    /// How it asks.
    pub form: AgentForm,
    /// The session that it is about.
    pub session: Session,
    /// The person's prompt.
    pub prompt: Option<String>,
    /// Whether the session has lost what it was told.
    pub is_anew: bool,
    value: Value,
}

impl AgentInput {
    /// Reads an input; where the agent is not known, it is recognized.
    ///
    /// # Errors
    /// A text that is none.
    pub fn read(input: &str, agent: Option<Agent>) -> Result<Self, BadCall> {
        let value: Value = match serde_json::from_str(input) {
            Ok(value) => value,
            Err(error) => return Err(bad(format!("not JSON: {error}"))),
        };
        if !value.is_object() {
            return Err(bad("not a JSON object"));
        }
        let form = match agent {
            Some(agent) => AgentForm::of(agent),
            None => AgentForm::recognized(&value),
        };
        let agent = agent.or(match form {
            AgentForm::Cursor => Some(Agent::Cursor),
            AgentForm::Gemini => Some(Agent::Gemini),
            AgentForm::ClaudeCode | AgentForm::Plain => None,
        });
        let ids = ["conversation_id", "session_id", "parent_conversation_id"];
        let session = Session {
            agent,
            id: first_text(&value, &ids),
            folder: folder(&value)?,
            transcript: first_text(&value, &["transcript_path"]).map(PathBuf::from),
            is_turn: matches!(text(&value, "hook_event_name"), Some("Stop" | "stop")),
        };
        let source = text(&value, "source");
        Ok(Self {
            form,
            session,
            prompt: first_text(&value, &["prompt"]),
            is_anew: matches!(source, Some("clear" | "compact")),
            value,
        })
    }

    /// The call of a tool that it tells of.
    ///
    /// # Errors
    /// Where it tells of none that can be understood.
    pub fn tool_call(&self) -> Result<ToolCall, BadCall> {
        let value = &self.value;
        if self.form == AgentForm::Plain {
            return plain(value.clone());
        }
        let folder = self.session.folder.clone();
        match text(value, "hook_event_name") {
            None | Some("PreToolUse" | "preToolUse" | "BeforeTool" | "beforeMCPExecution") => {}
            // Cursor has hooks of their own for these, with the arguments beside the rest.
            Some("beforeReadFile") => return ToolCall::of_tool("Read", value, folder),
            Some("beforeShellExecution") => return ToolCall::of_tool("Shell", value, folder),
            Some(event) => {
                return Err(bad(format!("'{event}' is another event than 'PreToolUse'")));
            }
        }
        let Some(tool) = text(value, "tool_name") else {
            return Err(bad("'tool_name' is missing, or no text"));
        };
        let input = match value.get("tool_input") {
            None => Value::Null,
            // As Cursor gives the arguments of other servers' tools.
            Some(Value::String(text)) => match serde_json::from_str(text) {
                Ok(input) => input,
                Err(_) => json!({ "command": text }),
            },
            Some(input) => input.clone(),
        };
        ToolCall::of_tool(tool, &input, folder)
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
    /// What is to be written: all of the file.
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

/// Where the agent works.
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

/// The first of some keys that is a text which says something.
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
