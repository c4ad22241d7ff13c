//! The text of a new record: front matter in a fixed order, then the body.

use crate::keys::{self, Key};
use crate::kind::Kind;
use crate::record::id::RecordId;
use crate::record::patch::{Field, line};
use crate::record::{Name, front_matter, reading};
use crate::scope::Scope;
use git_memory_text::date::{Date, rfc3339};

/// Contents of a new record's file.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its kind, which decides the folder.
    pub kind: Kind,
    /// Its id, whose prefix is that of the kind.
    pub id: RecordId,
    /// Its title, on one line.
    pub title: String,
    /// The abstract; `None` if it is taken from the body.
    pub description: Option<String>,
    /// Its status, one of the kind's.
    pub status: String,
    /// Its scope, which decides the folder as well.
    pub scope: Scope,
    /// Its category, if it has one.
    pub category: Option<String>,
    /// Its tags, in the order in which they are written.
    pub tags: Vec<String>,
    /// The pathspecs that it is about.
    pub paths: Vec<String>,
    /// `manual`, `agent` or `tool`.
    pub source: String,
    /// The day it was made.
    pub created: Date,
    /// The day of its last change.
    pub updated: Date,
    /// The moment it was made, in seconds since 1970, if the time is known.
    pub created_at: Option<i64>,
    /// The moment of its last change, likewise.
    pub updated_at: Option<i64>,
    /// The records that it replaces.
    pub supersedes: Vec<Name>,
    /// The records that replaced it.
    pub superseded_by: Vec<RecordId>,
    /// The records and documents that it is related to.
    pub related: Vec<Name>,
    /// Keys that only its kind or an import has, in order.
    pub more: Vec<(String, Field)>,
    /// Front matter lines that are taken over unchanged, each with its line end.
    pub foreign: String,
    /// The body, after the front matter.
    pub body: String,
}

impl Draft {
    /// The file's text, with LF line ends. Keys without a value are left out.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::from("---\n");
        for (key, field) in self.fields() {
            if let Some(field) = field {
                out.push_str(&line(key.name, &field, "\n"));
            }
        }
        for (key, field) in &self.more {
            out.push_str(&line(key, field, "\n"));
        }
        out.push_str(&self.foreign);
        out.push_str("---\n");
        out.push_str(&self.body);
        // Without it, every diff of the file would have '\ No newline at end of file'.
        if !out.ends_with('\n') {
            out.push('\n');
        }
        out
    }

    /// Takes over the title and the scope of a text that was made of this draft and then edited:
    /// they decide the place of the file. Returns true if either has changed.
    pub fn follow(&mut self, edited: &str) -> bool {
        if edited == self.text() {
            return false;
        }
        // Broken front matter is refused with its own message.
        let Some(header) = reading::read(edited.as_bytes()).header else {
            return false;
        };
        let title = header.title.to_string();
        let is_moved = title != self.title || header.scope != self.scope;
        self.title = title;
        self.scope = header.scope.clone();
        is_moved
    }

    /// Its type; `None` if the draft has a type of its own.
    fn type_name(&self) -> Option<Field> {
        let has_own = front_matter::key_lines(&self.foreign, keys::TYPE.name).is_some();
        (!has_own).then(|| Field::Text(self.kind.type_name()))
    }

    /// The keys that every kind may have, in the order of [`keys::KEYS`].
    fn fields(&self) -> [(&'static Key, Option<Field>); 15] {
        [
            (&keys::ID, Some(word(&self.id))),
            (&keys::TYPE, self.type_name()),
            (&keys::TITLE, text(Some(&self.title))),
            (&keys::DESCRIPTION, text(self.description.as_ref())),
            (&keys::STATUS, Some(word(&self.status))),
            (&keys::SCOPE, Some(word(&self.scope))),
            (&keys::CATEGORY, text(self.category.as_ref())),
            (&keys::TAGS, list(&self.tags)),
            (&keys::PATHS, list(&self.paths)),
            (&keys::SOURCE, Some(word(&self.source))),
            (&keys::CREATED, Some(when(self.created, self.created_at))),
            (&keys::UPDATED, Some(when(self.updated, self.updated_at))),
            (&keys::SUPERSEDES, list(&self.supersedes)),
            (&keys::SUPERSEDED_BY, list(&self.superseded_by)),
            (&keys::RELATED, list(&self.related)),
        ]
    }
}

fn text(value: Option<&String>) -> Option<Field> {
    Some(Field::Text(value?.clone()))
}

fn word(value: &impl ToString) -> Field {
    // Not quoted, even if it begins with a digit: people write dates so.
    Field::Word(value.to_string())
}

/// A day, or the moment if that is known.
#[must_use]
pub fn when(day: Date, moment: Option<i64>) -> Field {
    match moment {
        Some(moment) => Field::Word(rfc3339(moment)),
        None => word(&day),
    }
}

fn list(values: &[impl ToString]) -> Option<Field> {
    if values.is_empty() {
        return None;
    }
    let texts = values.iter().map(ToString::to_string);
    Some(Field::List(texts.collect()))
}

/// A body made of sections: a heading and its text each.
#[must_use]
pub fn sections<'a>(parts: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut body = String::new();
    for (heading, text) in parts {
        if !body.is_empty() {
            body.push('\n');
        }
        body.extend(["## ", heading, "\n\n", text.trim_end(), "\n"]);
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_reads_back_without_faults() {
        let kind = Kind::by_name("decision").unwrap();
        let day: Date = "2026-11-20".parse().unwrap();
        let draft = Draft {
            kind,
            id: "dec-7k3m9q".parse().unwrap(),
            title: "Use \"Postgres\": #1".to_owned(),
            description: Some("One store.".to_owned()),
            status: "active".to_owned(),
            scope: Scope::project(),
            category: None,
            tags: vec!["a, b".to_owned()],
            paths: vec!["src/**".to_owned()],
            source: "manual".to_owned(),
            created: day,
            updated: day,
            created_at: None,
            updated_at: None,
            supersedes: vec![Name::Id("dec-2f8h1c".parse().unwrap())],
            superseded_by: vec![],
            related: vec![],
            more: vec![(keys::OWNER.name.to_owned(), Field::Text("no".to_owned()))],
            foreign: "nav_order: 4\n".to_owned(),
            body: sections([("Decision", "Yes."), ("Rationale", "Because.\n")]),
        };
        let reading = reading::read(draft.text().as_bytes());
        assert_eq!(reading.faults, []);
        let header = reading.header.unwrap();
        assert_eq!(header.title.as_str(), draft.title);
        assert_eq!(
            header.supersedes,
            [super::super::Name::Id("dec-2f8h1c".parse().unwrap())]
        );
        assert!(
            draft
                .text()
                .ends_with("nav_order: 4\n---\n## Decision\n\nYes.\n\n## Rationale\n\nBecause.\n")
        );
    }
}
