//! Pages: Markdown files below `memory/` that have no id of ours, written by hand, by an agent or
//! by another tool (docs/contract.md, section 3.4).
//!
//! Every field of a page is used if possible, and none is an error: the path gives the fields that
//! the text lacks.

mod form;
mod front_keys;

use std::borrow::Cow;

use git_memory_text::limits;
use serde::{Deserialize, Serialize};
use serde_yaml::Mapping;

pub use form::body;
pub(super) use form::{Form, form};
pub use front_keys::names_in;
use front_keys::{Keys, literal};
pub(super) use front_keys::{day_of, lines_of};

use super::Name;
use super::extent::Extent;
use super::header::{Header, keywords};
use super::lacks::Lacks;
use super::more::more;
use crate::form::fields::is_header;
use crate::form::front::Front;
use crate::form::reference::{Mention, Reference};
use crate::form::series::{self, Numbers};
use crate::form::status::{StatusWords, of_kind};
use crate::form::supersession::Links;
use crate::form::title;
use crate::form::told::{Told, others};
use crate::keys;
use crate::kind::{Kind, Lifecycle};
use crate::layout::RecordPlace;
use crate::scope::Scope;
use git_memory_guard::{Clean, Guard, clean_name, redact};
use git_memory_text as text;
use git_memory_text::date::{Date, moment_of_text};
use git_memory_text::dates::in_file_name;
use git_memory_text::path::RepoPath;
use git_memory_text::plain::shorten;

/// Contents of a page's file; a field is `None` if the path tells the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// `title`, `name`, or the first heading.
    pub title: Option<Clean>,
    /// The abstract (T0): `description`, else the first paragraph, cut at 200 characters.
    pub abstract_line: Clean,
    /// Its status, in its own words.
    pub status: Option<Clean>,
    /// Meaning of these words, if they are understood.
    pub meaning: Option<Lifecycle>,
    /// The scope that it names.
    pub scope: Option<Scope>,
    /// Its category.
    pub category: Option<Clean>,
    /// Its tags.
    pub tags: Vec<Clean>,
    /// The pathspecs of the files that it is about.
    pub paths: Vec<Clean>,
    /// Kind of its author.
    pub source: Option<Clean>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day it was last changed.
    pub updated: Option<Date>,
    /// The moment it was made, in seconds since 1970, if the text has the time.
    pub created_at: Option<i64>,
    /// The moment of its last change, likewise.
    pub updated_at: Option<i64>,
    /// The keys that none of the other fields holds, as the text of a JSON object.
    pub more: Option<Clean>,
    /// Other names that it goes by; an id of another form is one.
    pub aliases: Vec<Clean>,
    /// The words of its subject, if its text has a title.
    keywords: Clean,
    /// Its contents as a document of decisions.
    pub document: Option<Box<PageDocument>>,
}

/// Contents of a page as a document: its title and abstract as those of a decision, its numbers, and
/// the documents that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageDocument {
    title: Option<Clean>,
    abstract_line: Option<Clean>,
    keywords: Clean,
    numbers: Numbers,
    links: Links,
    mentions: Vec<Mention>,
}

/// Other documents that a page names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Label of its series, if it is one.
    pub label: Option<String>,
    /// The number of the page.
    pub number: Option<u32>,
    /// Decisions that it replaces, and that replace it.
    pub links: Links,
    /// Other documents.
    pub related: Vec<Reference>,
}

impl Named {
    /// True if it names none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Links {
            supersedes,
            superseded_by,
        } = &self.links;
        supersedes.is_empty() && superseded_by.is_empty() && self.related.is_empty()
    }
}

