//! The three sources of facts in a foreign decision, read together: its front matter, its header
//! fields, and its text. The first source in that order counts.

use serde_yaml::Mapping;

use super::description::DESCRIPTION;
use super::fields::{self, Field};
use super::format::Format;
use super::markdown::Document;
use super::reference::{self, Mention, Reference};
use super::status::StatusWords;
use super::supersession::{self, Links};
use super::vocabulary::{
    DECISION_SECTIONS, MADR_SECTIONS, OWNER, RELATED, STATES, STATUS, STATUS_SECTIONS,
};
use super::{description, front_matter, status, title, vocabulary};
use crate::kind::{ACTIVE, PROPOSED, SUPERSEDED};
use git_memory_text::plain::{plain, shorten};

/// Status that a decision declares.
#[derive(Debug)]
pub struct DeclaredStatus {
    /// Meaning of the status here, one of the statuses of a decision.
    pub status: &'static str,
    /// Its words as written, plain and on one line, if they say more than the status.
    pub words: Option<String>,
    /// True if the text declares a status at all.
    pub is_said: bool,
    /// True if the words of the status were understood.
    pub is_understood: bool,
    /// Decisions that it replaces, and that replace it.
    pub links: Links,
}

/// One decision's front matter, text and header fields.
pub struct Source<'a> {
    /// Front matter.
    pub front: &'a Mapping,
    /// Lines and headings of the text.
    pub document: &'a Document<'a>,
    /// Fields of its header.
    pub fields: &'a [Field],
    /// Words that the project uses for statuses.
    pub words: &'a StatusWords,
}

