//! Reads `NAME=value`, `name: value`, `"name": "value"` and `--name value`, where the name speaks
//! of a secret.
//!
//! The name decides whether to look, the value whether to speak: which names do is for `names` to
//! say, which values do for `judge`.

use std::ops::Range;

use super::classify::{Binding, Candidate};
use super::keyed;
use super::names::{SecretKind, secret_kind};

/// What a name must hold for this rule to look at it.
pub(super) const ANCHORS: &[&str] = &[
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "credential",
    "auth",
    "_pat",
    " pat ",
    "private",
    "pw",
];

/// So far before a name a provider's name still belongs to it, in bytes.
const PROVIDER_WINDOW: usize = 96;

const LONGEST_NAME: usize = 64;

/// The longest value, in bytes. What is longer is data; and without a limit a hostile text would be
/// read again and again.
const LONGEST_VALUE: usize = 512;

/// So many words of a sentence can stand between a name and its value.
const LONGEST_SENTENCE: usize = 8;

/// Words of a sentence with a value behind them.
const TIES: &[&str] = &["is", "was", "are", "be", "to", "now", "called", "=", "ist"];

/// A value as it stands in the text.
struct Value {
    span: Range<usize>,
    quoted: bool,
    binding: Binding,
    /// Whether it goes on behind the longest value that is judged.
    cut: bool,
}

/// Reads the value that the name around `anchor` is given, if it looks like a secret.
pub(super) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let behind = bytes[anchor.end..]
        .iter()
        .take(LONGEST_NAME)
        .take_while(|byte| in_name(**byte))
        .count();
    let before = bytes[..anchor.start]
        .iter()
        .rev()
        .take(LONGEST_NAME)
        .take_while(|byte| in_name(**byte))
        .count();
    let name = anchor.start - before..anchor.end + behind;
    let kind = secret_kind(text[spoken(text, &name)].trim_matches(['-', '.']))?;
    let value = find_value(text, &name, kind)?;
    let candidate = Candidate {
        text: &text[value.span.clone()],
        quoted: value.quoted,
        binding: value.binding,
    };
    candidate
        .is_secret(kind, || near_provider(text, &name))
        .then(|| value.span.start..whole(text, &value))
}

/// The end of a value that goes on where the reading stopped: keys and tokens can be long.
fn whole(text: &str, value: &Value) -> usize {
    let rest = &text[value.span.end..];
    if !value.cut {
        return value.span.end;
    }
    let ends =
        |letter: char| letter.is_whitespace() || letter.is_control() || "\"'`;<".contains(letter);
    value.span.end + rest.find(ends).unwrap_or(rest.len())
}

/// A name with the word before it, where the name alone is just `key`: `API key`.
fn spoken(text: &str, name: &Range<usize>) -> Range<usize> {
    if !text[name.clone()].eq_ignore_ascii_case("key") {
        return name.clone();
    }
    let before = text[..name.start]
        .strip_suffix([' ', '-'])
        .unwrap_or_default();
    let word = before
        .bytes()
        .rev()
        .take(LONGEST_NAME)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    if word == 0 {
        name.clone()
    } else {
        before.len() - word..name.end
    }
}