impl Page {
    /// The header of the page at a path. Links to other documents are not known yet.
    #[must_use]
    pub fn header(&self, path: &RepoPath, place: &RecordPlace) -> Header {
        let kind = place.kind_of_page();
        let mut header = Header {
            id: Name::Path(path.clone()),
            keywords: self.keywords.clone(),
            title: Clean::default(),
            abstract_line: self.abstract_line.clone(),
            status: self.status_in(kind),
            scope: match &self.scope {
                Some(scope) => scope.clone(),
                None => place.scope.clone(),
            },
            category: self.category.clone(),
            tags: self.tags.clone(),
            paths: self.paths.clone(),
            source: self.source.clone(),
            created: self.created,
            updated: self.updated,
            created_at: self.created_at,
            updated_at: match self.updated {
                Some(_) => self.updated_at,
                None => self.created_at,
            },
            supersedes: Vec::new(),
            superseded_by: Vec::new(),
            related: Vec::new(),
            imported_from: None,
            aliases: self.aliases.clone(),
            more: self.more.clone(),
            lacks: Lacks::default(),
        };
        if kind == Kind::DECISION {
            self.as_decision(path, &mut header);
        } else if let Some(title) = &self.title {
            header.title = title.clone();
        } else {
            header.title = redact(&words_of_name(path.file_name()));
            header.keywords = self.keywords_with(&Guard::new(), &header.title);
        }
        header.created = header.created.or_else(|| day_in_name(path.file_name()));
        header.updated = header.updated.or(header.created);
        header
    }

    /// The status in the words of a kind; words that are not understood stay.
    fn status_in(&self, kind: Kind) -> Clean {
        let Some(words) = &self.status else {
            return literal(kind.default_status());
        };
        match of_kind(kind, words, self.meaning) {
            Some(own) => literal(own),
            None => words.clone(),
        }
    }

    /// Fills a header with title, abstract and names as an import of the same document does.
    fn as_decision(&self, path: &RepoPath, header: &mut Header) {
        let name = series::name(path.as_str());
        let document = self.document.as_deref();
        let series = match document {
            Some(document) => document.numbers.at(path.as_str(), &name),
            None => Numbers::default().at(path.as_str(), &name),
        };
        if let Some(document) = document
            && let Some(line) = &document.abstract_line
        {
            header.abstract_line = line.clone();
        }
        let told = match document {
            Some(document) => document.title.as_ref(),
            None => self.title.as_ref(),
        };
        // The template's words, which are still there.
        let told = told.filter(|told| !title::is_placeholder(told));
        let title = title::at(told.map(Clean::as_str), &name, series.number);
        match (told, title) {
            (Some(told), Some(title)) if told.as_str() == title => {
                header.title = told.clone();
                if let Some(document) = document {
                    header.keywords = document.keywords.clone();
                }
            }
            (_, title) => {
                let title = title.unwrap_or_else(|| words_of_name(&name));
                header.title = redact(&title);
                header.keywords = self.keywords_with(&Guard::new(), &header.title);
            }
        }
        header.created = header.created.or(series.day);
        let own = std::mem::take(&mut header.aliases);
        let texts = own.iter().map(Clean::to_string).collect();
        for alias in series.aliases(&name, texts) {
            let known = own.iter().find(|known| known.as_str() == alias);
            let alias = known.cloned().unwrap_or_else(|| clean_name(&alias));
            header.aliases.push(alias);
        }
    }

    fn keywords_with(&self, guard: &Guard, title: &Clean) -> Clean {
        keywords(
            guard,
            title,
            &self.tags,
            self.category.as_ref(),
            &self.abstract_line,
        )
    }

    /// Other documents that the page at a path names; `None` if its text has no parts.
    #[must_use]
    pub fn named(&self, path: &RepoPath, kind: Kind) -> Option<Named> {
        let document = self.document.as_deref()?;
        let name = series::name(path.as_str());
        let series = document.numbers.at(path.as_str(), &name);
        let mut links = document.links.clone();
        let related = others(&document.mentions, &series, &name, &mut links);
        let is_decision = kind == Kind::DECISION;
        Some(Named {
            label: (is_decision && series.number.is_some()).then_some(series.label),
            number: series.number.filter(|_| is_decision),
            links,
            related,
        })
    }
}

