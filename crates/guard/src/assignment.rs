//! Reads `NAME=value`, `name: value`, `"name": "value"` and `--name value`, if the name means a
//! secret.
//!
//! The name decides if a value is looked at, the value decides if it is a finding: `names` judges
//! names, `classify` judges values.

use std::ops::Range;

use super::classify::{Binding, Candidate, placeholder};
use super::names::{SecretKind, names_key, names_made_secret, secret_kind};
use super::run::{leading, trailing};
use super::{cell, told, work};

/// Largest distance between a provider's name and a name that it belongs to, in bytes.
const PROVIDER_WINDOW: usize = 96;

const LONGEST_NAME: usize = 64;

// The longest value, in bytes. A longer one is data; and without a limit a hostile text would be
// read again and again, once for each name in it.
const LONGEST_VALUE: usize = 512;

// Maximum number of words between a name and its value in a sentence: farther apart, the value is
// rarely the name's.
const LONGEST_SENTENCE: usize = 8;

/// Words of a sentence with a value after them.
const LINKING_WORDS: &[&str] = &[
    "is", "was", "are", "be", "to", "now", "called", "=", "ist", "lautet", "war", "es", "est", "è",
    "é", "será", "sera", "är", "jest", "je", "это", "wordt",
];

/// Signs between a name and its value, the longest first.
const SIGNS: &[&str] = &[
    ":::=", "::=", "===", "==", ":=", ".=", "=>", "->", "?=", "||", "=", ":", "：", "＝", "は",
    "是", "는", "은",
];

/// Quotes of print, each with the one that closes it.
const PRINTED_QUOTES: &[(&str, &str)] = &[
    ("“", "”"),
    ("„", "“"),
    ("‘", "’"),
    ("«", "»"),
    ("»", "«"),
    ("「", "」"),
    ("『", "』"),
];

/// `Authorization: Bearer value`, RFC 9110, section 11.6.2.
const SCHEMES: &[&str] = &["Bearer ", "bearer ", "Basic ", "basic ", "Token ", "token "];

/// Characters that close the sentence, the list or the markup around an unquoted value.
const CLOSING: &[char] = &['.', ',', ':', ')', ']', '}', '|', '\\', '*', '>'];

/// A value in the text.
struct Value {
    /// In bytes, without quotes.
    span: Range<usize>,
    quoted: bool,
    binding: Binding,
    /// True if the value is longer than the guard reads.
    is_cut: bool,
}

/// The text after a name, from the value on, and how the two are bound together.
struct Bound<'a> {
    rest: &'a str,
    binding: Binding,
}

/// Reads the value that the name around `anchor` is given, if it looks like a secret.
/// `names_provider` is true for a text that contains a provider's name.
pub(crate) fn read(
    text: &str,
    anchor: Range<usize>,
    names_provider: fn(&str) -> bool,
) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let before = trailing(&bytes[..anchor.start], LONGEST_NAME, in_name);
    let after = leading(&bytes[anchor.end..], LONGEST_NAME, in_name);
    let name = anchor.start - before..anchor.end + after;
    // Dashes of an option and the dot of a sentence are not part of the name.
    let spoken = text[spoken(text, &name)].trim_matches(['-', '.']);
    read_spoken(text, &name, spoken, secret_kind(spoken)?, names_provider)
}

/// Reads the value that a name of this kind is given, if it looks like a secret.
pub(crate) fn read_named(
    text: &str,
    name: &Range<usize>,
    kind: SecretKind,
    names_provider: fn(&str) -> bool,
) -> Option<Range<usize>> {
    read_spoken(text, name, &text[name.clone()], kind, names_provider)
}

fn read_spoken(
    text: &str,
    name: &Range<usize>,
    spoken: &str,
    kind: SecretKind,
    names_provider: fn(&str) -> bool,
) -> Option<Range<usize>> {
    read_after(text, name, spoken, kind, names_provider).or_else(|| match kind {
        SecretKind::Password => told::read_before(text, name.start),
        _ => None,
    })
}

/// Reads the value after a name.
fn read_after(
    text: &str,
    name: &Range<usize>,
    spoken: &str,
    kind: SecretKind,
    names_provider: fn(&str) -> bool,
) -> Option<Range<usize>> {
    let whole = find_value(text, name, kind)?;
    let judge = |value: &Value| is_secret(text, name, spoken, kind, value, names_provider);
    let Some(short) = before_written_end(text, &whole) else {
        return judge(&whole).then(|| whole.span.start..whole_end(text, &whole));
    };
    // A backslash may be part of a password; secrets made by programs have none.
    if kind == SecretKind::Password && judge(&whole) {
        return Some(whole.span);
    }
    judge(&short).then_some(short.span)
}

