//! The three places where a foreign decision says something about itself, read together: its front
//! matter, its header fields, and its text. What comes first in that order counts.

use serde_yaml::Mapping;

use super::format::Format;
use crate::domain::kind::{ACTIVE, SUPERSEDED};

use super::fields::{self, Field};
use super::markdown::{Document, first_paragraph};
use super::plain::{plain, shorten};
use super::reference::{self, Reference};
use super::supersession::{self, Links};
use super::{front_matter, status};

/// The most characters of a description.
const DESCRIPTION: usize = 200;

/// Sections that a description is taken from, the best first.
const DESCRIBING: [&str; 9] = [
    "summary",
    "abstract",
    "motivation and summary",
    "decision outcome",
    "decision",
    "context and problem statement",
    "context",
    "background",
    "motivation",
];

/// Sections that never describe.
const SILENT: [&str; 5] = ["status", "date", "table of contents", "note", "update"];

/// What a decision says about whether it holds.
pub(crate) struct DeclaredStatus {
    /// What it means here, one of the statuses of a decision.
    pub status: &'static str,
    /// Its words as written, plain and on one line, where they say more than the status.
    pub words: Option<String>,
    /// What it replaces, and what replaces it.
    pub links: Links,
}

/// One decision's front matter, text and header fields.
pub(crate) struct Source<'a> {
    pub front: &'a Mapping,
    pub document: &'a Document<'a>,
    pub fields: &'a [Field],
}

