//! What the index keeps of one text: its terms with their weights, the order of its words, and the
//! facts that rank it.
//!
//! A document depends on the text alone, so it is kept under the text's object id.

use std::collections::HashMap;

use super::stream;
use crate::domain::date::Date;
use crate::domain::keys;
use crate::domain::kind::{Kind, Lifecycle};
use crate::domain::record::{Code, Header, front_matter, header};
use crate::domain::secrets::redact;
use crate::domain::text::{self, Language, Shape, tokens};

/// A part of a text that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The title.
    Title,
    /// The abstract.
    Description,
    /// The tags and the category.
    Tags,
    /// The pathspecs of the files that it is about.
    Paths,
    /// The text itself.
    Body,
}

/// How much an occurrence in each field counts.
pub(super) const WEIGHTS: [(Field, &str, u32); 5] = [
    (Field::Title, keys::TITLE.name, keys::TITLE.weight),
    (
        Field::Description,
        keys::DESCRIPTION.name,
        keys::DESCRIPTION.weight,
    ),
    (Field::Tags, keys::TAGS.name, keys::TAGS.weight),
    (Field::Paths, keys::PATHS.name, keys::PATHS.weight),
    (Field::Body, "body", 1),
];

impl Field {
    /// Its name, for explanations.
    #[must_use]
    pub fn name(self) -> &'static str {
        WEIGHTS[self.row()].1
    }

    /// Its row in the table of weights.
    pub(super) fn row(self) -> usize {
        WEIGHTS
            .iter()
            .position(|(field, ..)| *field == self)
            .unwrap_or(0)
    }
}

/// How a record stands: what ranks it behind others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// It holds.
    #[default]
    Current,
    /// It does not hold any more.
    Past,
    /// Another one stands in its place.
    Superseded,
    /// It was put away.
    Archived,
    /// The text is no record at all: no view holds it.
    Nothing,
}

/// What ranks a text besides its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The kind, as the id says it; `None` where only its folder can tell, or nothing.
    pub kind: Option<Kind>,
    /// How it stands.
    pub standing: Standing,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day it was last changed.
    pub updated: Option<Date>,
    /// Whether something is wrong with its file, secrets left aside.
    pub is_faulty: bool,
}

/// A fact of a text that can be asked for, and that the index keeps as a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// The record's id.
    Id,
    /// The words of its title, in order.
    Title,
    /// Its status.
    Status,
    /// One of its tags.
    Tag,
    /// Its scope, or a parent of that.
    Scope,
    /// Its category.
    Category,
    /// A pathspec of the files that it is about.
    About,
}

impl Attribute {
    /// The term for a value: never a word of a text, as it begins with a control character.
    pub(super) fn term(self, value: &str) -> String {
        const LIMIT: usize = 200;
        let value = value.to_lowercase();
        format!("{}{}", self.prefix(), &value[..text::floor(&value, LIMIT)])
    }

    /// What the terms of all its values begin with.
    pub(super) fn prefix(self) -> &'static str {
        match self {
            Self::Id => "\u{1}id:",
            Self::Title => "\u{1}title:",
            Self::Status => "\u{1}status:",
            Self::Tag => "\u{1}tag:",
            Self::Scope => "\u{1}scope:",
            Self::Category => "\u{1}category:",
            Self::About => "\u{1}about:",
        }
    }
}

/// A text as the index keeps it.
#[derive(Clone, Debug)]
pub struct Document {
    /// Each term with the sum of its weighted occurrences; attributes with 1. In no order.
    pub(super) terms: HashMap<String, u32, foldhash::fast::RandomState>,
    /// The sum of the weights of all words.
    pub(super) length: u32,
    /// The words in order ([`super::stream`]).
    pub(super) stream: Vec<u8>,
    pub(super) language: Language,
    pub(super) facts: Facts,
    /// Whether the rules of the secret guard find nothing in it.
    pub(super) is_clean: bool,
}

