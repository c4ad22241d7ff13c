//! The index entry of one text: its terms with their weights, the order of its words, and the facts
//! that rank it.
//!
//! A document depends only on the text, so it is kept under the text's object id. Its terms are
//! numbers of the [`Lexicon`] that it was read with.

use super::facts::{Attribute, Facts};
use super::field::Field;
use super::lexicon::{Lexicon, Weighted, Words};
use git_memory_guard::{Clean, redact};
use git_memory_model::contradiction::claims;
use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_model::record::{
    Code, Fault, Header, Name, Page, RecordId, Severity, front_matter, reading,
};
use git_memory_model::scope::Scope;
use git_memory_text::date::Date;
use git_memory_text::{self as text, Language, Shape, tokens};

/// A text as the index keeps it.
#[derive(Clone, Debug)]
pub struct Document {
    /// Each term with the sum of its weighted occurrences; attributes with 1. In no order.
    pub(crate) terms: Vec<Weighted>,
    /// The sum of the weights of all words.
    pub(crate) length: u32,
    /// The words in order (`stream`).
    pub stream: Vec<u8>,
    pub(crate) language: Language,
    pub(crate) facts: Facts,
    /// True if the rules of the secret guard find nothing in the text.
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
    /// A file of memory as the index keeps it, without its secrets; [`Document::nothing`] if it
    /// cannot be read. `usual` is its language unless its words show another one.
    #[must_use]
    pub fn of_file(content: &[u8], usual: Language, lexicon: &mut Lexicon) -> Self {
        let Ok(text) = std::str::from_utf8(content) else {
            return Self::nothing();
        };
        let reading = reading::read_searched(content);
        let said = match (&reading.header, &reading.page) {
            (Some(header), _) => Said::of_record(header),
            (None, Some(page)) => Said::of_page(page),
            (None, None) => return Self::nothing(),
        };
        let mut faults = reading.faults.iter();
        let is_clean = faults.all(|fault| fault.code != Code::Secret);
        let is_fault =
            |fault: &Fault| fault.code != Code::Secret && fault.code.severity() > Severity::Notice;
        let mut document = if is_clean {
            Self::of_text(&said, reading.body(text), usual, lexicon)
        } else {
            let redacted = redact(text);
            match front_matter::split(&redacted) {
                // A secret reached over the end of the front matter, and is gone with it.
                Err(_) if front_matter::split(text).is_ok() => {
                    Self::of_text(&said, "", usual, lexicon)
                }
                _ => Self::of_text(&said, reading.body(&redacted), usual, lexicon),
            }
        };
        document.is_clean = is_clean;
        document.facts.is_faulty = reading.faults.iter().any(is_fault);
        document
    }

    /// A record as the index keeps it; `body` is its text after the front matter.
    #[must_use]
    pub fn of_record(header: &Header, body: &str, usual: Language, lexicon: &mut Lexicon) -> Self {
        Self::of_text(&Said::of_record(header), body, usual, lexicon)
    }

    fn of_text(said: &Said<'_>, body: &str, usual: Language, lexicon: &mut Lexicon) -> Self {
        let subjects = subjects(said, body);
        let mut source = Source {
            fields: fields(said, body),
            attributes: attributes(said),
        };
        let subjects = subjects.iter().map(String::as_str);
        source
            .attributes
            .extend(subjects.map(|it| (Attribute::Subject, it)));
        let facts = Facts {
            kind: said.kind,
            lifecycle: Some(Lifecycle::of(said.kind, said.status)),
            created: said.created,
            updated: said.updated,
            is_faulty: false,
        };
        Self::new(&source, facts, usual, lexicon)
    }

    /// The entry of a text that is not a record: it only shows that the text was read.
    #[must_use]
    pub fn nothing() -> Self {
        Self::empty(Facts::default(), Language::ENGLISH)
    }

    /// Its language, as its words show it.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sum of the weights of all words.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Any other text as the index keeps it.
    #[must_use]
    pub fn new(source: &Source<'_>, facts: Facts, usual: Language, lexicon: &mut Lexicon) -> Self {
        let Words {
            language,
            length,
            stream,
            title,
        } = lexicon.read(&source.fields, usual);
        for (attribute, value) in &source.attributes {
            lexicon.add_fact(&attribute.term(value));
        }
        lexicon.add_fact(&Attribute::Title.term(&title));
        Self {
            terms: lexicon.weighed(),
            length,
            stream,
            ..Self::empty(facts, language)
        }
    }

    fn empty(facts: Facts, language: Language) -> Self {
        Self {
            terms: Vec::new(),
            length: 0,
            stream: Vec::new(),
            language,
            facts,
            is_clean: false,
        }
    }

