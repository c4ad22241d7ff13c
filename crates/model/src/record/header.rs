//! The header of a record or page, from which every answer is made.

use serde::{Deserialize, Serialize};
use serde_yaml::Value;

use super::Name;
use super::lacks::Lacks;
use crate::scope::Scope;
use git_memory_guard::{Clean, Guard};
use git_memory_text as text;
use git_memory_text::date::Date;

// impressions.jsonl is made for scanning: more words would make its lines longer, not clearer.
const KEYWORDS: usize = 12;

/// Contents of a record's file, in the form that lists, indexes and checks need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Its id; of a page the path.
    pub id: Name,
    /// Its title, on one line.
    pub title: Clean,
    /// The abstract (T0): `description`, else the first paragraph, cut at 200 characters.
    pub abstract_line: Clean,
    /// Its status as written; the kind's default if there is none.
    pub status: Clean,
    /// The part of the repository that it is about.
    pub scope: Scope,
    /// Its category, if it has one.
    pub category: Option<Clean>,
    /// Its tags, in the order of the file.
    pub tags: Vec<Clean>,
    /// The pathspecs of the files that it is about.
    pub paths: Vec<Clean>,
    /// Kind of its author: `manual`, `agent` or `tool`.
    pub source: Option<Clean>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day it was last changed.
    pub updated: Option<Date>,
    /// The moment it was made, in seconds since 1970, if the file has the time.
    pub created_at: Option<i64>,
    /// The moment of its last change, likewise.
    pub updated_at: Option<i64>,
    /// The records that it replaces.
    pub supersedes: Vec<Name>,
    /// The records that replaced it.
    pub superseded_by: Vec<Name>,
    /// The records that it is related to.
    pub related: Vec<Name>,
    /// File or entry that an import took it from.
    pub imported_from: Option<Clean>,
    /// Other names that people call it by.
    pub aliases: Vec<Clean>,
    /// Parts that its kind needs and it lacks; none for a page, and for a record that was imported
    /// from another form.
    pub lacks: Lacks,
    /// The keys that none of the other fields holds, as the text of a JSON object.
    pub more: Option<Clean>,
    /// At most 12 words for its subject, in lower case, joined by spaces.
    pub keywords: Clean,
}

impl Header {
    /// The header with the links of another one, of the same record: those of a page are known only
    /// beside the others.
    #[must_use]
    pub fn with_links_of(&self, other: &Self) -> Self {
        Self {
            supersedes: other.supersedes.clone(),
            superseded_by: other.superseded_by.clone(),
            related: other.related.clone(),
            ..self.clone()
        }
    }

    /// The records that it names: replaced ones, its successors, then related ones.
    pub fn linked(&self) -> impl Iterator<Item = &Name> {
        let ends = self.supersedes.iter().chain(&self.superseded_by);
        ends.chain(&self.related)
    }
}

/// The words that a record or page is about, as this guard lets them pass.
pub(super) fn keywords(
    guard: &Guard,
    title: &Clean,
    tags: &[Clean],
    category: Option<&Clean>,
    abstract_line: &Clean,
) -> Clean {
    let searched = tags
        .iter()
        .chain([title])
        .chain(category)
        .chain([abstract_line]);
    let keywords = text::keywords(searched.map(Clean::as_str), KEYWORDS);
    guard.redact(&keywords.join(" "))
}

/// A single value as its text.
pub fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        // The author of a title `404` or a tag `true` means a word.
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}
