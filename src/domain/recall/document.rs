//! What the index keeps of one text: its terms with their weights, the order of its words, and the
//! facts that rank it.
//!
//! A document depends on the text alone, so it is kept under the text's object id.

use std::collections::HashMap;

use super::facts::{Attribute, Facts};
use super::field::Field;
use super::stream;
use crate::domain::kind::Lifecycle;
use crate::domain::record::{Code, Header, front_matter, header};
use crate::domain::secrets::redact;
use crate::domain::text::{self, Language, Shape, tokens};

// How much of a text is read to tell its language, in bytes: of a long one the beginning tells.
const LANGUAGE_SAMPLE: usize = 4096;

/// A text as the index keeps it.
#[derive(Clone, Debug)]
pub struct Document {
    /// Each term with the sum of its weighted occurrences; attributes with 1. In no order.
    pub(crate) terms: HashMap<String, u32, foldhash::fast::RandomState>,
    /// The sum of the weights of all words.
    pub(crate) length: u32,
    /// The words in order ([`super::stream`]).
    pub(crate) stream: Vec<u8>,
    pub(crate) language: Language,
    pub(crate) facts: Facts,
    /// Whether the rules of the secret guard find nothing in it.
    pub(crate) is_clean: bool,
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
    /// is not a record. `usual` is its language where its words do not tell another.
    #[must_use]
    pub fn of_file(content: &[u8], usual: Language) -> Self {
        let Ok(text) = std::str::from_utf8(content) else {
            return Self::nothing();
        };
        let reading = header::read(content);
        // That it was read is kept too, or the file would be read again with each question.
        let (Some(header), Ok(parts)) = (&reading.header, front_matter::split(text)) else {
            return Self::nothing();
        };
        let mut faults = reading.faults.iter();
        let is_clean = faults.all(|fault| fault.code != Code::Secret);
        let mut faults = reading.faults.iter();
        let is_faulty = faults.any(|fault| fault.code != Code::Secret);
        let mut document = if is_clean {
            Self::of_record(header, &text[parts.body], usual)
        } else {
            let text = redact(text);
            match front_matter::split(&text) {
                Ok(parts) => Self::of_record(header, &text[parts.body], usual),
                // A secret reached over the end of the front matter, and is gone with it.
                Err(_) => Self::of_record(header, "", usual),
            }
        };
        document.is_clean = is_clean;
        document.facts.is_faulty = is_faulty;
        document
    }

    /// A record as the index keeps it; `body` is its text after the front matter.
    #[must_use]
    pub fn of_record(header: &Header, body: &str, usual: Language) -> Self {
        let source = Source {
            fields: fields(header, body),
            attributes: attributes(header),
        };
        let kind = header.id.kind();
        let facts = Facts {
            kind,
            lifecycle: Some(Lifecycle::of(kind, &header.status)),
            created: header.created,
            updated: header.updated,
            is_faulty: false,
        };
        Self::new(&source, facts, usual)
    }

    /// What the index keeps of a text that is not a record: that it was read.
    #[must_use]
    pub fn nothing() -> Self {
        let facts = Facts {
            kind: None,
            lifecycle: None,
            created: None,
            updated: None,
            is_faulty: false,
        };
        Self::empty(facts, Language::ENGLISH)
    }

    /// Any other text as the index keeps it.
    #[must_use]
    pub fn new(source: &Source<'_>, facts: Facts, usual: Language) -> Self {
        let mut document = Self::empty(facts, language(source, usual));
        for &(field, text) in &source.fields {
            document.read(field, text);
        }
        for (attribute, value) in &source.attributes {
            document.terms.insert(attribute.term(value), 1);
        }
        let mut fields = source.fields.iter();
        let title = match fields.find(|(field, _)| *field == Field::Title) {
            Some((_, title)) => exact(title),
            None => String::new(),
        };
        document.terms.insert(Attribute::Title.term(&title), 1);
        document
    }

