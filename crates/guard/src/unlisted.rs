//! Tokens of providers that are not in the table, found by common features of tokens: a mark and a
//! random tail (`acme_live_…`), or a long random run that is a separate word or comes after a name.
//!
//! Ids are shorter than tokens, hashes are hexadecimal, names read as words, and data goes on with
//! signs that tokens do not have: a run that is none of these is nearly always a key.

use std::ops::Range;

use super::bigrams::likeness_to_words;
use super::classify::{placeholder, value};
use super::looks_made::{
    LIKENESS, LONGEST_MARK, Shortest, has_digit, is_marked, is_mixed, is_other_by_its_mark,
};
use super::run::{ByteSet, WIDE, begins_after_escape, leading, trailing};
use super::{base64, checksum, published, work};

/// Names of the two rules.
pub(crate) const MARKED: &str = "marked-token";
pub(crate) const RANDOM: &str = "random-token";

/// A longer run is data.
const LONGEST: usize = 200;

/// Largest distance before a run on its line at which a word can exclude it, in bytes.
const WINDOW: usize = 40;

/// Words before a run that is not a secret.
const HARMLESS: &[&str] = &[
    "address",
    "blob",
    "checksum",
    "cid",
    "commit",
    "contract",
    "csrf",
    "cursor",
    "xsrf",
    "cache_key",
    "cache-key",
    "digest",
    "etag",
    "fingerprint",
    "h1:",
    "hash",
    "integrity",
    "md5",
    "nonce",
    "public",
    "pubkey",
    "revision",
    "sha1",
    "sha256",
    "sha-",
    "sha512",
    "signature",
    "version",
    "wallet",
    "_id",
    "-id",
    " id",
    "\"id",
    "id\"",
    "id:",
    "id=",
    "Id\"",
    "Id:",
    "Id=",
    "://",
];

/// Beginnings of the names that compilers make of those of a program: of C++ and old Rust, of Rust,
/// and of Swift.
const MANGLED: &[&str] = &[
    "_ZN", "ZN", "_ZT", "_RN", "RNv", "_RI", "_RM", "_RX", "_RY", "_$s", "$s",
];

/// Words that exclude a token with a mark, too: the other words may be in the sentence of one.
const HASHES: &[&str] = &["sha1", "sha256", "sha384", "sha512", "md5", "integrity"];

/// A run that is more like words than this is a name, and has no random tail behind its mark
/// either.
const LIKENESS_OF_NAMES: i32 = 5;

/// Bytes that can be before and after a token.
static OPENS: ByteSet = ByteSet::of(b" \t\r\n\"'`([{<>|*=:,;~");
static CLOSES: ByteSet = ByteSet::of(b" \t\r\n\"'`)]}<>|*,;:!?&\\");

/// Evidence that tells a token from other runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// By its mark.
    Marked,
    /// Found only by its randomness.
    Random,
}

/// The token that a run (of letters, digits, `-` and `_`) is, or is a part of.
pub(crate) fn read(text: &str, run: &Range<usize>) -> Option<(Sort, Range<usize>)> {
    let bytes = text.as_bytes();
    // Most long runs are names of several words: nothing else is asked of them.
    if run.len() > LONGEST || likeness_to_words(&bytes[run.clone()]) > LIKENESS_OF_NAMES {
        return None;
    }
    let run = trimmed(bytes, run);
    let whole = dotted(bytes, &run);
    let found = if stands_apart(bytes, &whole) {
        sort(text, &whole).map(|sort| (sort, whole))
    } else {
        encoded(text, &run).map(|span| (Sort::Random, span))
    };
    found.filter(|(_, span)| {
        let token = &text[span.clone()];
        !placeholder::is_placeholder(token)
            && !value::is_public_key(token)
            && !checksum::fails(token)
            && !value::is_resource_hash(&text[base64_around(bytes, span)])
    })
}

