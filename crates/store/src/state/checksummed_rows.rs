//! Rows in a disposable file: each with its length and checksum, so that a torn or damaged file is
//! seen and dropped.

use std::io;

use serde::{Deserialize, Serialize};

use super::VERSION;

/// Appends a row to a file's bytes: length and CRC-32, both little-endian 32-bit numbers, then the
/// bytes.
pub(crate) fn push(file: &mut Vec<u8>, row: &[u8]) {
    // A row of 4 GiB gets no length that fits: it is dropped when it is read, like a damaged one.
    let length = u32::try_from(row.len()).unwrap_or(0);
    file.extend_from_slice(&length.to_le_bytes());
    file.extend_from_slice(&crc32fast::hash(row).to_le_bytes());
    file.extend_from_slice(row);
}

/// The rows of a file after its first `start` bytes, up to the first damaged one.
pub(crate) fn rows(file: &[u8], start: usize) -> Rows<'_> {
    let rest = match file.get(start..) {
        Some(rest) => rest,
        // It is shorter than its own head.
        None => &[],
    };
    Rows { rest }
}

pub(crate) struct Rows<'a> {
    rest: &'a [u8],
}

impl Rows<'_> {
    /// Number of bytes that were not read: none, unless there is a torn or damaged row at the end.
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.rest.split_first_chunk()?;
        let (checksum, rest) = rest.split_first_chunk()?;
        let length = u32::from_le_bytes(*length) as usize;
        let (row, rest) = rest.split_at_checked(length)?;
        if u32::from_le_bytes(*checksum) != crc32fast::hash(row) {
            return None;
        }
        self.rest = rest;
        Some(row)
    }
}

/// A value as a row's bytes.
///
/// # Errors
/// Where the format has no way to write it; that is so for no type that is kept here.
pub(crate) fn encode<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    postcard::to_stdvec(value).map_err(io::Error::other)
}

/// The value of a row's bytes; `None` where they do not hold one.
pub(crate) fn decode<'a, T: Deserialize<'a>>(row: &'a [u8]) -> Option<T> {
    postcard::from_bytes(row).ok()
}

/// A cache's file that holds one value.
///
/// # Errors
/// As [`encode`].
pub(crate) fn to_file<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    let mut file = VERSION.as_bytes().to_vec();
    push(&mut file, &encode(value)?);
    Ok(file)
}

/// The value of such a file; `None` if another build wrote it, or it is damaged.
pub(crate) fn of_file<'a, T: Deserialize<'a>>(file: &'a [u8]) -> Option<T> {
    decode(rows(file.strip_prefix(VERSION.as_bytes())?, 0).next()?)
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