/// Reads a page, as this guard lets its texts pass.
pub(super) fn read(guard: &Guard, front: &Front<'_>, extent: Extent) -> Page {
    let Front { values, body, .. } = front;
    let keys = Keys { guard, values };
    let told = told(values, body, extent);
    let told = told.as_ref();
    let title = keys.title(body);
    let (status, meaning) = keys.status(told);
    let mut updated = keys.day(&keys::UPDATED).or(told.and_then(|told| {
        let is_document = told.is_document();
        told.updated.filter(|_| is_document)
    }));
    let mut updated_at = keys.moment(&keys::UPDATED);
    if updated.is_none()
        && let Some(generated) = keys.generated_at()
    {
        updated = day_of(&generated);
        updated_at = moment_of_text(&generated);
    }
    let mut aliases = keys.texts(&keys::ALIAS);
    aliases.extend(keys.line(&keys::ID));
    let described = match told {
        // Before the first paragraph there is a list or a table of fields.
        Some(told) if told.is_document() => told.description.as_ref(),
        _ => None,
    };
    let tags = match told {
        Some(told) => told.tags.iter().map(|tag| guard.redact(tag)).collect(),
        None => keys.tags(),
    };
    let mut page = Page {
        title,
        abstract_line: match (keys.line(&keys::DESCRIPTION), described) {
            (Some(description), _) => description,
            (None, Some(described)) => guard.redact(described),
            (None, None) => first_paragraph(guard, body, extent),
        },
        status,
        meaning,
        scope: keys.line(&keys::SCOPE).and_then(|scope| scope.parse().ok()),
        category: keys.line(&keys::CATEGORY),
        tags,
        paths: keys.texts(&keys::PATHS),
        source: keys.line(&keys::SOURCE),
        created: keys
            .day(&keys::CREATED)
            .or(told.and_then(Told::day_of_header)),
        updated,
        created_at: keys.moment(&keys::CREATED),
        updated_at,
        more: None,
        aliases,
        keywords: Clean::default(),
        document: None,
    };
    if extent == Extent::Searched {
        return page;
    }
    page.more = more(guard, &with_owner(values, told));
    if let Some(title) = &page.title {
        page.keywords = page.keywords_with(guard, title);
    }
    page.document = told.map(|told| Box::new(document(guard, &page, told)));
    page
}

/// Contents of a page as a document; `None` where a search finds no header in it.
fn told(values: &Mapping, body: &str, extent: Extent) -> Option<Told> {
    let head = match extent {
        Extent::Whole => Cow::Borrowed(body),
        Extent::Searched => head(body),
    };
    // Reading the outline costs more than all other work for a page, and most have no header.
    let is_telling = || TELLING.iter().any(|word| head.contains(word));
    let is_told = extent == Extent::Whole || is_telling();
    is_told.then(|| Told::of(values, &head, &StatusWords::default()))
}

/// Length of the head of a text, in bytes: a search needs no more of a document than its header.
const DOCUMENT_HEAD: usize = 4 << 10;
/// Length of the part of a section about the status that a search looks at, in bytes.
const SECTION: usize = 400;
/// Beginning of such a section.
const STATUS: &str = "\n## Status\n";
/// Words of which a text needs one to have the header of a document.
const TELLING: [&str; 11] = [
    "status",
    "Status",
    "STATUS",
    "superseded",
    "Superseded",
    "SUPERSEDED",
    "date:",
    "Date:",
    "created:",
    "Created:",
    "Tags:",
];

/// The head of a text, and its section about the status, which some projects have at the end.
fn head(body: &str) -> Cow<'_, str> {
    let (head, rest) = body.split_at(text::floor(body, DOCUMENT_HEAD));
    match rest.find(STATUS) {
        Some(at) => {
            let end = text::floor(rest, at + SECTION);
            Cow::Owned(format!("{head}\n{}", &rest[at..end]))
        }
        None => Cow::Borrowed(head),
    }
}

