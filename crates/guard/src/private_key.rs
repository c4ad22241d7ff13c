//! Reads private keys: PEM (RFC 7468, and the older form with headers), OpenSSH, PGP (RFC 9580) and
//! `PuTTY`.
//!
//! Keys are seldom as their programs write them: they come with line numbers, log heads, `<br>`,
//! quotes and commas. A key consists of its long runs of Base64, so these are looked for, and the
//! text between two of them counts as part of the key.

use std::ops::Range;

use super::run::{leading, trailing};
use super::{base64, work};

// Length of a key that is enough when its end is missing. A header in running text has no body.
const SHORTEST_BODY: usize = 40;

// Length that is enough between a first and a last line. Shorter runs of letters than this are
// words.
const SHORTEST_RUN: usize = 16;

/// The shortest key of an elliptic curve, in characters of Base64.
const SHORTEST_BARE: usize = 60;

// More than a key of 16,384 bits has, in bytes: it takes about 13,000 characters, and some gutters.
// A bound keeps the scan linear if a text has many beginnings and no end.
const LONGEST_KEY: usize = 24 * 1024;

// Largest distance between two runs of a key, in bytes: the head of a log line, or a number with
// the frame of a table. After the first line the headers of a key may come.
const LONGEST_GAP: usize = 160;
const LONGEST_HEAD: usize = 400;

// Programs break the lines of a key at 64 or 76 letters.
const LONGEST_LINE: usize = 81;

/// The longest label between `BEGIN` and the dashes.
const LONGEST_LABEL: usize = 48;

const DASHES: &[u8] = b"-----";
const BEGIN: &[u8] = b"-----BEGIN";
const END: &[u8] = b"-----END";

/// Part of a key's body that was read.
struct Body {
    /// End of its last run, in bytes of the text.
    end: usize,
    /// Number of bytes of its long runs.
    material: usize,
    /// The end of its last line, if there is one.
    closed: Option<usize>,
}

/// Reads a block from its `-----BEGIN` on, to the end line, or if that is missing, to the end of
/// the body.
pub(crate) fn read_pem(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let label = label(&bytes[anchor.end..])?;
    // Certificates and public keys have the same lines.
    if !speaks_of_private_key(label) {
        return None;
    }
    let body = body(bytes, anchor.end + label.len() + DASHES.len());
    let (least, end) = match body.closed {
        Some(end) => (SHORTEST_RUN, end),
        // A key whose end was cut off still gives away most of itself.
        None => (SHORTEST_BODY, body.end),
    };
    (body.material >= least).then_some(anchor.start..end)
}

/// The label before the dashes that close a first or last line.
fn label(rest: &[u8]) -> Option<&[u8]> {
    let window = &rest[..rest.len().min(LONGEST_LABEL)];
    Some(&window[..find(window, DASHES)?])
}

/// True if a label names a private key, also in the encoding of forms (`RSA+PRIVATE+KEY`).
fn speaks_of_private_key(label: &[u8]) -> bool {
    let mut words = label.split(|byte| !byte.is_ascii_alphanumeric());
    words.any(|word| word == b"PRIVATE") && find(label, b"KEY").is_some()
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// Reads a body from `start` on: runs of Base64 with anything between them that is not too long.
fn body(bytes: &[u8], start: usize) -> Body {
    let mut body = Body {
        end: start,
        material: 0,
        closed: None,
    };
    let limit = bytes.len().min(start + LONGEST_KEY);
    let mut at = start;
    // Limit for the start of the next run.
    let mut reach = start + LONGEST_HEAD;
    while at < limit.min(reach) {
        let rest = &bytes[at..limit];
        if rest.starts_with(END) {
            body.closed = end_of_last_line(bytes, at);
            break;
        }
        // Another key is read from its own beginning.
        if rest.starts_with(BEGIN) {
            break;
        }
        let run = leading(rest, rest.len(), in_base64);
        at += run.max(1);
        if is_material(&rest[..run]) {
            body.material += run;
            body.end = at;
            reach = at + LONGEST_GAP;
        } else if run > 0 && is_last_run(bytes, at - run..at) {
            body.end = at;
        }
    }
    work::did(at - start);
    body
}

/// True if a run could be a line of a key: words and paths are as long, but in small letters.
fn is_material(run: &[u8]) -> bool {
    run.len() >= SHORTEST_RUN
        && run.iter().any(u8::is_ascii_uppercase)
        && run.iter().any(u8::is_ascii_lowercase)
}

/// True if a short run ends a key whose last line is missing: with the signs that fill up its last
/// group.
fn is_last_run(bytes: &[u8], run: Range<usize>) -> bool {
    run.len() >= 4 && run.len().is_multiple_of(4) && bytes[run].ends_with(b"=")
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
    work::did(window.len());
    let key = window.find(KEY)? + KEY.len();
    let body = body(window.as_bytes(), key);
    if body.material < SHORTEST_BODY {
        return None;
    }
    let mut end = body.end;
    if let Some(mac) = window[key..].find(MAC) {
        let after = &window[key + mac + MAC.len()..];
        let rest = after.trim_start().trim_start_matches(is_hex);
        end = end.max(window.len() - rest.len());
    }
    Some(anchor.start..anchor.start + end)
}

fn is_hex(letter: char) -> bool {
    letter.is_ascii_hexdigit()
}

/// Reads a key without its first and last line: the Base64 of its DER, or of a whole PEM file.
/// Lines as long as keys have them belong to it.
pub(crate) fn read_bare(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let begin = begin_of_bare(&bytes[..anchor.start])?;
    let first = leading(&bytes[begin..], bytes.len(), in_base64);
    // A key on one line has nothing to do with the text after it.
    let (end, material) = if first >= LONGEST_LINE {
        (begin + first, first)
    } else {
        let body = body(bytes, begin);
        (body.end, body.material)
    };
    let is_long = material >= SHORTEST_BARE;
    (is_long && is_key(&text[begin..begin + first])).then_some(begin..end)
}

/// Start of a key whose anchor follows `before`, if a key can begin there.
fn begin_of_bare(before: &[u8]) -> Option<usize> {
    // The sign that fills up Base64 belongs to a name if it comes before the key.
    let run = trailing(before, SHORTEST_RUN, |byte| in_base64(byte) && byte != b'=');
    match &before[before.len() - run..] {
        [] => Some(before.len()),
        // An added line of a diff.
        b"+" if matches!(before, [_] | [.., b'\n', _]) => Some(before.len()),
        // The letter of a string's `\n`.
        [b'n' | b'r' | b't'] if before[..before.len() - 1].ends_with(b"\\") => Some(before.len()),
        // In PKCS #8 the key's length comes before the constant part.
        [.., b'M', b'I', b'I', _, _, _] => Some(before.len() - 6),
        _ => None,
    }
}

/// True if the Base64 is that of a key. `LS0tLS1CRUdJTiB` is `-----BEGIN `: the next characters
/// name the kind.
fn is_key(first_line: &str) -> bool {
    if !first_line.starts_with("LS0t") {
        return true;
    }
    // 72 letters hold the whole first line of the file, whatever its label; programs break lines at
    // 64, which hold the first line of most.
    let head = first_line.get(..72).unwrap_or(first_line);
    if head.len() < SHORTEST_BARE {
        return false;
    }
    match base64::decoded(head) {
        Some(head) => head.contains("PRIVATE KEY"),
        None => false,
    }
}

fn in_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// The end of the line `-----END …-----` that begins at `start`.
fn end_of_last_line(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?.strip_prefix(END)?;
    let label = label(rest)?;
    Some(start + END.len() + label.len() + DASHES.len())
}
