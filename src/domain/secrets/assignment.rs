//! Reads `NAME=value`, `name: value`, `"name": "value"` and `--name value`, where the name speaks of a secret.
//!
//! The name decides whether to look ([`super::name`]), the value whether to speak: what reads as words, code, a path or
//! a placeholder is none.

use std::ops::Range;

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::name::{Promise, promise, whole_name};
use super::{providers, value};

/// What a name must hold for this rule to look at it.
pub(super) const ANCHORS: &[&str] =
    &["pass", "pwd", "secret", "token", "key", "credential", "auth", "_pat", " pat ", "private", "access"];

/// Names of providers whose keys have no shape of their own: beside one of these, a hash or an id may be a key.
static PROVIDERS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::builder().ascii_case_insensitive(true).build(providers::names()).ok());

/// So far before a name a provider's name still belongs to it, in bytes.
const PROVIDER_WINDOW: usize = 96;

const LONGEST_NAME: usize = 64;

/// The longest value, in bytes. What is longer is data; and without a limit a hostile text would be read again and again.
const LONGEST_VALUE: usize = 1024;

/// How a value is tied to its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tie {
    /// `NAME=value` with nothing around the sign, as shells and `.env` files write it.
    Tight,
    /// A sign, with blanks or quotes around it.
    Sign,
    /// An argument behind a name: `put("name", "value")`.
    Argument,
    /// Nothing but blanks.
    Blank,
    /// A sentence: `the password is …`.
    Sentence,
}

/// A value as it stands in the text.
struct Value {
    span: Range<usize>,
    quoted: bool,
    tie: Tie,
}

/// Reads the value that the name around `anchor` is given, if it looks like a secret.
pub(super) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let behind = bytes[anchor.end..].iter().take(LONGEST_NAME).take_while(|byte| in_name(**byte)).count();
    let before = bytes[..anchor.start].iter().rev().take(LONGEST_NAME).take_while(|byte| in_name(**byte)).count();
    let name = anchor.start - before..anchor.end + behind;
    let inner = inner_value(text, &anchor, &name);
    let own = name.start..inner.as_ref().map_or(name.end, |value| value.span.start);
    let promise = promise(whole_name(text, &own).trim_matches(['-', '.']))?;
    let value = inner.or_else(|| find_value(text, &name))?;
    let speaks = is_secret(&text[value.span.clone()], promise, &value, || near_provider(text, &name));
    speaks.then_some(value.span)
}

/// The value of `provider-secret-value`, where all three were written as one word.
fn inner_value(text: &str, anchor: &Range<usize>, name: &Range<usize>) -> Option<Value> {
    let tail = &text[anchor.end..name.end];
    let word = tail.find(|letter: char| !letter.is_ascii_alphabetic())?;
    let value = tail[word..].strip_prefix(['-', '.'])?;
    let value = value.split('.').next().unwrap_or(value).trim_end_matches('-');
    let start = anchor.end + word + 1;
    // A slug goes on with words.
    let is_one = value.split('-').all(|part| part.bytes().any(|byte| byte.is_ascii_digit()));
    (value.len() >= 16 && is_one).then(|| Value { span: start..start + value.len(), quoted: false, tie: Tie::Blank })
}

