//! Judges values: which ones only hold a place, which are plain words, and which look made up.
//!
//! No measure of randomness decides alone: it only confirms what a name or a URL has made likely.

use super::super::bigrams::likeness_to_words;
use super::super::redact::MARKER;

/// What stands in the middle of examples, and practically never in a random string.
const FILLERS: &[&str] = &[
    "xxxx",
    "****",
    "....",
    "••••",
    "example",
    "placeholder",
    "changeme",
    "change_me",
    "change-me",
    "redacted",
    "your_",
    "your-",
    "yourpassword",
    "insert-",
    "replace-",
    "replace_",
    "dummy",
];

/// Words that stand where a password would.
const STAND_INS: &[&str] = &[
    "pass",
    "passwd",
    "password",
    "pwd",
    "pw",
    "secret",
    "token",
    "key",
    "apikey",
    "api_key",
    "credential",
    "credentials",
    "xxx",
    "***",
    "...",
    "…",
    "foo",
    "bar",
    "null",
    "none",
    "true",
    "false",
    "nil",
    "undefined",
    "access_token",
    "mypassword",
    "s3cret",
    "s3cr3t",
    "secr3t",
];

/// Values with digits or dashes that name a procedure.
const PROCEDURES: &[&str] = &[
    "argon2", "argon2id", "base64", "bcrypt2", "oauth2", "pbkdf2", "sha1", "sha256", "sha512",
    "x25519", "ed25519",
];

/// Whether a marker of ours stands in `value`.
pub(crate) fn is_marked(value: &str) -> bool {
    value.contains(MARKER)
}

/// Whether `value` says of itself that it is made up.
pub(crate) fn is_filler(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    FILLERS.iter().any(|filler| lower.contains(filler))
}

/// Whether `value` is a word for a password, not one.
pub(crate) fn is_stand_in(value: &str) -> bool {
    STAND_INS
        .iter()
        .any(|word| value.eq_ignore_ascii_case(word))
}

/// Whether `value` is several words, one of which means a password: `passwd-on-proxy`,
/// `my_secret_key`.
pub(crate) fn speaks_of_password(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let words: Vec<&str> = lower.split(['-', '_', '.', ' ']).collect();
    words.len() > 1
        && words
            .iter()
            .all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()))
        && words.iter().any(|word| STAND_INS.contains(word))
}

/// Whether `value` only holds the place of a value: `<…>`, `${…}`, `$NAME`, `%NAME%`, `{{…}}`,
/// `{name}`, `‹name›`, `…`.
pub(crate) fn is_placeholder(value: &str) -> bool {
    let is_name = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let wrapped = [
        ("<", ">"),
        ("{", "}"),
        ("[", "]"),
        ("%", "%"),
        ("__", "__"),
        ("(", ")"),
    ];
    let first = value.chars().next();
    value.strip_prefix('$').is_some_and(|name| {
        is_name(name) && !name.starts_with(|letter: char| letter.is_ascii_digit())
    }) || wrapped
        .iter()
        .any(|(open, close)| value.starts_with(open) && value.ends_with(close))
        || ["${", "$(", "{{", "%{", "#{", "%(", "…", "‹"]
            .iter()
            .any(|part| value.contains(part))
        || value.chars().all(|letter| Some(letter) == first)
        || is_filler(value)
        || is_marked(value)
}

/// Whether `value` reads as words, numbers, a path, a dotted name, or another thing with an
/// ordinary shape.
pub(crate) fn is_plain(value: &str) -> bool {
    is_procedure(value)
        || value.starts_with("arn:")
        || is_uuid(value)
        || is_integrity(value)
        || value
            .split(|letter: char| !letter.is_alphanumeric())
            .all(is_word)
}

/// Whether `value` is a number or the name of a procedure: digits and letters that are nobody's
/// choice.
pub(crate) fn is_procedure(value: &str) -> bool {
    PROCEDURES.contains(&value) || is_number(value)
}

/// One run of letters and digits: a word in any case, a number, `utf8`, `64bit`.
fn is_word(run: &str) -> bool {
    let digits = run.chars().filter(char::is_ascii_digit).count();
    let letters = run.chars().count() - digits;
    if digits == 0 {
        return !run.is_ascii() || is_spelled(run);
    }
    let head = run.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let tail = run.trim_start_matches(|letter: char| letter.is_ascii_digit());
    letters == 0
        || (head.len() == letters && digits <= 4 && is_spelled(head))
        || (tail.len() == letters && letters <= 4)
}