    fn empty(facts: Facts, language: Language) -> Self {
        Self {
            terms: HashMap::default(),
            length: 0,
            stream: Vec::new(),
            language,
            facts,
            is_clean: false,
        }
    }

    /// Its words and what they make together, each with its weight, in no order.
    pub(crate) fn words(&self) -> impl Iterator<Item = (&String, u32)> {
        let terms = self.terms.iter().map(|(term, weight)| (term, *weight));
        terms.filter(|(term, _)| {
            let is_attribute = term.starts_with('\u{1}');
            !is_attribute && !self.language.is_stop_word(term)
        })
    }

    fn read(&mut self, field: Field, text: &str) {
        let weight = field.weight();
        stream::begin(&mut self.stream, field);
        let mut position = None;
        tokens(text, |token| {
            let stem = self.language.stem(token.form);
            // Compounds and pairs say the same words once more: with them, a text full of names
            // would be ranked as a long one.
            if matches!(token.shape, Shape::Word | Shape::Single) {
                self.length = self.length.saturating_add(weight);
            }
            let is_same = position == Some(token.position);
            stream::push(&mut self.stream, &stem, is_same);
            position = Some(token.position);
            // Most words were seen before: only a new one becomes a string of its own.
            if let Some(count) = self.terms.get_mut(stem.as_ref()) {
                *count = count.saturating_add(weight);
            } else {
                self.terms.insert(stem.into_owned(), weight);
            }
        });
    }
}

/// The searched parts of a record.
fn fields<'a>(header: &'a Header, body: &'a str) -> Vec<(Field, &'a str)> {
    let mut fields = vec![(Field::Title, header.title.as_str())];
    // Where nobody wrote a description, its words are the body's first ones, and would count twice.
    let first = text::one_line(&text::first_paragraph(body), text::ABSTRACT_LENGTH);
    if first != header.abstract_line.as_str() {
        fields.push((Field::Description, &header.abstract_line));
    }
    for tag in header.tags.iter().chain(&header.category) {
        fields.push((Field::Tags, tag));
    }
    for path in &header.paths {
        fields.push((Field::Paths, path));
    }
    fields.push((Field::Body, body));
    fields
}

/// What can be asked of a record, beside its words.
fn attributes(header: &Header) -> Vec<(Attribute, &str)> {
    let mut attributes = vec![
        (Attribute::Id, header.id.as_str()),
        (Attribute::Status, header.status.as_str()),
    ];
    for tag in &header.tags {
        attributes.push((Attribute::Tag, tag));
    }
    if let Some(category) = &header.category {
        attributes.push((Attribute::Category, category));
    }
    for scope in ladder(header.scope.as_str()) {
        attributes.push((Attribute::Scope, scope));
    }
    for path in &header.paths {
        attributes.push((Attribute::About, path));
    }
    attributes
}

/// A title as it is asked for exactly: its words in order, whatever separates them.
pub(crate) fn exact(title: &str) -> String {
    let mut words = String::new();
    tokens(title, |token| {
        if matches!(token.shape, Shape::Word | Shape::Single) {
            words.push_str(token.form);
            words.push(' ');
        }
    });
    words
}

/// A slash path with all its parents, the longest last.
pub(crate) fn ladder(path: &str) -> impl Iterator<Item = &str> {
    let slashes = path.match_indices('/').map(|(at, _)| at);
    let ends = slashes.chain([path.len()]);
    ends.map(|end| &path[..end])
}

/// The language that a text's first words tell, else the usual one.
fn language(source: &Source<'_>, usual: Language) -> Language {
    let mut forms: Vec<String> = Vec::new();
    for (_, text) in &source.fields {
        if forms.len() >= Language::SAMPLE {
            break;
        }
        let sample = &text[..text::floor(text, LANGUAGE_SAMPLE)];
        tokens(sample, |token| {
            if token.shape == Shape::Word {
                forms.push(token.form.to_owned());
            }
        });
    }
    Language::of(forms.iter().map(String::as_str), usual)
}
