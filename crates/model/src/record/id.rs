//! Record ids: `<prefix>-<6 or more characters of a-z, 0-9>`, given once and never changed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::kind::Kind;
use crate::parent_name::ParentName;
use git_memory_guard::Token;

/// The id of a record, such as `dec-7k3m9q`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RecordId(Box<str>);

/// A text that is not a record id.
#[derive(Debug, thiserror::Error)]
#[error(
    "'{0}' is not a record id: expected a kind's prefix, '-', and 6 to 40 characters of a-z, 0-9"
)]
pub struct BadId(String);

// Number of characters after the prefix in an id that the program makes. Few enough to type: the
// program checks that a new one is unused here, and another branch takes the same one by a chance
// of 1 in 36^6.
const MADE_LENGTH: usize = 6;
// Number of characters in an id that is made without looking at the others: 36^12 is nearly all
// that 64 bits can tell apart.
const UNASKED_LENGTH: usize = 12;
const ALPHABET: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

impl RecordId {
    /// An id that was read before, as a cache has it.
    pub(super) fn known(text: Box<str>) -> Self {
        Self(text)
    }

    /// An id of `kind` from 64 random bits.
    #[must_use]
    pub fn from_random(kind: Kind, bits: u64) -> Self {
        Self::with_prefix(kind.prefix(), MADE_LENGTH, bits)
    }

    /// An id of something that is not a record, from 64 random bits: long enough to need no check
    /// that it is unused.
    #[must_use]
    pub fn unasked(prefix: &'static str, bits: u64) -> Self {
        Self::with_prefix(prefix, UNASKED_LENGTH, bits)
    }

    fn with_prefix(prefix: &str, length: usize, mut bits: u64) -> Self {
        let mut id = format!("{prefix}-");
        for _ in 0..length {
            // Below 36, so the lowest byte is all of it.
            let [digit, ..] = (bits % 36).to_le_bytes();
            id.push(char::from(ALPHABET[usize::from(digit)]));
            bits /= 36;
        }
        Self(id.into())
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The kind that the prefix names, or `None` for a prefix this version does not know.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        // Asked of each record several times in a command: a prefix is so short that looking at its
        // bytes costs a quarter of a search in text.
        let own = self.own();
        let end = own.bytes().position(|byte| byte == b'-')?;
        Kind::by_prefix(&own[..end])
    }

    /// The id that a record of a parent has here (`org:dec-7k3m9q`).
    #[must_use]
    pub fn of_parent(&self, parent: &ParentName) -> Self {
        Self(parent.with(&self.0).into())
    }

    /// The id of a record, or of one of a parent by its name here.
    #[must_use]
    pub fn of_link(text: &str) -> Option<Self> {
        match text.rsplit_once(':') {
            None => text.parse().ok(),
            Some((parent, id)) => {
                let id: Self = id.parse().ok()?;
                Some(id.of_parent(&ParentName::of_levels(parent)?))
            }
        }
    }

    /// True if it names a record of a parent.
    #[must_use]
    pub fn is_of_parent(&self) -> bool {
        self.own().len() < self.0.len()
    }

    /// The id without the name of the parent that has the record.
    fn own(&self) -> &str {
        match self.0.bytes().rposition(|byte| byte == b':') {
            Some(end) => &self.0[end + 1..],
            None => &self.0,
        }
    }

    /// The id of a record of another kind with the same part after the prefix.
    #[must_use]
    pub fn of_kind(&self, kind: Kind) -> Self {
        Self(format!("{}-{}", kind.prefix(), self.random_part()).into())
    }

    /// The part after the prefix, by which derived files are sorted.
    #[must_use]
    pub fn random_part(&self) -> &str {
        self.own().split_once('-').map_or("", |(_, part)| part)
    }
}

impl FromStr for RecordId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let plain = |part: &str| {
            part.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        match text.split_once('-') {
            Some((prefix, rest))
                if (2..=12).contains(&prefix.len())
                    && (6..=40).contains(&rest.len())
                    && plain(prefix)
                    && plain(rest) =>
            {
                Ok(Self(text.into()))
            }
            _ => Err(BadId(text.chars().take(60).collect())),
        }
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Token for RecordId {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_a_prefix_and_six_or_more_plain_characters() {
        let id: RecordId = "dec-7k3m9q".parse().unwrap();
        assert_eq!(id.kind().map(Kind::name), Some("decision"));
        assert_eq!(id.random_part(), "7k3m9q");
        let of_parent = id.of_parent(&"my-org".parse().unwrap());
        assert_eq!(of_parent.as_str(), "my-org:dec-7k3m9q");
        assert_eq!(
            (of_parent.kind(), of_parent.random_part()),
            (id.kind(), "7k3m9q")
        );
        for bad in [
            "dec-7k3m9",
            "dec7k3m9q",
            "DEC-7k3m9q",
            "dec-7k3_9q",
            "-7k3m9q",
            "",
        ] {
            assert!(bad.parse::<RecordId>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn random_bits_make_a_readable_id() {
        let kind = Kind::by_name("lesson").unwrap();
        for bits in [0, 1, u64::MAX] {
            let id = RecordId::from_random(kind, bits);
            assert_eq!(id.as_str().parse::<RecordId>().unwrap(), id);
            assert_eq!(id.kind(), Some(kind));
        }
    }
}