/// Letters that could be words: one case, or humps of three letters and more on average, and not
/// too long.
fn is_spelled(letters: &str) -> bool {
    let humps = letters
        .as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        .count();
    if humps == 0 {
        return letters.len() < 24;
    }
    letters.len() / (humps + 1) >= 3
}

/// A number, a date or a time as programs write it: `0x80310044`, `8529u32`,
/// `2026-11-20T10:00:00Z`.
fn is_number(value: &str) -> bool {
    let types = [
        "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "UL",
        "L",
    ];
    let bare = types
        .iter()
        .find_map(|name| value.strip_suffix(name))
        .unwrap_or(value)
        .trim_end_matches('_');
    match bare.strip_prefix("0x").or_else(|| bare.strip_prefix("0X")) {
        Some(digits) => {
            digits.len() <= 19
                && digits
                    .bytes()
                    .all(|byte| byte.is_ascii_hexdigit() || byte == b'_')
        }
        None => bare.bytes().all(|byte| {
            byte.is_ascii_digit()
                || matches!(
                    byte,
                    b'_' | b'.' | b'-' | b',' | b':' | b'/' | b'+' | b'T' | b'Z'
                )
        }),
    }
}

/// Whether `value` has the groups of a UUID, with any letters: some providers make their keys so.
pub(crate) fn has_uuid_shape(value: &str) -> bool {
    let groups: Vec<&str> = value.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    lengths == [8, 4, 4, 4, 12]
        && groups
            .concat()
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric())
}

pub(crate) fn is_uuid(value: &str) -> bool {
    let bytes = value.as_bytes();
    bytes.len() == 36
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// `sha256-…` and `sha512:…`, as lock files write them.
fn is_integrity(value: &str) -> bool {
    ["sha1", "sha256", "sha384", "sha512", "md5"]
        .iter()
        .any(|name| {
            value
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with(['-', ':']))
        })
}

/// Whether `value` is a string that nobody made up by hand: long enough to tell, and its letters do
/// not follow each other as in words. Only confirms what a name or a place has made likely.
pub(crate) fn is_random(value: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| value.bytes().any(|byte| kind(&byte));
    value.len() >= 12
        && likeness_to_words(value) < 0
        && (has(u8::is_ascii_digit)
            || (has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase))
            || value.len() >= 20)
        && !is_sequence(value)
}

/// Whether `value` is a hash or an id by its shape: hexadecimal of a usual length, or a UUID.
pub(crate) fn is_digest(value: &str) -> bool {
    let is_hex = value.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_uuid(value) || (is_hex && matches!(value.len(), 8 | 16 | 32 | 40 | 56 | 64 | 96 | 128))
}

/// Few different characters: a filler, a ruler, a counter.
fn is_sequence(value: &str) -> bool {
    let mut seen: Vec<u8> = value.bytes().collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len() < 6
}

/// Whether `value` mixes letters with digits or signs, as people make passwords.
pub(crate) fn is_mixed(value: &str) -> bool {
    let has = |kind: fn(&char) -> bool| value.chars().any(|letter| kind(&letter));
    has(|letter| letter.is_alphabetic())
        && has(|letter| letter.is_ascii_digit() || "!@#$%^&*?+=~".contains(*letter))
}

/// Whether `value` is the address of somebody: words around an `@`.
pub(crate) fn is_address(value: &str) -> bool {
    let is_name = |part: &str| {
        part.len() >= 3
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'.')
    };
    value
        .split_once('@')
        .is_some_and(|(user, host)| is_name(user) && is_name(host))
}

/// Whether `value` reads as a password that a person made: letters with digits or signs, and no
/// name, path or version.
pub(crate) fn is_invented(value: &str) -> bool {
    is_mixed(value)
        && !value.contains(['/', '.', ':', '_', '<', '('])
        && (!is_plain(value) || value.contains(['!', '^']))
        && !is_stand_in(value)
        && !is_address(value)
}

/// How often letters and digits, or small and capital letters, take turns: high in random strings,
/// low in names.
pub(crate) fn turns(value: &str) -> usize {
    let kind = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    value
        .as_bytes()
        .windows(2)
        .filter(|pair| kind(pair[0]) != kind(pair[1]))
        .count()
}
