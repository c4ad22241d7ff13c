//! Reads one file of memory: a record's header, or a page's fields, and the faults of the file.
//!
//! A [`Reading`] by the guard's rules depends only on the file's bytes, and a [`FileReading`] on its
//! path and place, too, so it is kept under these. Every text in it went through the guard: texts
//! that the program shows or derives from a record can hold no secret that the guard knows.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_yaml::{Mapping, Value};

use super::extent::Extent;
use super::header::{Header, keywords, scalar};
use super::lacks::Lacks;
use super::more::more;
use super::page::{self, Form, Named};
use super::{Name, Page, front_matter};
use crate::form::description;
use crate::form::front::front;
use crate::form::status::{meaning, of_kind};
use crate::form::tags::tag;
use crate::keys::{self, Key};
use crate::kind::Kind;
use crate::layout::RecordPlace;
use crate::record::conflict::Conflict;
use crate::record::fault::{Code, Fault, number};
use crate::record::front_matter::Parts;
use crate::record::hidden::hidden_characters;
use crate::record::id::RecordId;
use crate::record::instructions::instructions;
use crate::scope::Scope;
use crate::summary_page;
use git_memory_guard::{Clean, Finding, Guard, hashes};
use git_memory_text as text;
use git_memory_text::date::{Date, moment_of_text};
use git_memory_text::limits::TITLE_CHARS;
use git_memory_text::path::RepoPath;

/// The longest path by which a record may name a document, in bytes.
const PATH_LIMIT: usize = 1000;

/// Result of reading one file: a header if it has an id of ours and a title, a page if it has none,
/// and all faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The header of a record that can be used.
    pub header: Option<Arc<Header>>,
    /// Fields of a page.
    pub page: Option<Arc<Page>>,
    /// Faults, in the order of the file.
    pub faults: Vec<Fault>,
}

impl Reading {
    /// The header of the file at a path, if it is a usable record or page.
    #[must_use]
    pub fn header_at(&self, path: &RepoPath, place: &RecordPlace) -> Option<Arc<Header>> {
        match (&self.header, &self.page) {
            (Some(header), _) => Some(Arc::clone(header)),
            (None, Some(page)) => Some(Arc::new(page.header(path, place))),
            (None, None) => None,
        }
    }

    /// The part after the front matter of the text that was read, or of a text with the same front
    /// matter.
    #[must_use]
    pub fn body<'t>(&self, text: &'t str) -> &'t str {
        // Telling a record from a page again would read all of its front matter.
        match self.header {
            Some(_) => front_matter::front_matter_and_body(text).1,
            None => page::body(text),
        }
    }

    /// The reading of the file at a path.
    #[must_use]
    pub fn at(self, path: &RepoPath, place: &RecordPlace) -> FileReading {
        let header = self.header_at(path, place);
        let page = self.page.filter(|_| self.header.is_none());
        FileReading {
            header,
            named: page.and_then(|page| Some(Arc::new(page.named(path, place.kind_of_page())?))),
            faults: self.faults,
        }
    }
}

/// Result of reading the file at a path: all that a list of records needs of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReading {
    /// The header, if it is a usable record or page.
    pub header: Option<Arc<Header>>,
    /// Other documents that a page names, if its text has parts.
    pub named: Option<Arc<Named>>,
    /// Faults, in the order of the file.
    pub faults: Vec<Fault>,
}

impl FileReading {
    /// The reading of a file that is not a record at all, for one reason.
    #[must_use]
    pub fn refused(code: Code, message: impl Into<String>) -> Self {
        Self {
            faults: vec![Fault::at(code, (1, 1), message)],
            ..Self::default()
        }
    }
}

/// Reads a record's file by only the guard's rules. Never fails: problems are in the reading's
/// faults.
#[must_use]
pub fn read(bytes: &[u8]) -> Reading {
    read_by(&Guard::new(), bytes)
}

/// Reads a file by a guard that knows more, or lets more pass: such a reading is never kept.
#[must_use]
pub fn read_by(guard: &Guard, bytes: &[u8]) -> Reading {
    read_finding(guard, bytes, Extent::Whole, |text| guard.scan(text))
}

