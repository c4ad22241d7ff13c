//! Statements of a document about itself, whichever way it comes: as a page, in a root, by an
//! import, in a bundle or an export. The text tells most of it ([`Told`]), and its path the rest
//! ([`Told::at`]).

use serde_yaml::Mapping;

use super::fields;
use super::format::Format;
use super::front::front;
use super::front_matter;
use super::markdown::Document;
use super::reference::{self, Mention, Reference};
use super::series::{self, Numbers, Series};
use super::source::{DeclaredStatus, Source};
use super::status::{StatusWords, of_kind};
use super::supersession::Links;
use super::tags;
use super::title;
use crate::keys;
use crate::kind::{Kind, Lifecycle, SUPERSEDED};
use crate::record::patch::Field;
use git_memory_text::date::Date;
use git_memory_text::dates::{DateSource, Dated};

/// Fields that a document tells by its text.
#[derive(Debug)]
pub struct Told {
    /// Its title, plain, without the number of a series; `None` if only its file's name tells one.
    pub title: Option<String>,
    /// Its status, and the decisions that it replaces, or that replace it.
    pub status: DeclaredStatus,
    /// The day it was made.
    pub created: Option<Dated>,
    /// The day of its last change.
    pub updated: Option<Date>,
    /// Its abstract: one plain line of at most 200 characters.
    pub description: Option<String>,
    /// Its category.
    pub category: Option<String>,
    /// Its tags, without the sign that some write before them.
    pub tags: Vec<String>,
    /// Its owner.
    pub owner: Option<String>,
    /// Other decisions that it mentions.
    pub mentions: Vec<Mention>,
    /// Numbers that it gives itself.
    pub numbers: Numbers,
    /// Its form; `None` if nothing in it is that of a decision.
    pub format: Option<Format>,
    /// Its form if its name has a number or a day, which is a feature of its own.
    pub format_in_series: Option<Format>,
}

/// Fields of a document that its path takes part in.
#[derive(Debug)]
pub struct Placed {
    /// Its title; `None` if its name has no words either.
    pub title: Option<String>,
    /// Its place in a series.
    pub series: Series,
    /// The name by which it is one of the series.
    pub name: String,
    /// The decisions that it replaces, and that replace it, without itself.
    pub links: Links,
    /// Other decisions that it mentions.
    pub related: Vec<Reference>,
}

/// Values for a record of a kind that is made of a text with no path: those that a page with this
/// text has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Its status, one of the kind's.
    pub status: Option<&'static str>,
    /// The words of its status, if they say more.
    pub status_words: Option<String>,
    /// Its abstract, if its first paragraph may be a header.
    pub description: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its owner.
    pub owner: Option<String>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day of its last change.
    pub updated: Option<Date>,
    /// Documents that it names.
    pub named: Vec<Reference>,
}

impl Said {
    /// Reads a text, with or without front matter.
    #[must_use]
    pub fn of(text: &str, kind: Kind) -> Self {
        let front = front(text);
        Told::of(&front.values, front.body, &StatusWords::default()).said(kind)
    }

    /// The status of a record of a kind: what the text says, else the kind's first one.
    #[must_use]
    pub fn status_or_first(&self, kind: Kind) -> &'static str {
        self.status.unwrap_or(kind.default_status())
    }

    /// The keys for what has no field of its own in a draft.
    #[must_use]
    pub fn keys(&self) -> Vec<(String, Field)> {
        let values = [
            (&keys::OWNER, &self.owner),
            (&keys::ORIGINAL_STATUS, &self.status_words),
        ];
        let mut fields = Vec::new();
        for (key, value) in values {
            let field = value.clone().map(Field::Text);
            fields.extend(field.map(|field| (key.name.to_owned(), field)));
        }
        fields
    }
}

