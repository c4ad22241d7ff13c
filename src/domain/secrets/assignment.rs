//! Reads `NAME=value`, `name: value`, `"name": "value"` and `--name value`, where the name speaks of a secret.
//!
//! The name decides whether to look, the value whether to speak: what reads as words, code, a path or a
//! placeholder is none. The tables of words here are what to extend.

use std::ops::Range;

use super::value;

/// What a name must hold for this rule to look at it.
pub(super) const ANCHORS: &[&str] = &["pass", "pwd", "secret", "token", "key", "credential", "auth"];

/// Words of a name that speak of a password: people make the value, so it can be short.
const PASSWORDS: &[&str] = &["password", "passwd", "passphrase", "passcode", "pwd", "pass"];

/// Words of a name that speak of another secret: programs make the value.
const SECRETS: &[&str] = &[
    "secret",
    "secrets",
    "token",
    "apikey",
    "credential",
    "credentials",
    "auth",
    "authorization",
    "accesskey",
    "secretkey",
    "privatekey",
];

/// What makes a key of the word before it a secret.
const KEYS: &[&str] = &[
    "access",
    "account",
    "admin",
    "api",
    "app",
    "auth",
    "deploy",
    "encryption",
    "hmac",
    "licence",
    "license",
    "master",
    "private",
    "secret",
    "service",
    "session",
    "shared",
    "signing",
    "storage",
    "subscription",
    "webhook",
];

/// Endings of words that were written together.
const ENDINGS: &[&str] = &[
    "password",
    "passwd",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "accesstoken",
    "authtoken",
    "clientsecret",
];

/// Words behind the telling one that make the name speak of something else.
const HARMLESS_AFTER: &[&str] = &[
    "alg",
    "algorithm",
    "arn",
    "attribute",
    "class",
    "count",
    "digest",
    "endpoint",
    "env",
    "expires",
    "expiry",
    "field",
    "file",
    "fingerprint",
    "format",
    "hash",
    "header",
    "host",
    "id",
    "ids",
    "index",
    "kind",
    "label",
    "len",
    "length",
    "limit",
    "method",
    "mode",
    "name",
    "names",
    "param",
    "path",
    "pattern",
    "policy",
    "prefix",
    "provider",
    "ref",
    "regex",
    "scope",
    "server",
    "size",
    "store",
    "stream",
    "suffix",
    "tree",
    "ttl",
    "type",
    "types",
    "uri",
    "url",
    "user",
    "username",
    "var",
    "version",
];

/// Words before it that do the same.
const HARMLESS_BEFORE: &[&str] = &["cancel", "cancellation", "continuation", "next", "no", "page", "public", "sync"];

const LONGEST_NAME: usize = 64;

/// The longest value, in bytes. What is longer is data; and without a limit a hostile text would be read again and again.
const LONGEST_VALUE: usize = 1024;

/// What the words of a name promise of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Promise {
    Password,
    Secret,
}

/// A value as it stands in the text.
struct Value {
    span: Range<usize>,
    quoted: bool,
    /// `NAME=value` with nothing around the sign, as shells and `.env` files write it.
    tight: bool,
}

/// Reads the value that the name around `anchor` is given, if it looks like a secret.
pub(super) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let behind = bytes[anchor.end..].iter().take(LONGEST_NAME).take_while(|byte| in_name(**byte)).count();
    let before = bytes[..anchor.start].iter().rev().take(LONGEST_NAME).take_while(|byte| in_name(**byte)).count();
    let name = anchor.start - before..anchor.end + behind;
    let value = find_value(text, &name)?;
    let promise = promise(text[name].trim_matches(['-', '.']))?;
    is_secret(&text[value.span.clone()], promise, &value).then_some(value.span)
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Finds what stands behind the name and its sign, on the same line.
fn find_value(text: &str, name: &Range<usize>) -> Option<Value> {
    let window = name.end + LONGEST_NAME + LONGEST_VALUE;
    let rest = &text[name.end..text.floor_char_boundary(window)];
    let closed =
        ["\\\"", "\"]", "']", "\"", "'", "`", "**"].iter().find_map(|close| rest.strip_prefix(close)).unwrap_or(rest);
    let spaced = skip_blanks(closed);
    let signs = ["===", "==", ":=", "=>", "=", ":"];
    let (behind, sign) = match signs.iter().find_map(|sign| spaced.strip_prefix(sign).map(|behind| (behind, *sign))) {
        Some((behind, sign)) => (behind.strip_prefix("**").unwrap_or(behind), sign),
        // An option of a command line.
        None if text[name.clone()].starts_with("--") && spaced.len() < closed.len() => (spaced, ""),
        None => return None,
    };
    let behind = if sign == ":" { skip_type(behind) } else { behind };
    let tight = sign == "="
        && closed.len() == rest.len()
        && spaced.len() == closed.len()
        && skip_blanks(behind).len() == behind.len();
    let value = skip_scheme(skip_blanks(behind));
    let start = name.end + rest.len() - value.len();
    for quote in ["\\\"", "\"", "'", "`"] {
        if let Some(inside) = value.strip_prefix(quote) {
            let length = quoted_length(inside, quote)?;
            let (start, inside) = (start + quote.len(), skip_scheme(&inside[..length]));
            let end = start + length;
            return Some(Value { span: end - inside.len()..end, quoted: true, tight });
        }
    }
    let in_query = text[..name.start].ends_with(['?', '&']);
    let length = value
        .find(|letter: char| letter.is_whitespace() || "\"'`;".contains(letter) || (in_query && letter == '&'))
        .or_else(|| (name.end + rest.len() == text.len()).then_some(value.len()))?;
    let value = value[..length].trim_end_matches(['.', ',', ':', ')', ']', '}', '|', '\\', '*', '>']);
    Some(Value { span: start..start + value.len(), quoted: false, tight })
}

fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

/// `name: Type = value`: the type says nothing.
fn skip_type(text: &str) -> &str {
    let in_type = |letter: char| letter.is_ascii_alphanumeric() || " &'_:<>[]?".contains(letter);
    let length = text.find(|letter| !in_type(letter)).unwrap_or(text.len());
    match text[length..].strip_prefix('=') {
        Some(value) if length <= LONGEST_NAME && value.starts_with([' ', '"']) => value,
        _ => text,
    }
}

/// `Authorization: Bearer value`, RFC 9110, section 11.6.2.
fn skip_scheme(text: &str) -> &str {
    let schemes = ["Bearer ", "bearer ", "Basic ", "basic ", "Token ", "token "];
    schemes.iter().find_map(|scheme| text.strip_prefix(scheme)).unwrap_or(text)
}

/// How many bytes stand before the closing quote. A value does not go over its line.
fn quoted_length(inside: &str, quote: &str) -> Option<usize> {
    let line = &inside[..inside.find('\n').unwrap_or(inside.len())];
    let mut from = 0;
    loop {
        let at = from + line[from..].find(quote)?;
        let slashes = line[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        if slashes % 2 == 0 {
            return Some(at);
        }
        from = at + quote.len();
    }
}

/// Whether a variable of this name holds a secret.
pub(super) fn speaks_of_secret(name: &str) -> bool {
    promise(name).is_some()
}

/// What the words of `name` promise. The telling word must be whole: `tokenizer` and `author` promise nothing.
fn promise(name: &str) -> Option<Promise> {
    let words = words(name);
    let telling = |at: usize| -> Option<Promise> {
        let word = words[at].as_str();
        let is_key = matches!(word, "key" | "keys") && at > 0 && KEYS.contains(&words[at - 1].as_str());
        let ending = ENDINGS.iter().find(|ending| word.ends_with(*ending));
        if PASSWORDS.contains(&word) || ending.is_some_and(|ending| ending.starts_with("pass")) {
            return (word != "pass" || words.len() > 1).then_some(Promise::Password);
        }
        (SECRETS.contains(&word) || is_key || ending.is_some()).then_some(Promise::Secret)
    };
    let (at, promise) = (0..words.len()).rev().find_map(|at| telling(at).map(|promise| (at, promise)))?;
    let harmless = words[at + 1..].iter().any(|word| HARMLESS_AFTER.contains(&word.as_str()))
        || words[..at].last().is_some_and(|word| HARMLESS_BEFORE.contains(&word.as_str()));
    (!harmless).then_some(promise)
}

/// The words of an identifier in lower case: `AWS_apiKey.id` is `aws`, `api`, `key`, `id`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = '_';
    for letter in name.chars() {
        let hump = previous.is_ascii_lowercase() && letter.is_ascii_uppercase();
        if hump || matches!(letter, '_' | '-' | '.') {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_ascii_alphanumeric()) {
            word.push(letter.to_ascii_lowercase());
        }
        previous = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

fn is_secret(value: &str, promise: Promise, place: &Value) -> bool {
    let length = value.chars().count();
    if value::is_placeholder(value) || value::is_stand_in(value) || value.chars().any(char::is_whitespace) {
        return false;
    }
    if !place.quoted && is_code(value) {
        return false;
    }
    let people_made = length >= 6 && value::is_mixed(value) && !value.contains(['/', '.', ':', '_', '<']);
    match promise {
        Promise::Password if !value::is_plain(value) => length >= 6,
        Promise::Password => people_made && !value::is_procedure(value),
        Promise::Secret if place.quoted || place.tight => length >= 8 && !value::is_plain(value),
        Promise::Secret => length >= 12 && !value::is_plain(value) && value::turns(value) >= 4,
    }
}

/// Calls, paths of names, generics and operators, as program text has them behind `=` and `:`.
fn is_code(value: &str) -> bool {
    value.starts_with(['&', '*', '(', '[', '{', '<', '|', '@', '-', '!', '/', '~'])
        || ["(", "[", "::", "->", "=>", "<", "{"].iter().any(|part| value.contains(part))
}