/// Whether the name of a provider stands in a name, or shortly before it.
fn near_provider(text: &str, name: &Range<usize>) -> bool {
    let start = text.floor_char_boundary(name.start.saturating_sub(PROVIDER_WINDOW));
    PROVIDERS.as_ref().is_some_and(|names| names.is_match(&text[start..name.end]))
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Finds what stands behind the name and its sign, on the same line or, behind a colon, on the next one.
fn find_value(text: &str, name: &Range<usize>) -> Option<Value> {
    let window = name.end + LONGEST_NAME + LONGEST_VALUE;
    let rest = &text[name.end..text.floor_char_boundary(window)];
    let closed =
        ["\\\"", "\"]", "']", "\"", "'", "`", "**"].iter().find_map(|close| rest.strip_prefix(close)).unwrap_or(rest);
    let spaced = skip_blanks(closed);
    let signs = ["===", "==", ":=", "=>", "->", "?=", "||", "=", ":"];
    let (behind, tie) = match signs.iter().find_map(|sign| spaced.strip_prefix(sign).map(|behind| (behind, *sign))) {
        Some((behind, sign)) => {
            let behind = behind.strip_prefix("**").unwrap_or(behind);
            let behind = if sign == ":" { skip_type(behind) } else { behind };
            let is_tight = sign == "="
                && closed.len() == rest.len()
                && spaced.len() == closed.len()
                && skip_blanks(behind).len() == behind.len();
            (behind, if is_tight { Tie::Tight } else { Tie::Sign })
        }
        // An option of a command line.
        None if text[name.clone()].starts_with("--") && spaced.len() < closed.len() => (spaced, Tie::Sign),
        None => loose(text, name, closed, spaced)?,
    };
    let value = skip_scheme(skip_blanks(behind));
    // `key:` and its value on the next line.
    let value = match value.strip_prefix("\n") {
        Some(next) if tie == Tie::Sign => skip_blanks(next),
        _ => value,
    };
    let start = name.end + rest.len() - value.len();
    for quote in ["\\\"", "\"", "'", "`"] {
        if let Some(inside) = value.strip_prefix(quote) {
            let length = quoted_length(inside, quote)?;
            let (start, inside) = (start + quote.len(), skip_scheme(&inside[..length]));
            let end = start + length;
            return Some(Value { span: end - inside.len()..end, quoted: true, tie });
        }
    }
    let in_query = text[..name.start].ends_with(['?', '&']);
    let is_end = |letter: char| {
        letter.is_whitespace() || "\"'`;".contains(letter) || (in_query && letter == '&') || letter == '<'
    };
    let length = value.find(is_end).or_else(|| (name.end + rest.len() == text.len()).then_some(value.len()))?;
    let value = value[..length].trim_end_matches(['.', ',', ':', ')', ']', '}', '|', '\\', '*', '>']);
    Some(Value { span: start..start + value.len(), quoted: false, tie })
}

/// What stands behind a name without a sign: an element's text, an argument, the end of a sentence, or just a word.
fn loose<'a>(text: &str, name: &Range<usize>, closed: &'a str, spaced: &'a str) -> Option<(&'a str, Tie)> {
    let is_element = text[..name.start].ends_with('<');
    if let Some(behind) = spaced.strip_prefix('>').filter(|_| is_element) {
        return Some((last_in_braces(behind), Tie::Sign));
    }
    if let Some(behind) = spaced.strip_prefix(',').or_else(|| spaced.strip_prefix('(')) {
        let behind = skip_blanks(behind);
        return behind.starts_with(['"', '\'']).then_some((behind, Tie::Argument));
    }
    if spaced.len() == closed.len() {
        return None;
    }
    if let Some(behind) = sentence(spaced) {
        return Some((behind, Tie::Sentence));
    }
    Some((spaced.strip_prefix("- ").unwrap_or(spaced), Tie::Blank))
}

/// `<secret>{provider value}</secret>`, as build servers write it: from the last word between the braces on.
fn last_in_braces(text: &str) -> &str {
    let Some(inside) = text.strip_prefix('{') else { return text };
    let inside = &inside[..inside.find(['}', '<', '\n']).unwrap_or(inside.len())];
    let word = inside.trim_end().rfind(' ').map_or(0, |at| at + 1);
    &text[1 + word..]
}

/// The value of a sentence: what stands behind `is`, `was` or a colon that a few words later follows the name.
fn sentence(text: &str) -> Option<&str> {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let mut at = 0;
    for word in line.split_inclusive(' ').take(8) {
        at += word.len();
        let bare = word.trim_end();
        if matches!(bare, "is" | "was" | "=") || (bare.ends_with(':') && bare.len() > 1) {
            return Some(&text[at..]);
        }
        if !bare.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'\'' | b'(' | b')' | b'-' | b'/')) {
            return None;
        }
    }
    None
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

