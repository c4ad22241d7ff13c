//! Finds what is hidden in another form of a text: with the escapes of strings and URLs undone, and
//! in its Base64.

use std::ops::Range;

use super::base64;
use super::finding::Hit;
use super::run::{leading, runs};

// The shortest run of Base64 that can hide a secret: 18 bytes, with a name and a sign in them.
const SHORTEST_RUN: usize = 24;
// A longer run is data: an image in a page would be decoded and searched each time.
const LONGEST_RUN: usize = 16 << 10;

/// What `find` finds in escaped text and in Base64, with the place of what hides it.
pub(crate) fn hidden(text: &str, find: impl Fn(&str) -> Vec<Hit>) -> Vec<Hit> {
    // Decoded once, not again and again: a text can be wrapped any number of times, and whoever
    // does that does it on purpose.
    let mut found = Vec::new();
    if let Some(plain) = unescaped(text) {
        for mut hit in find(&plain.text) {
            hit.span = plain.origin(&hit.span);
            // Whoever cuts the text there must not cut a character.
            let Range { start, end } = hit.span;
            if text.is_char_boundary(start) && text.is_char_boundary(end) {
                found.push(hit);
            }
        }
    }
    for run in base64_runs(text) {
        let Some(inner) = base64::decoded(&text[run.clone()]) else {
            continue;
        };
        // One run is one secret, whatever is in it.
        let first = find(&inner).into_iter().min_by_key(|hit| hit.rank);
        found.extend(first.map(|hit| Hit { span: run, ..hit }));
    }
    found
}

/// A text without its escapes, and where its pieces come from.
struct Unescaped {
    text: String,
    /// The end of each escape, ascending.
    steps: Vec<Step>,
}

/// A place in the text without escapes, and the same place in the text with them; in bytes.
#[derive(Clone, Copy)]
struct Step {
    plain: usize,
    escaped: usize,
}

impl Unescaped {
    fn origin(&self, span: &Range<usize>) -> Range<usize> {
        self.origin_of(span.start)..self.origin_of(span.end)
    }

    fn origin_of(&self, at: usize) -> usize {
        let after = self.steps.partition_point(|step| step.plain <= at);
        match self.steps[..after].last() {
            Some(step) => step.escaped + (at - step.plain),
            None => at,
        }
    }
}

/// Undoes `\\u0041`, `\\x41`, `\\/`, `\\"` and `%41` of printable ASCII; `None` where there is
/// nothing to undo.
fn unescaped(text: &str) -> Option<Unescaped> {
    let bytes = text.as_bytes();
    let mut plain = String::new();
    let mut steps = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(['\\', '%']) {
        if at < from {
            continue;
        }
        let Some(escape) = escape(&bytes[at..]) else {
            continue;
        };
        if plain.is_empty() {
            // Most texts have no escapes: nothing is allocated before the first one.
            plain.reserve(text.len());
        }
        plain.push_str(&text[from..at]);
        plain.push(char::from(escape.letter));
        from = at + escape.length;
        steps.push(Step {
            plain: plain.len(),
            escaped: from,
        });
    }
    if steps.is_empty() {
        return None;
    }
    plain.push_str(&text[from..]);
    Some(Unescaped { text: plain, steps })
}

/// An escape: the character that it means, and its length in bytes.
struct Escape {
    letter: u8,
    length: usize,
}

/// The escape that `bytes` begin with, of a printable character.
fn escape(bytes: &[u8]) -> Option<Escape> {
    let (letter, length) = match bytes {
        [b'\\', b'u', b'0', b'0', high, low, ..] => (hex_byte(*high, *low)?, 6),
        [b'\\', b'x', high, low, ..] => (hex_byte(*high, *low)?, 4),
        [b'%', high, low, ..] => (hex_byte(*high, *low)?, 3),
        [b'\\', letter @ (b'/' | b'"' | b'\''), ..] => (*letter, 2),
        _ => return None,
    };
    matches!(letter, b' '..=b'~').then_some(Escape { letter, length })
}

/// The printable byte that two hexadecimal digits spell.
fn hex_byte(high: u8, low: u8) -> Option<u8> {
    let high = char::from(high).to_digit(16)?;
    let low = char::from(low).to_digit(16)?;
    // At most 255: the lowest byte is all of it.
    let [byte, ..] = (high * 16 + low).to_le_bytes();
    Some(byte)
}

/// The runs of Base64 that are long enough and could hide text, with their padding.
fn base64_runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let runs = runs(bytes, SHORTEST_RUN, base64::is_letter);
    runs.filter_map(move |run| {
        let is_data = run.len() > LONGEST_RUN;
        if is_data || !could_hide_text(&bytes[run.clone()]) {
            return None;
        }
        let padding = leading(&bytes[run.end..], 2, |byte| byte == b'=');
        Some(run.start..run.end + padding)
    })
}

/// Base64 of text has capitals and small letters, or digits; a long word or a path of words has
/// not.
fn could_hide_text(run: &[u8]) -> bool {
    run.iter().any(u8::is_ascii_uppercase) && run.iter().any(u8::is_ascii_lowercase)
}
