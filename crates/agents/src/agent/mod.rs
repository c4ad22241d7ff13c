//! The programs of agents that git-memory knows: a file each, and its row of the table here. The row
//! tells where its configuration is and what comes into it ([`row`]), which tools it has ([`tool`]),
//! how its hooks ask and are answered ([`form`]), and how its transcripts are read.

mod amp;
mod claude;
mod codex;
mod copilot;
mod cursor;
pub mod event;
pub mod form;
mod gemini;
mod opencode;
pub mod row;
pub mod tool;
mod vscode;
mod windsurf;
mod zed;

use std::fmt;
use std::str::FromStr;

use event::AgentEvent;
use form::Form;
use row::{HookForm, Row};
use serde_json::Value;
use tool::Does;

/// Every agent, in the order of lists.
static ROWS: [&Row; 10] = [
    &claude::ROW,
    &codex::ROW,
    &cursor::ROW,
    &gemini::ROW,
    &copilot::ROW,
    &vscode::ROW,
    &opencode::ROW,
    &windsurf::ROW,
    &zed::ROW,
    &amp::ROW,
];

/// The moments at which an agent may be told something, in words.
const MOMENTS: [(AgentEvent, &str); 3] = [
    (AgentEvent::SessionStart, "when a session starts"),
    (AgentEvent::UserPrompt, "at a prompt"),
    (AgentEvent::PreToolUse, "before it changes a file"),
];

/// A program that runs an agent: a row of the table.
#[derive(Clone, Copy)]
pub struct Agent(&'static Row);

/// A name that no agent has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no agent is called '{0}'")]
pub struct UnknownAgent(pub String);

impl Agent {
    /// Every one, in the order of lists.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.into_iter().map(Self)
    }

    /// Returns the agent's row: all that is known of it.
    #[must_use]
    pub fn row(self) -> &'static Row {
        self.0
    }

    /// The name in command lines and answers, a word in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the name that the agent's makers give it.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// Limits of its hooks, in words after its name; `None` if they can do everything.
    #[must_use]
    pub fn limits(self) -> Option<String> {
        if self.0.hooks.is_none() && self.0.plugin.is_none() {
            let said = "has no hooks: nothing is refused, and it gets only what it asks for";
            return Some(said.to_owned());
        }
        let hears = |event| self.0.form.hears.iter().any(|(heard, _)| *heard == event);
        let mut deaf = Vec::new();
        for (event, moment) in MOMENTS {
            // A plugin of ours takes whatever is told.
            if self.0.plugin.is_none() && !hears(event) {
                deaf.push(moment);
            }
        }
        let mut limits = Vec::new();
        if !deaf.is_empty() {
            limits.push(format!("gets no records {}", deaf.join(" or ")));
        }
        // The other forms look for the program first, or are not known to report it.
        let form = self.0.hooks.map(|hooks| hooks.form);
        if let Some(HookForm::Group(_) | HookForm::Single) = form {
            let said = "reports failed hooks, and refuses nothing, where git-memory is missing";
            limits.push(said.to_owned());
        }
        (!limits.is_empty()).then(|| limits.join("; "))
    }

    /// The agent that an input of a hook is from, where only one agent writes such.
    #[must_use]
    pub fn of_input(input: &Value) -> Option<Self> {
        Self::all().find(|agent| agent.0.form.is_of.is_some_and(|is_of| is_of(input)))
    }

    /// Returns what a tool does, whichever agent has it; `None` for one that is not known.
    #[must_use]
    pub fn tool(name: &str) -> Option<Does> {
        let mut tools = ROWS.iter().flat_map(|row| row.tools);
        tools
            .find(|(known, _)| *known == name)
            .map(|(_, does)| *does)
    }
}

impl Form {
    /// The form of agents that have none of their own.
    #[must_use]
    pub fn usual() -> &'static Self {
        &claude::FORM
    }

    /// Returns the agent's name for an event of which it can be told something; `None` where there
    /// is no way to tell it anything.
    #[must_use]
    pub fn hears(&self, event: AgentEvent) -> Option<&'static str> {
        let mut names = self.hears.iter();
        names
            .find(|(known, _)| *known == event)
            .map(|(_, name)| *name)
    }
}

impl PartialEq for Agent {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Agent {}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Agent {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        Self::all()
            .find(|agent| agent.name() == name)
            .ok_or_else(|| UnknownAgent(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_back_to_its_agent() {
        for agent in Agent::all() {
            assert_eq!(agent.name().parse(), Ok(agent));
            for other in agent.row().runs_hooks_of {
                assert!(other.parse::<Agent>().is_ok(), "{agent}: {other}");
            }
        }
        for name in ["", "Claude", "claude-code", "all"] {
            assert_eq!(name.parse::<Agent>(), Err(UnknownAgent(name.to_owned())));
        }
    }

    #[test]
    fn tools_of_one_name_do_the_same() {
        for (name, does) in ROWS.iter().flat_map(|row| row.tools) {
            assert_eq!(Agent::tool(name), Some(*does), "{name}");
        }
    }
}
