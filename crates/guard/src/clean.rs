//! [`Clean`] text, and the [`Refusal`] of text that is not clean.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::finding::Finding;

/// Text in which the guard has found no secret.
// The field is visible only in this crate's guard: other code cannot make a `Clean`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Clean(pub(super) String);

impl Clean {
    /// The text, for readers; a copy of it is no longer known to be clean.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text without its type, which no longer shows that it is clean.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Written as a plain string.
impl Serialize for Clean {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

/// Read back from the program's own cache, whose rows carry a checksum and were written from
/// `Clean` texts.
impl<'de> Deserialize<'de> for Clean {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(Self)
    }
}

impl Deref for Clean {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Clean {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Clean {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl fmt::Debug for Clean {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// A text that contains secrets. The message names rule, line, column and the masked value of each,
/// never a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", list(.findings))]
pub struct Refusal {
    /// The findings, in the order of the text; never empty.
    pub findings: Vec<Finding>,
}

fn list(findings: &[Finding]) -> String {
    let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
    lines.join("\n")
}
