//! The programs of agents that git-memory knows: whose configuration it is put into, and at which
//! moments their hooks call it.
//!
//! A new one is a new row here, and one in the table of its files.

use std::fmt;
use std::str::FromStr;

/// A program that runs an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Agent {
    /// Claude Code, by Anthropic.
    Claude,
    /// Codex, by `OpenAI`.
    Codex,
    /// The editor Cursor, and its command line.
    Cursor,
    /// Gemini CLI, by Google.
    Gemini,
    /// Copilot CLI, by GitHub.
    Copilot,
    /// Visual Studio Code, whose agent is Copilot's.
    VsCode,
    /// opencode, in the terminal.
    OpenCode,
    /// The editor Windsurf, by its agent Cascade.
    Windsurf,
    /// The editor Zed.
    Zed,
    /// Amp, by Sourcegraph.
    Amp,
}

/// A name that no agent has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no agent is called '{0}'")]
pub struct UnknownAgent(pub String);

impl Agent {
    /// Every one, in the order of lists.
    pub const ALL: [Self; 10] = [
        Self::Claude,
        Self::Codex,
        Self::Cursor,
        Self::Gemini,
        Self::Copilot,
        Self::VsCode,
        Self::OpenCode,
        Self::Windsurf,
        Self::Zed,
        Self::Amp,
    ];

    /// The name in command lines and answers, a word in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::Gemini => "gemini",
            Self::Copilot => "copilot",
            Self::VsCode => "vscode",
            Self::OpenCode => "opencode",
            Self::Windsurf => "windsurf",
            Self::Zed => "zed",
            Self::Amp => "amp",
        }
    }

    /// What its makers call it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code",
            Self::Codex => "Codex",
            Self::Cursor => "Cursor",
            Self::Gemini => "Gemini CLI",
            Self::Copilot => "Copilot CLI",
            Self::VsCode => "Visual Studio Code",
            Self::OpenCode => "opencode",
            Self::Windsurf => "Windsurf",
            Self::Zed => "Zed",
            Self::Amp => "Amp",
        }
    }

    /// How many milliseconds later than the hook of a session's end the transcript may be written.
    #[must_use]
    pub fn transcript_delay(self) -> u64 {
        match self {
            // Some 100 on a quiet machine, while it waits for its hook (Copilot CLI 1.0.102).
            Self::Copilot => 500,
            _ => 0,
        }
    }
}

/// A moment at which agents call a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentEvent {
    /// A session begins, or begins again.
    SessionStart,
    /// A person sends a prompt.
    UserPrompt,
    /// A tool is about to be called.
    PreToolUse,
    /// A session ends, or is about to forget what it heard.
    SessionEnd,
    /// A sub-agent begins.
    SubagentStart,
}

impl AgentEvent {
    /// Every one, in the order of a session.
    pub const ALL: [Self; 5] = [
        Self::SessionStart,
        Self::UserPrompt,
        Self::PreToolUse,
        Self::SubagentStart,
        Self::SessionEnd,
    ];

    /// The name of the hook.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::UserPrompt => "user-prompt",
            Self::PreToolUse => "pre-tool-use",
            Self::SessionEnd => "session-end",
            Self::SubagentStart => "subagent-start",
        }
    }

    /// How many milliseconds the hook may take: less than any agent grants it. The context of a
    /// clone's first session is worth waiting for; the other moments come again and again.
    #[must_use]
    pub fn patience(self) -> u64 {
        match self {
            Self::SessionStart => 4000,
            _ => 900,
        }
    }

    /// The event of a hook's name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
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
        let mut all = Self::ALL.into_iter();
        all.find(|agent| agent.name() == name)
            .ok_or_else(|| UnknownAgent(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_back_to_its_agent() {
        for agent in Agent::ALL {
            assert_eq!(agent.name().parse(), Ok(agent));
        }
        for name in ["", "Claude", "claude-code", "all"] {
            assert_eq!(name.parse::<Agent>(), Err(UnknownAgent(name.to_owned())));
        }
    }
}
