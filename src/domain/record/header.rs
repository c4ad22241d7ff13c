//! Reading one record's file: the header that every answer is made from, and what is wrong with the
//! file by itself.
//!
//! A [`Reading`] depends on the file's bytes alone, so it is kept under the blob's id. Every text
//! in it went through the secret guard: what the program shows or derives from a record can hold no
//! secret that the guard knows.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_yaml::{Mapping, Value};

use super::front_matter;
use crate::domain::date::Date;
use crate::domain::kind::Kind;
use crate::domain::layout::RecordPlace;
use crate::domain::record::fault::{Code, Fault, position};
use crate::domain::record::front_matter::Parts;
use crate::domain::record::id::RecordId;
use crate::domain::scope::Scope;
use crate::domain::secrets::{Clean, Finding, redact, scan};
use crate::domain::text;

/// How many keywords a record has at most.
const KEYWORDS: usize = 12;
/// The longest title, in characters.
pub const TITLE_LIMIT: usize = 300;

/// What a record's file says, in the form that lists, indexes and checks need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Its id.
    pub id: RecordId,
    /// Its title, on one line.
    pub title: Clean,
    /// The abstract (T0): `description`, else the first paragraph, cut at 200 characters.
    pub abstract_line: Clean,
    /// Its status as written; the kind's default where there is none.
    pub status: Clean,
    /// The part of the repository that it is about.
    pub scope: Scope,
    /// Its category.
    pub category: Option<Clean>,
    /// Its tags.
    pub tags: Vec<Clean>,
    /// The pathspecs of the files that it is about.
    pub paths: Vec<Clean>,
    /// Who wrote it: `manual`, `agent` or `tool`.
    pub source: Option<Clean>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day it was last changed.
    pub updated: Option<Date>,
    /// The records that it replaces.
    pub supersedes: Vec<RecordId>,
    /// The records that replaced it.
    pub superseded_by: Vec<RecordId>,
    /// The records that it is related to.
    pub related: Vec<RecordId>,
    /// Where an import took it from.
    pub imported_from: Option<Clean>,
    /// At most 12 words that tell what it is about, in lower case, joined by spaces.
    pub keywords: Clean,
}

/// What one file gave: a header where it has an id and a title, and everything that is wrong with
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The header, where the file can be used at all.
    pub header: Option<Arc<Header>>,
    /// What is wrong, in the order of the file.
    pub faults: Vec<Fault>,
}

impl Reading {
    /// Whether a file in this place is a page, and no broken record: in a team's own folder a page
    /// needs no front matter.
    #[must_use]
    pub fn is_page(&self, place: &RecordPlace) -> bool {
        let has_none = self
            .faults
            .iter()
            .any(|fault| fault.code == Code::NoFrontMatter);
        place.kind.is_none() && self.header.is_none() && has_none
    }

    /// The reading of a file that is no record at all, for one reason.
    #[must_use]
    pub fn refused(code: Code, message: impl Into<String>) -> Self {
        Self {
            header: None,
            faults: vec![Fault::at(code, (1, 1), message)],
        }
    }
}

/// Reads a record's file. Never fails: what is wrong is in the reading's faults.
#[must_use]
pub fn read(bytes: &[u8]) -> Reading {
    read_by(bytes, scan)
}

/// The same for the bytes of a text in which the guard's rules are known to find nothing.
#[must_use]
pub fn read_clean(bytes: &[u8]) -> Reading {
    read_by(bytes, |_| Vec::new())
}

fn read_by(bytes: &[u8], scan: impl Fn(&str) -> Vec<Finding>) -> Reading {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Reading::refused(Code::NotUtf8, "the file is not UTF-8");
    };
    let mut faults = hidden_characters(text);
    for finding in scan(text) {
        let at = (number(finding.line), number(finding.column));
        let message = format!("{} looks like a secret ({})", finding.masked, finding.rule);
        faults.push(Fault::at(Code::Secret, at, message));
    }
    let parts_and_values = front_matter::split(text)
        .and_then(|parts| front_matter::mapping(text, &parts).map(|values| (parts, values)));
    let header = match parts_and_values {
        Ok((parts, values)) => Reader {
            text,
            parts,
            values,
            faults: &mut faults,
        }
        .header(),
        Err(fault) => {
            faults.push(fault);
            None
        }
    };
    // A message may quote a value, and a value may be a secret.
    for fault in &mut faults {
        fault.message = redact(&fault.message).into_string();
    }
    faults.sort_by_key(|fault| (fault.line, fault.column));
    Reading {
        header: header.map(Arc::new),
        faults,
    }
}

fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn hidden_characters(text: &str) -> Vec<Fault> {
    /// One finding a character would drown the others.
    const MOST: usize = 5;
    let start = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    text::hidden(&text[start..])
        .take(MOST)
        .map(|(at, c)| {
            let (code, what) = match c {
                '\u{200e}' | '\u{200f}' | '\u{61c}' => (Code::DirectionMark, "direction mark"),
                c if text::is_bidirectional(c) => {
                    (Code::HiddenCharacter, "bidirectional control character")
                }
                c if c.is_control() => (Code::HiddenCharacter, "control character"),
                _ => (Code::HiddenCharacter, "invisible character"),
            };
            Fault::at(
                code,
                position(text, start + at),
                format!("{what} U+{:04X}", u32::from(c)),
            )
        })
        .collect()
}

struct Reader<'a> {
    text: &'a str,
    parts: Parts,
    values: Mapping,
    faults: &'a mut Vec<Fault>,
}