impl Source<'_> {
    /// Its form; `None` if it has no feature of a decision. `is_one_of_many`: its name has a number
    /// or a day.
    pub fn format(&self, is_one_of_many: bool) -> Option<Format> {
        const KEYS: [&str; 5] = ["status", "date", "created", "deciders", "decisionmakers"];
        // Marks that only one form has come first: a line such as `Date:` may be in any of them.
        if self.document.find(MADR_SECTIONS).is_some() {
            return Some(Format::Madr);
        }
        if self.document.find(STATUS_SECTIONS).is_some() {
            return Some(Format::Nygard);
        }
        if self
            .fields
            .iter()
            .any(|field| vocabulary::is_key(&field.key))
        {
            return Some(Format::Bullets);
        }
        // Any page may have front matter; a number in its name makes it one of a series.
        let has_key = front_matter::value(self.front, &KEYS).is_some();
        if has_key || (!self.front.is_empty() && is_one_of_many) {
            return Some(Format::Madr);
        }
        if self.document.find(DECISION_SECTIONS).is_some() {
            return Some(Format::Nygard);
        }
        // One of a series by its name, and a text with parts: a proposal with no header.
        let is_text = is_one_of_many && !self.document.headings.is_empty();
        is_text.then_some(Format::Plain)
    }

    /// The status that the text declares.
    pub fn declared_status(&self) -> DeclaredStatus {
        let other = STATES.iter();
        let mut other = other.filter_map(|key| front_matter::text(self.front, &[key]));
        let state = || other.find(|text| self.words.mean(text).is_some());
        let mut said = front_matter::text(self.front, &["status"]).or_else(state);
        // Tools keep the header up to date; a section of the same name may be history.
        if said.is_none() {
            said = fields::value(self.fields, STATUS).map(str::to_owned);
        }
        if said.is_none() {
            said = self.status_section();
        }
        let links = self.links(said.as_deref());
        // A badge says it by the words that stand for the image.
        let said = said.map(|text| text.replace("![", "["));
        let is_said = said.is_some();
        let (meant, text) = match said {
            Some(text) => (self.words.mean(&text), Some(text)),
            None => match status::notice(self.document).or_else(|| self.remark()) {
                Some((status, text)) => (Some(status), Some(text)),
                None => (Some(ACTIVE), None),
            },
        };
        let is_understood = meant.is_some();
        // A text without a known word is a proposal: nothing shows that it was decided.
        let mut status = meant.unwrap_or(PROPOSED);
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
            is_said,
            is_understood,
            links,
        }
    }

    /// The status in the remark of its title: `(superseded by [RFC 15](0015-x.md))`.
    fn remark(&self) -> Option<(&'static str, String)> {
        let text = self.title_remark()?;
        Some((self.words.mean(text)?, text.to_owned()))
    }

    fn title_remark(&self) -> Option<&str> {
        title::parted(&self.document.headings.first()?.text).1
    }

    fn status_section(&self) -> Option<String> {
        let mut text = String::new();
        for line in self.document.under(self.document.find(STATUS_SECTIONS)?) {
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
        // The header may give the status, and the section of that name the successor.
        if let Some(section) = self.status_section() {
            all.push(supersession::in_status(&section, self.document));
        }
        for text in status.into_iter().chain(self.title_remark()) {
            all.push(supersession::in_status(text, self.document));
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

    /// Its owner.
    pub fn owner(&self) -> Option<String> {
        let given = front_matter::value(self.front, &["owner", "owners"]);
        let given = given.map(|value| front_matter::texts(value).join(", "));
        let said = given.or_else(|| fields::value(self.fields, OWNER).map(plain));
        said.filter(|owner| owner.contains(char::is_alphanumeric))
            .map(|owner| shorten(&owner, DESCRIPTION))
    }

    /// The other decisions that it mentions.
    pub fn mentions(&self) -> Vec<Mention> {
        // The pull request or issue of a field is the place of its discussion, not another
        // decision.
        let mut tickets: Vec<usize> = Vec::new();
        for field in self.fields {
            let mut words = field.key.split(' ');
            if words.any(|word| matches!(word, "pr" | "issue" | "issues")) {
                tickets.push(field.line);
            }
        }
        let mut found = self.keyed(&["related", "relatesto", "amends", "seealso", "requires"]);
        for field in self.fields {
            if RELATED.contains(&field.key.as_str()) {
                found.extend(supersession::objects(&field.value, self.document));
            }
        }
        let mut mentions: Vec<Mention> = found.into_iter().map(Mention::anywhere).collect();
        mentions.extend(reference::all(self.document, &tickets));
        mentions
    }

    /// Description of the decision.
    pub fn description(&self) -> Option<String> {
        description::told(self.front, self.document, self.fields)
    }
}

#[cfg(test)]
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods are of one lifetime, the closures of any"
)]
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
            words: &StatusWords::default(),
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
            ("status: { proposed }", "# T\n", "proposed", None),
            (
                "",
                "# T\n\n- Status: draft\n\n## Status\n\n> Accepted in May\n",
                "proposed",
                Some("draft"),
            ),
            (
                "",
                "# T\n\n## Status\n\n> Accepted in May\n",
                "active",
                Some("Accepted in May"),
            ),
            (
                "",
                "# T\n\n## Status\n\n![Accepted](https://img.example/adr.svg)\n",
                "active",
                Some("Accepted"),
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
    fn a_title_may_say_what_replaced_the_decision() {
        for (text, status, by) in [
            (
                "# A (superseded by [RFC 15](0015-b.md))\n",
                "superseded",
                Some(15),
            ),
            (
                "# A (superseded by RFC 15)\n\n- Status: accepted\n",
                "superseded",
                Some(15),
            ),
            ("# [Rejected] A\n", "rejected", None),
            ("# How calls are rejected\n", "active", None),
        ] {
            let said = with("", text, |source| source.declared_status());
            let by_number = said.links.superseded_by.first().and_then(Reference::number);
            assert_eq!((said.status, by_number), (status, by), "{text}");
        }
    }

    #[test]
    fn an_owner_is_named_in_the_header() {
        for (yaml, text, owner) in [
            ("owner: '@ann'", "", Some("@ann")),
            ("owners: [ann, bob]", "- Owner: c\n", Some("ann, bob")),
            ("", "# T\n\n- Owner: [Ann](x)\n", Some("Ann")),
            ("", "# T\n\nNo one owns this.\n", None),
        ] {
            assert_eq!(
                with(yaml, text, |source| source.owner()).as_deref(),
                owner,
                "{text}"
            );
        }
    }
}
