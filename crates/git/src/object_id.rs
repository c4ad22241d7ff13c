//! Object ids of either format; never assumed to have 40 digits.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Error;
use git_memory_guard::Token;

/// The hash function of a repository's object ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectFormat {
    /// 20 bytes.
    Sha1,
    /// 32 bytes.
    Sha256,
}

impl ObjectFormat {
    /// Length of an id in bytes.
    pub(crate) fn length(self) -> usize {
        match self {
            Self::Sha1 => 20,
            Self::Sha256 => 32,
        }
    }

    /// The option by which `git init` makes a repository of this format.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Sha1 => "--object-format=sha1",
            Self::Sha256 => "--object-format=sha256",
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
        let length = match raw.len() {
            20 => 20,
            32 => 32,
            _ => return None,
        };
        let mut bytes = [0; 32];
        bytes[..raw.len()].copy_from_slice(raw);
        Some(Self { bytes, length })
    }

    /// The raw bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }

    /// Length in bytes, 20 or 32.
    pub fn length(&self) -> u8 {
        self.length
    }

    /// The format of its repository.
    #[must_use]
    pub fn format(&self) -> ObjectFormat {
        match self.length {
            32 => ObjectFormat::Sha256,
            _ => ObjectFormat::Sha1,
        }
    }

    /// The id that a blob with this content has (nothing is stored).
    ///
    /// # Errors
    /// [`Error::Libgit2`] if libgit2 cannot hash.
    pub fn of_blob(format: ObjectFormat, content: &[u8]) -> Result<Self, Error> {
        Self::of(git2::ObjectType::Blob, format, content)
    }

    /// The id of the empty tree.
    ///
    /// # Errors
    /// [`Error::Libgit2`] if libgit2 cannot hash.
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
        Ok(oid.into())
    }

    /// True for the null id, which means "no object": all zeros.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.bytes == [0; 32]
    }

    /// The null id of the same format.
    #[must_use]
    pub(crate) fn zero(self) -> Self {
        Self {
            bytes: [0; 32],
            length: self.length,
        }
    }

    /// Some ids, each on a line of its own, as git reads them from its standard input.
    pub(crate) fn lines(ids: &[Self]) -> String {
        let mut lines = String::with_capacity(ids.len() * 65);
        for id in ids {
            lines.extend([id.to_string().as_str(), "\n"]);
        }
        lines
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

/// As bytes, for caches.
impl Serialize for ObjectId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.as_bytes())
    }
}

impl<'de> Deserialize<'de> for ObjectId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&[u8]>::deserialize(deserializer)?;
        Self::from_bytes(raw).ok_or_else(|| D::Error::invalid_length(raw.len(), &"20 or 32 bytes"))
    }
}

impl FromStr for ObjectId {
    type Err = Error;

    fn from_str(hex: &str) -> Result<Self, Error> {
        match parse(hex) {
            Some(id) => Ok(id),
            // A text that claims to be an id may be any file's first line.
            None => Err(Error::UnknownRevision(hex.chars().take(80).collect())),
        }
    }
}

fn parse(hex: &str) -> Option<ObjectId> {
    let digits = hex.as_bytes();
    let mut raw = Vec::with_capacity(32);
    for pair in digits.chunks(2) {
        let [high, low] = *pair else { return None };
        raw.push(digit(high)? << 4 | digit(low)?);
    }
    ObjectId::from_bytes(&raw)
}

/// git writes ids in lower case, and takes them in either.
fn digit(hex: u8) -> Option<u8> {
    match hex {
        b'0'..=b'9' => Some(hex - b'0'),
        b'a'..=b'f' => Some(hex - b'a' + 10),
        b'A'..=b'F' => Some(hex - b'A' + 10),
        _ => None,
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.as_bytes() {
            write!(out, "{byte:02x}")?;
        }
        Ok(())
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
