//! Fields of another program's entry, whichever list it is of, and the key by which it is found
//! when the same document is imported again.

use sha2::{Digest, Sha256};

use git_memory_model::form::told::Said;
use git_memory_model::kind::Kind;
use git_memory_model::record::draft::sections;
use git_memory_text as text;
use git_memory_text::date::{Date, moment_of_text};

/// Maximum length of an id in an origin, in characters.
const ID_LENGTH: usize = 80;
/// Length of a hash that is enough to tell two entries apart, in hexadecimal digits.
const SHORT: usize = 12;

/// Fields of an entry, whichever list it is of.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Foreign {
    /// Its id, in any form.
    pub id: Option<String>,
    /// Its title, on one line.
    pub title: String,
    /// True if the entry has a title; otherwise the title is made of its text.
    pub is_titled: bool,
    /// Its text, Markdown, with the line ends of the document; empty if it has sections.
    pub body: String,
    /// Its sections: heading and text each.
    pub sections: Vec<(&'static str, String)>,
    /// Its tags, without hidden characters.
    pub tags: Vec<String>,
    /// The paths that it is about.
    pub paths: Vec<String>,
    /// The person or program that it came from.
    pub source: Option<String>,
    /// Fields without a place in ours: lines of front matter, each with its end.
    pub kept: String,
    /// When it was made.
    pub created: Option<Dated>,
    /// When it was last changed.
    pub updated: Option<Dated>,
    /// Statements of its text about itself.
    pub said: Said,
}

/// A day, and the moment in seconds since 1970 if the time was given, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dated {
    /// The day, in UTC.
    pub day: Date,
    /// The moment.
    pub moment: Option<i64>,
}

impl Dated {
    /// The time in a text: a day, or a moment as RFC 3339 writes it.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        Some(Self {
            day: Date::of_text(text)?,
            moment: moment_of_text(text),
        })
    }
}

impl Foreign {
    /// The entry with the statements of its text, where its fields are silent.
    pub(crate) fn with_said(mut self, kind: Kind) -> Self {
        let day = |day: Date| Dated { day, moment: None };
        self.said = Said::of(&self.text(), kind);
        if self.tags.is_empty() {
            self.tags = std::mem::take(&mut self.said.tags);
        }
        self.created = self.created.or(self.said.created.map(day));
        self.updated = self.updated.or(self.said.updated.map(day));
        self
    }

    /// All of its text.
    #[must_use]
    pub fn text(&self) -> String {
        if self.sections.is_empty() {
            return self.body.clone();
        }
        let parts = self.sections.iter();
        sections(parts.map(|(heading, text)| (*heading, text.as_str())))
    }

    /// Origin of the entry, equal each time: the repository's hash, if there is one, and its id,
    /// else a hash of its fields.
    #[must_use]
    pub fn origin(&self, repo_hash: Option<&str>) -> String {
        let id = match &self.id {
            Some(id) => short_id(id),
            // NUL, so that no two pairs of title and text are joined to the same bytes.
            None => hash(&[self.title.as_str(), &self.text()].join("\0")),
        };
        let repository = match repo_hash {
            Some(hash) => short(hash),
            None => String::new(),
        };
        // The hash is the document's own word, and may have no digit in it.
        if repository.is_empty() {
            format!("json:{id}")
        } else {
            format!("json:{repository}/{id}")
        }
    }
}

/// An id on one line. If a part of it was cut or changed, a hash of the whole follows, so that two
/// ids with the same beginning stay different.
fn short_id(id: &str) -> String {
    let line = text::one_line(id, ID_LENGTH);
    if line == id {
        return line;
    }
    format!("{line} {}", hash(id))
}

/// The beginning of a hash, without anything that cannot be in one.
fn short(hash: &str) -> String {
    // The hash may be the document's own word, and goes into the record's front matter.
    let digits = hash.chars().filter(char::is_ascii_alphanumeric);
    digits.take(SHORT).collect()
}

fn hash(text: &str) -> String {
    short(&text::hex(&Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_the_same_each_time() {
        let note = |text: &str| crate::exchange::shapes::note(text).unwrap();
        let hash = "0123456789abcdef";
        assert_eq!(
            note(r#"{"id": "n 1", "content": "x"}"#).origin(Some(hash)),
            "json:0123456789ab/n 1"
        );
        assert_eq!(note(r#"{"id": 3, "content": "x"}"#).origin(None), "json:3");
        let (one, other) = (
            note(r#"{"content": "x"}"#).origin(None),
            note(r#"{"content": "y"}"#).origin(None),
        );
        assert!(
            one.len() == "json:".len() + SHORT && one != other,
            "{one} {other}"
        );
        let long = |end: &str| {
            note(&format!(
                r#"{{"id": "{}{end}", "content": "x"}}"#,
                "x".repeat(200)
            ))
            .origin(None)
        };
        assert!(
            long("a") != long("b") && long("a").chars().count() < 110,
            "{}",
            long("a")
        );
    }
}