/// A text's parts, as the index is given them.
#[derive(Default)]
pub struct Source<'a> {
    /// The searched texts, without secrets.
    pub fields: Vec<(Field, &'a str)>,
    /// Facts that can be asked for: name and value.
    pub attributes: Vec<(Attribute, &'a str)>,
}

impl Document {
    /// A record's file as the index keeps it, without its secrets; [`Document::nothing`] where it
    /// is no record.
    #[must_use]
    pub fn of_file(content: &[u8], usual: Language) -> Self {
        let Ok(text) = std::str::from_utf8(content) else {
            return Self::nothing();
        };
        let reading = header::read(content);
        let (Some(header), Ok(parts)) = (&reading.header, front_matter::split(text)) else {
            return Self::nothing();
        };
        let is_clean = reading
            .faults
            .iter()
            .all(|fault| fault.code != Code::Secret);
        let mut document = if is_clean {
            Self::of_record(header, &text[parts.body], usual)
        } else {
            let text = redact(text);
            let body = front_matter::split(&text).map_or(0..0, |parts| parts.body);
            Self::of_record(header, &text[body], usual)
        };
        document.is_clean = is_clean;
        document.facts.is_faulty = reading
            .faults
            .iter()
            .any(|fault| fault.code != Code::Secret);
        document
    }

    /// A record as the index keeps it; `body` is its text behind the front matter. `usual` is its
    /// language where its words do not tell another.
    #[must_use]
    pub fn of_record(header: &Header, body: &str, usual: Language) -> Self {
        let mut source = Source::default();
        source.fields.push((Field::Title, &header.title));
        // Where nobody wrote a description, its words are the body's first ones, and would count
        // twice.
        let first = text::one_line(&text::first_paragraph(body), text::ABSTRACT_LENGTH);
        if first != header.abstract_line.as_str() {
            source
                .fields
                .push((Field::Description, &header.abstract_line));
        }
        source.fields.extend(
            header
                .tags
                .iter()
                .chain(&header.category)
                .map(|tag| (Field::Tags, tag.as_str())),
        );
        source.fields.extend(
            header
                .paths
                .iter()
                .map(|path| (Field::Paths, path.as_str())),
        );
        source.fields.push((Field::Body, body));
        source.attributes.push((Attribute::Id, header.id.as_str()));
        source.attributes.push((Attribute::Status, &header.status));
        source
            .attributes
            .extend(header.tags.iter().map(|tag| (Attribute::Tag, tag.as_str())));
        source.attributes.extend(
            header
                .category
                .iter()
                .map(|category| (Attribute::Category, category.as_str())),
        );
        source
            .attributes
            .extend(ladder(header.scope.as_str()).map(|scope| (Attribute::Scope, scope)));
        source.attributes.extend(
            header
                .paths
                .iter()
                .map(|spec| (Attribute::About, spec.as_str())),
        );
        let kind = header.id.kind();
        let standing = standing(kind, &header.status);
        Self::new(
            &source,
            Facts {
                kind,
                standing,
                created: header.created,
                updated: header.updated,
                is_faulty: false,
            },
            usual,
        )
    }

    /// What the index keeps of a text that is no record: that it was read.
    #[must_use]
    pub fn nothing() -> Self {
        let facts = Facts {
            kind: None,
            standing: Standing::Nothing,
            created: None,
            updated: None,
            is_faulty: false,
        };
        Self {
            terms: HashMap::default(),
            length: 0,
            stream: Vec::new(),
            language: Language::ENGLISH,
            facts,
            is_clean: false,
        }
    }

    /// Any other text as the index keeps it.
    #[must_use]
    pub fn new(source: &Source<'_>, facts: Facts, usual: Language) -> Self {
        let language = language(source, usual);
        let mut document = Self {
            terms: HashMap::default(),
            length: 0,
            stream: Vec::new(),
            language,
            facts,
            is_clean: false,
        };
        for &(field, text) in &source.fields {
            document.read(field, text);
        }
        let title = source
            .fields
            .iter()
            .find(|(field, _)| *field == Field::Title)
            .map_or("", |(_, title)| title);
        let title = Attribute::Title.term(&exact(title));
        let given = source
            .attributes
            .iter()
            .map(|(attribute, value)| attribute.term(value));
        document
            .terms
            .extend(given.chain([title]).map(|term| (term, 1)));
        document
    }

    /// Its words and what they make together, each with its weight, in no order.
    pub(super) fn words(&self) -> impl Iterator<Item = (&String, u32)> {
        let is_word =
            |term: &&String| !term.starts_with('\u{1}') && !self.language.is_stop_word(term);
        self.terms
            .iter()
            .filter(move |(term, _)| is_word(term))
            .map(|(term, weight)| (term, *weight))
    }

    fn read(&mut self, field: Field, text: &str) {
        let weight = WEIGHTS[field.row()].2;
        stream::begin(&mut self.stream, field);
        let mut position = None;
        tokens(text, |token| {
            let stem = self.language.stem(token.form);
            if matches!(token.shape, Shape::Word | Shape::Single) {
                self.length = self.length.saturating_add(weight);
            }
            stream::push(&mut self.stream, &stem, position == Some(token.position));
            position = Some(token.position);
            match self.terms.get_mut(stem.as_ref()) {
                Some(count) => *count = count.saturating_add(weight),
                None => drop(self.terms.insert(stem.into_owned(), weight)),
            }
        });
    }
}

/// A title as it is asked for exactly: its words in order, whatever stands between them.
pub(super) fn exact(title: &str) -> String {
    let mut words = String::new();
    tokens(title, |token| {
        if matches!(token.shape, Shape::Word | Shape::Single) {
            words.push_str(token.form);
            words.push(' ');
        }
    });
    words
}

/// A slash path with all its parents.
pub(super) fn ladder(path: &str) -> impl Iterator<Item = &str> {
    let ends = path
        .match_indices('/')
        .map(|(at, _)| at)
        .chain([path.len()]);
    ends.map(|end| &path[..end])
}

/// How a status makes a record stand.
fn standing(kind: Option<Kind>, status: &str) -> Standing {
    match Lifecycle::of(kind, status) {
        Lifecycle::Superseded => Standing::Superseded,
        Lifecycle::Archived => Standing::Archived,
        Lifecycle::Finished | Lifecycle::Dropped => Standing::Past,
        Lifecycle::Current | Lifecycle::Proposed => Standing::Current,
    }
}

fn language(source: &Source<'_>, usual: Language) -> Language {
    let mut forms: Vec<String> = Vec::new();
    for (_, text) in &source.fields {
        if forms.len() >= Language::SAMPLE {
            break;
        }
        // Of a long text the beginning tells.
        tokens(&text[..text::floor(text, 4096)], |token| {
            forms.extend((token.shape == Shape::Word).then(|| token.form.to_owned()));
        });
    }
    Language::of(forms.iter().map(String::as_str), usual)
}