    /// Its words and compounds, each with its weight, in no order; of the lexicon that it was read
    /// with.
    pub fn words<'a>(&self, lexicon: &'a Lexicon) -> impl Iterator<Item = (&'a str, u32)> {
        let words = self.terms.iter().filter_map(|weighted| {
            let word = lexicon.word(weighted.term)?;
            Some((word, weighted.weight))
        });
        words.filter(|(word, _)| !self.language.is_stop_word(word))
    }
}

/// Fields of a file, whether it is a record or a page.
struct Said<'a> {
    id: Option<&'a str>,
    /// `None` for a page: its folder tells the kind.
    kind: Option<Kind>,
    title: &'a str,
    abstract_line: &'a str,
    /// Empty if a page takes it from its folder; so is the scope.
    status: &'a str,
    scope: &'a str,
    category: Option<&'a Clean>,
    tags: &'a [Clean],
    paths: &'a [Clean],
    aliases: &'a [Clean],
    supersedes: &'a [Name],
    origin: Option<&'a Clean>,
    created: Option<Date>,
    updated: Option<Date>,
}

impl<'a> Said<'a> {
    fn of_record(header: &'a Header) -> Self {
        let id = header.id.id();
        Self {
            id: id.map(RecordId::as_str),
            kind: id.and_then(RecordId::kind),
            title: &header.title,
            abstract_line: &header.abstract_line,
            status: &header.status,
            scope: header.scope.as_str(),
            category: header.category.as_ref(),
            tags: &header.tags,
            paths: &header.paths,
            aliases: &header.aliases,
            supersedes: &header.supersedes,
            origin: header.imported_from.as_ref(),
            created: header.created,
            updated: header.updated,
        }
    }

    fn of_page(page: &'a Page) -> Self {
        Self {
            id: None,
            kind: None,
            title: page.title.as_deref().unwrap_or_default(),
            abstract_line: &page.abstract_line,
            status: status_of_page(page),
            scope: page.scope.as_ref().map_or("", Scope::as_str),
            category: page.category.as_ref(),
            tags: &page.tags,
            paths: &page.paths,
            aliases: &page.aliases,
            // Pages are read in their own folders: their authors need not hear of two successors.
            supersedes: &[],
            origin: None,
            created: page.created,
            updated: page.updated.or(page.created),
        }
    }
}

/// The status of a page whose kind is not known: a word of any kind, else what its words mean for a
/// decision; the words as they are, if they are not understood.
fn status_of_page(page: &Page) -> &str {
    let words = page.status.as_deref().unwrap_or_default();
    if Kind::all().any(|kind| kind.status(words).is_some()) {
        return words;
    }
    let meant = page
        .meaning
        .and_then(|meant| Kind::DECISION.status_for(meant));
    meant.unwrap_or(words)
}

/// The searched parts of a text.
fn fields<'a>(said: &Said<'a>, body: &'a str) -> Vec<(Field, &'a str)> {
    let mut fields = vec![(Field::Title, said.title)];
    // Without a written description, the abstract is the body's first words, which would count
    // twice.
    let description = said.abstract_line;
    let first = || text::one_line(&text::first_paragraph(body), text::ABSTRACT_LENGTH);
    if !description.is_empty() && first() != description {
        fields.push((Field::Description, description));
    }
    for tag in said.tags.iter().chain(said.category) {
        fields.push((Field::Tags, tag));
    }
    for path in said.paths {
        fields.push((Field::Paths, path));
    }
    fields.push((Field::Body, body));
    fields
}

/// Attributes by which a text can be found, beside its words.
fn attributes<'a>(said: &Said<'a>) -> Vec<(Attribute, &'a str)> {
    let mut attributes = vec![(Attribute::Status, said.status)];
    if let Some(id) = said.id {
        attributes.push((Attribute::Id, id));
    }
    for alias in said.aliases {
        attributes.push((Attribute::Id, alias));
    }
    for tag in said.tags {
        attributes.push((Attribute::Tag, tag));
    }
    if let Some(category) = said.category {
        attributes.push((Attribute::Category, category));
    }
    for scope in ladder(said.scope) {
        attributes.push((Attribute::Scope, scope));
    }
    for path in said.paths {
        attributes.push((Attribute::About, path));
    }
    for old in said.supersedes {
        attributes.push((Attribute::Supersedes, old.as_str()));
    }
    if let Some(origin) = said.origin {
        attributes.push((Attribute::Origin, origin));
    }
    attributes
}

/// Keys of the claims of a text, by which the records that may contradict it are found; none of
/// one that decides nothing.
fn subjects(said: &Said<'_>, body: &str) -> Vec<String> {
    // The folder of a page tells its kind, which is not known here.
    if !said.kind.is_none_or(Kind::is_replaceable) {
        return Vec::new();
    }
    let claims = claims(said.title, body);
    let mut subjects: Vec<String> = claims.into_iter().map(|it| it.key).collect();
    subjects.sort_unstable();
    subjects.dedup();
    subjects
}

/// A title in the form for exact questions: its words in order, whatever separates them.
pub fn exact(title: &str) -> String {
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