/// Reads the bytes of a text in which the guard's rules are known to find nothing.
#[must_use]
pub fn read_clean(bytes: &[u8]) -> Reading {
    read_finding(&Guard::new(), bytes, Extent::Whole, |_| Vec::new())
}

/// Reads a file by the rules, for a search that has the text: without keywords, an abstract made
/// from the text, missing parts and further keys. Such a reading is never kept.
#[must_use]
pub fn read_searched(bytes: &[u8]) -> Reading {
    let guard = Guard::new();
    read_finding(&guard, bytes, Extent::Searched, |text| guard.scan(text))
}

fn read_finding(
    guard: &Guard,
    bytes: &[u8],
    extent: Extent,
    scan: impl Fn(&str) -> Vec<Finding>,
) -> Reading {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Reading {
            faults: vec![Fault::at(Code::NotUtf8, (1, 1), "the file is not UTF-8")],
            ..Reading::default()
        };
    };
    let mut faults = hidden_characters(text);
    for finding in scan(text) {
        let at = (number(finding.line), number(finding.column));
        let message = format!("{} looks like a secret ({})", finding.masked, finding.rule);
        faults.push(Fault::at(Code::Secret, at, message));
    }
    if extent == Extent::Whole {
        faults.extend(instructions(text));
        faults.extend(hashes_of_passwords(text));
    }
    let said = match Conflict::of(text) {
        None => said(guard, text, extent, &mut faults),
        Some(conflict) => {
            faults.push(conflict.fault());
            one_side(guard, &conflict, extent)
        }
    };
    // A message may quote a value, and a value may be a secret.
    for fault in &mut faults {
        fault.message = guard.redact(&fault.message).into_string();
    }
    faults.sort_by_key(|fault| (fault.line, fault.column));
    Reading {
        header: said.header,
        page: said.page,
        faults,
    }
}

/// The hashes of passwords in a text, which its readers may have.
fn hashes_of_passwords(text: &str) -> Vec<Fault> {
    let faults = hashes(text).into_iter().map(|hash| {
        let at = (number(hash.line), number(hash.column));
        let message = format!("{} is the hash of a password ({})", hash.masked, hash.rule);
        Fault::at(Code::PasswordHash, at, message)
    });
    faults.collect()
}

/// Fields of a text: a record's header, or a page.
#[derive(Default)]
struct Said {
    header: Option<Arc<Header>>,
    page: Option<Arc<Page>>,
}

fn said(guard: &Guard, text: &str, extent: Extent, faults: &mut Vec<Fault>) -> Said {
    let mut said = Said::default();
    match page::form(text) {
        // A page without content would be listed as one of the project's topics, and one that is
        // made of the others would be found beside them.
        Form::Page(front) if summary_page::is_untouched(text) || is_index(&front.values) => {}
        Form::Page(front) => {
            said.page = Some(Arc::new(page::read(guard, &front, extent)));
            faults.extend(front.fault);
        }
        Form::Record(read) => match read.map_or_else(|| front_matter(text), Ok) {
            Ok((parts, values)) => {
                let reader = HeaderReader {
                    guard,
                    text,
                    extent,
                    parts,
                    values,
                    faults,
                };
                said.header = reader.header().map(Arc::new);
            }
            Err(fault) => faults.push(fault),
        },
    }
    said
}

/// Fields of one side of a merge, or of the other if the first is not a record: so the record is
/// listed, and links to it are not broken, until the conflict is resolved.
fn one_side(guard: &Guard, conflict: &Conflict, extent: Extent) -> Said {
    // The lines of one side are not the file's, so nothing else that is wrong can be named yet.
    let mut elsewhere = Vec::new();
    let ours = said(guard, &conflict.ours, extent, &mut elsewhere);
    if ours.header.is_some() {
        return ours;
    }
    let theirs = said(guard, &conflict.theirs, extent, &mut elsewhere);
    if theirs.header.is_some() {
        theirs
    } else {
        ours
    }
}

/// True if front matter is that of the index, as this program makes it.
fn is_index(values: &Mapping) -> bool {
    values.get("derived").and_then(Value::as_bool) == Some(true) && values.get("records").is_some()
}

fn front_matter(text: &str) -> Result<(Parts, Mapping), Fault> {
    let parts = front_matter::split(text)?;
    let values = front_matter::mapping(text, &parts)?;
    Ok((parts, values))
}

