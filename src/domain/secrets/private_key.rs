//! Reads private keys: PEM (RFC 7468, and the older form with headers), OpenSSH, PGP (RFC 9580) and
//! `PuTTY`.

use std::ops::Range;

use super::base64;
use super::run::{leading, trailing};

// How much of a key must be there when its end is missing. A header that is only spoken of has no
// body.
const SHORTEST_BODY: usize = 40;

// How much suffices between a first and a last line. Shorter runs of letters than this are words.
const SHORTEST_RUN: usize = 16;

/// The shortest key of an elliptic curve, in characters of Base64.
const SHORTEST_BARE: usize = 60;

// More than a key of 16,384 bits has, in bytes: it takes about 13,000 characters. A bound keeps the
// scan linear where a text has many beginnings and no end.
const LONGEST_KEY: usize = 16 * 1024;

/// The longest label between `BEGIN` and the dashes.
const LONGEST_LABEL: usize = 48;

const DASHES: &[u8] = b"-----";

/// Reads a block from its `-----BEGIN ` on, to the end line, or where that is missing as far as the
/// body goes. Line ends may be the real ones or a string's `\n`.
pub(crate) fn read_pem(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let label = label(&bytes[anchor.end..])?;
    // Certificates and public keys have the same lines.
    find(label, b"PRIVATE KEY")?;
    let body = anchor.end + label.len() + DASHES.len();
    let body = body..body + body_length(&bytes[body..]);
    let end = end_of_last_line(bytes, body.end);
    let least = match end {
        Some(_) => SHORTEST_RUN,
        None => SHORTEST_BODY,
    };
    if material(&bytes[body.clone()]) < least {
        return None;
    }
    let block = match end {
        Some(end) => anchor.start..end,
        // A key whose end was cut off still gives away most of itself.
        None => anchor.start..body.end,
    };
    Some(trimmed(bytes, block))
}

/// What comes before the dashes that close a first or last line.
fn label(rest: &[u8]) -> Option<&[u8]> {
    let window = &rest[..rest.len().min(LONGEST_LABEL)];
    Some(&window[..find(window, DASHES)?])
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// How many bytes belong to the body of a block; dashes begin the last line.
fn body_length(rest: &[u8]) -> usize {
    let mut length = 0;
    while length < rest.len() && in_body(rest[length]) && !rest[length..].starts_with(DASHES) {
        length += 1;
    }
    length
}

/// Reads a `PuTTY` key file from its first header to its last line.
pub(crate) fn read_putty(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    const BEGIN: &str = "PuTTY-User-Key-File-";
    const KEY: &str = "Private-Lines:";
    const MAC: &str = "Private-MAC:";
    let limit = text.len().min(anchor.start + LONGEST_KEY);
    let mut window = &text[anchor.start..text.floor_char_boundary(limit)];
    // Another file that follows is read from its own beginning.
    if let Some(next) = window[1..].find(BEGIN) {
        window = &window[..=next];
    }
    let body = window.find(KEY)? + KEY.len();
    let length = if let Some(mac) = window[body..].find(MAC) {
        let after = &window[body + mac + MAC.len()..];
        let rest = after.trim_start().trim_start_matches(is_hex);
        window.len() - rest.len()
    } else {
        let rest = &window.as_bytes()[body..];
        body + leading(rest, rest.len(), in_body)
    };
    if material(&window.as_bytes()[body..length]) < SHORTEST_BODY {
        return None;
    }
    let key = anchor.start..anchor.start + length;
    Some(trimmed(text.as_bytes(), key))
}

fn is_hex(letter: char) -> bool {
    letter.is_ascii_hexdigit()
}

/// Reads a key without its first and last line: the Base64 of its DER, or of a whole PEM file.
/// Lines as long as keys have them belong to it.
pub(crate) fn read_bare(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let begin = begin_of_bare(&bytes[..anchor.start])?;
    let limit = bytes.len().min(begin + LONGEST_KEY);
    let mut end = begin;
    let mut key = String::new();
    loop {
        let mut start = end;
        if !key.is_empty() {
            let rest = &bytes[end..limit];
            start += leading(rest, rest.len(), |byte| byte.is_ascii_whitespace());
        }
        let rest = &bytes[start..limit];
        let run = leading(rest, rest.len(), in_base64);
        let is_last_line = rest[..run].ends_with(b"=");
        if run < SHORTEST_RUN && !is_last_line {
            break;
        }
        key.push_str(&text[start..start + run]);
        end = start + run;
    }
    (key.len() >= SHORTEST_BARE && is_key(&key)).then_some(begin..end)
}

/// Where a key begins whose anchor follows `before`, if it can.
fn begin_of_bare(before: &[u8]) -> Option<usize> {
    let run = trailing(before, SHORTEST_RUN, in_base64);
    match &before[before.len() - run..] {
        [] => Some(before.len()),
        // The letter of a string's `\n`.
        [b'n' | b'r' | b't'] if before[..before.len() - 1].ends_with(b"\\") => Some(before.len()),
        // In PKCS #8 the key's length comes before what is always the same.
        [.., b'M', b'I', b'I', _, _, _] => Some(before.len() - 6),
        _ => None,
    }
}

/// Whether the Base64 is that of a key. `LS0tLS1CRUdJTiB` is `-----BEGIN `: of what, the next
/// characters say.
fn is_key(key: &str) -> bool {
    if !key.starts_with("LS0t") {
        return true;
    }
    // 72 letters hold the whole first line, whatever its label.
    let Some(head) = key.get(..72) else {
        return false;
    };
    match base64::decoded(head) {
        Some(head) => head.contains("PRIVATE KEY"),
        None => false,
    }
}

fn in_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Base64, the headers of encrypted keys, white space, and what quotes a block in other formats.
fn in_body(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || byte.is_ascii_whitespace()
        || b"+/=\\-:,.()\"'>|#*_@;".contains(&byte)
}

/// How many bytes could be key material: those in runs too long for words of prose.
fn material(body: &[u8]) -> usize {
    let mut material = 0;
    for run in body.split(|byte| !in_base64(*byte)) {
        if run.len() >= SHORTEST_RUN {
            material += run.len();
        }
    }
    material
}

/// The end of the line `-----END …-----` that begins at `start`.
fn end_of_last_line(bytes: &[u8], start: usize) -> Option<usize> {
    const END: &[u8] = b"-----END ";
    let rest = bytes.get(start..)?.strip_prefix(END)?;
    let label = label(rest)?;
    Some(start + END.len() + label.len() + DASHES.len())
}

/// `block` without white space and quotes at its end.
fn trimmed(bytes: &[u8], block: Range<usize>) -> Range<usize> {
    let closing = trailing(&bytes[block.clone()], block.len(), |byte| {
        byte.is_ascii_whitespace() || b"\"'>|#*\\,.;".contains(&byte)
    });
    block.start..block.end - closing
}
