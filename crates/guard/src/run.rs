//! Runs: stretches of bytes of one kind.

use std::ops::Range;

use super::work;

/// A set of bytes. One is looked up by a single load, as it is for each byte of a text.
pub(crate) struct ByteSet([bool; 256]);

impl ByteSet {
    /// These bytes.
    pub(crate) const fn of(bytes: &[u8]) -> Self {
        let mut set = [false; 256];
        let mut nth = 0;
        while nth < bytes.len() {
            set[bytes[nth] as usize] = true;
            nth += 1;
        }
        Self(set)
    }

    /// The set with ASCII's letters and digits added.
    pub(crate) const fn and_alphanumeric(mut self) -> Self {
        let mut byte: u8 = 0;
        while byte.is_ascii() {
            self.0[byte as usize] |= byte.is_ascii_alphanumeric();
            byte += 1;
        }
        self
    }

    pub(crate) fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }
}

/// The bytes that tokens consist of: letters, digits, `-` and `_`.
pub(crate) static WIDE: ByteSet = ByteSet::of(b"-_").and_alphanumeric();

/// Number of bytes at the beginning of `bytes` that fit; at most `limit` are looked at.
pub(crate) fn leading(bytes: &[u8], limit: usize, fits: impl Fn(u8) -> bool) -> usize {
    let mut length = 0;
    for byte in bytes.iter().take(limit) {
        if !fits(*byte) {
            break;
        }
        length += 1;
    }
    work::did(length + 1);
    length
}

/// Number of bytes at the end of `bytes` that fit; at most `limit` are looked at.
pub(crate) fn trailing(bytes: &[u8], limit: usize, fits: impl Fn(u8) -> bool) -> usize {
    let mut length = 0;
    for byte in bytes.iter().rev().take(limit) {
        if !fits(*byte) {
            break;
        }
        length += 1;
    }
    work::did(length + 1);
    length
}

/// The longest runs of bytes of a set, of `shortest` bytes and more, from left to right.
pub(crate) fn runs(
    bytes: &[u8],
    shortest: usize,
    set: &'static ByteSet,
) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        // Each window is read from its end: one byte that does not fit skips all before it, so in
        // prose only some bytes are looked at.
        while let Some(window) = bytes.get(start..start + shortest) {
            if let Some(gap) = window.iter().rposition(|byte| !set.has(*byte)) {
                work::did(shortest);
                start += gap + 1;
                continue;
            }
            let end = start + leading(&bytes[start..], usize::MAX, |byte| set.has(byte));
            let run = start..end;
            start = end;
            return Some(run);
        }
        None
    })
}

/// True if a word can begin after `before`: at the beginning of a text, or after the escape of a
/// line end or tab in a string (`\n`), whose letter is not part of the word.
pub(crate) fn begins_after_escape(before: &[u8]) -> bool {
    matches!(before, [] | [.., b'\\', b'n' | b'r' | b't'])
}
