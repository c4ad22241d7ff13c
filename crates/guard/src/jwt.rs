//! Reads JSON Web Tokens in their compact form: RFC 7519 and RFC 7515, section 3.1.

use std::ops::Range;

use super::rule::Alphabet;
use super::run::{begins_after_escape, leading};

// The shortest header, payload and signature that real tokens have, in characters: shorter ones
// explain the form.
const SHORTEST: [usize; 3] = [12, 8, 16];
// The shortest payload of one whose signature is missing, as it was cut off, or never there.
const SHORTEST_UNSIGNED: usize = 40;

/// Reads `header.payload.signature` from the `eyJ` on, which is `{"` in Base64.
pub(crate) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    // Only the beginning of a run counts: a long run is read once, however often it contains `eyJ`.
    let before = &bytes[..anchor.start];
    let is_inside = before.last().is_some_and(|byte| in_part(*byte));
    let begins = begins_after_escape(before) || !is_inside;
    if !begins || !bytes[anchor.start..].starts_with(b"eyJ") {
        return None;
    }
    let mut end = anchor.start;
    let mut payload = 0;
    for (part, shortest) in SHORTEST.into_iter().enumerate() {
        if part > 0 && bytes.get(end) == Some(&b'.') {
            end += 1;
        }
        let rest = &bytes[end..];
        let length = leading(rest, rest.len(), in_part);
        let is_payload = part == 1;
        let is_signature = part == 2;
        if is_signature && length < shortest && payload >= SHORTEST_UNSIGNED {
            return Some(anchor.start..end);
        }
        if length < shortest || (is_payload && !rest.starts_with(b"eyJ")) {
            return None;
        }
        if is_payload {
            payload = length;
        }
        end += length;
    }
    Some(anchor.start..end)
}

fn in_part(byte: u8) -> bool {
    Alphabet::Base64Url.holds(byte)
}
