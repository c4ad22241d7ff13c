//! What binds a value to a name: a sign, a cell, an argument, a sentence, or nothing but a blank.

use super::name::{LONGEST_NAME, Name};
use super::quotes::{first_line, opening_quote};
use crate::cell;
use crate::classify::Binding;
use crate::names::SecretKind;

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

/// The text after a name, from the value on, and how the two are bound together.
pub(super) struct Bound<'a> {
    pub(super) rest: &'a str,
    pub(super) binding: Binding,
}

impl<'a> Bound<'a> {
    /// Finds the sign that binds a value to its name; `rest` is the text after the name.
    pub(super) fn of(name: &Name, rest: &'a str) -> Option<Self> {
        let closed = skip_closing(rest);
        let spaced = skip_blanks(closed);
        let has_blank = spaced.len() < closed.len();
        // `<add key="password" value="…"/>`
        if let Some(rest) = spaced.strip_prefix("value=") {
            return Some(Self {
                rest,
                binding: Binding::Sign,
            });
        }
        if let Some(rest) = cell::next(name.text, &name.span, closed) {
            return Some(Self {
                rest,
                binding: Binding::Cell,
            });
        }
        // The next cell of a table.
        if has_blank && let Some(rest) = spaced.strip_prefix("| ") {
            return Some(Self {
                rest,
                binding: Binding::Argument,
            });
        }
        let sign = SIGNS.iter().find(|sign| spaced.starts_with(**sign));
        if let Some(sign) = sign {
            let is_next = spaced.len() == rest.len();
            let after = &spaced[sign.len()..];
            return signed(name, sign, after, is_next);
        }
        // An option of a command line; one letter after a dash may mean anything.
        if has_blank && is_option(name) {
            return Some(Self {
                rest: spaced,
                binding: Binding::Sign,
            });
        }
        loose(closed, spaced, name.kind)
    }
}

/// True if a name is an option: `--password`, `-storepass`.
fn is_option(name: &Name) -> bool {
    let option = &name.text[name.span.clone()];
    let is_begun = name.before().ends_with(char::is_whitespace);
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
fn signed<'a>(name: &Name, sign: &str, after: &'a str, is_next: bool) -> Option<Bound<'a>> {
    // A path of names: `key::NAME`.
    if sign == ":" && (after.starts_with(':') || is_step(name, after)) {
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
fn is_step(name: &Name, after: &str) -> bool {
    name.before().ends_with(':') && after.starts_with(is_letter_or_digit)
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

pub(super) fn skip_blanks(text: &str) -> &str {
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
