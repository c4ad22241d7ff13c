//! The value of a name: where it begins and ends, and the quotes around it.

use std::ops::Range;

use super::binding::{Bound, skip_blanks};
use super::name::{LONGEST_NAME, Name};
use super::quotes::{closing, opening_quote, quoted_length};
use crate::classify::{Binding, placeholder};
use crate::work;

// The longest value, in bytes. A longer one is data; and without a limit a hostile text would be
// read again and again, once for each name in it.
const LONGEST_VALUE: usize = 512;

/// `Authorization: Bearer value`, RFC 9110, section 11.6.2.
const SCHEMES: &[&str] = &["Bearer ", "bearer ", "Basic ", "basic ", "Token ", "token "];

/// Characters that close the sentence, the list or the markup around an unquoted value.
const CLOSING: &[char] = &['.', ',', ':', ')', ']', '}', '|', '\\', '*', '>'];

/// A value in the text.
pub(super) struct Value {
    /// In bytes, without quotes.
    pub(super) span: Range<usize>,
    pub(super) quoted: bool,
    pub(super) binding: Binding,
    /// True if the value is longer than the guard reads.
    is_cut: bool,
}

impl Value {
    /// Finds the value after the name and its sign, on the same line or, after a colon, on the next
    /// one.
    pub(super) fn of(name: &Name) -> Option<Self> {
        let window = name.span.end + LONGEST_NAME + LONGEST_VALUE;
        let rest = &name.text[name.span.end..name.text.floor_char_boundary(window)];
        if name.before().ends_with('<') && rest.starts_with('>') {
            return element(name.span.end + 1, &rest[1..]);
        }
        let bound = Bound::of(name, rest)?;
        let mut value = skip_scheme(skip_blanks(bound.rest));
        // `key:` and its value on the next line, as YAML and notes write it; after `=` a line that
        // ends there has no value.
        if bound.binding == Binding::Sign
            && let Some(next) = skip_block(value).strip_prefix('\n')
        {
            value = skip_blanks(next);
        }
        let start = name.span.end + rest.len() - value.len();
        if let Some(quote) = opening_quote(value) {
            return quoted_value(start, value, quote, bound.binding);
        }
        // In a URL the next parameter begins at `&`, which a password elsewhere may contain.
        let in_query = name.before().ends_with(['?', '&']);
        bare_value(start, value, in_query, bound.binding)
    }

    /// The value before a line end that is written in it, as strings have it: `TOKEN=…\nNEXT`.
    pub(super) fn before_written_end(&self, text: &str) -> Option<Self> {
        let whole = &text[self.span.clone()];
        let ends = ["\\n", "\\r", "\\t"].map(|end| whole.find(end));
        let length = ends.into_iter().flatten().min()?;
        Some(Self {
            span: self.span.start..self.span.start + length,
            is_cut: false,
            ..*self
        })
    }

    /// The end of a value, also of one that is longer than the guard reads: keys and tokens can be
    /// long.
    pub(super) fn whole_end(&self, text: &str) -> usize {
        if !self.is_cut {
            return self.span.end;
        }
        let rest = &text[self.span.end..];
        let length = rest.find(|letter: char| letter.is_control() || ends_value(letter));
        let length = length.unwrap_or(rest.len());
        work::did(length);
        self.span.end + length
    }
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

fn ends_value(letter: char) -> bool {
    letter.is_whitespace() || "\"'`;<「」『』“”„«»。、，".contains(letter)
}

/// Skips the sign of a YAML text that begins on the next line: `|`, `>-`.
fn skip_block(text: &str) -> &str {
    match text.strip_prefix(['|', '>']) {
        Some(rest) => rest.strip_prefix(['-', '+']).unwrap_or(rest),
        None => text,
    }
}

fn skip_scheme(text: &str) -> &str {
    for scheme in SCHEMES {
        if let Some(credential) = text.strip_prefix(scheme) {
            return credential;
        }
    }
    text
}
