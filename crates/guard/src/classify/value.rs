//! The shapes of values: which ones are only placeholders, which are plain words, and which look
//! made up.
//!
//! No measure of randomness decides: it only confirms a finding that a name or a URL has made
//! likely.

use crate::bigrams::likeness_to_words;

/// Values with digits or dashes that name a procedure.
const PROCEDURES: &[&str] = &[
    "argon2", "argon2id", "base64", "bcrypt2", "oauth2", "pbkdf2", "sha1", "sha256", "sha512",
    "x25519", "ed25519",
];

/// Beginnings of public keys in Base64 (RFC 4253, section 6.6; RFC 5280, section 4.1.2.7; RFC
/// 8410).
const PUBLIC_KEYS: &[&str] = &[
    "AAAAB3NzaC1",
    "AAAAC3NzaC1",
    "AAAAE2VjZHNh",
    "MIIBIjANBgkqhkiG9w0BAQEFAAOC",
    "MIICIjANBgkqhkiG9w0BAQEFAAOC",
    "MFkwEwYHKoZIzj0CAQYI",
    "MCowBQYDK2Vw",
];

/// Suffixes of numbers in program text.
const NUMBER_TYPES: &[&str] = &[
    "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "UL", "L",
];

/// Beginnings of the hashes in lock files, with `-` or `:` after them.
const HASHES: &[&str] = &["sha1", "sha256", "sha384", "sha512", "md5"];

/// The hashes of scripts and styles in pages, and their lengths in bits.
const RESOURCE_HASHES: &[(&str, usize)] = &[("sha256-", 256), ("sha384-", 384), ("sha512-", 512)];

/// The words of a name in which each begins with a capital, or after a dash.
pub(crate) fn humps(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(['-', '_']);
        let first = rest.chars().next()?;
        let tail = &rest[first.len_utf8()..];
        let end = tail.find(|letter: char| letter.is_ascii_uppercase() || "-_".contains(letter));
        let end = end.map_or(rest.len(), |end| end + first.len_utf8());
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

/// The text after the scheme of the URL of a page; `None` for any other value.
pub(crate) fn after_scheme(value: &str) -> Option<&str> {
    value
        .strip_prefix("https://")
        .or_else(|| value.strip_prefix("http://"))
}

/// True if `value` is the public part of a key.
pub(crate) fn is_public_key(value: &str) -> bool {
    PUBLIC_KEYS.iter().any(|head| value.starts_with(head))
}

/// True if `value` is the number of a version, of whatever form:
/// `v0.0.0-20161001094733-a6f4afe4910c`.
pub(crate) fn is_version(value: &str) -> bool {
    let bare = value.strip_prefix('v').unwrap_or(value);
    let mut parts = bare.splitn(3, '.');
    let mut is_numbered = || {
        let part = parts.next().unwrap_or_default();
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    is_numbered() && is_numbered() && bare.matches('.').count() >= 2
}

/// True if `value` is a digest with a plain name before it: `sha256:…`, `ibc/7F1D…`,
/// `owner/name@…`.
pub(crate) fn is_named_digest(value: &str) -> bool {
    let Some(at) = value.rfind(['/', ':', '@', '#', '=']) else {
        return false;
    };
    let (name, digest) = (&value[..at], &value[at + 1..]);
    // Two random parts are a key and its number.
    digest.len() >= 32 && is_digest(digest) && is_plain(name) && !is_uuid(name)
}

/// True if `value` is a name of several words: `VrRoute04SelectedTarget`.
pub(crate) fn is_camel_case(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_name = value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let words = humps(value).count();
    // Random letters have a capital every second time, and a digit every sixth.
    is_name
        && words > 1
        && words * 7 <= value.len() * 2
        && digits * 8 <= value.len()
        && likeness_to_words(value.as_bytes()) >= 0
}

/// True if `value` reads as words, numbers, a path, a dotted name, or another thing with an
/// ordinary shape.
pub(crate) fn is_plain(value: &str) -> bool {
    if is_procedure(value) || value.starts_with("arn:") || is_uuid(value) || is_integrity(value) {
        return true;
    }
    let mut runs = value.split(|letter: char| !letter.is_alphanumeric());
    runs.all(is_word)
}

/// True if `value` is a number or the name of a procedure: digits and letters that are not chosen.
pub(crate) fn is_procedure(value: &str) -> bool {
    PROCEDURES.contains(&value) || is_number(value)
}

/// One run of letters and digits: a word in any case, a number, `utf8`, `64bit`.
fn is_word(run: &str) -> bool {
    let digits = run.chars().filter(char::is_ascii_digit).count();
    let letters = run.chars().count() - digits;
    if digits == 0 {
        // Token characters are ASCII.
        return !run.is_ascii() || is_spelled(run);
    }
    if letters == 0 {
        return true;
    }
    let head = run.trim_end_matches(is_digit);
    let tail = run.trim_start_matches(is_digit);
    let is_numbered = head.len() == letters && digits <= 4 && is_spelled(head);
    let is_measure = tail.len() == letters && letters <= 4;
    is_numbered || is_measure
}

pub(crate) fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// Letters that could be words: one case, or humps of three letters and more on average, and not
/// too long.
pub(crate) fn is_spelled(letters: &str) -> bool {
    let mut humps = 0;
    for pair in letters.as_bytes().windows(2) {
        if pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase() {
            humps += 1;
        }
    }
    // Hardly any word has 24 letters, and tokens that are only letters have that many and more.
    if humps == 0 {
        return letters.len() < 24;
    }
    letters.len() / (humps + 1) >= 3
}

/// A number, a date or a time as programs write it: `0x80310044`, `8529u32`,
/// `2026-11-20T10:00:00Z`.
fn is_number(value: &str) -> bool {
    let bare = without_type(value).trim_end_matches('_');
    let hex = bare.strip_prefix("0x").or_else(|| bare.strip_prefix("0X"));
    match hex {
        Some(digits) => digits.len() <= 19 && digits.bytes().all(in_hex_number),
        None => bare.bytes().all(in_number),
    }
}

fn without_type(value: &str) -> &str {
    for name in NUMBER_TYPES {
        if let Some(number) = value.strip_suffix(name) {
            return number;
        }
    }
    value
}

fn in_hex_number(byte: u8) -> bool {
    byte.is_ascii_hexdigit() || byte == b'_'
}

fn in_number(byte: u8) -> bool {
    byte.is_ascii_digit() || b"_.-,:/+TZ".contains(&byte)
}

/// True if `value` has the groups of a UUID, with any letters: some providers make their keys so.
pub(crate) fn has_uuid_shape(value: &str) -> bool {
    is_grouped_as_uuid(value, |byte| byte.is_ascii_alphanumeric())
}

/// True if `value` is a UUID.
pub(crate) fn is_uuid(value: &str) -> bool {
    is_grouped_as_uuid(value, |byte| byte.is_ascii_hexdigit())
}

fn is_grouped_as_uuid(value: &str, in_group: fn(u8) -> bool) -> bool {
    if value.len() != 36 {
        return false;
    }
    let mut bytes = value.bytes().enumerate();
    bytes.all(|(at, byte)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => in_group(byte),
    })
}

/// `sha256-…` and `sha512:…`, as lock files write them.
pub(crate) fn is_integrity(value: &str) -> bool {
    let mut names = HASHES.iter();
    names.any(|name| {
        let head = value.get(..name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name))
            && value[name.len()..].starts_with(['-', ':'])
    })
}