/// True if a value that was given to a name is a secret.
fn is_secret(
    text: &str,
    name: &Range<usize>,
    spoken: &str,
    kind: SecretKind,
    value: &Value,
    names_provider: fn(&str) -> bool,
) -> bool {
    work::did(value.span.len());
    let candidate = Candidate {
        text: &text[value.span.clone()],
        quoted: value.quoted,
        binding: value.binding,
        is_named_key: names_key(spoken),
        takes_hash: names_made_secret(spoken),
    };
    // A function, as it is asked last and rarely: it searches for the names of all providers.
    let near_provider = || {
        let start = text.floor_char_boundary(name.start.saturating_sub(PROVIDER_WINDOW));
        names_provider(&text[start..name.end])
    };
    candidate.is_secret(kind, &near_provider)
}

/// The value before a line end that is written in it, as strings have it: `TOKEN=…\nNEXT`.
fn before_written_end(text: &str, value: &Value) -> Option<Value> {
    let whole = &text[value.span.clone()];
    let ends = ["\\n", "\\r", "\\t"].map(|end| whole.find(end));
    let length = ends.into_iter().flatten().min()?;
    Some(Value {
        span: value.span.start..value.span.start + length,
        is_cut: false,
        ..*value
    })
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// The end of a value, also of one that is longer than the guard reads: keys and tokens can be
/// long.
fn whole_end(text: &str, value: &Value) -> usize {
    if !value.is_cut {
        return value.span.end;
    }
    let rest = &text[value.span.end..];
    let length = rest.find(|letter: char| letter.is_control() || ends_value(letter));
    let length = length.unwrap_or(rest.len());
    work::did(length);
    value.span.end + length
}

fn ends_value(letter: char) -> bool {
    letter.is_whitespace() || "\"'`;<「」『』“”„«»。、，".contains(letter)
}

/// A name with the word before it, if the name is just `key`: `API key`.
fn spoken(text: &str, name: &Range<usize>) -> Range<usize> {
    // Other telling words need no context; a `key` without one is that of a map, a song or a door.
    if !text[name.clone()].eq_ignore_ascii_case("key") {
        return name.clone();
    }
    let Some(before) = text[..name.start].strip_suffix([' ', '-']) else {
        return name.clone();
    };
    let word = trailing(before.as_bytes(), LONGEST_NAME, |byte| {
        byte.is_ascii_alphabetic()
    });
    match word {
        0 => name.clone(),
        _ => before.len() - word..name.end,
    }
}

/// Finds the value after the name and its sign, on the same line or, after a colon, on the next
/// one.
fn find_value(text: &str, name: &Range<usize>, kind: SecretKind) -> Option<Value> {
    let window = name.end + LONGEST_NAME + LONGEST_VALUE;
    let rest = &text[name.end..text.floor_char_boundary(window)];
    if text[..name.start].ends_with('<') && rest.starts_with('>') {
        return element(name.end + 1, &rest[1..]);
    }
    let bound = bind(text, name, rest, kind)?;
    let mut value = skip_scheme(skip_blanks(bound.rest));
    // `key:` and its value on the next line, as YAML and notes write it; after `=` a line that ends
    // there has no value.
    if bound.binding == Binding::Sign
        && let Some(next) = value.strip_prefix("\n")
    {
        value = skip_blanks(next);
    }
    let start = name.end + rest.len() - value.len();
    if let Some(quote) = opening_quote(value) {
        return quoted_value(start, value, quote, bound.binding);
    }
    // In a URL the next parameter begins at `&`, which a password elsewhere may contain.
    let in_query = text[..name.start].ends_with(['?', '&']);
    bare_value(start, value, in_query, bound.binding)
}

/// The value inside of quotes that begin at `start`.
fn quoted_value(start: usize, value: &str, quote: &str, binding: Binding) -> Option<Value> {
    let inside = &value[quote.len()..];
    let is_cut = is_cut(inside);
    let length = if is_cut {
        inside.len()
    } else if let Some(length) = quoted_length(inside, closing(quote)) {
        length
    } else {
        // The quotes are not closed, or are closed by other ones.
        return bare_value(start + quote.len(), inside, false, binding);
    };
    // French sets blanks between the quotes and the text.
    let end = start + quote.len() + inside[..length].trim_end().len();
    // The scheme stays readable: `Bearer [REDACTED]` shows the kind of secret.
    let secret = skip_scheme(inside[..length].trim());
    Some(Value {
        span: end - secret.len()..end,
        quoted: true,
        binding,
        is_cut,
    })
}

/// The value that begins at `start` and has no quotes around it; `None` if it is not all there.
fn bare_value(start: usize, value: &str, in_query: bool, binding: Binding) -> Option<Value> {
    let is_parameter = in_query && binding == Binding::Tight;
    let ends = |letter: char| ends_value(letter) || (in_query && letter == '&');
    let whole = match value.find(ends) {
        Some(length) => &value[..length],
        None => value,
    };
    // In prose and lists the next sign is not the value's.
    let secret = whole.trim_end_matches(CLOSING);
    if placeholder::is_shortened(whole) {
        return None;
    }
    Some(Value {
        span: start..start + secret.len(),
        quoted: false,
        binding: if is_parameter {
            Binding::Query
        } else {
            binding
        },
        is_cut: is_cut(value),
    })
}

/// True if a value reaches the limit of what is read and consists of token characters: one long
/// run.
fn is_cut(value: &str) -> bool {
    value.len() >= LONGEST_VALUE && value.bytes().all(in_token)
}

fn in_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~+/=%:".contains(&byte)
}

