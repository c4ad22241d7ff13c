//! The shapes of values: which ones are only placeholders, which are plain words, and which look
//! made up.
//!
//! No measure of randomness decides alone: it only confirms what a name or a URL has made likely.

use crate::domain::secrets::bigrams::likeness_to_words;
use crate::domain::secrets::marker::outside;

/// Parts of made-up examples.
// None of them is likely in a random string: a real token must not pass for containing one.
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
    "your_",
    "your-",
    "yourpassword",
    "insert-",
    "replace-",
    "replace_",
    "dummy",
];

/// Words that are written where a password would be.
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

/// What surrounds a placeholder: `<…>`, `%NAME%`.
const WRAPPERS: &[(&str, &str)] = &[
    ("<", ">"),
    ("{", "}"),
    ("[", "]"),
    ("%", "%"),
    ("__", "__"),
    ("(", ")"),
];

/// How variables begin in shells and templates, and how people leave out a part.
const TEMPLATES: &[&str] = &["${", "$(", "{{", "%{", "#{", "%(", "…", "‹"];

/// Suffixes of numbers in program text.
const NUMBER_TYPES: &[&str] = &[
    "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "UL", "L",
];

/// What is shorter beside a marker is the rest of a sentence or of a syntax.
const SHORTEST_PIECE: usize = 6;

/// How the hashes of lock files begin, with `-` or `:` after it.
const HASHES: &[&str] = &["sha1", "sha256", "sha384", "sha512", "md5"];

/// Whether `value` is a redaction marker, with nothing around it that could be a secret by itself.
fn is_marked(value: &str) -> bool {
    let Some(pieces) = outside(value) else {
        return false;
    };
    let mut pieces = pieces.into_iter();
    pieces.all(|piece| piece.len() < SHORTEST_PIECE || is_plain(piece))
}

/// Whether `value` says of itself that it is made up.
pub(crate) fn is_filler(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    FILLERS.iter().any(|filler| lower.contains(filler)) || says_redacted(&lower)
}

/// Whether `value` says, in small letters, that something was taken out, and nothing else: what
/// comes after an open bracket may be anything.
fn says_redacted(value: &str) -> bool {
    value.contains("redacted") && is_plain(&value.replace("redacted", ""))
}

/// Whether `value` is a word for a password, not one.
pub(crate) fn is_stand_in(value: &str) -> bool {
    let mut words = STAND_INS.iter();
    words.any(|word| value.eq_ignore_ascii_case(word))
}

/// Whether `value` is such a word, also with digits and signs in place of letters: `p4ssw0rd`.
pub(crate) fn is_example_word(value: &str) -> bool {
    if is_stand_in(value) {
        return true;
    }
    let mut word = String::new();
    for letter in value.chars() {
        word.push(match letter {
            '0' => 'o',
            '1' | '!' => 'i',
            '3' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' => 't',
            other => other,
        });
    }
    // Shorter words are spelled by too many values.
    word.len() >= 6 && is_stand_in(&word)
}

/// What follows the scheme of the URL of a page; `None` for any other value.
pub(crate) fn after_scheme(value: &str) -> Option<&str> {
    value
        .strip_prefix("https://")
        .or_else(|| value.strip_prefix("http://"))
}

/// Whether `value` is several words, one of which means a password: `passwd-on-proxy`,
/// `my_secret_key`.
pub(crate) fn speaks_of_password(value: &str) -> bool {
    // Every part must be letters: `secret-7kQ2` is a password that somebody made so.
    let lower = value.to_ascii_lowercase();
    let words: Vec<&str> = lower.split(['-', '_', '.', ' ']).collect();
    words.len() > 1
        && words.iter().all(|word| is_lower(word))
        && words.iter().any(|word| STAND_INS.contains(word))
}

