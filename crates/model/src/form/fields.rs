//! The header of a decision: fields between its title and its first section, as
//! `- Start Date: 2014-09-11`, `* Status: accepted`, `**Date:** 2020-01-31` or `Date: 2020-01-31`,
//! perhaps in a quotation: `> **Status**: Proposed`.

use std::ops::Range;

use super::markdown::Document;
use super::{tables, vocabulary};
use git_memory_text::pattern::{Pattern, compiled};

/// One line of a header.
#[derive(Debug)]
pub struct Field {
    /// Lower case, `_` and `-` read as a space.
    pub key: String,
    /// As written, the spaces around it gone.
    pub value: String,
    /// True for a list item or a row of a table: some headers consist only of such fields.
    pub item: bool,
    /// Index of its line.
    pub line: usize,
}

// Maximum number of lines of a header: further down, `Status:` is part of the text.
const HEAD: usize = 80;

/// The index of the first line of a real section: header and notices come before.
pub fn head_end(document: &Document<'_>) -> usize {
    // A title, perhaps one above the header: text below more of them is the body.
    const TITLES: usize = 3;
    for (nth, heading) in document.headings.iter().enumerate() {
        if nth == TITLES || vocabulary::is_section(&heading.name) {
            return heading.start.min(HEAD);
        }
    }
    document.lines.len().min(HEAD)
}

/// The longest key, in characters: the text before the colon of a sentence is longer.
const KEY: usize = 31;

// Without the length of the key: a class of Unicode that is repeated so often is a pattern of half
// a megabyte.
static FIELD: Pattern = compiled!(
    r"(?x) ^ \s{0,3} (?:>\s{0,3})? ([-*+]\s+)? (?:\*\*|__)? (\p{L}[\p{L}\p{M}\ _\#-]*?) (?:\*\*|__)?
    \s* [:：] (?:\*\*|__)? \s* (.*?) \s* $"
);

/// All fields of the header, in order. A line such as `Note: this is old` reads as a field too:
/// look keys up.
pub fn read(document: &Document<'_>) -> Vec<Field> {
    let mut fields = Vec::new();
    let head = &document.lines[..head_end(document)];
    let mut line = 0;
    while line < head.len() {
        let text = &head[line].text;
        // A template quotes the header that it wants.
        if head[line].code {
            line += 1;
            continue;
        }
        let rows = tables::rows(&head[line..]);
        if !rows.is_empty() {
            for (key, value) in tables::pairs(&rows) {
                fields.push(field(&key, value, true, line));
            }
            line += rows.len();
            continue;
        }
        if let Some((key, value)) = tables::html_row(text) {
            fields.push(field(&key, value, true, line));
        } else if text.contains([':', '：'])
            && let Some(parts) = FIELD.captures(text)
            && parts[2].chars().count() <= KEY
        {
            let is_item = parts.get(1).is_some();
            fields.push(field(&parts[2], parts[3].to_owned(), is_item, line));
        }
        line += 1;
    }
    fields
}

/// True if every line of a paragraph is a field of a header, and one of them is of a document's.
pub fn is_header(paragraph: &str) -> bool {
    if !paragraph
        .lines()
        .all(|line| line.contains([':', '：', '|']))
    {
        return false;
    }
    let fields = read(&Document::parse(paragraph));
    let lines = paragraph.lines().filter(|line| !line.starts_with("|-"));
    let is_known = |field: &Field| vocabulary::is_key(&field.key) || is_listing(&field.key);
    fields.iter().any(is_known) && (paragraph.starts_with('|') || fields.len() >= lines.count())
}

/// True if a line is an item of a list in a list.
fn is_nested(line: &str) -> bool {
    line.starts_with([' ', '\t']) && line.trim_start().starts_with(['-', '*', '+'])
}

/// A text after its title and its header: fields, and sections that tell no more than these.
#[must_use]
pub fn after_header(text: &str) -> &str {
    let (mut rest, mut has_title) = (text, false);
    loop {
        rest = rest.trim_start();
        let line = rest.lines().next().unwrap_or_default();
        let title = line.trim_start_matches('#');
        let level = line.len() - title.len();
        let name = vocabulary::key(title);
        let end = if level > 0 && vocabulary::SILENT.contains(&name.as_str()) {
            start_of(rest, line.len(), |line| line.starts_with('#'))
        } else if level == 1 && !has_title && !vocabulary::is_section(&name) {
            has_title = true;
            line.len()
        } else {
            let end = start_of(rest, 0, |line| line.trim().is_empty());
            // The values of a field may be a list below it.
            let own = rest[..end].lines().filter(|line| !is_nested(line));
            if !is_header(&own.collect::<Vec<_>>().join("\n")) {
                return rest;
            }
            end
        };
        rest = &rest[end..];
    }
}

