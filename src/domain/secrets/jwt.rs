//! Reads JSON Web Tokens in their compact form: RFC 7519 and RFC 7515, section 3.1.

use std::ops::Range;

use super::rule::Alphabet;

/// The shortest header, payload and signature that real tokens have, in characters.
const SHORTEST: [usize; 3] = [12, 8, 16];

/// Reads `header.payload.signature` from the `eyJ` on, which is how `{"` looks in Base64.
pub(super) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    // Only the beginning of a run counts: a long run is read once, however often `eyJ` stands in
    // it.
    let begins = match bytes[..anchor.start] {
        [] | [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., byte] => !Alphabet::Base64Url.holds(byte),
    };
    if !begins || !bytes[anchor.start..].starts_with(b"eyJ") {
        return None;
    }
    let mut end = anchor.start;
    for (part, shortest) in SHORTEST.into_iter().enumerate() {
        if part > 0 {
            end += usize::from(bytes.get(end) == Some(&b'.'));
        }
        let length = bytes[end..]
            .iter()
            .take_while(|byte| Alphabet::Base64Url.holds(**byte))
            .count();
        if length < shortest || (part == 1 && !bytes[end..].starts_with(b"eyJ")) {
            return None;
        }
        end += length;
    }
    Some(anchor.start..end)
}
