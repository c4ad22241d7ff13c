//! The secret guard: what may be written, and what has to stay out.
//!
//! [`Guard::admit`] and [`redact()`] are the only ways from raw text to [`Clean`], and every
//! function that writes takes `Clean`: a write path that forgets the guard does not compile.
//! [`rules`] holds the rules as a table, [`scan`](mod@scan) runs them: `prefilter` finds their
//! anchors, `keyed` the keys that have none, `forms` what escapes and Base64 hide; `assignment`
//! reads `NAME=value`, `names`, `judge` and `value` judge it. [`Known`] holds the values of
//! this machine, [`Assembly`] joins clean parts.
//!
//! What is computed from a blob and kept under its id goes by the rules alone ([`redact()`]), so
//! that it is the same on every machine; what is written or shown goes by everything that a
//! [`Guard`] knows.

mod allowance;
mod assembly;
mod assignment;
mod base64;
mod bigrams;
mod classify;
mod decoded;
pub mod dotenv;
mod guard;
mod header;
mod jwt;
mod keyed;
mod known;
mod login;
mod names;
mod prefilter;
mod private_key;
mod redact;
pub mod rule;
pub mod rules;
mod scan;
mod url;

pub use allowance::Allowance;
pub use assembly::{Assembly, Token, clean};
pub use guard::{Guard, Pardons};
pub use known::Known;
pub use redact::redact;
pub use rule::Class;
pub use scan::{Finding, scan};

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Text in which the guard has found no secret.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Clean(String);

impl Clean {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, given away: from here on nothing tells that it is clean.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Written as a text.
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

/// A text that holds secrets. The message names rule, line, column and the masked value of each,
/// never a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", list(.findings))]
pub struct Refusal {
    /// What was found, in order of place; never empty.
    pub findings: Vec<Finding>,
}

fn list(findings: &[Finding]) -> String {
    let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
    lines.join("\n")
}

/// Lets a text pass in which the rules find nothing.
#[cfg(test)]
pub(crate) fn admit(text: impl Into<String>) -> Result<Clean, Refusal> {
    Guard::new().admit(text)
}

#[cfg(test)]
mod tests;
