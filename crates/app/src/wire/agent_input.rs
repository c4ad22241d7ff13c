//! Input of a hook from an agent: a JSON object, whose keys are read here into one vocabulary. The
//! answers are in [`agent_answer`](super::AgentAnswer); how each agent speaks is in its row.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use crate::project::{Access, BadCall, ToolCall, Wanted};
use crate::session::Session;
use git_memory_agents::agent::Agent;
pub use git_memory_agents::agent::event::AgentEvent;
use git_memory_agents::agent::form::{Form, event, first_text, folder, has, text};
use git_memory_agents::session::unwrapped;
use git_memory_text::without_halves;

/// Form of a hook's input and answer.
#[derive(Clone, Copy, Debug)]
pub enum AgentForm {
    /// Form of an agent.
    Agent(&'static Form),
    /// Only by the paths.
    Plain,
}

impl AgentForm {
    /// Returns the form of an agent.
    #[must_use]
    pub fn of(agent: Agent) -> Self {
        Self::Agent(agent.row().form)
    }

    /// Returns the form of most agents.
    #[must_use]
    pub fn usual() -> Self {
        Self::Agent(Form::usual())
    }

    /// Recognizes the form of an input that no agent's form fits.
    fn of_unknown(input: &Value) -> Self {
        let of_plain = ["tool", "paths", "command", "for"];
        let is_plain = text(input, "hook_event_name").is_none() && !has(input, "tool_name");
        if is_plain && of_plain.iter().any(|key| has(input, key)) {
            return Self::Plain;
        }
        Self::usual()
    }

    /// Returns the agent's name for an event that has a place for text; `None` without one.
    #[must_use]
    pub fn hears(self, event: AgentEvent) -> Option<&'static str> {
        match self {
            Self::Agent(form) => form.hears(event),
            Self::Plain => None,
        }
    }
}

/// The agent that runs a hook which was put in for one: some run the hooks of others, too.
fn sender(input: &Value, agent: Option<Agent>) -> Option<Agent> {
    match (agent, Agent::of_input(input)) {
        (None, sender) => sender,
        (Some(agent), Some(sender)) if sender.row().runs_hooks_of.contains(&agent.name()) => {
            Some(sender)
        }
        (agent, _) => agent,
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
        let sender = sender(&value, agent);
        let form = sender.map_or_else(|| AgentForm::of_unknown(&value), AgentForm::of);
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
            role: first_text(&value, &["agent_type", "agentType", "subagent_type"]),
            folder: folder(&value).map_err(bad)?,
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
        match self.form {
            AgentForm::Plain => plain(self.value.clone()),
            AgentForm::Agent(form) => {
                let call = (form.call)(&self.value).map_err(bad)?;
                ToolCall::of_tool(&call.tool, &call.input, call.folder)
            }
        }
    }
}

/// True if the session begins anew, or is about to be compacted: some agents have no event after
/// that.
fn is_anew(value: &Value) -> bool {
    if matches!(text(value, "source"), Some("clear" | "compact")) {
        return true;
    }
    match event(value).as_deref() {
        Some(event) => matches!(event, "PreCompact" | "preCompact" | "PreCompress"),
        // Copilot names no event, but what brought the compaction about.
        None => has(value, "trigger"),
    }
}

/// True for the compression that Gemini CLI (0.61) speaks of before each request to its model, and
/// mostly does not make. One that a person asks for is made.
fn is_repeated(value: &Value) -> bool {
    let event = event(value);
    event.as_deref() == Some("PreCompress") && text(value, "trigger") == Some("auto")
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

fn bad(why: impl Into<String>) -> BadCall {
    BadCall::new(why)
}
