//! The name that a parent has here, with which the ids of its records begin.

use std::fmt;
use std::str::FromStr;

/// Folder of the refs that hold what was fetched of parents.
pub const UPSTREAM: &str = "refs/memory-upstream/";
/// The longest name, in bytes.
const NAME: usize = 40;

/// The name of a parent: `org`; of a parent's parent: `org.base`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParentName(String);

/// A fault of a subscription, as a sentence about it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadSubscription(pub(crate) String);

impl ParentName {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The ref that holds what was fetched of it.
    #[must_use]
    pub fn ref_name(&self) -> String {
        format!("{UPSTREAM}{self}")
    }

    /// The name of a ref below [`UPSTREAM`]; `None` for any other ref.
    #[must_use]
    pub fn of_ref(name: &str) -> Option<Self> {
        Self::of_levels(name.strip_prefix(UPSTREAM)?)
    }

    /// Reads a name of any level; `None` for a text that is none.
    #[must_use]
    pub fn of_levels(text: &str) -> Option<Self> {
        let parts = text.split('.');
        let mut names = parts.map(str::parse::<Self>);
        let first = names.next()?.ok()?;
        names.try_fold(first, |child, parent| Some(child.of(&parent.ok()?)))
    }

    /// The name of this parent's own parent.
    #[must_use]
    pub fn of(&self, parent: &Self) -> Self {
        Self(format!("{self}.{parent}"))
    }

    /// The name of the parent that the repository itself subscribes to.
    #[must_use]
    pub fn first(&self) -> &str {
        self.0.split('.').next().unwrap_or(&self.0)
    }

    /// Number of repositories between this parent and the repository, with the parent.
    #[must_use]
    pub fn level(&self) -> usize {
        self.0.split('.').count()
    }

    /// The name that a record or path of this parent has here.
    #[must_use]
    pub fn with(&self, name: &str) -> String {
        [&self.0, ":", name].concat()
    }
}

impl FromStr for ParentName {
    type Err = BadSubscription;

    fn from_str(text: &str) -> Result<Self, BadSubscription> {
        let begins_well = text.starts_with(|letter: char| letter.is_ascii_lowercase());
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        if begins_well && text.len() <= NAME && text.bytes().all(is_plain) {
            return Ok(Self(text.to_owned()));
        }
        let shown: String = text.chars().take(NAME).collect();
        Err(BadSubscription(format!(
            "'{shown}' is not the name of a parent: expected a-z, then a-z, 0-9 and '-', at most \
             {NAME} in all"
        )))
    }
}

impl fmt::Display for ParentName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
