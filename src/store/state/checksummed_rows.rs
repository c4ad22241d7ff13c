//! Rows in a disposable file: each with its length and checksum, so that a torn or damaged file is
//! seen and dropped.

use serde::{Deserialize, Serialize};

/// A row: length and CRC-32, both little-endian 32-bit numbers, then the bytes.
const HEAD: usize = 8;

/// Appends a row to a file's bytes.
pub(crate) fn push(file: &mut Vec<u8>, row: &[u8]) {
    let length = u32::try_from(row.len()).unwrap_or(0);
    file.extend_from_slice(&length.to_le_bytes());
    file.extend_from_slice(&crc32fast::hash(row).to_le_bytes());
    file.extend_from_slice(row);
}

/// The rows of a file behind its first `start` bytes, up to the first damaged one.
pub(crate) fn rows(file: &[u8], start: usize) -> Rows<'_> {
    Rows {
        rest: file.get(start..).unwrap_or_default(),
    }
}

pub(crate) struct Rows<'a> {
    rest: &'a [u8],
}

impl Rows<'_> {
    /// Whether everything was read: no torn or damaged row at the end.
    pub(crate) fn is_whole(&self) -> bool {
        self.rest.is_empty()
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let number = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(
                self.rest.get(at..at + 4)?.try_into().ok()?,
            ))
        };
        let length = usize::try_from(number(0)?).ok()?;
        let row = self.rest.get(HEAD..HEAD.checked_add(length)?)?;
        if number(4)? != crc32fast::hash(row) {
            return None;
        }
        self.rest = &self.rest[HEAD + length..];
        Some(row)
    }
}

/// A value as a row's bytes.
pub(crate) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    // Writing into memory fails for no type that is stored here; an empty row would be dropped when
    // it is read.
    postcard::to_stdvec(value).unwrap_or_default()
}

/// The value of a row's bytes; `None` where they do not hold one.
pub(crate) fn decode<'a, T: Deserialize<'a>>(row: &'a [u8]) -> Option<T> {
    postcard::from_bytes(row).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_ends_the_rows() {
        let mut file = b"head".to_vec();
        push(&mut file, b"one");
        push(&mut file, b"two");
        let read = |file: &[u8]| rows(file, 4).map(<[u8]>::to_vec).collect::<Vec<_>>();
        assert_eq!(read(&file), [b"one", b"two"]);
        for at in 4..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 0x55;
            assert!(read(&damaged).len() < 2, "byte {at}");
            assert!(read(&file[..at]).len() < 2, "cut at {at}");
        }
    }
}