/// The keys of a page, with the owner that its text names.
fn with_owner<'a>(values: &'a Mapping, told: Option<&Told>) -> Cow<'a, Mapping> {
    let owner = told.and_then(|told| told.owner.clone());
    match owner {
        Some(owner) if values.get(keys::OWNER.name).is_none() => {
            let mut values = values.clone();
            values.insert(keys::OWNER.name.into(), owner.into());
            Cow::Owned(values)
        }
        _ => Cow::Borrowed(values),
    }
}

/// The contents of a page as those of a document.
fn document(guard: &Guard, page: &Page, told: &Told) -> PageDocument {
    let title = told.title.as_ref().map(|title| guard.redact(title));
    let abstract_line = told.description.as_ref().map(|line| guard.redact(line));
    let keywords = match &title {
        Some(title) => keywords(
            guard,
            title,
            &page.tags,
            page.category.as_ref(),
            abstract_line.as_ref().unwrap_or(&page.abstract_line),
        ),
        None => Clean::default(),
    };
    let mut links = told.status.links.clone();
    let mut mentions = told.mentions.clone();
    // The names of files are kept in a cache, and may be secrets.
    let is_clean = |reference: &Reference| match reference {
        Reference::Number(_) => true,
        Reference::File(name) | Reference::Name(name) => guard.scan(name).is_empty(),
    };
    links.supersedes.retain(is_clean);
    links.superseded_by.retain(is_clean);
    mentions.retain(|mention| is_clean(&mention.reference));
    PageDocument {
        title,
        abstract_line,
        keywords,
        numbers: told.numbers.clone(),
        links,
        mentions,
    }
}

/// The first paragraph, cut; redacted before it is cut, as half of a secret is not recognised.
/// Empty for a search that has the text itself.
pub(super) fn first_paragraph(guard: &Guard, body: &str, extent: Extent) -> Clean {
    if extent == Extent::Searched {
        return Clean::default();
    }
    let paragraph = guard.redact(&opening(body));
    let line = text::one_line(&paragraph, 2 * text::ABSTRACT_LENGTH);
    guard.redact(&shorten(&line, text::ABSTRACT_LENGTH))
}

/// The first paragraph that is not a header: fields and days describe nothing.
fn opening(body: &str) -> Cow<'_, str> {
    let mut rest = body;
    loop {
        let paragraph = text::first_paragraph(rest);
        let Some(last) = paragraph
            .lines()
            .next_back()
            .filter(|_| is_header(&paragraph))
        else {
            return paragraph;
        };
        // Every line of a paragraph is a part of the text.
        match rest.find(last) {
            Some(at) => rest = &rest[at + last.len()..],
            None => return paragraph,
        }
    }
}

/// The day at the beginning of a file's name.
fn day_in_name(name: &str) -> Option<Date> {
    // Most names begin with a word or a number, and a pattern is slower to reject them.
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    if matches!(digits, 4 | 8 | 12) {
        return in_file_name(name);
    }
    None
}

/// A file's name as a title: `deploy-to_staging.md` is `deploy to staging`.
fn words_of_name(name: &str) -> String {
    let stem = match name.rsplit_once('.') {
        Some((stem, _)) => stem,
        None => name,
    };
    let words = text::one_line(&stem.replace(['-', '_'], " "), limits::TITLE_CHARS);
    if words.is_empty() {
        name.to_owned()
    } else {
        words
    }
}

