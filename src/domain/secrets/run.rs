//! Runs: stretches of bytes of one kind.

use std::ops::Range;

use super::work;

/// How many bytes at the beginning of `bytes` fit; at most `limit` are looked at.
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

/// How many bytes at the end of `bytes` fit; at most `limit` are looked at.
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

/// The longest runs of bytes that fit, of `shortest` bytes and more, from left to right.
pub(crate) fn runs(
    bytes: &[u8],
    shortest: usize,
    fits: impl Fn(u8) -> bool,
) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        // Each window is read from its end: one byte that does not fit skips all before it, so in
        // prose only some bytes are looked at.
        while let Some(window) = bytes.get(start..start + shortest) {
            if let Some(gap) = window.iter().rposition(|byte| !fits(*byte)) {
                work::did(shortest);
                start += gap + 1;
                continue;
            }
            let end = start + leading(&bytes[start..], usize::MAX, &fits);
            let run = start..end;
            start = end;
            return Some(run);
        }
        None
    })
}

/// Whether a word can begin after `before`: at the beginning of a text, or after the escape of a
/// line end or tab in a string (`\n`), whose letter is not part of the word.
pub(crate) fn begins_after_escape(before: &[u8]) -> bool {
    matches!(before, [] | [.., b'\\', b'n' | b'r' | b't'])
}
