//! The moments at which agents call a hook.

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

    /// Milliseconds of processor time that the hook may use. The context of a clone's first session
    /// is worth waiting for; the other moments come again and again.
    #[must_use]
    pub fn work(self) -> u64 {
        match self {
            Self::SessionStart => 4000,
            _ => 900,
        }
    }

    /// Milliseconds by the clock after which the hook answers without what it has not finished:
    /// less than any agent grants it, and more than its work takes on a busy machine.
    #[must_use]
    pub fn patience(self) -> u64 {
        match self {
            Self::SessionStart => 4000,
            _ => 2500,
        }
    }

    /// The event of a hook's name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}
