//! The shapes in which other programs write a convention, a decision and a note, each read into a
//! [`Foreign`] entry. Keys that are not named here are left out.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::document;
use super::foreign::{Dated, Foreign};
use git_memory_model::keys;
use git_memory_model::record::patch::{self, Field};
use git_memory_text as text;
use git_memory_text::limits;
use git_memory_text::yaml;

// Length of a title that is taken from a text, in characters: it is shown on one line of a list.
const TITLE_LENGTH: usize = 80;

/// An id as programs write it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected an id that is a text or a number")]
pub(crate) enum Id {
    Text(String),
    Number(serde_json::Number),
}

impl Id {
    /// The id as text; `None` if it is empty.
    pub(crate) fn text(self) -> Option<String> {
        let text = match self {
            Self::Text(text) => text.trim().to_owned(),
            Self::Number(number) => number.to_string(),
        };
        if text.is_empty() { None } else { Some(text) }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Convention {
    id: Option<Id>,
    #[serde(default, deserialize_with = "or_empty")]
    title: String,
    #[serde(default, deserialize_with = "or_empty")]
    content: String,
    #[serde(default, deserialize_with = "or_empty")]
    tags: Vec<String>,
    #[serde(default, deserialize_with = "or_empty")]
    created_at: String,
    #[serde(default, deserialize_with = "or_empty")]
    updated_at: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Decision {
    id: Option<Id>,
    #[serde(default, deserialize_with = "or_empty")]
    summary: String,
    #[serde(default, deserialize_with = "or_empty")]
    rationale: String,
    #[serde(default, deserialize_with = "or_empty")]
    impacted_paths: Vec<String>,
    #[serde(default, deserialize_with = "or_empty")]
    created_at: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Note {
    id: Option<Id>,
    #[serde(default, deserialize_with = "or_empty")]
    content: String,
    source: Option<String>,
    #[serde(default, deserialize_with = "or_empty")]
    created_at: String,
}

/// A memory of mem0 (<https://docs.mem0.ai/api-reference/memory/get-memory>).
#[derive(Deserialize)]
struct Memory {
    id: Option<Id>,
    #[serde(default, rename = "memory", deserialize_with = "or_empty")]
    text: String,
    #[serde(default, deserialize_with = "or_empty")]
    categories: Vec<String>,
    #[serde(default, rename = "type", deserialize_with = "or_empty")]
    type_name: String,
    #[serde(default, deserialize_with = "or_empty")]
    metadata: Map<String, Value>,
    #[serde(default, deserialize_with = "or_empty")]
    created_at: String,
    #[serde(default, deserialize_with = "or_empty")]
    updated_at: String,
}

/// Reads a value that may be `null`: programs without a value write that or leave the key out, and
/// mean the same.
fn or_empty<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    match Option::deserialize(from)? {
        Some(value) => Ok(value),
        None => Ok(T::default()),
    }
}

/// Reads an entry of the list of conventions.
pub(crate) fn convention(entry: &str) -> Result<Foreign, String> {
    let entry: Convention = document::entry(entry)?;
    Ok(Foreign {
        id: entry.id.and_then(Id::text),
        title: title(&entry.title, &entry.content)?,
        is_titled: !entry.title.trim().is_empty(),
        body: entry.content,
        tags: entry.tags,
        created: dated("createdAt", &entry.created_at)?,
        updated: dated("updatedAt", &entry.updated_at)?,
        ..Foreign::default()
    })
}

/// Reads an entry of the list of decisions.
pub(crate) fn decision(entry: &str) -> Result<Foreign, String> {
    let entry: Decision = document::entry(entry)?;
    let title = title(&entry.summary, &entry.rationale)?;
    let is_titled = !entry.summary.trim().is_empty();
    let mut sections = vec![("Decision", entry.summary), ("Rationale", entry.rationale)];
    sections.retain(|(_, text)| !text.trim().is_empty());
    Ok(Foreign {
        id: entry.id.and_then(Id::text),
        title,
        is_titled,
        sections,
        paths: entry.impacted_paths,
        created: dated("createdAt", &entry.created_at)?,
        ..Foreign::default()
    })
}

/// Reads an entry of the list of notes, which have no title of their own.
pub(crate) fn note(entry: &str) -> Result<Foreign, String> {
    let entry: Note = document::entry(entry)?;
    Ok(Foreign {
        id: entry.id.and_then(Id::text),
        title: title("", &entry.content)?,
        body: entry.content,
        source: entry.source.filter(|source| !source.trim().is_empty()),
        created: dated("createdAt", &entry.created_at)?,
        ..Foreign::default()
    })
}

/// Reads a memory of mem0.
pub(crate) fn memory(entry: &str) -> Result<Foreign, String> {
    let entry: Memory = document::entry(entry)?;
    Ok(Foreign {
        id: entry.id.and_then(Id::text),
        title: title("", &entry.text)?,
        body: entry.text,
        tags: entry.categories,
        kept: kept(&entry.type_name, entry.metadata),
        created: dated("created_at", &entry.created_at)?,
        updated: dated("updated_at", &entry.updated_at)?,
        ..Foreign::default()
    })
}

/// The type and the metadata of a memory as lines of front matter, without empty ones.
fn kept(type_name: &str, metadata: Map<String, Value>) -> String {
    let mut lines = String::new();
    let type_name = text::one_line(type_name, TITLE_LENGTH);
    if !type_name.is_empty() {
        lines += &patch::line(keys::TYPE.name, &Field::Text(type_name), "\n");
    }
    if !metadata.is_empty() {
        let flow = yaml::flow(&Value::Object(metadata));
        lines.extend(["metadata: ", &flow, "\n"]);
    }
    lines
}

/// The title on one line, cut if it is too long; without a title, the beginning of the text.
fn title(given: &str, body: &str) -> Result<String, String> {
    let title = text::one_line(given, limits::TITLE_CHARS);
    if !title.is_empty() {
        return Ok(title);
    }
    for line in body.lines() {
        let title = text::one_line(line.trim_start_matches('#').trim(), TITLE_LENGTH);
        if !title.is_empty() {
            return Ok(title);
        }
    }
    Err("it has neither a title nor text".to_owned())
}

/// The time under a key. An unreadable time is refused, not ignored: the record would get today's
/// date instead, unnoticed.
fn dated(key: &str, given: &str) -> Result<Option<Dated>, String> {
    let given = given.trim();
    if given.is_empty() {
        return Ok(None);
    }
    match Dated::of_text(given) {
        Some(dated) => Ok(Some(dated)),
        None => Err(format!(
            "'{key}' is neither YYYY-MM-DD nor a time as RFC 3339 writes it"
        )),
    }
}
