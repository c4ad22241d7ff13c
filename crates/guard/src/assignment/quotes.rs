//! Quotes around names and values, as code, data and print have them.

use crate::run::{leading, trailing};

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

/// The quote with which `text` begins, with the backslashes of the strings that it is nested in.
pub(super) fn opening_quote(text: &str) -> Option<&str> {
    let slashes = leading(text.as_bytes(), 8, |byte| byte == b'\\');
    if text[slashes..].starts_with(['"', '\'', '`']) {
        return Some(&text[..=slashes]);
    }
    let mut quotes = PRINTED_QUOTES.iter();
    let (open, _) = quotes.find(|(open, _)| text.starts_with(open))?;
    Some(&text[..open.len()])
}

/// The quote that closes what another one has opened.
pub(super) fn closing(quote: &str) -> &str {
    let mut quotes = PRINTED_QUOTES.iter();
    let printed = quotes.find(|(open, _)| *open == quote);
    printed.map_or(quote, |(_, close)| close)
}

/// Number of bytes before the closing quote.
pub(super) fn quoted_length(inside: &str, quote: &str) -> Option<usize> {
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

/// The text before its first line end.
pub(super) fn first_line(text: &str) -> &str {
    match text.find('\n') {
        Some(end) => &text[..end],
        None => text,
    }
}
