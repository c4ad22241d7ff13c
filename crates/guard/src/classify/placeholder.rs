//! Texts that stand in the place of a value: placeholders of templates, stand-ins, and the
//! passwords of examples.

use super::value::{humps, is_digit, is_plain, is_spelled};
use crate::marker::outside;

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

/// Words that are written in place of a password.
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

/// Words of which people make the passwords of examples, with a number after them.
const EXAMPLE_WORDS: &[&str] = &[
    "admin",
    "changed",
    "confirm",
    "current",
    "demo",
    "different",
    "example",
    "my",
    "new",
    "old",
    "pass",
    "passwd",
    "password",
    "plain",
    "sample",
    "secret",
    "secure",
    "staff",
    "strong",
    "super",
    "test",
    "user",
    "valid",
    "weak",
    "wrong",
    "your",
];

/// The numbers after them, and the signs that a form asked for.
const EXAMPLE_ENDINGS: &[&str] = &["1", "12", "123", "1234", "12345", "123456", "456", "789"];

/// Signs around a placeholder: `<…>`, `%NAME%`.
const WRAPPERS: &[(&str, &str)] = &[
    ("<", ">"),
    ("{", "}"),
    ("[", "]"),
    ("%", "%"),
    ("__", "__"),
    ("(", ")"),
];

/// Beginnings of variables in shells and templates, and signs for a left-out part.
const TEMPLATES: &[&str] = &["${", "$(", "{{", "%{", "#{", "%(", "…", "‹"];

/// Number of times that a character of a random string can follow itself.
const LONGEST_REPETITION: usize = 12;

/// A shorter piece beside a marker is the rest of a sentence or of a syntax.
const SHORTEST_PIECE: usize = 6;

/// True if `value` is a redaction marker with only harmless text around it.
fn is_marked(value: &str) -> bool {
    let Some(pieces) = outside(value) else {
        return false;
    };
    let mut pieces = pieces.into_iter();
    pieces.all(|piece| piece.len() < SHORTEST_PIECE || is_plain(piece))
}

/// True if `value` contains a word that marks it as made up.
pub(crate) fn is_filler(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    FILLERS.iter().any(|filler| lower.contains(filler)) || says_redacted(&lower)
}

/// True if `value` has the word "redacted", in small letters, and only plain text besides: the text
/// after an open bracket may be anything.
fn says_redacted(value: &str) -> bool {
    value.contains("redacted") && is_plain(&value.replace("redacted", ""))
}

/// True if `value` is a word for a password, not a password.
pub(crate) fn is_stand_in(value: &str) -> bool {
    let mut words = STAND_INS.iter();
    words.any(|word| value.eq_ignore_ascii_case(word))
}

/// True if `value` is an example of a password: `SecurePassword123!`, `test1234`,
/// `AcmeApiPassword123!`.
fn is_example_password(value: &str) -> bool {
    let Some(letters) = before_simple_number(value) else {
        return false;
    };
    let is_spelled = letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_of_example_words(letters) || (is_spelled && names_password(letters))
}

/// True if `value` consists only of words and of numbers in their order: `Escalate123!`. Such a
/// password may be real, but nearly all of them are examples.
pub(crate) fn is_counted_word(value: &str) -> bool {
    match before_simple_number(value) {
        Some(letters) => {
            let number = value[letters.len()..].bytes().filter(u8::is_ascii_digit);
            number.count() >= 3
                && is_spelled(letters)
                && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        }
        None => false,
    }
}

/// The letters before the number and the sign with which the passwords of examples end.
fn before_simple_number(value: &str) -> Option<&str> {
    let bare = value.trim_end_matches(['!', '@', '#', '$', '.']);
    let letters = bare.trim_end_matches(is_digit);
    let ends_simply = EXAMPLE_ENDINGS.contains(&&bare[letters.len()..]);
    (!letters.is_empty() && ends_simply).then_some(letters)
}