impl RecordPlace {
    /// The kind of a page that lies here: the folder's, else a topic.
    #[must_use]
    pub fn kind_of_page(&self) -> Kind {
        match self.kind {
            Some(kind) => kind,
            None => Kind::TOPIC,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reading;
    use super::*;
    use crate::layout;
    use git_memory_text::path::MemoryFolder;

    fn header(path: &str, text: &str) -> Header {
        let path: RepoPath = path.parse().unwrap();
        let place = layout::place(&MemoryFolder::default(), &path).unwrap();
        let reading = reading::read(text.as_bytes());
        assert_eq!(reading.header, None, "{text}");
        reading.page.unwrap().header(&path, &place)
    }

    #[test]
    fn a_page_says_what_it_can_and_its_path_the_rest() {
        for (path, text, expected) in [
            (
                "memory/decisions/use-redis.md",
                "---\nname: Use Redis\ndescription: For the queue.\ncategory: infra\n\
                 tags: [queue, cache]\ncreated: 2026-02-03\n---\n\nBody.\n",
                "Use Redis | For the queue. | active | project | 2026-02-03",
            ),
            (
                "memory/_plans/q3.md",
                "# Third quarter\n\nShip it.\n",
                "Third quarter | Ship it. | new | project | -",
            ),
            (
                "memory/scopes/web/open-loops/login_page.md",
                "It breaks.\n",
                "login page | It breaks. | open | web | -",
            ),
            (
                "memory/build.md",
                "---\nid: decision-use-x\nstatus: accepted\ndate: 2025-01-02T10:00:00Z\n---\nSo.\n",
                "build | So. | active | project | 2025-01-02",
            ),
            (
                "memory/tables/orders.md",
                "---\ntype: Table\nstatus: draft\ngenerated: {by: x/1, at: 2026-01-02T10:00:00Z}\n---\nSo.\n",
                "orders | So. | draft | project | 2026-01-02",
            ),
            (
                "memory/notes/2026-01-02-standup.md",
                "Text.\n",
                "2026 01 02 standup | Text. | active | project | 2026-01-02",
            ),
            (
                "memory/decisions/0009-big-move.md",
                "# {short title}\n\nText.\n",
                "Big move | Text. | active | project | -",
            ),
            (
                "memory/notes/list.md",
                "---\n- a\n- b\n---\nText.\n",
                "list | Text. | active | project | -",
            ),
            (
                "memory/notes/rule.md",
                "---\nA rule above, no front matter.\n",
                "rule | A rule above, no front matter. | active | project | -",
            ),
        ] {
            let page = header(path, text);
            let day = page.updated.map_or("-".to_owned(), |day| day.to_string());
            let shown = format!(
                "{} | {} | {} | {} | {day}",
                page.title, page.abstract_line, page.status, page.scope
            );
            assert_eq!(shown, expected);
            assert_eq!(page.id.as_str(), path);
        }
    }

    #[test]
    fn a_foreign_id_is_another_name_and_tags_may_be_one_text() {
        let text = "---\nid: loop-001\nalias: OL 1\ntags: ci, build\n---\n";
        let page = header("memory/open-loops/a.md", text);
        let names: Vec<&str> = page.aliases.iter().map(Clean::as_str).collect();
        assert_eq!(names, ["OL 1", "loop-001"]);
        assert_eq!(page.tags.len(), 2);
    }

    #[test]
    fn an_id_of_ours_makes_a_record_even_where_nothing_else_can_be_read() {
        for text in [
            "---\nid: dec-7k3m9q\ntitle: a: b\n---\n",
            "---\nid: 'dec-7k3m9q' # ours\n- list\n---\n",
            "---\nid: dec-7k3m9q\ntitle: never closed\n",
        ] {
            assert!(matches!(form(text), Form::Record(_)), "{text}");
            let reading = reading::read(text.as_bytes());
            assert!(reading.page.is_none() && !reading.faults.is_empty());
        }
        for text in [
            "",
            "# T\n",
            "---\nid: zzz-7k3m9q\n---\n",
            "---\nid: 7\n---\n",
            "---\ntitle: x\n---\nid: dec-7k3m9q\n",
        ] {
            assert!(matches!(form(text), Form::Page(..)), "{text}");
        }
    }
}
