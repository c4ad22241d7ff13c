//! What the head of a text says of itself: the status and the days of a decision that is read where
//! it lies. Only the first few thousand bytes are looked at, as thousands of pages are read at once.

use serde_yaml::Mapping;

use super::fields;
use super::markdown::Document;
use super::source::Source;
use super::status::StatusWords;
use crate::domain::date::Date;
use crate::domain::text::floor;

/// How much of a text is its head, in bytes.
const HEAD: usize = 4 << 10;

/// What a text says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// A decision's status, where it says another than that it holds, and is understood.
    pub status: Option<&'static str>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day of its last change.
    pub updated: Option<Date>,
}

/// Reads the head of a text without its front matter.
#[must_use]
pub fn declared(body: &str) -> Declared {
    let head = &body[..floor(body, HEAD)];
    // Most pages have no such header, and reading the outline costs more than all else of them.
    if !["status", "Status", "STATUS", "superseded", "Superseded"]
        .iter()
        .any(|word| head.contains(word))
    {
        return Declared::default();
    }
    let document = Document::parse(head);
    let fields = fields::read(&document);
    let (front, words) = (Mapping::new(), StatusWords::default());
    let source = Source {
        front: &front,
        document: &document,
        fields: &fields,
        words: &words,
    };
    let status = source.declared_status();
    if !status.is_said {
        return Declared::default();
    }
    Declared {
        status: (status.is_understood && status.status != "active").then_some(status.status),
        created: source.created().map(|dated| dated.day),
        updated: source.updated(),
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
}
