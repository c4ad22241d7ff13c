//! Answers to hooks of agents, each in the agent's own form: a denial with its reason, or text for
//! the agent. The rows of agents have their forms.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::agent_input::{AgentEvent, AgentForm};
use crate::project::Denial;
use git_memory_agents::agent::form::{Denial as DenialForm, Shape, Slot};
use git_memory_guard::Clean;
use git_memory_text::advice::Wording;

/// An answer to an agent.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum AgentAnswer {
    /// In the form of an agent.
    Filled(Filled),
    /// Denial that is not a document, but a text on standard error, and an exit status that the
    /// agent reads as a denial.
    Words(String),
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

/// The form of an agent's answer, and what is said in it.
#[derive(Debug)]
pub struct Filled {
    shape: Shape,
    event: &'static str,
    text: String,
}

impl Filled {
    fn object<S: Serializer>(&self, shape: Shape, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(shape.len()))?;
        for (key, slot) in shape {
            match slot {
                Slot::Word(word) => object.serialize_entry(key, word)?,
                Slot::Event => object.serialize_entry(key, self.event)?,
                Slot::Text => object.serialize_entry(key, &self.text)?,
                Slot::Object(shape) => object.serialize_entry(key, &Inner(self, shape))?,
            }
        }
        object.end()
    }
}

impl Serialize for Filled {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.object(self.shape, serializer)
    }
}

/// An object inside of the answer.
struct Inner<'a>(&'a Filled, Shape);

impl Serialize for Inner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.object(self.1, serializer)
    }
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
            AgentForm::Agent(form) => match form.denial {
                DenialForm::Words => Self::Words(reason),
                DenialForm::Object(shape) => Self::Filled(Filled {
                    shape,
                    event: "",
                    text: reason,
                }),
            },
        }
    }

    /// Returns the answer that a tool may be called, if the form has one: most agents would take it
    /// as a permission that the person has not given.
    #[must_use]
    pub fn allowance(form: AgentForm) -> Option<Self> {
        matches!(form, AgentForm::Plain).then_some(Self::Plain {
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
        let AgentForm::Agent(form) = form else {
            return None;
        };
        let event = form.hears(event)?;
        (!text.is_empty()).then(|| {
            Self::Filled(Filled {
                shape: form.context,
                event,
                text: text.into_string(),
            })
        })
    }
}
