//! The three places where a foreign decision says something about itself, read together: its front
//! matter, its header fields, and its text. What stands first in that order counts.

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

/// One decision's front matter, text and header fields.
pub(super) struct Source<'a> {
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
        let has = |names: &[&str]| self.document.find(names).is_some();
        let kept = front_matter::value(self.front, &KEYS).is_some()
            || (!self.front.is_empty() && number.is_some());
        if has(&[
            "context and problem statement",
            "decision outcome",
            "considered options",
        ]) {
            Some(Format::Madr)
        } else if has(&["status"]) {
            Some(Format::Nygard)
        } else if self
            .fields
            .iter()
            .any(|field| HEADER.contains(&field.key.as_str()))
        {
            Some(Format::Bullets)
        } else if kept {
            Some(Format::Madr)
        } else {
            has(&["decision"]).then_some(Format::Nygard)
        }
    }

    /// The status, its words as written where they say more, and the supersession.
    pub fn standing(&self) -> (&'static str, Option<String>, Links) {
        let said = front_matter::text(self.front, &["status"])
            .or_else(|| self.status_section())
            .or_else(|| fields::value(self.fields, &["status"]).map(str::to_owned));
        let links = self.links(said.as_deref().unwrap_or_default());
        let (mut found, text) = match said {
            Some(text) => (status::mean(&text), Some(text)),
            None => status::notice(self.document)
                .map_or((ACTIVE, None), |(status, text)| (status, Some(text))),
        };
        if !links.superseded_by.is_empty() {
            found = SUPERSEDED;
        }
        let words = text.map(|text| shorten(&plain(&text), DESCRIPTION));
        (
            found,
            words.filter(|words| !words.is_empty() && !words.eq_ignore_ascii_case(found)),
            links,
        )
    }

    fn status_section(&self) -> Option<String> {
        let lines = self.document.under(self.document.find(&["status"])?);
        let text = lines
            .iter()
            .filter(|line| !line.code)
            .map(|line| line.text.trim_start_matches(['>', ' ']));
        Some(text.collect::<Vec<_>>().join("\n").trim().to_owned()).filter(|text| !text.is_empty())
    }

    fn links(&self, status: &str) -> Links {
        let objects = |text: &String| supersession::objects(text, self.document);
        let keyed = |keys: &[&str]| {
            let value = front_matter::value(self.front, keys);
            value
                .map(|value| {
                    front_matter::texts(value)
                        .iter()
                        .flat_map(objects)
                        .collect()
                })
                .unwrap_or_default()
        };
        let front = Links {
            supersedes: keyed(&["supersedes", "replaces"]),
            superseded_by: keyed(&["supersededby", "replacedby"]),
        };
        let all = [
            front,
            supersession::in_fields(self.fields, self.document),
            supersession::in_status(status, self.document),
            supersession::in_prose(self.document),
        ];
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

    /// Takes `itself` (file name and number) out of the supersession, and lists what else is
    /// mentioned.
    pub fn related(
        &self,
        format: Format,
        itself: (&str, Option<u32>),
        links: &mut Links,
    ) -> Vec<Reference> {
        let own = |reference: &Reference| match reference {
            Reference::Number(number) => Some(*number) == itself.1,
            Reference::File(name) => name == itself.0,
        };
        links.supersedes.retain(|reference| !own(reference));
        links.superseded_by.retain(|reference| !own(reference));
        let ticket = |field: &Field| {
            field
                .key
                .split(' ')
                .any(|word| matches!(word, "pr" | "issue" | "issues"))
        };
        let tickets: Vec<usize> = self
            .fields
            .iter()
            .filter(|field| ticket(field))
            .map(|field| field.line)
            .collect();
        let mut found: Vec<Reference> = Vec::new();
        if let Some(value) = front_matter::value(self.front, &["related", "relatesto"]) {
            found.extend(
                front_matter::texts(value)
                    .iter()
                    .flat_map(|text| supersession::objects(text, self.document)),
            );
        }
        found.extend(reference::all(
            self.document,
            format == Format::Bullets,
            |line| tickets.contains(&line),
        ));
        let replaced: Vec<_> = links
            .supersedes
            .iter()
            .chain(&links.superseded_by)
            .collect();
        let linked = |reference: &Reference| {
            let same =
                |link: &&Reference| link.number().is_some() && link.number() == reference.number();
            replaced.iter().any(|link| *link == reference || same(link))
        };
        found.retain(|reference| !own(reference) && !linked(reference));
        reference::unique(found)
    }

    /// The day it was made.
    pub fn created(&self) -> Option<String> {
        let front = front_matter::text(self.front, &["date", "created", "decisiondate"]);
        let field =
            || fields::value(self.fields, &["start date", "date", "created"]).map(str::to_owned);
        let section = || first_paragraph(self.document.under(self.document.find(&["date"])?));
        front
            .or_else(field)
            .or_else(section)
            .and_then(|text| status::date(&text))
    }

    /// What it is about: the front matter's words, or the first thing said in the section that says
    /// it best.
    pub fn description(&self) -> Option<String> {
        let front = front_matter::text(self.front, &["description"]).map(|text| plain(&text));
        let best = || {
            DESCRIBING
                .iter()
                .find_map(|name| first_paragraph(self.document.under(self.document.find(&[name])?)))
        };
        let any = || {
            let spoken = |place: &usize| {
                let heading = &self.document.headings[*place];
                let lines = heading.end..heading.end + self.document.under(*place).len();
                let header = self.fields.iter().any(|field| lines.contains(&field.line));
                !header && !SILENT.contains(&heading.name.as_str())
            };
            let places = (0..self.document.headings.len()).filter(spoken);
            places
                .map(|place| self.document.under(place))
                .find_map(first_paragraph)
        };
        front
            .or_else(best)
            .or_else(any)
            .filter(|text| !text.is_empty())
            .map(|text| shorten(&text, DESCRIPTION))
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
                (source.standing().0, source.standing().1)
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
        let links = with("", text, |source| source.standing().2);
        let related = with("", text, |source| {
            source.related(Format::Bullets, ("0007-x.md", Some(7)), &mut links.clone())
        });
        assert_eq!(related, [Reference::Number(8)]);
        assert_eq!(links.supersedes, [Reference::Number(3)]);
    }
}
