//! Finds secrets in other forms of a text: with its escapes and colours taken away (see
//! [`plain_form`](super::plain_form)), and in its Base64 and hexadecimal, again and again.

use std::ops::Range;

use super::finding::Hit;
use super::plain_form::{hex_byte, plain_form};
use super::run::{ByteSet, leading, runs};
use super::{base64, work};
use git_memory_text::limits;

// The shortest run of Base64 that can hide a secret: 18 bytes, with a name and a sign in them.
const SHORTEST_RUN: usize = 24;
/// The shortest run of hexadecimal digits that can.
const SHORTEST_HEX: usize = 36;
static HEX_DIGITS: ByteSet = ByteSet::of(b"0123456789abcdefABCDEF");

/// Hits of `find` in other forms of a text, at the place of the text that hides them.
pub(crate) fn hidden(text: &str, find: fn(&str) -> Vec<Hit>) -> Vec<Hit> {
    in_other_forms(text, limits::ENCODED_DEPTH, find)
}

fn in_other_forms(text: &str, depth: usize, find: fn(&str) -> Vec<Hit>) -> Vec<Hit> {
    let mut found = in_encoded(text, depth, find);
    if let Some(plain) = plain_form(text) {
        work::did(text.len());
        let mut hits = find(&plain.text);
        hits.extend(in_encoded(&plain.text, depth, find));
        for mut hit in hits {
            hit.span = plain.origin(&hit.span);
            // A cut at this place must not divide a character.
            let Range { start, end } = hit.span;
            if text.is_char_boundary(start) && text.is_char_boundary(end) {
                found.push(hit);
            }
        }
    }
    found
}

/// Hits in the Base64 and the hexadecimal of a text.
fn in_encoded(text: &str, depth: usize, find: fn(&str) -> Vec<Hit>) -> Vec<Hit> {
    let mut found = Vec::new();
    if depth == 0 {
        return found;
    }
    let base64 = base64_runs(text).map(|run| (base64::decoded(&text[run.clone()]), run));
    let hex = hex_runs(text).map(|run| (unhex(&text[run.clone()]), run));
    for (inner, run) in base64.chain(hex) {
        let Some(inner) = inner else {
            continue;
        };
        work::did(run.len());
        let mut hits = find(&inner);
        hits.extend(in_other_forms(&inner, depth - 1, find));
        // One run is one secret, whatever it holds.
        let first = hits.into_iter().min_by_key(|hit| hit.rank);
        found.extend(first.map(|hit| Hit { span: run, ..hit }));
    }
    found
}

/// The runs of Base64 that are long enough and could hide text, with their padding.
fn base64_runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let runs = runs(bytes, SHORTEST_RUN, &base64::LETTERS);
    runs.filter_map(move |run| {
        let is_data = run.len() > limits::ENCODED_BYTES;
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

/// The runs of hexadecimal digits that could hide text.
fn hex_runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let runs = runs(bytes, SHORTEST_HEX, &HEX_DIGITS);
    runs.filter(|run| run.len() <= limits::ENCODED_BYTES)
}

/// The text that hexadecimal digits spell; `None` if it is not printable ASCII, as of nearly
/// every checksum.
fn unhex(digits: &str) -> Option<String> {
    let mut text = String::new();
    for pair in digits.as_bytes().chunks_exact(2) {
        let letter = char::from(hex_byte(pair[0], pair[1])?);
        let is_text = matches!(letter, ' '..='~' | '\n' | '\r' | '\t');
        if !is_text {
            return None;
        }
        text.push(letter);
    }
    Some(text)
}
