//! Passwords in sentences and settings that say so without a sign: `use … as the password`,
//! `requirepass …`.

use std::ops::Range;

use super::classify::{Binding, Candidate};
use super::names::SecretKind;
use super::run::{leading, trailing};

/// The longest password, in bytes.
const LONGEST: usize = 96;

/// Marks around a password in prose.
const MARKS: &[char] = &[
    '`', '"', '\'', '*', '“', '”', '„', '«', '»', '(', ')', ',', '.', ';', ':',
];

/// Reads the password before `anchor`.
pub(crate) fn read_before(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let before = &text[..anchor.start];
    let length = trailing(before.as_bytes(), LONGEST, |byte| {
        !byte.is_ascii_whitespace()
    });
    if length == LONGEST {
        return None;
    }
    judged(text, anchor.start - length..anchor.start)
}

/// Reads the password after `anchor`.
pub(crate) fn read_after(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let rest = &text.as_bytes()[anchor.end..];
    let length = leading(rest, LONGEST, |byte| !byte.is_ascii_whitespace());
    if length == LONGEST {
        return None;
    }
    judged(text, anchor.end..anchor.end + length)
}

/// A word without the marks around it, if it looks like a password.
fn judged(text: &str, word: Range<usize>) -> Option<Range<usize>> {
    let inside = text[word.clone()].trim_start_matches(MARKS);
    let start = word.end - inside.len();
    let span = start..start + inside.trim_end_matches(MARKS).len();
    let candidate = Candidate {
        text: &text[span.clone()],
        quoted: text[..span.start].ends_with(['`', '"', '\'']),
        binding: Binding::Cell,
        is_named_key: false,
        takes_hash: false,
    };
    candidate
        .is_secret(SecretKind::Password, &|| false)
        .then_some(span)
}
