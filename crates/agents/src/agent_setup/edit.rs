//! Changes of a JSON text at one place: an item comes in behind the last one, and goes out so that
//! what came in before it leaves no trace. Comments always stay.

use super::container::Container;
use super::entry::Json;
use super::layout::{Layout, compact, indent_at, quoted};

/// A key with its value, or an item of a list.
#[derive(Clone, Debug)]
pub(crate) struct Item<'a> {
    /// The key; an item of a list has none.
    pub(crate) key: Option<&'a str>,
    pub(crate) value: Json,
}

impl Item<'_> {
    fn with_key(&self, value: &str) -> String {
        match self.key {
            Some(key) => format!("{}: {value}", quoted(key)),
            None => value.to_owned(),
        }
    }

    fn on_one_line(&self) -> String {
        self.with_key(&compact(&self.value))
    }

    /// On a line of its own, which is indented so far.
    fn spread(&self, layout: &Layout, indent: &str) -> String {
        let newline = layout.newline;
        let value = self.with_key(&layout.spread(&self.value, indent));
        format!("{newline}{indent}{value}")
    }
}

/// The text with an item put into a container, behind what it holds.
pub(crate) fn put(text: &str, container: &Container, item: &Item, layout: &Layout) -> String {
    match (container.items.last(), container.commas.last()) {
        (Some(last), Some(comma)) => {
            let indent = item_indent(text, container, layout);
            append(text, last.end, *comma, &indent, container, item, layout)
        }
        _ => fill(text, container, item, layout),
    }
}

/// How far the items of a container are indented: as the last one that begins a line.
fn item_indent(text: &str, container: &Container, layout: &Layout) -> String {
    for item in container.items.iter().rev() {
        let indent = indent_at(text, item.start);
        if text[..item.start].ends_with(indent) && begins_line(text, item.start) {
            return indent.to_owned();
        }
    }
    format!("{}{}", indent_at(text, container.open), layout.step)
}

/// Whether nothing but spaces and tabs is before a place on its line.
fn begins_line(text: &str, place: usize) -> bool {
    let before = text[..place].trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with('\n')
}

fn append(
    text: &str,
    end: usize,
    comma: Option<usize>,
    indent: &str,
    container: &Container,
    item: &Item,
    layout: &Layout,
) -> String {
    let from = match comma {
        Some(comma) => comma + 1,
        None => end,
    };
    let passed = comments_behind(text, from);
    // Behind `//` there is no room on the line.
    let body = if container.is_spread(text) || passed.is_line {
        item.spread(layout, indent)
    } else {
        format!(" {}", item.on_one_line())
    };
    let (kept, rest) = (&text[end..passed.end], &text[passed.end..]);
    let head = &text[..end];
    // A list that ends with a comma goes on doing so.
    match comma {
        Some(_) => format!("{head}{kept}{body},{rest}"),
        None => format!("{head},{kept}{body}{rest}"),
    }
}

/// An item for a container that holds nothing. What it looks like then is never what a container
/// looks like that is made for it, so that only that one goes with its item.
fn fill(text: &str, container: &Container, item: &Item, layout: &Layout) -> String {
    let at = container.open + 1;
    if !container.is_spread(text) {
        return format!("{} {} {}", &text[..at], item.on_one_line(), &text[at..]);
    }
    let at = comments_behind(text, at).end;
    let indent = format!("{}{}", indent_at(text, container.open), layout.step);
    let body = item.spread(layout, &indent);
    // An empty line behind it, by which taking it out knows this case.
    format!("{}{body}{}{}", &text[..at], layout.newline, &text[at..])
}

/// Where the comments behind a place of a line end, and whether the last one is `//`.
struct Passed {
    end: usize,
    is_line: bool,
}

fn comments_behind(text: &str, from: usize) -> Passed {
    let mut passed = Passed {
        end: from,
        is_line: false,
    };
    loop {
        let rest = &text[passed.end..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let comment = &rest[blank..];
        let length = if comment.starts_with("//") {
            passed.is_line = true;
            comment.find(['\r', '\n'])
        } else if comment.starts_with("/*") {
            comment.find("*/").map(|end| end + "*/".len())
        } else {
            None
        };
        let Some(length) = length else {
            return passed;
        };
        passed.end += blank + length;
    }
}

/// The texts without an item of a container: the one to take if it says what it should, then one
/// for where somebody has written behind the item.
pub(crate) fn without(text: &str, container: &Container, index: usize) -> Vec<String> {
    let item = &container.items[index];
    let before = text[..item.start].trim_end_matches([' ', '\t']);
    let line = before
        .strip_suffix("\r\n")
        .or_else(|| before.strip_suffix('\n'));
    let mut texts = Vec::new();
    if let Some(line) = line {
        texts.push(cut(text, container, index, line.len()));
    } else if text[..item.start].ends_with(' ') {
        texts.push(cut(text, container, index, item.start - 1));
    }
    texts.push(cut(text, container, index, item.start));
    texts
}

/// Cuts an item and its comma out, from a place before it.
fn cut(text: &str, container: &Container, index: usize, from: usize) -> String {
    let item = &container.items[index];
    let mut to = item.end;
    if container.items.len() == 1 {
        let is_spread = text[from..item.start].contains('\n');
        to += if is_spread {
            empty_line(&text[to..])
        } else {
            usize::from(text[to..].starts_with(' '))
        };
    }
    match container.commas[index] {
        Some(comma) => {
            let (behind, rest) = (&text[to..comma], &text[comma + 1..]);
            format!("{}{behind}{rest}", &text[..from])
        }
        // It was the last: the comma before it came with it.
        None => match index.checked_sub(1).and_then(|last| container.commas[last]) {
            Some(comma) => {
                let kept = &text[comma + 1..from];
                format!("{}{kept}{}", &text[..comma], &text[to..])
            }
            None => format!("{}{}", &text[..from], &text[to..]),
        },
    }
}

/// The length of the line end before an empty line; 0 where the next line holds something.
fn empty_line(rest: &str) -> usize {
    for newline in ["\r\n", "\n"] {
        if let Some(next) = rest.strip_prefix(newline)
            && next.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
        {
            return newline.len();
        }
    }
    0
}