fn is_lower(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Whether `value` only marks the place of a value: `<…>`, `${…}`, `$NAME`, `%NAME%`, `{{…}}`,
/// `{name}`, `‹name›`, `…`.
pub(crate) fn is_placeholder(value: &str) -> bool {
    is_variable(value)
        || is_wrapped(value)
        || TEMPLATES.iter().any(|part| value.contains(part))
        || is_repetition(value)
        || is_filler(value)
        || is_marked(value)
}

/// `$NAME`, but not `$1`.
fn is_variable(value: &str) -> bool {
    let Some(name) = value.strip_prefix('$') else {
        return false;
    };
    // A password may begin with a dollar sign: only a whole name is a variable.
    let is_name = name.bytes().all(is_name_byte);
    is_name && !name.starts_with(|letter: char| letter.is_ascii_digit())
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_wrapped(value: &str) -> bool {
    WRAPPERS
        .iter()
        .any(|(open, close)| value.starts_with(open) && value.ends_with(close))
}

/// One character, again and again; also nothing at all.
fn is_repetition(value: &str) -> bool {
    let mut letters = value.chars();
    let first = letters.next();
    letters.all(|letter| Some(letter) == first)
}

/// Whether `value` reads as words, numbers, a path, a dotted name, or another thing with an
/// ordinary shape.
pub(crate) fn is_plain(value: &str) -> bool {
    if is_procedure(value) || value.starts_with("arn:") || is_uuid(value) || is_integrity(value) {
        return true;
    }
    let mut runs = value.split(|letter: char| !letter.is_alphanumeric());
    runs.all(is_word)
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
        // What tokens are made of is ASCII.
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

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// Letters that could be words: one case, or humps of three letters and more on average, and not
/// too long.
fn is_spelled(letters: &str) -> bool {
    let mut humps = 0;
    for pair in letters.as_bytes().windows(2) {
        if pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase() {
            humps += 1;
        }
    }
    // Hardly any word has 24 letters, and tokens of letters alone have that many and more.
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

/// Whether `value` has the groups of a UUID, with any letters: some providers make their keys so.
pub(crate) fn has_uuid_shape(value: &str) -> bool {
    is_grouped_as_uuid(value, |byte| byte.is_ascii_alphanumeric())
}

/// Whether `value` is a UUID.
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
fn is_integrity(value: &str) -> bool {
    let mut rests = HASHES.iter().filter_map(|name| value.strip_prefix(name));
    rests.any(|rest| rest.starts_with(['-', ':']))
}

/// Whether `value` is a string that nobody made up by hand: long enough to tell, and its letters do
/// not follow each other as in words. Only confirms what a name or a place has made likely.
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

/// Whether `value` is a hash or an id by its shape: hexadecimal of a usual length, or a UUID.
pub(crate) fn is_digest(value: &str) -> bool {
    let is_hex = value.bytes().all(|byte| byte.is_ascii_hexdigit());
    // CRC-32 to SHA-512. Records are full of commit ids and checksums, which are no secret; a key
    // in hexadecimal is only told from them by a name.
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

/// Whether `value` mixes letters with digits or signs, as people make passwords.
pub(crate) fn is_mixed(value: &str) -> bool {
    value.contains(char::is_alphabetic) && value.contains(is_digit_or_sign)
}

fn is_digit_or_sign(letter: char) -> bool {
    letter.is_ascii_digit() || "!@#$%^&*?+=~".contains(letter)
}

/// Whether `value` is somebody's address: words around an `@`.
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

/// Whether `value` reads as a password that a person made: letters with digits or signs, and no
/// name, path or version.
pub(crate) fn is_invented(value: &str) -> bool {
    // What has these signs is mostly a path, a version, a name or program text.
    is_mixed(value)
        && !value.contains(['/', '.', ':', '_', '<', '('])
        && (!is_plain(value) || value.contains(['!', '^']))
        && !is_example_word(value)
        && !is_address(value)
}

/// How often letters and digits, or small and capital letters, take turns: high in random strings,
/// low in names.
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