/// True if one of several words means a password.
fn names_password(letters: &str) -> bool {
    let mut words = humps(letters);
    words.any(|word| {
        let word = word.to_ascii_lowercase();
        matches!(word.as_str(), "pass" | "passwd" | "password" | "passphrase")
    })
}

fn is_of_example_words(letters: &str) -> bool {
    let mut words = humps(letters);
    words.all(|word| {
        let word = word.to_ascii_lowercase();
        EXAMPLE_WORDS.contains(&word.as_str())
    })
}

/// True if `value` is a word for a password, also with digits and signs in place of letters:
/// `p4ssw0rd`.
pub(crate) fn is_example_word(value: &str) -> bool {
    if is_stand_in(value) || is_example_password(value) {
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
    word.len() >= 6 && (is_stand_in(&word) || is_of_example_words(&word))
}

/// True if `value` is several words, one of which means a password: `passwd-on-proxy`,
/// `my_secret_key`.
pub(crate) fn speaks_of_password(value: &str) -> bool {
    // Every part must be letters: `secret-7kQ2` is a password that a person made.
    let lower = value.to_ascii_lowercase();
    let words: Vec<&str> = lower.split(['-', '_', '.', ' ']).collect();
    words.len() > 1
        && words.iter().all(|word| is_lower(word))
        && words.iter().any(|word| STAND_INS.contains(word))
}

fn is_lower(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// True if `value` only marks the place of a value: `<…>`, `${…}`, `$NAME`, `%NAME%`, `{{…}}`,
/// `{name}`, `‹name›`, `…`.
pub(crate) fn is_placeholder(value: &str) -> bool {
    is_variable(value)
        || is_wrapped(value)
        || TEMPLATES.iter().any(|part| value.contains(part))
        || is_repetition(value)
        || is_padded_out(value)
        || is_filler(value)
        || is_marked(value)
}

/// True if a part of `value` was left out by its author: `dGVzdC1hcGkt...`. After a short one the
/// dots may be those of a sentence, and a long part is as good as the whole; but the header of a
/// JWT is always the same.
pub(crate) fn is_shortened(value: &str) -> bool {
    let Some(length) = value.find("...").or_else(|| value.find('…')) else {
        return false;
    };
    let longest = if value.starts_with("eyJ") { 48 } else { 31 };
    (12..=longest).contains(&length)
}

/// `$NAME` and `$NAME$`, but not `$1`.
fn is_variable(value: &str) -> bool {
    let Some(name) = value.strip_prefix('$') else {
        return false;
    };
    let name = name.strip_suffix('$').unwrap_or(name);
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
        || has_field(value)
}

/// True if `value` has a name in braces, which is filled in later: `{user}-{name}`.
fn has_field(value: &str) -> bool {
    let Some((_, rest)) = value.split_once('{') else {
        return false;
    };
    match rest.split_once('}') {
        Some((name, _)) => name.len() >= 2 && is_spelled(name) && name.bytes().all(is_name_byte),
        None => false,
    }
}

/// A digit or small letter that is repeated so often that nothing random would be:
/// `key-00000000000000`.
// Not a capital: Base64 writes zeros as `A`, and real tokens have them.
fn is_padded_out(value: &str) -> bool {
    let mut previous = None;
    let mut times = 0;
    for letter in value.chars() {
        times = if previous == Some(letter) {
            times + 1
        } else {
            1
        };
        previous = Some(letter);
        if times >= LONGEST_REPETITION && is_digit_or_small(letter) {
            return true;
        }
    }
    false
}

fn is_digit_or_small(letter: char) -> bool {
    letter.is_ascii_digit() || letter.is_ascii_lowercase()
}

/// One character, again and again; also nothing at all.
fn is_repetition(value: &str) -> bool {
    let mut letters = value.chars();
    let first = letters.next();
    letters.all(|letter| Some(letter) == first)
}
