//! The writer of a record.

use git_memory_model::keys;
use git_memory_model::record::patch::Field;
use git_memory_text as text;

/// The longest name of an agent, in characters.
const WRITER: usize = 60;

/// An agent that writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The agent's own name.
    pub agent: String,
    /// Name of the session in which it writes.
    pub session: String,
}

impl Writer {
    /// An agent by the name that it gives itself, which may be anything.
    #[must_use]
    pub fn named(agent: &str, session: &str) -> Self {
        let agent = text::one_line(&text::plain(agent), WRITER);
        Self {
            agent: if agent.is_empty() {
                keys::AGENT.to_owned()
            } else {
                agent
            },
            session: session.to_owned(),
        }
    }

    /// Returns the fields that name a record's source and writer, as far as these are given.
    pub(crate) fn provenance(
        source: Option<&'static str>,
        writer: Option<&Self>,
    ) -> Vec<(&'static str, Field)> {
        let mut fields = Vec::new();
        if let Some(source) = source {
            fields.push((keys::SOURCE.name, Field::Word(source.to_owned())));
        }
        fields.extend(writer.into_iter().flat_map(Self::fields));
        fields
    }

    /// Returns the fields that name the writer.
    pub(crate) fn fields(&self) -> [(&'static str, Field); 2] {
        [
            (keys::WRITER.name, Field::Text(self.agent.clone())),
            (keys::SESSION.name, Field::Text(self.session.clone())),
        ]
    }
}

/// A writer of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// An agent.
    Agent(Writer),
    /// A program without a mind of its own.
    Program,
    /// A person.
    Person,
}

impl By {
    /// Returns the record's value for its source.
    pub(crate) fn source(&self) -> &'static str {
        match self {
            Self::Agent(_) => keys::AGENT,
            Self::Program => keys::TOOL,
            Self::Person => keys::MANUAL,
        }
    }

    /// The agent, where it is one.
    pub(crate) fn writer(self) -> Option<Writer> {
        match self {
            Self::Agent(writer) => Some(writer),
            Self::Program | Self::Person => None,
        }
    }
}
