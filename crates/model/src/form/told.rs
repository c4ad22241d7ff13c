//! Statements of a document about itself, whichever way it comes: as a page, in a root, by an
//! import, in a bundle or an export. The text tells most of it ([`Told`]), and its path the rest
//! ([`Told::at`]).

use serde_yaml::Mapping;

use super::fields;
use super::format::Format;
use super::front_matter;
use super::markdown::Document;
use super::reference::{self, Mention, Reference};
use super::series::{self, Numbers, Series};
use super::source::{DeclaredStatus, Source};
use super::status::StatusWords;
use super::supersession::Links;
use super::tags;
use super::title;
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

    /// The day it was made, if the text shows that it is that of a decision: a list of changes or a
    /// section about a day is no header.
    #[must_use]
    pub fn day_of_header(&self) -> Option<Date> {
        let dated = self.created?;
        let is_decision = self.status.is_said || self.format.is_some();
        (is_decision || dated.source == DateSource::Header).then_some(dated.day)
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