impl Source<'_> {
    /// How it is written; `None`: nothing in it is what decisions have. `number` is the file
    /// name's.
    pub fn format(&self, number: Option<u32>) -> Option<Format> {
        const HEADER: [&str; 9] = [
            "start date",
            "feature name",
            "rfc pr",
            "rfc pr #",
            "status",
            "date",
            "deciders",
            "decision makers",
            "supersedes",
        ];
        const KEYS: [&str; 4] = ["status", "date", "deciders", "decisionmakers"];
        const MADR: [&str; 3] = [
            "context and problem statement",
            "decision outcome",
            "considered options",
        ];
        // What only one form has comes first: a line such as `Date:` may be in any of them.
        if self.document.find(&MADR).is_some() {
            return Some(Format::Madr);
        }
        if self.document.find(&["status"]).is_some() {
            return Some(Format::Nygard);
        }
        for field in self.fields {
            if HEADER.contains(&field.key.as_str()) {
                return Some(Format::Bullets);
            }
        }
        // Any page may have front matter; a number in its name makes it one of a series.
        let has_key = front_matter::value(self.front, &KEYS).is_some();
        if has_key || (!self.front.is_empty() && number.is_some()) {
            return Some(Format::Madr);
        }
        self.document.find(&["decision"])?;
        Some(Format::Nygard)
    }

    /// What it says about whether it holds.
    pub fn declared_status(&self) -> DeclaredStatus {
        let mut said = front_matter::text(self.front, &["status"]);
        if said.is_none() {
            said = self.status_section();
        }
        if said.is_none() {
            said = fields::value(self.fields, &["status"]).map(str::to_owned);
        }
        let links = self.links(said.as_deref());
        let (mut status, text) = match said {
            Some(text) => (status::mean(&text), Some(text)),
            None => match status::notice(self.document) {
                Some((status, text)) => (status, Some(text)),
                None => (ACTIVE, None),
            },
        };
        // The link counts more than the word: many leave 'Accepted' there when they add it.
        if !links.superseded_by.is_empty() {
            status = SUPERSEDED;
        }
        let mut words = text.map(|text| shorten(&plain(&text), DESCRIPTION));
        if let Some(said) = &words
            && (said.is_empty() || said.eq_ignore_ascii_case(status))
        {
            words = None;
        }
        DeclaredStatus {
            status,
            words,
            links,
        }
    }

    fn status_section(&self) -> Option<String> {
        let mut text = String::new();
        for line in self.document.under(self.document.find(&["status"])?) {
            if !line.code {
                text.push_str(line.text.trim_start_matches(['>', ' ']));
                text.push('\n');
            }
        }
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        Some(text.to_owned())
    }

    fn links(&self, status: Option<&str>) -> Links {
        let mut all = vec![
            Links {
                supersedes: self.keyed(&["supersedes", "replaces"]),
                superseded_by: self.keyed(&["supersededby", "replacedby"]),
            },
            supersession::in_fields(self.fields, self.document),
        ];
        if let Some(status) = status {
            all.push(supersession::in_status(status, self.document));
        }
        all.push(supersession::in_prose(self.document));
        let mut links = Links::default();
        for found in all {
            links.supersedes.extend(found.supersedes);
            links.superseded_by.extend(found.superseded_by);
        }
        Links {
            supersedes: reference::unique(links.supersedes),
            superseded_by: reference::unique(links.superseded_by),
        }
    }

    /// The references under the first of some front matter keys.
    fn keyed(&self, keys: &[&str]) -> Vec<Reference> {
        let Some(value) = front_matter::value(self.front, keys) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for text in front_matter::texts(value) {
            found.extend(supersession::objects(&text, self.document));
        }
        found
    }

    /// Takes `itself` (file name and number) out of the supersession, and lists what else is
    /// mentioned.
    pub fn related(
        &self,
        format: Format,
        itself: (&str, Option<u32>),
        links: &mut Links,
    ) -> Vec<Reference> {
        let is_own = |reference: &Reference| match reference {
            Reference::Number(number) => Some(*number) == itself.1,
            Reference::File(name) => name == itself.0,
        };
        links.supersedes.retain(|reference| !is_own(reference));
        links.superseded_by.retain(|reference| !is_own(reference));
        // The pull request or issue of a field is where it was discussed, not another decision.
        let mut tickets: Vec<usize> = Vec::new();
        for field in self.fields {
            let mut words = field.key.split(' ');
            if words.any(|word| matches!(word, "pr" | "issue" | "issues")) {
                tickets.push(field.line);
            }
        }
        let mut found = self.keyed(&["related", "relatesto"]);
        let is_rfc = format == Format::Bullets;
        found.extend(reference::all(self.document, is_rfc, &tickets));
        found.retain(|reference| !is_own(reference) && !links.mention(reference));
        reference::unique(found)
    }

    /// The day it was made.
    pub fn created(&self) -> Option<String> {
        if let Some(text) = front_matter::text(self.front, &["date", "created", "decisiondate"]) {
            return status::date(&text);
        }
        if let Some(text) = fields::value(self.fields, &["start date", "date", "created"]) {
            return status::date(text);
        }
        let section = self.document.find(&["date"])?;
        status::date(&first_paragraph(self.document.under(section))?)
    }

    /// What it is about: the front matter's words, or the first thing said in the section that says
    /// it best.
    pub fn description(&self) -> Option<String> {
        let said = match front_matter::text(self.front, &["description"]) {
            Some(text) => plain(&text),
            None => self.described()?,
        };
        if said.is_empty() {
            return None;
        }
        Some(shorten(&said, DESCRIPTION))
    }

    /// The first thing said in the section that describes best, else in any that may describe.
    fn described(&self) -> Option<String> {
        for name in DESCRIBING {
            if let Some(section) = self.document.find(&[name])
                && let Some(said) = first_paragraph(self.document.under(section))
            {
                return Some(said);
            }
        }
        for (nth, heading) in self.document.headings.iter().enumerate() {
            let lines = self.document.under(nth);
            let range = heading.end..heading.end + lines.len();
            // A section that is nothing but a list of fields is the header under a heading.
            let is_header = self.fields.iter().any(|field| range.contains(&field.line));
            if is_header || SILENT.contains(&heading.name.as_str()) {
                continue;
            }
            if let Some(said) = first_paragraph(lines) {
                return Some(said);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(yaml: &str, text: &str, ask: impl Fn(&Source<'_>) -> T) -> T {
        let front = front_matter::parse(yaml).unwrap();
        let document = Document::parse(text);
        let fields = fields::read(&document);
        ask(&Source {
            front: &front,
            document: &document,
            fields: &fields,
        })
    }

    #[test]
    fn the_status_comes_from_the_first_place_that_says_one() {
        for (yaml, text, status, words) in [
            (
                "status: rejected",
                "## Status\n\nAccepted\n",
                "rejected",
                None,
            ),
            (
                "",
                "# T\n\n- Status: draft\n\n## Status\n\n> Accepted in May\n",
                "active",
                Some("Accepted in May"),
            ),
            ("", "- Status: draft\n", "proposed", Some("draft")),
            ("", "- Date: 2020-01-02\n\n## Summary\n", "active", None),
            (
                "status: accepted\nsuperseded_by: [4]",
                "# T",
                "superseded",
                Some("accepted"),
            ),
        ] {
            let found = with(yaml, text, |source| {
                let said = source.declared_status();
                (said.status, said.words)
            });
            assert_eq!(found, (status, words.map(str::to_owned)), "{yaml} {text}");
        }
    }

    #[test]
    fn a_description_is_what_the_best_section_says_first() {
        for (text, expected) in [
            ("# T\n\n## Context\n\nWhy?\n\n## Decision\n\nSo.\n", "So."),
            ("# T\n\n- Date: x\n\n## Other\n\nWords.\n", "Words."),
            ("# T\n\nDate: x\n", ""),
        ] {
            assert_eq!(
                with("", text, |source| source.description().unwrap_or_default()),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn a_decision_is_not_related_to_itself_or_twice() {
        let text = "- RFC PR: [a/rfcs#99](https://h/rfcs/pull/99)\n\nThis RFC supersedes RFC 3. RFC 3, RFC 7 and RFC 8.\n";
        let links = with("", text, |source| source.declared_status().links);
        let related = with("", text, |source| {
            source.related(Format::Bullets, ("0007-x.md", Some(7)), &mut links.clone())
        });
        assert_eq!(related, [Reference::Number(8)]);
        assert_eq!(links.supersedes, [Reference::Number(3)]);
    }
}
