//! Other forms of a text: with the escapes of strings and URLs undone, and what its Base64 hides.

use std::ops::Range;

use super::base64;
use super::rule::Rule;

/// The shortest run of Base64 that can hide a secret.
const SHORTEST_RUN: usize = 24;
/// A longer run is data.
const LONGEST_RUN: usize = 16 << 10;

type Hit = (Range<usize>, usize, &'static Rule);

/// What `find` finds behind escapes and Base64, with the place of what hides it. Decoded once, not
/// again and again.
pub(super) fn hidden(text: &str, find: impl Fn(&str) -> Vec<Hit>) -> Vec<Hit> {
    let mut found = Vec::new();
    if let Some(plain) = unescaped(text) {
        for (span, rank, rule) in find(&plain.text) {
            let place = plain.place(&span);
            if text.is_char_boundary(place.start) && text.is_char_boundary(place.end) {
                found.push((place, rank, rule));
            }
        }
    }
    for run in base64_runs(text) {
        let decoded = base64::decoded(&text[run.clone()]);
        let first =
            decoded.and_then(|inner| find(&inner).into_iter().min_by_key(|(_, rank, _)| *rank));
        found.extend(first.map(|(_, rank, rule)| (run, rank, rule)));
    }
    found
}

/// A text without its escapes, and where its pieces come from.
struct Unescaped {
    text: String,
    /// `(place here, place there)` behind each escape, ascending.
    steps: Vec<(usize, usize)>,
}

impl Unescaped {
    fn place(&self, span: &Range<usize>) -> Range<usize> {
        self.there(span.start)..self.there(span.end)
    }

    fn there(&self, here: usize) -> usize {
        let step = self
            .steps
            .partition_point(|(at, _)| *at <= here)
            .checked_sub(1)
            .map(|nth| self.steps[nth]);
        let (at, there) = step.unwrap_or((0, 0));
        there + (here - at)
    }
}

/// Undoes `\\u0041`, `\\x41`, `\\/`, `\\"` and `%41` of printable ASCII; `None` where there is
/// nothing to undo.
fn unescaped(text: &str) -> Option<Unescaped> {
    let bytes = text.as_bytes();
    let mut plain = Unescaped {
        text: String::new(),
        steps: Vec::new(),
    };
    let mut from = 0;
    for (at, _) in text.match_indices(['\\', '%']) {
        if at < from {
            continue;
        }
        let Some((letter, length)) = escape(&bytes[at..]) else {
            continue;
        };
        if plain.text.is_empty() {
            plain.text.reserve(text.len());
        }
        plain.text.push_str(&text[from..at]);
        plain.text.push(char::from(letter));
        from = at + length;
        plain.steps.push((plain.text.len(), from));
    }
    if plain.steps.is_empty() {
        return None;
    }
    plain.text.push_str(&text[from..]);
    Some(plain)
}

/// The character that an escape stands for, and the escape's length in bytes.
fn escape(bytes: &[u8]) -> Option<(u8, usize)> {
    let hex = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    let (letter, length) = match bytes {
        [b'\\', b'u', b'0', b'0', high, low, ..] => (hex(&[*high, *low])?, 6),
        [b'\\', b'x', high, low, ..] => (hex(&[*high, *low])?, 4),
        [b'%', high, low, ..] => (hex(&[*high, *low])?, 3),
        [b'\\', letter @ (b'/' | b'"' | b'\''), ..] => (*letter, 2),
        _ => return None,
    };
    matches!(letter, b' '..=b'~').then_some((letter, length))
}

/// The runs of Base64 that are long enough, and no part of a longer one.
fn base64_runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let runs = runs(bytes, SHORTEST_RUN, in_base64).filter(|run| run.len() <= LONGEST_RUN);
    runs.filter_map(move |run| {
        let padding = bytes[run.end..]
            .iter()
            .take(2)
            .take_while(|byte| **byte == b'=')
            .count();
        could_hide_text(&bytes[run.clone()]).then_some(run.start..run.end + padding)
    })
}

/// The longest runs of bytes that fit, of `shortest` bytes and more. Where there are none, only
/// some bytes are looked at.
pub(super) fn runs(
    bytes: &[u8],
    shortest: usize,
    fits: impl Fn(u8) -> bool + Copy,
) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        while let Some(window) = bytes.get(start..start + shortest) {
            if let Some(gap) = window.iter().rposition(|byte| !fits(*byte)) {
                start += gap + 1;
                continue;
            }
            let length = bytes[start..]
                .iter()
                .take_while(|byte| fits(**byte))
                .count();
            let run = start..start + length;
            start = run.end;
            return Some(run);
        }
        None
    })
}

/// Base64 of text has capitals and small letters, or digits; a long word or a path of words has
/// not.
fn could_hide_text(run: &[u8]) -> bool {
    run.iter().any(u8::is_ascii_uppercase) && run.iter().any(u8::is_ascii_lowercase)
}

fn in_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}