/// The text of an XML element: its last word, without the braces that Jenkins sets around it.
fn element(start: usize, rest: &str) -> Option<Value> {
    let length = rest.find('<')?;
    if !rest[length..].starts_with("</") {
        return None;
    }
    let inside = rest[..length].trim_end_matches(|letter| ends_word(letter, '}'));
    let word = inside.rsplit(|letter| ends_word(letter, '{')).next()?;
    let end = start + inside.len();
    Some(Value {
        span: end - word.len()..end,
        quoted: true,
        binding: Binding::Sign,
        is_cut: false,
    })
}

fn ends_word(letter: char, brace: char) -> bool {
    letter.is_whitespace() || letter == brace
}

/// The quote with which `text` begins, with the backslashes of the strings that it is nested in.
fn opening_quote(text: &str) -> Option<&str> {
    let slashes = leading(text.as_bytes(), 8, |byte| byte == b'\\');
    if text[slashes..].starts_with(['"', '\'', '`']) {
        return Some(&text[..=slashes]);
    }
    let mut quotes = PRINTED_QUOTES.iter();
    let (open, _) = quotes.find(|(open, _)| text.starts_with(open))?;
    Some(&text[..open.len()])
}

/// The quote that closes what another one has opened.
fn closing(quote: &str) -> &str {
    let mut quotes = PRINTED_QUOTES.iter();
    let printed = quotes.find(|(open, _)| *open == quote);
    printed.map_or(quote, |(_, close)| close)
}

/// Finds the sign that binds a value to its name; `rest` is the text after the name.
fn bind<'a>(text: &str, name: &Range<usize>, rest: &'a str, kind: SecretKind) -> Option<Bound<'a>> {
    let closed = skip_closing(rest);
    let spaced = skip_blanks(closed);
    let has_blank = spaced.len() < closed.len();
    // `<add key="password" value="…"/>`
    if let Some(rest) = spaced.strip_prefix("value=") {
        return Some(Bound {
            rest,
            binding: Binding::Sign,
        });
    }
    if let Some(rest) = cell::next(text, name, closed) {
        return Some(Bound {
            rest,
            binding: Binding::Cell,
        });
    }
    // The next cell of a table.
    if has_blank && let Some(rest) = spaced.strip_prefix("| ") {
        return Some(Bound {
            rest,
            binding: Binding::Argument,
        });
    }
    let sign = SIGNS.iter().find(|sign| spaced.starts_with(**sign));
    if let Some(sign) = sign {
        let is_next = spaced.len() == rest.len();
        let after = &spaced[sign.len()..];
        return signed(text, name, sign, after, is_next);
    }
    // An option of a command line; one letter after a dash may mean anything.
    if has_blank && is_option(text, name) {
        return Some(Bound {
            rest: spaced,
            binding: Binding::Sign,
        });
    }
    loose(closed, spaced, kind)
}

/// True if a name is an option: `--password`, `-storepass`.
fn is_option(text: &str, name: &Range<usize>) -> bool {
    let option = &text[name.clone()];
    let is_begun = text[..name.start].ends_with(char::is_whitespace);
    option.starts_with("--") || (is_begun && option.starts_with('-') && option.len() > 4)
}

/// The text after the marks that close a name: emphasis, a quote, a bracket.
fn skip_closing(rest: &str) -> &str {
    let mut closed = rest.trim_start_matches('*');
    if let Some(quote) = opening_quote(closed) {
        closed = &closed[quote.len()..];
    }
    // A bracket without such a mark closes something else than the name.
    if closed.len() == rest.len() {
        return closed;
    }
    match closed.strip_prefix(']') {
        Some(after) => after,
        None => closed,
    }
}