fn is_secret(text: &str, promise: Promise, place: &Value, near_provider: impl Fn() -> bool) -> bool {
    let length = text.chars().count();
    if value::is_placeholder(text) || value::is_stand_in(text) || text.chars().any(char::is_control) {
        return false;
    }
    if !place.quoted && is_code(text) {
        return false;
    }
    // Words are a sentence, and seldom a password.
    if text.contains(' ') {
        return promise == Promise::Password && place.quoted && place.tie != Tie::Blank && is_passphrase(text);
    }
    let is_strong =
        || length >= 12 && (value::is_random(text) || value::turns(text) * 4 >= length) && !is_ordinary(text);
    let is_token = || {
        let is_made_up = is_strong() && !value::is_digest(text);
        is_token_alphabet(text) && (is_made_up || (is_provider_key(text) && near_provider()))
    };
    // An id is no secret but where a provider's keys look like one.
    if value::is_uuid(text) {
        return matches!(place.tie, Tie::Tight | Tie::Sign | Tie::Blank) && near_provider();
    }
    let people_made = length >= 6 && value::is_mixed(text) && !text.contains(['/', '.', ':', '_', '<']);
    match (promise, place.tie) {
        (Promise::Password, Tie::Tight | Tie::Sign) if !value::is_plain(text) => length >= 6,
        (Promise::Password, Tie::Tight | Tie::Sign | Tie::Sentence) => people_made && !value::is_procedure(text),
        (Promise::Password, Tie::Argument) => length >= 6 && (is_token() || (people_made && !value::is_plain(text))),
        (Promise::Secret, Tie::Tight) => (length >= 8 && !value::is_plain(text)) || is_token(),
        (Promise::Secret, Tie::Sign) if place.quoted => length >= 8 && !value::is_plain(text),
        (Promise::Secret, Tie::Sign) => {
            length >= 12 && !value::is_plain(text) && (value::turns(text) >= 4 || is_token())
        }
        (Promise::Key, Tie::Tight | Tie::Sign | Tie::Argument) | (Promise::Secret, Tie::Argument | Tie::Sentence) => {
            length >= 16 && is_token()
        }
        (_, Tie::Blank) | (Promise::Key, Tie::Sentence) => length >= 16 && is_token(),
    }
}

/// Whether a value is written in what tokens are written in; `=` only pads.
fn is_token_alphabet(text: &str) -> bool {
    // `name=value` is no token.
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_pair = text.split_once('=').is_some_and(|(name, rest)| !rest.is_empty() && is_name(name));
    !is_pair && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~+/:@!=".contains(&byte))
}

/// What suffices where a provider is named: letters and digits of the length that keys have.
fn is_provider_key(text: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| text.bytes().any(|byte| kind(&byte));
    let is_mixed = has(u8::is_ascii_digit) && (has(u8::is_ascii_alphabetic) || text.len() >= 24);
    text.len() >= 16 && is_mixed && !text.contains(['/', '.'])
}

/// A password of several words: with something in it that words have not.
fn is_passphrase(text: &str) -> bool {
    (8..=64).contains(&text.len())
        && text.split(' ').count() <= 4
        && text.split(' ').any(value::is_mixed)
        && !text.ends_with(['.', ':', ','])
}

/// Paths, names with dots, versions, dates: what is long and mixed, and everywhere.
fn is_ordinary(text: &str) -> bool {
    let is_path = text.matches('/').count() >= 2 && !text.contains(['+', '=']);
    let is_dotted = text.matches('.').count() >= 2 && text.split('.').all(|part| part.len() < 16);
    is_path || is_dotted || value::is_procedure(text) || value::is_plain(text) && !value::is_random(text)
}

/// Calls, paths of names, generics and operators, as program text has them behind `=` and `:`.
fn is_code(value: &str) -> bool {
    value.starts_with(['&', '*', '(', '[', '{', '<', '|', '@', '-', '!', '/', '~'])
        || ["(", "[", "::", "->", "=>", "<", "{"].iter().any(|part| value.contains(part))
}