/// A run without the letter of a written line end before it, and without dashes.
fn trimmed(bytes: &[u8], run: &Range<usize>) -> Range<usize> {
    let mut start = run.start;
    if bytes[..start].ends_with(b"\\") && begins_after_escape(&bytes[..=start]) {
        start += 1;
    }
    let dashes = leading(&bytes[start..run.end], LONGEST, |byte| {
        matches!(byte, b'-' | b'_')
    });
    start + dashes..run.end
}

/// A run with the parts that dots join to it: a mark before it, random parts after it.
fn dotted(bytes: &[u8], run: &Range<usize>) -> Range<usize> {
    let mut whole = run.clone();
    while let Some(before) = bytes[..whole.start].strip_suffix(b".") {
        let part = trailing(before, LONGEST_MARK, |byte| WIDE.has(byte));
        let mark = run.start - whole.start + part + 1;
        if part == 0 || mark > LONGEST_MARK {
            break;
        }
        whole.start -= part + 1;
    }
    while bytes.get(whole.end) == Some(&b'.')
        && whole.len() < LONGEST
        && let Some(further) = joined(bytes, whole.end)
    {
        whole.end = further;
    }
    whole
}

/// The end of the random part that a dot joins to the part that ends at `end`; there may be a short
/// one before it.
fn joined(bytes: &[u8], end: usize) -> Option<usize> {
    let part = part_after(bytes, end);
    let is_random = |part: &Range<usize>| {
        let part = &bytes[part.clone()];
        has_digit(part) && likeness_to_words(part) < LIKENESS
    };
    if part.len() >= 8 && is_random(&part) {
        return Some(part.end);
    }
    let next = part_after(bytes, part.end);
    let is_short = (3..8).contains(&part.len()) && bytes.get(part.end) == Some(&b'.');
    (is_short && next.len() >= 16 && is_random(&next)).then_some(next.end)
}

/// The run after the byte at `end`.
fn part_after(bytes: &[u8], end: usize) -> Range<usize> {
    let start = bytes.len().min(end + 1);
    start..start + leading(&bytes[start..], LONGEST, |byte| WIDE.has(byte))
}

/// True if a token is a separate word, not part of a path, a name or data.
fn stands_apart(bytes: &[u8], token: &Range<usize>) -> bool {
    let before = &bytes[..token.start];
    let is_begun = match before.last() {
        Some(b'n' | b'r' | b't') => begins_after_escape(before),
        // A dash was taken from the run.
        Some(b'-' | b'_') | None => true,
        // An added line of a diff.
        Some(b'+') => matches!(before, [b'+'] | [.., b'\n', b'+']),
        Some(byte) => !byte.is_ascii() || OPENS.has(*byte),
    };
    let is_ended = match &bytes[token.end..] {
        [] | [b'.'] => true,
        // The end of a sentence, or that of a name.
        [b'.', next, ..] => !next.is_ascii_alphanumeric(),
        [byte, ..] => !byte.is_ascii() || CLOSES.has(*byte),
    };
    is_begun && is_ended
}

/// Kind of evidence that makes a run a token; `None` if it is not one.
fn sort(text: &str, span: &Range<usize>) -> Option<Sort> {
    let token = &text[span.clone()];
    work::did(token.len());
    if is_other_by_its_mark(token) {
        return None;
    }
    if is_marked(token) {
        return (!says_one_of(text, span.start, HASHES)).then_some(Sort::Marked);
    }
    let shortest = if is_bound(&text[..span.start]) {
        Shortest {
            mixed: 20,
            of_capitals: 20,
            of_small: 24,
        }
    } else {
        Shortest {
            mixed: 24,
            of_capitals: 20,
            of_small: 32,
        }
    };
    let is_random = shortest.allows(token)
        && !is_other(token)
        && !is_line_of_data(text, span)
        && !is_in_url(&text[..span.start])
        && !says_one_of(text, span.start, HARMLESS);
    is_random.then_some(Sort::Random)
}