impl Reader<'_> {
    fn header(mut self) -> Option<Header> {
        let id = self.id();
        let title = self.required("title", &["name"]).filter(|title| {
            let length = title.chars().count();
            if length > TITLE_LIMIT {
                self.fault(
                    Code::BadValue,
                    "title",
                    format!("the title has more than {TITLE_LIMIT} characters"),
                );
            }
            length > 0
        });
        let kind = id.as_ref().and_then(RecordId::kind);
        let status = self.status(kind);
        let scope = self
            .required("scope", &[])
            .and_then(|text| self.parsed("scope", &text));
        let updated = self
            .required("updated", &[])
            .and_then(|text| self.parsed("updated", &text));
        let created = self
            .string("created", &["date"])
            .and_then(|text| self.parsed("created", &text));
        let description = self.string("description", &[]);
        let body = &self.text[self.parts.body.clone()];
        // Redacted before it is cut: the half of a secret is not known for one.
        let abstract_line = description.map_or_else(
            || {
                redact(&text::one_line(
                    &redact(&text::first_paragraph(body)),
                    text::ABSTRACT_LENGTH,
                ))
            },
            |description| redact(&description),
        );
        let tags = clean(&self.list("tags", &[]));
        let category = self.string("category", &[]).as_deref().map(redact);
        let paths = self.list("paths", &["impactedPaths"]);
        let source = self.string("source", &[]);
        let supersedes = self.ids("supersedes");
        let superseded_by = self.ids("superseded_by");
        let related = self.ids("related");
        let imported_from = self.string("imported_from", &[]);
        let title = redact(&text::one_line(&redact(&title?), TITLE_LIMIT));
        let from = tags
            .iter()
            .chain([&title])
            .chain(&category)
            .chain([&abstract_line]);
        let keywords = text::keywords(from.map(Clean::as_str), KEYWORDS);
        Some(Header {
            id: id?,
            title,
            abstract_line,
            status: redact(&status),
            scope: scope.unwrap_or_else(Scope::project),
            category,
            tags,
            paths: clean(&paths),
            source: source.as_deref().map(redact),
            created,
            updated,
            supersedes,
            superseded_by,
            related,
            imported_from: imported_from.as_deref().map(redact),
            keywords: redact(&keywords.join(" ")),
        })
    }

    fn id(&mut self) -> Option<RecordId> {
        let text = self.required("id", &[])?;
        self.parsed("id", &text)
    }

    fn status(&mut self, kind: Option<Kind>) -> String {
        let default = kind.unwrap_or(Kind::NOTE).default_status();
        let Some(status) = self.required("status", &[]) else {
            return default.to_owned();
        };
        if let Some(kind) = kind.filter(|kind| kind.status(&status).is_none()) {
            let message = format!(
                "'{}' is no status of a {kind}; it has: {}",
                shown(&status),
                kind.status_names()
            );
            self.fault(Code::UnknownStatus, "status", message);
        }
        status
    }

    fn fault(&mut self, code: Code, key: &str, message: String) {
        let at = front_matter::key_position(self.text, &self.parts, key);
        self.faults.push(Fault::at(code, at, message));
    }

    fn value(&self, key: &str, other_names: &[&str]) -> Option<&Value> {
        std::iter::once(&key)
            .chain(other_names)
            .find_map(|name| self.values.get(*name))
            .filter(|value| !value.is_null())
    }

    fn string(&mut self, key: &str, other_names: &[&str]) -> Option<String> {
        let read = scalar(self.value(key, other_names)?);
        if read.is_none() {
            self.fault(Code::BadValue, key, format!("'{key}' must be a text"));
        }
        read
    }

    fn required(&mut self, key: &str, other_names: &[&str]) -> Option<String> {
        if self.value(key, other_names).is_none() {
            self.faults.push(Fault::at(
                Code::MissingKey,
                (1, 1),
                format!("'{key}' is missing from the front matter"),
            ));
            return None;
        }
        let text = self.string(key, other_names)?;
        if text.trim().is_empty() {
            self.fault(Code::BadValue, key, format!("'{key}' is empty"));
            return None;
        }
        Some(text)
    }

    fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
        &mut self,
        key: &str,
        text: &str,
    ) -> Option<T> {
        match text.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.fault(
                    Code::BadValue,
                    key,
                    format!("'{key}': {}", text::visible(&error.to_string())),
                );
                None
            }
        }
    }

    fn list(&mut self, key: &str, other_names: &[&str]) -> Vec<String> {
        let read: Option<Vec<String>> = match self.value(key, other_names) {
            None => return Vec::new(),
            Some(Value::Sequence(items)) => items.iter().map(scalar).collect(),
            Some(one) => scalar(one).map(|text| vec![text]),
        };
        read.unwrap_or_else(|| {
            self.fault(
                Code::BadValue,
                key,
                format!("'{key}' must be a list of texts"),
            );
            Vec::new()
        })
    }

    fn ids(&mut self, key: &str) -> Vec<RecordId> {
        let texts = self.list(key, &[]);
        texts
            .iter()
            .filter_map(|text| self.parsed(key, text))
            .collect()
    }
}

fn clean(texts: &[String]) -> Vec<Clean> {
    texts.iter().map(|text| redact(text)).collect()
}

fn shown(text: &str) -> String {
    text::visible(&text::one_line(text, 40)).into_owned()
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_is_wrong_is_named_with_its_line() {
        for (old, new, expected) in [
            ("status: active", "status: done", ("unknown-status", 4)),
            ("status: active\n", "", ("missing-key", 1)),
            ("id: dec-7k3m9q", "id: 7", ("bad-value", 2)),
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
        let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
        let reading = read(GOOD.replace("Use Postgres", &token).as_bytes());
        assert_eq!(reading.faults[0].code, Code::Secret);
        assert!(!format!("{reading:?}").contains(&token));
        // Nor is half of it, where the abstract ends within it, or a part of it as a keyword.
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
