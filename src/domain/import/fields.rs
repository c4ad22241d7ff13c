//! The header of a decision: what is between its title and its first section, as `- Start Date:
//! 2014-09-11`, `* Status: accepted`, `**Date:** 2020-01-31` or `Date: 2020-01-31`.

use super::markdown::Document;
use super::pattern::{Pattern, compiled};

/// One line of a header.
#[derive(Debug)]
pub(crate) struct Field {
    /// Lower case, `_` and `-` read as a space.
    pub key: String,
    /// As written, the spaces around it gone.
    pub value: String,
    /// True for a list item, which is how a header that is nothing but fields is written.
    pub item: bool,
    /// Index of its line.
    pub line: usize,
}

/// Sections whose names open the text proper: the header ends there.
const SECTIONS: [&str; 14] = [
    "summary",
    "abstract",
    "motivation",
    "motivation and summary",
    "background",
    "background and motivation",
    "context",
    "context and problem statement",
    "status",
    "decision",
    "decision outcome",
    "considered options",
    "detailed design",
    "table of contents",
];

/// True for the name of a section that every decision may have, which is thus nobody's title.
pub(crate) fn is_section(name: &str) -> bool {
    SECTIONS.contains(&name)
}

/// The index of the first line that belongs to a section proper: what comes before is header and
/// notices.
pub(crate) fn head_end(document: &Document<'_>) -> usize {
    let mut headings = document.headings.iter();
    match headings.find(|heading| is_section(&heading.name)) {
        Some(heading) => heading.start,
        None => document.lines.len(),
    }
}

// A key of at most 31 letters: what comes before the colon of a sentence is longer.
static FIELD: Pattern = compiled!(
    r"(?x) ^ \s{0,3} ([-*+]\s+)? (?:\*\*|__)? ([A-Za-z][A-Za-z\ _\#-]{1,30}?) (?:\*\*|__)?
    \s* : (?:\*\*|__)? \s* (.*?) \s* $"
);

/// All fields of the header, in order. A line such as `Note: this is old` reads as a field too:
/// look keys up.
pub(crate) fn read(document: &Document<'_>) -> Vec<Field> {
    let mut fields = Vec::new();
    for (line, text) in document.lines[..head_end(document)].iter().enumerate() {
        // A template quotes the header that it wants.
        if text.code {
            continue;
        }
        if let Some(parts) = FIELD.captures(&text.text) {
            fields.push(Field {
                key: parts[2].trim().to_lowercase().replace(['_', '-'], " "),
                value: parts[3].to_owned(),
                item: parts.get(1).is_some(),
                line,
            });
        }
    }
    fields
}

/// The value of the first field that is called one of `keys` and says something; an earlier key is
/// preferred.
pub(crate) fn value<'a>(fields: &'a [Field], keys: &[&str]) -> Option<&'a str> {
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
        let text = "# T\n\n- Start Date: 2020-01-02 \n* **Status**: draft\n__Owner:__ me\n\n## Note\nrfc_pr: 3\n## Summary\n- Late: x\n";
        let found: Vec<_> = read(&Document::parse(text))
            .into_iter()
            .map(|field| (field.key, field.value, field.item))
            .collect();
        let expected = [
            ("start date", "2020-01-02", true),
            ("status", "draft", true),
            ("owner", "me", false),
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
}
