//! A value that stands beside its name without a sign: the next cell of a table in HTML, and the
//! item of a definition list.

use std::ops::Range;

use super::run::{leading, trailing};

/// The most tags between a name and its value.
const TAGS: usize = 8;

/// The longest tag, in bytes.
const LONGEST_TAG: usize = 100;

/// The longest term of a definition list, in bytes.
const LONGEST_TERM: usize = 40;

/// The text of the cell or item after a name, whose marks are closed before `closed`.
pub(crate) fn next<'a>(text: &str, name: &Range<usize>, closed: &'a str) -> Option<&'a str> {
    if closed.starts_with('<') {
        return in_next_cell(closed);
    }
    let item = closed.strip_prefix(['\r', '\n'])?;
    if !is_term(&text[..name.start]) {
        return None;
    }
    let item = item.trim_start_matches(['\n', ' ', '\t']);
    let value = item
        .strip_prefix(": ")
        .or_else(|| item.strip_prefix(":\t"))?;
    Some(value.trim_start_matches([' ', '\t', '*']))
}

/// True if the text before a name is only the beginning of its line.
fn is_term(before: &str) -> bool {
    let words = trailing(before.as_bytes(), LONGEST_TERM, |byte| byte != b'\n');
    words < LONGEST_TERM && !before[before.ceil_char_boundary(before.len() - words)..].contains('|')
}

/// The text after the tags that close one cell and open the next one.
fn in_next_cell(mut rest: &str) -> Option<&str> {
    let (mut is_closed, mut is_opened) = (false, false);
    for _ in 0..TAGS {
        let Some(inside) = rest.strip_prefix('<') else {
            break;
        };
        let length = leading(inside.as_bytes(), LONGEST_TAG, |byte| {
            !matches!(byte, b'>' | b'<' | b'\n')
        });
        let (tag, after) = inside.split_at(inside.floor_char_boundary(length));
        rest = after.strip_prefix('>')?.trim_start();
        is_closed |= is_one_of(tag, &["/th", "/td", "/dt"]);
        is_opened |= is_one_of(tag, &["td", "dd"]);
    }
    (is_closed && is_opened).then_some(rest)
}

/// True if a tag, whatever its attributes, has one of these names.
pub(crate) fn is_one_of(tag: &str, names: &[&str]) -> bool {
    let name = tag.split([' ', '\t', '\n', '/']).next();
    let name = match tag.strip_prefix('/') {
        Some(_) => tag.trim_end(),
        None => name.unwrap_or_default(),
    };
    names.iter().any(|other| name.eq_ignore_ascii_case(other))
}
