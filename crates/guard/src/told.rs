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

/// Words between a password and the word for it, with their last blank.
const LINKS: &[&str] = &[
    " as the ",
    " as ",
    " as your ",
    " as its ",
    " is the ",
    " is your ",
    " als ",
    " ist das ",
    " como ",
    " es la ",
    " comme ",
    " est le ",
    " come ",
    " è la ",
];

/// Reads the password before a name and the words that link them; the name may have one word more
/// before it: `use … as the staging password`.
pub(crate) fn read_before(text: &str, name: usize) -> Option<Range<usize>> {
    let before = &text[..name];
    let rest = after_word(before)?;
    let end = linked(before).or_else(|| linked(rest))?;
    let length = trailing(&text.as_bytes()[..end], LONGEST, |byte| {
        !byte.is_ascii_whitespace()
    });
    if length == LONGEST {
        return None;
    }
    judged(text, end - length..end)
}

/// The text before the last word of a text that ends in a blank.
fn after_word(before: &str) -> Option<&str> {
    let bare = before.strip_suffix(' ')?;
    let word = trailing(bare.as_bytes(), LONGEST, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'-'
    });
    Some(&before[..bare.len() - word])
}

/// Length of the text before the linking words at its end.
fn linked(before: &str) -> Option<usize> {
    let mut links = LINKS.iter();
    links.find_map(|link| Some(before.strip_suffix(link)?.len()))
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