impl Told {
    /// Reads a document, its front matter taken off. `words` are the project's words for statuses.
    #[must_use]
    pub fn of(front: &Mapping, body: &str, words: &StatusWords) -> Self {
        let document = Document::parse(body);
        let fields = fields::read(&document);
        let source = Source {
            front,
            document: &document,
            fields: &fields,
            words,
        };
        let given = front_matter::text(front, &["title", "name"]);
        Self {
            title: title::told(given.as_deref(), &document, &fields),
            status: source.declared_status(),
            created: source.created(),
            updated: source.updated(),
            description: source.description(),
            category: front_matter::text(front, &["category"]),
            tags: tags::told(front, &document, &fields),
            owner: source.owner(),
            mentions: source.mentions(),
            numbers: Numbers::of(&source),
            format: source.format(false),
            format_in_series: source.format(true),
        }
    }

    /// The rest, from its path; parts joined by slashes.
    #[must_use]
    pub fn at(&self, path: &str) -> Placed {
        let name = series::name(path);
        let series = self.numbers.at(path, &name);
        let mut links = self.status.links.clone();
        let related = others(&self.mentions, &series, &name, &mut links);
        Placed {
            title: title::at(self.title.as_deref(), &name, series.number),
            series,
            name,
            links,
            related,
        }
    }

    /// True if the text shows that it is a document: it states a status, or has the form of one.
    #[must_use]
    pub fn is_document(&self) -> bool {
        self.status.is_said || self.format.is_some()
    }

    /// The day it was made, if the text shows that it is that of a decision: a list of changes or a
    /// section about a day is no header.
    #[must_use]
    pub fn day_of_header(&self) -> Option<Date> {
        let dated = self.created?;
        (self.is_document() || dated.source == DateSource::Header).then_some(dated.day)
    }

    /// The words of the status, and their meaning if they are understood; `None` if the text has no
    /// status.
    #[must_use]
    pub fn stated(&self) -> Option<(&str, Option<Lifecycle>)> {
        let said = &self.status;
        if !said.is_said && said.status == Kind::DECISION.default_status() {
            return None;
        }
        // A link counts more than the word: many leave 'Accepted' there when they add it.
        if !said.links.superseded_by.is_empty() {
            return Some((SUPERSEDED, Some(Lifecycle::Superseded)));
        }
        let words = said.words.as_deref().unwrap_or(said.status);
        let meant = Lifecycle::of(Some(Kind::DECISION), said.status);
        Some((words, said.is_understood.then_some(meant)))
    }

    /// The values for a record of a kind.
    #[must_use]
    pub fn said(self, kind: Kind) -> Said {
        let is_document = self.is_document();
        let stated = self.stated();
        let status = stated.and_then(|(words, meant)| of_kind(kind, words, meant));
        let words = stated.map(|(words, _)| words.to_owned());
        let placed = self.at("");
        let links = [placed.links.supersedes, placed.links.superseded_by].concat();
        Said {
            status,
            status_words: words.filter(|words| Some(words.as_str()) != status),
            created: self.day_of_header(),
            updated: self.updated.filter(|_| is_document),
            // The abstract of a decision is read from its text each time.
            description: self
                .description
                .filter(|_| is_document && kind != Kind::DECISION),
            tags: self.tags,
            owner: self.owner,
            named: reference::unique([placed.related, links].concat()),
        }
    }
}

/// Takes a document itself out of its links, and returns the other decisions that it mentions.
#[must_use]
pub fn others(
    mentions: &[Mention],
    series: &Series,
    name: &str,
    links: &mut Links,
) -> Vec<Reference> {
    let is_own = |reference: &Reference| match reference {
        Reference::Number(number) => Some(*number) == series.number,
        Reference::File(file) => file == name,
        Reference::Name(_) => false,
    };
    links.supersedes.retain(|reference| !is_own(reference));
    links.superseded_by.retain(|reference| !is_own(reference));
    let mut found = reference::of_series(mentions, &series.label);
    found.retain(|reference| !is_own(reference) && !links.mention(reference));
    reference::unique(found)
}
