//! Answers to hooks of agents, each in the agent's own form: a denial with its reason, or text for
//! the agent. The sources are those of [`AgentInput`](super::ask::AgentInput).

use serde::Serialize;

use super::ask::{AgentEvent, AgentForm};
use crate::project::Denial;
use git_memory_guard::Clean;
use git_memory_text::advice::Wording;

/// An answer to an agent.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum AgentAnswer {
    /// For Claude Code, Codex, Visual Studio Code, and for Gemini if there is text for it.
    #[serde(rename_all = "camelCase")]
    Specific {
        /// The answer to one event.
        hook_specific_output: SpecificOutput,
    },
    /// Denial for Cursor.
    Permission {
        /// `deny`.
        permission: &'static str,
        /// For the person.
        user_message: String,
        /// For the agent.
        agent_message: String,
    },
    /// Text for Cursor.
    Context {
        /// The text.
        additional_context: Clean,
    },
    /// Text for Copilot.
    #[serde(rename_all = "camelCase")]
    Told {
        /// The text.
        additional_context: Clean,
    },
    /// Denial for Copilot.
    #[serde(rename_all = "camelCase")]
    Refused {
        /// `deny`.
        permission_decision: &'static str,
        /// For the agent.
        permission_decision_reason: String,
    },
    /// Denial for Windsurf: not a document, but a text on standard error, and the exit status that
    /// it reads as a denial.
    Words(String),
    /// Denial for Gemini.
    Decision {
        /// `deny`.
        decision: &'static str,
        /// For the agent.
        reason: String,
    },
    /// In the plain form.
    Plain {
        /// `allow` or `deny`.
        decision: &'static str,
        /// The rule that denies it.
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<&'static str>,
        /// The reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The ways out.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        hints: Vec<String>,
    },
}

/// The answer to one event.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SpecificOutput {
    hook_event_name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_context: Option<Clean>,
}

impl AgentAnswer {
    /// Returns a denial; an agent gets the way out together with the reason.
    #[must_use]
    pub fn denial(form: AgentForm, denial: &Denial, wording: Wording) -> Self {
        let rule = denial.rule.name();
        let hints: Vec<String> = denial.advice.iter().map(wording.sentence).collect();
        let mut reason = format!("git-memory policy ({rule}): {}", denial.reason);
        for hint in &hints {
            reason.extend(["; ", hint]);
        }
        match form {
            AgentForm::Plain => Self::Plain {
                decision: "deny",
                rule: Some(rule),
                reason: Some(denial.reason.clone()),
                hints,
            },
            AgentForm::Cursor => Self::Permission {
                permission: "deny",
                user_message: reason.clone(),
                agent_message: reason,
            },
            AgentForm::Gemini => Self::Decision {
                decision: "deny",
                reason,
            },
            AgentForm::Copilot => Self::Refused {
                permission_decision: "deny",
                permission_decision_reason: reason,
            },
            AgentForm::Windsurf => Self::Words(reason),
            AgentForm::ClaudeCode | AgentForm::VsCode => Self::Specific {
                hook_specific_output: SpecificOutput {
                    hook_event_name: "PreToolUse",
                    permission_decision: Some("deny"),
                    permission_decision_reason: Some(reason),
                    additional_context: None,
                },
            },
        }
    }

    /// Returns the answer that a tool may be called, if the form has one: most agents would take it
    /// as a permission that the person has not given.
    #[must_use]
    pub fn allowance(form: AgentForm) -> Option<Self> {
        (form == AgentForm::Plain).then_some(Self::Plain {
            decision: "allow",
            rule: None,
            reason: None,
            hints: Vec::new(),
        })
    }

    /// Returns a text as an answer to an agent; `None` if it is empty, or if the event has no place
    /// for it.
    #[must_use]
    pub fn context(form: AgentForm, event: AgentEvent, text: Clean) -> Option<Self> {
        let name = form.hears(event)?;
        if text.is_empty() {
            return None;
        }
        if form == AgentForm::Cursor {
            return Some(Self::Context {
                additional_context: text,
            });
        }
        if form == AgentForm::Copilot {
            return Some(Self::Told {
                additional_context: text,
            });
        }
        Some(Self::Specific {
            hook_specific_output: SpecificOutput {
                hook_event_name: name,
                permission_decision: None,
                permission_decision_reason: None,
                additional_context: Some(text),
            },
        })
    }
}
