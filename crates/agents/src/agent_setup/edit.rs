//! Changes of a JSON text at one place: an item comes in behind the last one, and goes out so that
//! what came in before it leaves no trace. Comments always stay.
//!
//! The editing tree of the parser sets empty objects anew and takes comments along with what it
//! removes, so only the places are from there.

use std::ops::Range;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::{Token, TokenAndRange};

use super::entry::Json;
use super::layout::{Layout, indent_at, quoted};

const BLANK: [char; 2] = [' ', '\t'];

/// The places of an object or a list in a text, in bytes.
pub(crate) struct Container {
    /// Behind the opening bracket, to the closing one.
    inner: Range<usize>,
    /// The members of the container, in order: keys with their values, or items.
    items: Vec<Range<usize>>,
    /// The comma behind each of them.
    commas: Vec<Option<usize>>,
}

impl Container {
    /// Reads the places of a value; one that is neither object nor list holds nothing.
    pub(crate) fn new(value: &Value, tokens: &[TokenAndRange]) -> Self {
        let ranges: Vec<_> = match value {
            Value::Object(object) => object.properties.iter().map(|it| it.range).collect(),
            Value::Array(list) => list.elements.iter().map(Ranged::range).collect(),
            _ => Vec::new(),
        };
        let comma = |end| {
            let next = tokens.get(tokens.partition_point(|token| token.range.start < end))?;
            (next.token == Token::Comma).then_some(next.range.start)
        };
        let whole = value.range();
        Self {
            inner: whole.start + 1..whole.end - 1,
            commas: ranges.iter().map(|it| comma(it.end)).collect(),
            items: ranges.iter().map(|it| it.start..it.end).collect(),
        }
    }

    /// True if what it holds begins on a line of its own.
    fn is_spread(&self, text: &str) -> bool {
        let first = self.items.first().map_or(self.inner.end, |it| it.start);
        text[self.inner.start..first].contains('\n')
    }

    /// The indentation of its items: that of the last one that begins a line.
    fn indent(&self, text: &str, layout: &Layout) -> String {
        let indents = self.items.iter().rev().map(|item| {
            let indent = indent_at(text, item.start);
            (indent, text[..item.start].trim_end_matches(BLANK))
        });
        let mut begin = indents.filter(|(_, above)| above.is_empty() || above.ends_with('\n'));
        match begin.next() {
            Some((indent, _)) => indent.to_owned(),
            None => format!("{}{}", indent_at(text, self.inner.start), layout.step),
        }
    }

    /// True if it holds one thing only, and is set as we set what we make.
    pub(crate) fn is_made_for_one(&self, text: &str) -> bool {
        let [item] = self.items.as_slice() else {
            return false;
        };
        let before = text[self.inner.start..item.start].trim_matches(BLANK);
        let after = text[item.end..self.inner.end].trim_end_matches(BLANK);
        match (before, after) {
            ("\n" | "\r\n", "\n" | "\r\n") => true,
            // On one line: what is put into an empty one has spaces around it.
            _ => self.inner == *item,
        }
    }
}

/// The text with an item put into a container, behind what it holds; only a key's value has a key.
///
/// In an empty container there is an empty line or a space behind it, as in none that is made for it:
/// by that only those go with their item.
pub(crate) fn put(text: &str, container: &Container, key: Option<&str>, value: &Json) -> String {
    let layout = Layout::of(text);
    let end = container
        .items
        .last()
        .map_or(container.inner.start, |it| it.end);
    let comma = container.commas.last().copied().flatten();
    let (to, is_line) = comments_behind(text, comma.map_or(end, |comma| comma + 1), &BLANK);
    // Behind `//` there is no room on the line.
    let is_spread = container.is_spread(text) || is_line;
    let line = format!("{}{}", layout.newline, container.indent(text, &layout));
    let value = value.written(is_spread.then_some(line.as_str()), layout.step);
    let item = match key {
        Some(key) => format!("{}: {value}", quoted(key)),
        None => value,
    };
    let gap = if is_spread { &line } else { " " };
    let (before, after) = match comma {
        _ if container.items.is_empty() && is_spread => ("", layout.newline),
        _ if container.items.is_empty() => ("", " "),
        // A list that ends with a comma goes on doing so.
        Some(_) => ("", ","),
        None => (",", ""),
    };
    let (head, kept, rest) = (&text[..end], &text[end..to], &text[to..]);
    format!("{head}{before}{kept}{gap}{item}{after}{rest}")
}

/// The end of the comments behind a place, with only these signs between; true if the last is `//`.
fn comments_behind(text: &str, from: usize, between: &[char]) -> (usize, bool) {
    let (mut end, mut is_line) = (from, false);
    loop {
        let comment = text[end..].trim_start_matches(between);
        let length = match comment.get(..2) {
            Some("//") => comment.find(['\r', '\n']),
            Some("/*") => comment.find("*/").map(|at| at + "*/".len()),
            _ => None,
        };
        let Some(length) = length else {
            return (end, is_line);
        };
        is_line = comment.starts_with("//");
        end = text.len() - comment.len() + length;
    }
}

/// The text without an item of a container and its comma.
pub(crate) fn without(text: &str, container: &Container, index: usize) -> String {
    let item = &container.items[index];
    let comma = container.commas[index];
    let before_it = index.checked_sub(1).and_then(|last| container.commas[last]);
    let (mut from, mut to) = (item.start, item.end);
    let rest = &text[comma.map_or(to, |comma| comma + 1)..];
    let above = text[..from].trim_end_matches(BLANK);
    let line_above = above
        .strip_suffix('\n')
        .map(|it| it.strip_suffix('\r').unwrap_or(it));
    if let Some(above) = line_above {
        // The text that a person wrote behind the item must not end up in a comment of the line
        // above.
        let begin = before_it.map_or(container.inner.start, |comma| comma + 1);
        let (_, is_commented) = comments_behind(text, begin, &[' ', '\t', '\r', '\n']);
        let is_last = rest.trim_start_matches(BLANK).starts_with(['\r', '\n']);
        if is_last || !is_commented {
            from = above.len();
        }
    } else if text[..from].ends_with(' ') {
        from -= 1;
    }
    if container.items.len() == 1 {
        let behind = &text[to..];
        let blank = &behind[..behind.len() - behind.trim_start().len()];
        let has_empty_line = blank.matches('\n').count() > 1;
        to += match line_above {
            Some(_) if has_empty_line && blank.starts_with("\r\n") => 2,
            Some(_) => usize::from(has_empty_line && blank.starts_with('\n')),
            None => usize::from(blank.starts_with(' ')),
        };
    }
    match (comma, before_it) {
        (Some(comma), _) => format!(
            "{}{}{}",
            &text[..from],
            &text[to..comma],
            &text[comma + 1..]
        ),
        // It was the last: the comma before it came with it.
        (None, Some(comma)) => {
            format!(
                "{}{}{}",
                &text[..comma],
                &text[comma + 1..from],
                &text[to..]
            )
        }
        (None, None) => format!("{}{}", &text[..from], &text[to..]),
    }
}