/// Start of the first line from `from` on that `is_it`, in bytes; the end of the text without one.
fn start_of(text: &str, from: usize, is_it: fn(&str) -> bool) -> usize {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        if is_it(line) {
            break;
        }
        at += line.len();
    }
    at
}

/// True for the keys of tags and owners, which any page may have.
fn is_listing(key: &str) -> bool {
    vocabulary::TAGS.contains(&key) || vocabulary::OWNER.contains(&key)
}

/// The key and the value of a header's line, as ranges of it; none for a row of a table.
pub fn ranges(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let parts = FIELD.captures(line)?;
    Some((parts.get(2)?.range(), parts.get(3)?.range()))
}

fn field(key: &str, value: String, item: bool, line: usize) -> Field {
    Field {
        key: vocabulary::key(key),
        value,
        item,
        line,
    }
}

/// The value of the first field with one of `keys` that is not empty; an earlier key is preferred.
pub fn value<'a>(fields: &'a [Field], keys: &[&str]) -> Option<&'a str> {
    for key in keys {
        let mut fields = fields.iter();
        if let Some(field) = fields.find(|field| field.key == *key && !field.value.is_empty()) {
            return Some(&field.value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_up_to_the_first_section() {
        let text = "# T\n\n- Start Date: 2020-01-02 \n* **Status**: draft\n__Owner:__ me\n> **Decider**: you\n\n## Note\nrfc_pr: 3\n## Summary\n- Late: x\n";
        let found: Vec<_> = read(&Document::parse(text))
            .into_iter()
            .map(|field| (field.key, field.value, field.item))
            .collect();
        let expected = [
            ("start date", "2020-01-02", true),
            ("status", "draft", true),
            ("owner", "me", false),
            ("decider", "you", false),
            ("rfc pr", "3", false),
        ];
        assert_eq!(
            found,
            expected.map(|(key, value, item)| (key.to_owned(), value.to_owned(), item))
        );
    }

    #[test]
    fn the_first_value_that_says_something_counts() {
        let fields = read(&Document::parse("- Date:\n- Created: b\n- Date: a\n"));
        assert_eq!(value(&fields, &["date", "created"]), Some("a"));
        assert_eq!(value(&fields, &["start date"]), None);
    }

    #[test]
    fn a_paragraph_of_fields_is_no_text() {
        for (text, expected) in [
            ("- Status: accepted\n- Deciders: John, Foo", true),
            ("Date: 2020-01-02", true),
            ("> **Status**: Proposed\n> **Date**: 2020-01-02", true),
            ("> Somebody said: it is cold.", false),
            ("| Status | accepted |\n|---|---|\n| Who | me |", true),
            ("Note: the status is new", false),
            ("Date: 2020-01-02\nIt was cold.", false),
            ("We keep it.", false),
            ("", false),
        ] {
            assert_eq!(is_header(text), expected, "{text}");
        }
    }

    #[test]
    fn a_text_begins_after_its_title_and_its_header() {
        for (text, expected) in [
            (
                "# T\n\nDate: 2020-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nC.",
                "## Context\n\nC.",
            ),
            (
                "# T\r\n\r\n- Status: draft\r\n- Date: x\r\n\r\nText.\r\n",
                "Text.\r\n",
            ),
            (
                "- Start Date: 2020-01-02\n\n# Summary\n\nS.",
                "# Summary\n\nS.",
            ),
            ("- Status: draft\n- Issues:\n  - [a](b)\n\nText.", "Text."),
            ("## Why: because\n\nText", "## Why: because\n\nText"),
            ("# T\n\n## Status\n\nDraft", ""),
            ("", ""),
        ] {
            assert_eq!(after_header(text), expected, "{text}");
        }
    }

    #[test]
    fn a_table_is_a_header_in_both_orientations() {
        for text in [
            "# T\n\n| Status | accepted |\n|---|---|\n| Date | 2020-01-02 |\n",
            "| | |\n|--|--|\n| **Status:** | accepted |\n| Date | 2020-01-02 |\n",
            "| Status | Date |\n|:-:|---|\n| accepted | 2020-01-02 |\n",
            "<table>\n<tr><td> Status </td><td> accepted </td>\n<tr><th>Date</th><td>2020-01-02</td></tr>\n</table>\n",
            "| Status | accepted | Date | 2020-01-02 |\n|-|-|-|-|\n",
            "**Status**：accepted\n日期：2020-01-02\n",
        ] {
            let fields = read(&Document::parse(text));
            assert_eq!(value(&fields, &["status"]), Some("accepted"), "{text}");
            assert_eq!(
                value(&fields, &["date", "日期"]),
                Some("2020-01-02"),
                "{text}"
            );
        }
    }
}