/// The text that a sign binds to the name: `after` follows the sign, `is_next` is true if the sign
/// follows the name at once.
fn signed<'a>(
    text: &str,
    name: &Range<usize>,
    sign: &str,
    after: &'a str,
    is_next: bool,
) -> Option<Bound<'a>> {
    // A path of names: `key::NAME`.
    if sign == ":" && (after.starts_with(':') || is_step(text, name, after)) {
        return None;
    }
    let mut rest = after.trim_start_matches('*');
    if sign == ":" {
        rest = skip_type(rest);
    }
    let has_blank = skip_blanks(rest).len() < rest.len();
    let is_tight = sign == "=" && is_next && !has_blank;
    Some(Bound {
        rest,
        binding: if is_tight {
            Binding::Tight
        } else {
            Binding::Sign
        },
    })
}

/// True if a name and the text after its colon are steps of a longer name: `arn:aws:x:secret:name`.
fn is_step(text: &str, name: &Range<usize>, after: &str) -> bool {
    text[..name.start].ends_with(':') && after.starts_with(is_letter_or_digit)
}

fn is_letter_or_digit(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
}

/// The text after a name without a sign: an argument, a value after its type, the end of a
/// sentence, or just a word.
fn loose<'a>(closed: &'a str, spaced: &'a str, kind: SecretKind) -> Option<Bound<'a>> {
    if let Some(after) = spaced.strip_prefix([',', '(']) {
        let rest = skip_blanks(after);
        if rest.starts_with(['"', '\'']) {
            return Some(Bound {
                rest,
                binding: Binding::Argument,
            });
        }
    }
    if spaced.len() == closed.len() {
        return None;
    }
    // `const name string = "value"`
    let typed = spaced.trim_start_matches(is_letter_or_digit);
    if let Some(rest) = typed.strip_prefix(" = ")
        && rest.starts_with(['"', '`'])
    {
        return Some(Bound {
            rest,
            binding: Binding::Sign,
        });
    }
    // `the key is …` is about keyboards, maps and answers far more often than about secrets.
    if kind != SecretKind::Key
        && let Some(rest) = sentence(spaced)
    {
        return Some(Bound {
            rest,
            binding: Binding::Sentence,
        });
    }
    // In lists a dash between two blanks has the role of a colon.
    let rest = match spaced.strip_prefix("- ") {
        Some(after) => after,
        None => spaced,
    };
    Some(Bound {
        rest,
        binding: Binding::Blank,
    })
}

/// The value in a sentence: its first word that is more than letters, if a linking word or a colon
/// comes before it.
fn sentence(text: &str) -> Option<&str> {
    let mut at = 0;
    let mut is_linked = false;
    for word in first_line(text).split_inclusive(' ').take(LONGEST_SENTENCE) {
        let bare = word.trim_end().trim_matches(['(', ')', ',', '\'']);
        let letters = bare.trim_end_matches([':', ')']);
        let is_word = !bare.is_empty() && letters.chars().all(char::is_alphabetic);
        if !is_word {
            return is_linked.then_some(&text[at..]);
        }
        is_linked = bare.ends_with(':') || LINKING_WORDS.contains(&bare);
        at += word.len();
    }
    None
}

fn first_line(text: &str) -> &str {
    match text.find('\n') {
        Some(end) => &text[..end],
        None => text,
    }
}

fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

/// `name: Type = value`: the type tells nothing.
fn skip_type(text: &str) -> &str {
    let rest = text.trim_start_matches(in_type);
    let length = text.len() - rest.len();
    match rest.strip_prefix('=') {
        Some(value) if length <= LONGEST_NAME && value.starts_with([' ', '"']) => value,
        _ => text,
    }
}

fn in_type(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || " &'_:<>[]?".contains(letter)
}

fn skip_scheme(text: &str) -> &str {
    for scheme in SCHEMES {
        if let Some(credential) = text.strip_prefix(scheme) {
            return credential;
        }
    }
    text
}

/// Number of bytes before the closing quote.
fn quoted_length(inside: &str, quote: &str) -> Option<usize> {
    // A value does not go over its line: the apostrophe of a word opens no quote, and the next one
    // may be a page away.
    let line = first_line(inside);
    let mut from = 0;
    loop {
        let at = from + line[from..].find(quote)?;
        let slashes = trailing(&line.as_bytes()[..at], at, |byte| byte == b'\\');
        // An odd number of backslashes escapes the quote.
        if slashes % 2 == 0 {
            return Some(at);
        }
        from = at + quote.len();
    }
}