struct HeaderReader<'a> {
    guard: &'a Guard,
    text: &'a str,
    extent: Extent,
    parts: Parts,
    values: Mapping,
    faults: &'a mut Vec<Fault>,
}

impl HeaderReader<'_> {
    /// Reads every key, so that all faults of a file are named at once.
    fn header(mut self) -> Option<Header> {
        let id: Option<RecordId> = self.required_as(&keys::ID);
        let title = self.title();
        let status = self.status(id.as_ref().and_then(RecordId::kind));
        let scope = self.required_as(&keys::SCOPE);
        let updated = self.required(&keys::UPDATED);
        let updated = updated.and_then(|text| self.day(&keys::UPDATED, &text));
        let created = self.string(&keys::CREATED);
        let created = created.and_then(|text| self.day(&keys::CREATED, &text));
        let abstract_line = self.abstract_line(id.as_ref().and_then(RecordId::kind));
        let tags = self.tags();
        let category = self.clean(&keys::CATEGORY);
        let paths = self.texts(&keys::PATHS);
        let source = self.clean(&keys::SOURCE);
        let supersedes = self.ids(&keys::SUPERSEDES);
        let superseded_by = self.ids(&keys::SUPERSEDED_BY);
        let related = self.ids(&keys::RELATED);
        let imported_from = self.clean(&keys::IMPORTED_FROM);
        let title = self.clean_line(&title?);
        let aliases = self.words(&keys::ALIAS);
        let (created_at, updated_at) = (self.moment(&keys::CREATED), self.moment(&keys::UPDATED));
        let is_whole = self.extent == Extent::Whole;
        let lacks = match id.as_ref().and_then(RecordId::kind) {
            Some(kind) if is_whole && imported_from.is_none() => self.lacks(kind),
            // Imported records have their texts in the sections of their origin.
            _ => Lacks::default(),
        };
        let (mut more_keys, mut words) = (None, Clean::default());
        if is_whole {
            more_keys = more(self.guard, &self.values);
            words = keywords(self.guard, &title, &tags, category.as_ref(), &abstract_line);
        }
        Some(Header {
            id: Name::Id(id?),
            keywords: words,
            title,
            abstract_line,
            status,
            scope: match scope {
                Some(scope) => scope,
                // The fault is noted. The record is still listed, in the widest scope.
                None => Scope::project(),
            },
            category,
            tags,
            paths,
            source,
            created,
            updated,
            created_at,
            updated_at,
            supersedes,
            superseded_by,
            related,
            imported_from,
            aliases,
            more: more_keys,
            lacks,
        })
    }

    fn lacks(&self, kind: Kind) -> Lacks {
        let body = &self.text[self.parts.body.clone()];
        Lacks::of(kind, body, |key| scalar(self.values.get(key)?))
    }

    fn title(&mut self) -> Option<String> {
        let title = self.required(&keys::TITLE)?;
        if title.chars().count() > TITLE_CHARS {
            let message = format!("the title has more than {TITLE_CHARS} characters");
            self.fault(Code::BadValue, &keys::TITLE, message);
        }
        Some(title)
    }

    fn status(&mut self, kind: Option<Kind>) -> Clean {
        let Some(status) = self.required(&keys::STATUS) else {
            return self.guard.redact(Kind::default_status_of(kind));
        };
        if let Some(kind) = kind
            && kind.status(&status).is_none()
        {
            // A person writes `accepted` where this kind has `active`; a sentence is no status.
            let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
            if status.chars().all(is_word)
                && let Some(own) = of_kind(kind, &status, meaning(&status))
            {
                return self.guard.redact(own);
            }
            let message = format!(
                "'{}' is not a status of {}; it has: {}",
                text::visible(&text::one_line(&status, 40)),
                kind.one(),
                kind.status_names()
            );
            self.fault(Code::UnknownStatus, &keys::STATUS, message);
        }
        self.guard.redact(&status)
    }

    fn abstract_line(&mut self, kind: Option<Kind>) -> Clean {
        if let Some(description) = self.clean(&keys::DESCRIPTION) {
            return description;
        }
        // A document of Hugo that was adopted has its own front matter below ours.
        let body = front(&self.text[self.parts.body.clone()]).body;
        if kind == Some(Kind::DECISION)
            && self.extent == Extent::Whole
            && let Some(said) = description::of_text(&self.values, body)
        {
            return self.guard.redact(&said);
        }
        page::first_paragraph(self.guard, body, self.extent)
    }

    fn fault(&mut self, code: Code, key: &Key, message: String) {
        let at = front_matter::key_position(self.text, &self.parts, key);
        self.faults.push(Fault::at(code, at, message));
    }

    fn value(&self, key: &Key) -> Option<&Value> {
        let found = key.names().find_map(|name| self.values.get(name))?;
        // `tags:` without a value is left by a template.
        if found.is_null() { None } else { Some(found) }
    }

    fn string(&mut self, key: &Key) -> Option<String> {
        let read = scalar(self.value(key)?);
        if read.is_none() {
            self.fault(
                Code::BadValue,
                key,
                format!("'{}' must be a text", key.name),
            );
        }
        read
    }

    fn clean(&mut self, key: &Key) -> Option<Clean> {
        let text = self.string(key)?;
        Some(self.guard.redact(&text))
    }

    fn clean_line(&self, text: &str) -> Clean {
        // Redacted before it is cut, as half of a secret is not recognised as one, and after: two
        // lines joined may be a secret.
        let line = text::one_line(&self.guard.redact(text), TITLE_CHARS);
        self.guard.redact(&line)
    }

    fn required(&mut self, key: &Key) -> Option<String> {
        if self.value(key).is_none() {
            let message = format!("'{}' is missing from the front matter", key.name);
            self.faults
                .push(Fault::at(Code::MissingKey, (1, 1), message));
            return None;
        }
        let text = self.string(key)?;
        if text.trim().is_empty() {
            self.fault(Code::BadValue, key, format!("'{}' is empty", key.name));
            return None;
        }
        Some(text)
    }

    fn required_as<T: FromStr<Err: Display>>(&mut self, key: &Key) -> Option<T> {
        let text = self.required(key)?;
        self.parsed(key, &text)
    }

    /// The day of a date, with a time of day or not.
    fn day(&mut self, key: &Key, text: &str) -> Option<Date> {
        match page::day_of(text) {
            Some(day) => Some(day),
            None => self.parsed(key, text),
        }
    }

    /// The moment of a date with a time of day.
    fn moment(&self, key: &Key) -> Option<i64> {
        moment_of_text(&scalar(self.value(key)?)?)
    }

    fn parsed<T: FromStr<Err: Display>>(&mut self, key: &Key, text: &str) -> Option<T> {
        match text.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                // The message quotes the value, and ends in a terminal.
                let message = format!("'{}': {}", key.name, text::visible(&error.to_string()));
                self.fault(Code::BadValue, key, message);
                None
            }
        }
    }

    fn list(&mut self, key: &Key) -> Vec<String> {
        let read: Option<Vec<String>> = match self.value(key) {
            None => return Vec::new(),
            Some(Value::Sequence(items)) => items.iter().map(scalar).collect(),
            // People write a list of one text without brackets.
            Some(one) => scalar(one).map(|text| vec![text]),
        };
        if let Some(texts) = read {
            return texts;
        }
        let message = format!("'{}' must be a list of texts", key.name);
        self.fault(Code::BadValue, key, message);
        Vec::new()
    }

    fn texts(&mut self, key: &Key) -> Vec<Clean> {
        let texts = self.list(key);
        texts.iter().map(|text| self.guard.redact(text)).collect()
    }

    /// A list of short texts, which other tools write as one text with commas.
    fn words(&mut self, key: &Key) -> Vec<Clean> {
        // Read for its faults.
        self.list(key);
        let words = page::lines_of(&self.values, key);
        words.iter().map(|word| self.guard.redact(word)).collect()
    }

    /// The tags, without the sign that some write before them.
    fn tags(&mut self) -> Vec<Clean> {
        let tags = self.words(&keys::TAGS);
        tags.iter()
            .map(|name| self.guard.redact(tag(name)))
            .collect()
    }

    fn ids(&mut self, key: &Key) -> Vec<Name> {
        let mut ids = Vec::new();
        for text in self.list(key) {
            // A parent names none of the records here that replace its own.
            let of_parent =
                |id: &RecordId| id.is_of_parent() && key.name == keys::SUPERSEDED_BY.name;
            if let Some(id) = RecordId::of_link(&text).filter(|id| !of_parent(id)) {
                ids.push(Name::Id(id));
            } else if let Some(path) = self.path_of_document(&text) {
                ids.push(Name::Path(path));
            } else if key.name != keys::RELATED.name {
                ids.extend(self.parsed::<RecordId>(key, &text).map(Name::Id));
            } else {
                // People name sources in many ways; a supersession has to be exact.
                let named = text::visible(&text::one_line(&text, 60)).into_owned();
                let message = format!("'{}' names '{named}', which is not a record id", key.name);
                self.fault(Code::Dangling, key, message);
            }
        }
        ids
    }

    /// The path by which a record names a document, from the top of the work tree.
    fn path_of_document(&self, text: &str) -> Option<RepoPath> {
        // Answers and terminals show it, as they show ids.
        let is_plain = text.len() <= PATH_LIMIT
            && text.contains('/')
            && text::visible(text) == text
            && self.guard.redact(text).as_str() == text;
        if is_plain { text.parse().ok() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use git_memory_guard::sealed;

    const GOOD: &str = "---\nid: dec-7k3m9q\ntitle: Use Postgres\nstatus: active\nscope: services/billing\n\
                        updated: 2026-11-20\n---\n## Decision\n\nOne relational\nstore.\n";

    fn codes(text: &str) -> Vec<(&'static str, u32)> {
        read(text.as_bytes())
            .faults
            .iter()
            .map(|fault| (fault.code.name(), fault.line))
            .collect()
    }

    #[test]
    fn a_good_record_has_a_header_and_no_faults() {
        let reading = read(GOOD.as_bytes());
        assert_eq!(reading.faults, []);
        let header = reading.header.unwrap();
        assert_eq!(header.abstract_line.as_str(), "One relational store.");
        assert_eq!(header.scope.as_str(), "services/billing");
        assert_eq!(header.keywords.as_str(), "postgres relational store");
    }

    #[test]
    fn other_names_of_a_key_are_read_as_the_same() {
        let text = GOOD.replace("title:", "name:").replace(
            "updated:",
            "date: 2025-01-02\nimpactedPaths: src/**\nupdated:",
        );
        let header = read(text.as_bytes()).header.unwrap();
        assert_eq!(header.title.as_str(), "Use Postgres");
        assert_eq!(header.created.unwrap().to_string(), "2025-01-02");
        assert_eq!(header.paths[0].as_str(), "src/**");
    }

    #[test]
    fn faults_are_named_with_their_lines() {
        for (old, new, expected) in [
            ("status: active", "status: odd", ("unknown-status", 4)),
            ("status: active\n", "", ("missing-key", 1)),
            ("2026-11-20", "2026-13-20", ("bad-value", 6)),
            ("Use Postgres", "''", ("bad-value", 3)),
            ("Use Postgres", "[a]", ("bad-value", 3)),
            ("One", "One\u{202e}", ("hidden-character", 10)),
            ("One", "One\u{0}", ("hidden-character", 10)),
            ("Use Postgres", "a: b", ("bad-yaml", 3)),
        ] {
            assert_eq!(codes(&GOOD.replace(old, new)), [expected], "{new}");
        }
        assert_eq!(read(b"\xff\xfe").faults[0].code, Code::NotUtf8);
    }

    #[test]
    fn a_secret_is_named_and_never_kept() {
        let token = sealed(&format!("ghp_{}", "a1B2c3D4e5F6".repeat(3))).unwrap();
        let reading = read(GOOD.replace("Use Postgres", &token).as_bytes());
        assert_eq!(reading.faults[0].code, Code::Secret);
        assert!(!format!("{reading:?}").contains(&token));
        // Neither is half of it, if the abstract ends within it, nor a part of it as a keyword.
        let cut = format!("{}{token} and on", "ab ".repeat(58));
        let reading = format!(
            "{:?}",
            read(GOOD.replace("One relational", &cut).as_bytes())
        )
        .to_lowercase();
        assert!(
            !reading.contains(&token[..20].to_lowercase())
                && !reading.contains(&token[4..20].to_lowercase()),
            "{reading}"
        );
    }
}