/// True if `value` is the hash of a script or style as pages and their policies name it (Subresource
/// Integrity, section 3.5; Content Security Policy 3, section 2.3.1): its name, and exactly as many
/// letters of Base64 as it has.
pub(crate) fn is_resource_hash(value: &str) -> bool {
    RESOURCE_HASHES.iter().any(|(name, bits)| {
        let hash = value.get(..name.len()).zip(value.get(name.len()..));
        hash.is_some_and(|(head, letters)| {
            let digits = letters.trim_end_matches('=').len();
            head.eq_ignore_ascii_case(name)
                && digits == bits.div_ceil(6)
                && letters.len() <= digits.next_multiple_of(4)
        })
    })
}

/// True if `value` is a string that a program made: long enough to judge, and its letters do not
/// follow each other as in words. Only confirms a finding that a name or a place has made likely.
pub(crate) fn is_random(value: &str) -> bool {
    let bytes = value.as_bytes();
    // In fewer letters, pairs tell nothing: any abbreviation looks random.
    if bytes.len() < 12 || likeness_to_words(bytes) >= 0 {
        return false;
    }
    let has_digit = bytes.iter().any(u8::is_ascii_digit);
    let has_lower = bytes.iter().any(u8::is_ascii_lowercase);
    let has_upper = bytes.iter().any(u8::is_ascii_uppercase);
    let is_mixed = has_digit || (has_lower && has_upper);
    // Short strings of one case are often words that the bigrams do not know.
    (is_mixed || bytes.len() >= 20) && !is_sequence(bytes)
}

/// True if `value` is a hash or an id by its shape: hexadecimal of a usual length, or a UUID.
pub(crate) fn is_digest(value: &str) -> bool {
    let is_hex = value.bytes().all(|byte| byte.is_ascii_hexdigit());
    // CRC-32 to SHA-512. Records are full of commit ids and checksums, which are not secret; only a
    // name tells a key in hexadecimal from them.
    let is_usual = matches!(value.len(), 8 | 16 | 32 | 40 | 56 | 64 | 96 | 128);
    is_uuid(value) || (is_hex && is_usual)
}

/// Few different characters: a filler, a ruler, a counter.
fn is_sequence(bytes: &[u8]) -> bool {
    let mut seen = [false; 256];
    let mut different = 0;
    for byte in bytes {
        let is_new = !std::mem::replace(&mut seen[usize::from(*byte)], true);
        different += usize::from(is_new);
    }
    different < 6
}

/// True if `value` mixes letters with digits or signs, as people make passwords.
pub(crate) fn is_mixed(value: &str) -> bool {
    value.contains(char::is_alphabetic) && value.contains(is_digit_or_sign)
}

fn is_digit_or_sign(letter: char) -> bool {
    letter.is_ascii_digit() || "!@#$%^&*?+=~".contains(letter)
}

/// True if `value` is the address of a person: words around an `@`.
pub(crate) fn is_address(value: &str) -> bool {
    match value.split_once('@') {
        Some((user, host)) => is_name_of_address(user) && is_name_of_address(host),
        None => false,
    }
}

fn is_name_of_address(part: &str) -> bool {
    let mut bytes = part.bytes();
    part.len() >= 3 && bytes.all(|byte| byte.is_ascii_lowercase() || byte == b'.')
}

/// Number of changes between letters and digits, or small and capital letters: high in random
/// strings, low in names.
pub(crate) fn turns(value: &str) -> usize {
    let mut turns = 0;
    for pair in value.as_bytes().windows(2) {
        if sort(pair[0]) != sort(pair[1]) {
            turns += 1;
        }
    }
    turns
}

fn sort(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    }
}
