//! Reads the head of a text: the status, the days and the abstract of a decision that is read in
//! its own folder. Only the first few thousand bytes are looked at, as thousands of pages are read
//! at once; and a section about the status, which some projects have at the end.

use std::borrow::Cow;

use serde_yaml::Mapping;

use super::fields;
use super::markdown::Document;
use super::source::Source;
use super::status::StatusWords;
use git_memory_text::date::Date;
use git_memory_text::dates::DateSource;
use git_memory_text::floor;

/// Length of the head of a text, in bytes.
const HEAD: usize = 4 << 10;
/// Length of the part of a section about the status that is looked at, in bytes.
const SECTION: usize = 400;
/// Beginning of such a section.
const STATUS: &str = "\n## Status\n";
/// Words of which a head needs one to declare anything: reading the outline costs more than all
/// other work for a page, and most pages have none.
const TELLING: [&str; 9] = [
    "status",
    "Status",
    "STATUS",
    "superseded",
    "Superseded",
    "date:",
    "Date:",
    "created:",
    "Created:",
];

/// Fields that a text declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// A decision's status, if it is understood and does not mean that the decision applies.
    pub status: Option<&'static str>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day of its last change.
    pub updated: Option<Date>,
    /// Its abstract, if the text states a status: before its first paragraph there may be a table.
    pub description: Option<String>,
}

/// Reads the head of a text without its front matter.
#[must_use]
pub fn declared(body: &str) -> Declared {
    let head = head(body);
    if !TELLING.iter().any(|word| head.contains(word)) {
        return Declared::default();
    }
    let document = Document::parse(&head);
    let fields = fields::read(&document);
    let (front, words) = (Mapping::new(), StatusWords::default());
    let source = Source {
        front: &front,
        document: &document,
        fields: &fields,
        words: &words,
    };
    let status = source.declared_status();
    let created = source.created();
    if !status.is_said {
        // A list of changes or a section about a day is no evidence of a decision's header.
        let of_header = created.filter(|dated| dated.source == DateSource::Header);
        return Declared {
            created: of_header.map(|dated| dated.day),
            ..Declared::default()
        };
    }
    Declared {
        status: (status.is_understood && status.status != "active").then_some(status.status),
        created: created.map(|dated| dated.day),
        updated: source.updated(),
        description: source.description(),
    }
}

/// Part of a text, without its front matter, that declares something: the same is read from this
/// part as from the whole.
#[must_use]
pub fn head(body: &str) -> Cow<'_, str> {
    let (head, rest) = body.split_at(floor(body, HEAD));
    match rest.find(STATUS) {
        Some(at) => Cow::Owned(format!("{head}\n{}", &rest[at..floor(rest, at + SECTION)])),
        None => Cow::Borrowed(head),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_or_a_section_tells_the_status() {
        for (text, status, created) in [
            (
                "# A\n\nStatus: Accepted\nDate: 2024-03-04\n",
                None,
                Some("2024-03-04"),
            ),
            (
                "# A\n\n* Status: superseded by [B](b.md)\n",
                Some("superseded"),
                None,
            ),
            ("# A\n\n## Status\n\nDeprecated\n", Some("archived"), None),
            (
                "# A\n\n## Status\n\nProposed\n\n## Context\n\nx\n",
                Some("proposed"),
                None,
            ),
            ("# A\n\nWe speak of the status of things.\n", None, None),
            (
                "# A\n\n- Date: 2024-03-04\n\nText.\n",
                None,
                Some("2024-03-04"),
            ),
            ("# A\n\n## Changelog\n\n- 2024-03-04: date: x\n", None, None),
            (
                "# A\n\n## Status\n\nNobody knows what this is about\n",
                None,
                None,
            ),
            ("", None, None),
        ] {
            let declared = declared(text);
            assert_eq!(declared.status, status, "{text}");
            let day = declared.created.map(|day| day.to_string());
            assert_eq!(day.as_deref(), created, "{text}");
        }
    }

    #[test]
    fn the_abstract_is_no_header_and_the_status_may_come_last() {
        let table = "# A\n\n| Status | Proposed |\n|---|---|\n| Date | 2024-03-04 |\n\n\
                     ## Decision\n\nWe keep one store.\n";
        let said = declared(table);
        assert_eq!(said.description.as_deref(), Some("We keep one store."));
        let list = "# A\n\n- Status: accepted\n- Date: 2020-10-02\n\nThe core stays well-tested.\n";
        let said = declared(list);
        assert_eq!(
            said.description.as_deref(),
            Some("The core stays well-tested.")
        );
        let late = format!(
            "# A\n\n{}\n## Status\n\nProposed\n\n## X\n",
            "Text.\n".repeat(2000)
        );
        assert_eq!(declared(&late).status, Some("proposed"));
    }
}