/// The Base64 that a run is a part of, if a name and a sign are before it.
fn encoded(text: &str, run: &Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let span = base64_around(bytes, run);
    let is_token = (32..=LONGEST).contains(&span.len())
        && stands_apart(bytes, &span)
        && is_bound(&text[..span.start])
        && !says_one_of(text, span.start, HARMLESS)
        && is_mixed(&text[span.clone()])
        && !is_path(&text[span.clone()])
        && !is_in_url(&text[..span.start])
        && !is_other(&text[span.clone()]);
    is_token.then_some(span)
}

/// A run with the letters of Base64 around it, and the padding after them.
fn base64_around(bytes: &[u8], run: &Range<usize>) -> Range<usize> {
    // The sign before a name's value is not padding.
    let before = trailing(&bytes[..run.start], LONGEST, |byte| {
        base64::LETTERS.has(byte)
    });
    let after = leading(&bytes[run.end..], LONGEST, |byte| {
        base64::LETTERS.has(byte) || byte == b'='
    });
    run.start - before..run.end + after
}

/// True if a run with slashes is a path: it begins at the top, or has a folder whose name is a
/// word.
fn is_path(run: &str) -> bool {
    let is_word = |part: &str| part.len() >= 6 && part.bytes().all(|c| c.is_ascii_lowercase());
    run.starts_with('/') || run.split('/').any(is_word)
}

/// True if one of some words is on the same line, shortly before a place.
fn says_one_of(text: &str, start: usize, words: &[&str]) -> bool {
    let line = line_before(text, start).to_ascii_lowercase();
    words.iter().any(|word| line.contains(word))
}

/// The text before a run on its line, as far as it is near.
fn line_before(text: &str, start: usize) -> &str {
    let near = &text[text.ceil_char_boundary(start.saturating_sub(WINDOW))..start];
    match near.rfind('\n') {
        Some(end) => &near[end + 1..],
        None => near,
    }
}

/// True if a text ends inside of the address of a page.
fn is_in_url(before: &str) -> bool {
    let from = before.ceil_char_boundary(before.len().saturating_sub(LONGEST));
    let word = before[from..]
        .rsplit([' ', '\n', '\t', '"', '(', '<', '`'])
        .next();
    word.is_some_and(|word| word.contains("://"))
}

/// True if a random run is a number, the header of a JWT, an id of GitHub, the address of an account
/// (BIP 173), or a name that a compiler has mangled.
fn is_other(token: &str) -> bool {
    // The guard scans hidden text separately.
    let is_text = base64::decoded(token).is_some();
    let is_number = token.starts_with("0x");
    let is_node = token.find("_kw").is_some_and(|at| at < 6);
    let is_account = match token.split_once('1') {
        Some((head, tail)) => {
            head.bytes().all(|byte| byte.is_ascii_lowercase())
                && tail.len() >= 38
                && !tail.contains(['b', 'i', 'o'])
        }
        None => false,
    };
    let is_mangled = MANGLED.iter().any(|head| token.starts_with(head));
    is_number
        || is_node
        || is_account
        || is_text
        || is_mangled
        || token.starts_with("eyJ")
        || published::is_address(token)
}

/// True if a text ends with a name and a sign.
fn is_bound(before: &str) -> bool {
    let bare = before.trim_end_matches([' ', '\t', '"', '\'', '`']);
    let Some(name) = bare.strip_suffix(['=', ':']) else {
        return false;
    };
    let name = name.trim_end_matches([' ', '"', '\'', '`', ']', '*', ':']);
    trailing(name.as_bytes(), LONGEST_MARK, |byte| WIDE.has(byte)) >= 2
}

/// True if a run fills its line, as in a block of Base64.
fn is_line_of_data(text: &str, span: &Range<usize>) -> bool {
    let before = text[..span.start].trim_end_matches([' ', '\t']);
    let is_first = before.is_empty() || before.ends_with('\n');
    let is_last = matches!(text.as_bytes().get(span.end), None | Some(b'\n' | b'\r'));
    span.len() >= 60 && is_first && is_last
}