/// Whether the name of a provider stands in a name, or shortly before it.
fn near_provider(text: &str, name: &Range<usize>) -> bool {
    let start = text.floor_char_boundary(name.start.saturating_sub(PROVIDER_WINDOW));
    keyed::names_provider(&text[start..name.end])
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Finds what stands behind the name and its sign, on the same line or, behind a colon, on the next
/// one.
fn find_value(text: &str, name: &Range<usize>, kind: SecretKind) -> Option<Value> {
    let window = name.end + LONGEST_NAME + LONGEST_VALUE;
    let rest = &text[name.end..text.floor_char_boundary(window)];
    if text[..name.start].ends_with('<') && rest.starts_with('>') {
        return element(name.end + 1, &rest[1..]);
    }
    let (behind, binding) = tied(text, name, rest, kind)?;
    let value = skip_scheme(skip_blanks(behind));
    // `key:` and its value on the next line.
    let value = match value.strip_prefix("\n") {
        Some(next) if binding == Binding::Sign => skip_blanks(next),
        _ => value,
    };
    let start = name.end + rest.len() - value.len();
    if let Some(quote) = quote(value) {
        let inside = &value[quote.len()..];
        let cut = is_cut(inside);
        let length = if cut {
            inside.len()
        } else {
            quoted_length(inside, quote)?
        };
        let end = start + quote.len() + length;
        return Some(Value {
            span: end - skip_scheme(&inside[..length]).len()..end,
            quoted: true,
            binding,
            cut,
        });
    }
    let in_query = text[..name.start].ends_with(['?', '&']);
    let binding = if in_query && binding == Binding::Tight {
        Binding::Query
    } else {
        binding
    };
    let ends = |letter: char| {
        letter.is_whitespace() || "\"'`;<".contains(letter) || (in_query && letter == '&')
    };
    let cut = is_cut(value);
    let length = value.find(ends).unwrap_or(value.len());
    let value =
        value[..length].trim_end_matches(['.', ',', ':', ')', ']', '}', '|', '\\', '*', '>']);
    Some(Value {
        span: start..start + value.len(),
        quoted: false,
        binding,
        cut,
    })
}

/// Whether a value fills all that is read of it: one long run of what tokens are made of.
fn is_cut(value: &str) -> bool {
    value.len() >= LONGEST_VALUE
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.~+/=%:".contains(&byte))
}

/// The text of an XML element: its last word, without the braces that Jenkins sets around it.
fn element(start: usize, rest: &str) -> Option<Value> {
    let length = rest.find('<').filter(|at| rest[*at..].starts_with("</"))?;
    let inside =
        rest[..length].trim_end_matches(|letter: char| letter.is_whitespace() || letter == '}');
    let word = inside
        .rsplit(|letter: char| letter.is_whitespace() || letter == '{')
        .next()?;
    let end = start + inside.len();
    Some(Value {
        span: end - word.len()..end,
        quoted: true,
        binding: Binding::Sign,
        cut: false,
    })
}

/// The quote with which `text` begins, with the backslashes of the strings that it stands in.
fn quote(text: &str) -> Option<&str> {
    let slashes = text
        .bytes()
        .take(8)
        .take_while(|byte| *byte == b'\\')
        .count();
    text[slashes..]
        .starts_with(['"', '\'', '`'])
        .then(|| &text[..=slashes])
}

/// What stands behind the sign that ties a value to its name (`rest` is what stands behind the
/// name), and how it is tied.
fn tied<'a>(
    text: &str,
    name: &Range<usize>,
    rest: &'a str,
    kind: SecretKind,
) -> Option<(&'a str, Binding)> {
    let closed = rest.trim_start_matches('*');
    let closed = &closed[quote(closed).map_or(0, str::len)..];
    let closed = closed
        .strip_prefix(']')
        .filter(|_| closed.len() < rest.len())
        .unwrap_or(closed);
    let spaced = skip_blanks(closed);
    // `<add key="password" value="…"/>`
    if let Some(behind) = spaced.strip_prefix("value=") {
        return Some((behind, Binding::Sign));
    }
    // The next cell of a table.
    if let Some(behind) = spaced
        .strip_prefix("| ")
        .filter(|_| spaced.len() < closed.len())
    {
        return Some((behind, Binding::Argument));
    }
    let signs = ["===", "==", ":=", "=>", "->", "?=", "||", "=", ":"];
    match signs
        .iter()
        .find_map(|sign| spaced.strip_prefix(sign).map(|behind| (behind, *sign)))
    {
        // A path of names: `key::NAME`.
        Some((behind, ":")) if behind.starts_with(':') || is_step(text, name, behind) => None,
        Some((behind, sign)) => {
            let behind = behind.trim_start_matches('*');
            let behind = if sign == ":" {
                skip_type(behind)
            } else {
                behind
            };
            let is_tight = sign == "="
                && spaced.len() == rest.len()
                && skip_blanks(behind).len() == behind.len();
            Some((
                behind,
                if is_tight {
                    Binding::Tight
                } else {
                    Binding::Sign
                },
            ))
        }
        // An option of a command line.
        None if text[name.clone()].starts_with("--") && spaced.len() < closed.len() => {
            Some((spaced, Binding::Sign))
        }
        None => loose(closed, spaced, kind),
    }
}

/// Whether a name and what stands behind its colon are steps of a longer name:
/// `arn:aws:x:secret:name`.
fn is_step(text: &str, name: &Range<usize>, behind: &str) -> bool {
    text[..name.start].ends_with(':')
        && behind.starts_with(|letter: char| letter.is_ascii_alphanumeric())
}

/// What stands behind a name without a sign: an argument, a value behind its type, the end of a
/// sentence, or just a word.
fn loose<'a>(closed: &'a str, spaced: &'a str, kind: SecretKind) -> Option<(&'a str, Binding)> {
    if let Some(behind) = spaced.strip_prefix([',', '(']).map(skip_blanks)
        && behind.starts_with(['"', '\''])
    {
        return Some((behind, Binding::Argument));
    }
    if spaced.len() == closed.len() {
        return None;
    }
    // `const name string = "value"`
    let typed = spaced.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric());
    if let Some(behind) = typed
        .strip_prefix(" = ")
        .filter(|behind| behind.starts_with(['"', '`']))
    {
        return Some((behind, Binding::Sign));
    }
    if kind != SecretKind::Key
        && let Some(behind) = sentence(spaced)
    {
        return Some((behind, Binding::Sentence));
    }
    Some((spaced.strip_prefix("- ").unwrap_or(spaced), Binding::Blank))
}

/// The value of a sentence: its first word that is more than letters, where a word that ties or a
/// colon stands before it.
fn sentence(text: &str) -> Option<&str> {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let (mut at, mut is_tied) = (0, false);
    for word in line.split_inclusive(' ').take(LONGEST_SENTENCE) {
        let bare = word.trim_end().trim_matches(['(', ')', ',', '\'']);
        let is_word = !bare.is_empty()
            && bare
                .trim_end_matches([':', ')'])
                .bytes()
                .all(|byte| byte.is_ascii_alphabetic());
        if !is_word {
            return is_tied.then_some(&text[at..]);
        }
        is_tied = bare.ends_with(':') || TIES.contains(&bare);
        at += word.len();
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
    schemes
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme))
        .unwrap_or(text)
}

/// How many bytes stand before the closing quote. A value does not go over its line.
fn quoted_length(inside: &str, quote: &str) -> Option<usize> {
    let line = &inside[..inside.find('\n').unwrap_or(inside.len())];
    let mut from = 0;
    loop {
        let at = from + line[from..].find(quote)?;
        let slashes = line[..at]
            .bytes()
            .rev()
            .take_while(|byte| *byte == b'\\')
            .count();
        if slashes % 2 == 0 {
            return Some(at);
        }
        from = at + quote.len();
    }
}
