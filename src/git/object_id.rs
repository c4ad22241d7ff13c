//! Object ids of either format; never assumed to have 40 digits.

use std::fmt;
use std::str::FromStr;

use super::Error;
use crate::domain::secrets::Token;

/// The hash function of a repository's object ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectFormat {
    /// 20 bytes.
    Sha1,
    /// 32 bytes.
    Sha256,
}

impl ObjectFormat {
    /// How many bytes an id has.
    pub(super) fn length(self) -> usize {
        match self {
            Self::Sha1 => 20,
            Self::Sha256 => 32,
        }
    }
}

/// The id of a git object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    bytes: [u8; 32],
    length: u8,
}

impl ObjectId {
    /// The id from its raw bytes, 20 or 32 of them; `None` for any other number.
    #[must_use]
    pub fn from_bytes(raw: &[u8]) -> Option<Self> {
        let length = u8::try_from(raw.len())
            .ok()
            .filter(|length| matches!(length, 20 | 32))?;
        let mut bytes = [0; 32];
        bytes[..raw.len()].copy_from_slice(raw);
        Some(Self { bytes, length })
    }

    /// The raw bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }

    /// The id that a blob with this content has (nothing is stored).
    ///
    /// # Errors
    /// [`Error::Libgit2`] where libgit2 cannot hash.
    pub fn of_blob(format: ObjectFormat, content: &[u8]) -> Result<Self, Error> {
        Self::of(git2::ObjectType::Blob, format, content)
    }

    /// The id of the tree that holds nothing.
    ///
    /// # Errors
    /// [`Error::Libgit2`] where libgit2 cannot hash.
    pub fn of_empty_tree(format: ObjectFormat) -> Result<Self, Error> {
        Self::of(git2::ObjectType::Tree, format, b"")
    }

    fn of(kind: git2::ObjectType, format: ObjectFormat, content: &[u8]) -> Result<Self, Error> {
        let libgit2_format = match format {
            ObjectFormat::Sha1 => git2::ObjectFormat::Sha1,
            ObjectFormat::Sha256 => git2::ObjectFormat::Sha256,
        };
        let oid = git2::Oid::hash_object_ext(kind, content, libgit2_format)
            .map_err(Error::reading("a file's content"))?;
        Self::from_bytes(&oid.as_bytes()[..format.length()])
            .ok_or_else(|| Error::unexpected("hash-object"))
    }

    /// The id that says "nothing there": all zeros.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.as_bytes().iter().all(|&byte| byte == 0)
    }

    /// The id of the same format that says "nothing there".
    #[must_use]
    pub(super) fn zero(self) -> Self {
        Self {
            bytes: [0; 32],
            length: self.length,
        }
    }

    /// The first characters of the id, for people.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string().chars().take(10).collect()
    }
}

impl From<git2::Oid> for ObjectId {
    fn from(oid: git2::Oid) -> Self {
        let mut id = Self {
            bytes: [0; 32],
            length: 0,
        };
        let raw = oid.as_bytes();
        id.bytes[..raw.len()].copy_from_slice(raw);
        id.length = if raw.len() == 32 { 32 } else { 20 };
        id
    }
}

impl FromStr for ObjectId {
    type Err = Error;

    fn from_str(hex: &str) -> Result<Self, Error> {
        let digits = hex.as_bytes();
        let byte =
            |pair: &[u8]| Some(u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).unwrap_or(0));
        let raw: Option<Vec<u8>> = digits.chunks_exact(2).map(byte).collect();
        raw.filter(|raw| raw.len() * 2 == digits.len())
            .and_then(|raw| Self::from_bytes(&raw))
            .ok_or_else(|| Error::UnknownRevision(hex.chars().take(80).collect()))
    }
}

fn digit(hex: u8) -> Option<u32> {
    char::from(hex).to_digit(16)
}

impl fmt::Display for ObjectId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes()
            .iter()
            .try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl Token for ObjectId {}

impl fmt::Debug for ObjectId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formats_are_read_and_written() {
        for (format, hex) in [
            (
                ObjectFormat::Sha1,
                "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
            ),
            (
                ObjectFormat::Sha256,
                "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
            ),
        ] {
            let empty = ObjectId::of_blob(format, b"").unwrap();
            assert_eq!(empty.to_string(), hex);
            assert_eq!(hex.parse::<ObjectId>().unwrap(), empty);
        }
        for bad in ["", "e69d", "x".repeat(40).as_str(), "é".repeat(20).as_str()] {
            assert!(bad.parse::<ObjectId>().is_err());
        }
    }
}
