//! Reads private keys: PEM (RFC 7468, and the older form with headers), OpenSSH, PGP (RFC 9580) and
//! `PuTTY`.

use std::ops::Range;

/// How much of a key must be there when its end is missing. A header that is only spoken of has no
/// body.
const SHORTEST_BODY: usize = 40;

/// How much suffices between a first and a last line. Shorter runs of letters than this are words.
const SHORTEST_RUN: usize = 16;

/// The shortest key of an elliptic curve has so many characters of Base64.
const SHORTEST_BARE: usize = 60;

/// A key of 16,384 bits has fewer.
const LONGEST_BARE: usize = 16 * 1024;

/// The longest label between `BEGIN` and the dashes.
const LONGEST_LABEL: usize = 48;

/// Reads a block from its `-----BEGIN ` on, to the end line, or where that is missing as far as the
/// body goes. Line ends may be the real ones or a string's `\n`.
pub(super) fn read_pem(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let label = anchor.end..bytes.len().min(anchor.end + LONGEST_LABEL);
    let dashes = anchor.end
        + bytes[label]
            .windows(5)
            .position(|window| window == b"-----")?;
    let label = bytes.get(anchor.end..dashes)?;
    if !label.windows(11).any(|window| window == b"PRIVATE KEY") {
        return None;
    }
    let start = dashes + 5;
    let length = (start..bytes.len())
        .take_while(|at| in_body(bytes[*at]) && !bytes[*at..].starts_with(b"-----"))
        .count();
    let body = start..start + length;
    let end = end_line(bytes, body.end);
    let least = if end.is_some() {
        SHORTEST_RUN
    } else {
        SHORTEST_BODY
    };
    if material(&bytes[body.clone()]) < least {
        return None;
    }
    Some(anchor.start..trimmed(bytes, anchor.start..end.unwrap_or(body.end)))
}

/// Reads a `PuTTY` key file from its first header to its last line.
pub(super) fn read_putty(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    const KEY: &str = "Private-Lines:";
    const MAC: &str = "Private-MAC:";
    // A key of 16,384 bits has about 13,000 characters.
    let limit = text.floor_char_boundary(text.len().min(anchor.start + 16 * 1024));
    let window = &text[anchor.start..limit];
    let window = window[1..]
        .find("PuTTY-User-Key-File-")
        .map_or(window, |next| &window[..=next]);
    let body = window.find(KEY)? + KEY.len();
    let length = match window[body..].find(MAC) {
        Some(mac) => {
            let value = body + mac + MAC.len();
            let rest = &window[value..];
            value + rest.len()
                - rest
                    .trim_start()
                    .trim_start_matches(|letter: char| letter.is_ascii_hexdigit())
                    .len()
        }
        None => {
            body + window.as_bytes()[body..]
                .iter()
                .take_while(|byte| in_body(**byte))
                .count()
        }
    };
    let key = anchor.start..anchor.start + length;
    (material(&window.as_bytes()[body..length]) >= SHORTEST_BODY)
        .then(|| key.start..trimmed(text.as_bytes(), key))
}

/// Reads a key that stands without its first and last line: the Base64 of its DER, or of a whole
/// PEM file. Lines as long as keys have them belong to it.
pub(super) fn read_bare(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let in_run = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let before = bytes[..anchor.start]
        .iter()
        .rev()
        .take(SHORTEST_RUN)
        .take_while(in_run)
        .count();
    let begin = match &bytes[anchor.start - before..anchor.start] {
        [] => anchor.start,
        // The letter of a string's `\n`.
        [b'n' | b'r' | b't'] if bytes[..anchor.start - 1].ends_with(b"\\") => anchor.start,
        // In PKCS #8 the key's length stands before what is always the same.
        [.., b'M', b'I', b'I', _, _, _] => anchor.start - 6,
        _ => return None,
    };
    let limit = bytes.len().min(begin + LONGEST_BARE);
    let mut end = begin;
    let mut key = String::new();
    loop {
        let blanks = bytes[end..limit]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let start = end + if key.is_empty() { 0 } else { blanks };
        let run = bytes[start..limit].iter().take_while(in_run).count();
        if run < SHORTEST_RUN && !(run > 0 && bytes[start + run - 1] == b'=') {
            break;
        }
        key.push_str(&text[start..start + run]);
        end = start + run;
    }
    // `LS0tLS1CRUdJTiB` is `-----BEGIN `: of what, the next characters say.
    let is_key = !key.starts_with("LS0t")
        || key
            .get(..72)
            .and_then(super::base64::decoded)
            .is_some_and(|head| head.contains("PRIVATE KEY"));
    (key.len() >= SHORTEST_BARE && is_key).then_some(begin..end)
}

/// Base64, the headers of encrypted keys, white space, and what quotes a block in other formats.
fn in_body(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || byte.is_ascii_whitespace()
        || b"+/=\\-:,.()\"'>|#*_@;".contains(&byte)
}

/// How many bytes could be key material: those in runs too long for words of prose.
fn material(body: &[u8]) -> usize {
    let runs =
        body.split(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')));
    runs.map(<[u8]>::len)
        .filter(|length| *length >= SHORTEST_RUN)
        .sum()
}

/// Behind the line `-----END …-----` that begins at `start`.
fn end_line(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?.strip_prefix(b"-----END ")?;
    let label = &rest[..rest.len().min(LONGEST_LABEL)];
    let dashes = label.windows(5).position(|window| window == b"-----")?;
    Some(start + 9 + dashes + 5)
}

/// The end of `block` without white space and quotes behind it.
fn trimmed(bytes: &[u8], block: Range<usize>) -> usize {
    let tail = bytes[block.clone()].iter().rev();
    block.end
        - tail
            .take_while(|byte| byte.is_ascii_whitespace() || b"\"'>|#*\\,.;".contains(byte))
            .count()
}
