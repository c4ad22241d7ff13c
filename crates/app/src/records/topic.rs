//! Topics: pages below `topics/`, each written as a whole, and the team's own folders of records.

use std::collections::BTreeMap;

use crate::records::add::{NewRecord, Written};
use crate::records::admit::admissible;
use crate::records::patch::patched;
use crate::records::planned::PlannedChange;
use crate::records::source::{Home, Located};
use crate::records::writer::Writer;
use crate::records::{add, lookup};
use crate::versions::{self, TextVersion};
use crate::workspace::{Error, Workspace};
use git_memory_model::kind::Kind;
use git_memory_model::record::page::body;
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Record, front_matter};
use git_memory_model::scope::Scope;
use git_memory_model::{derived, keys};
use git_memory_store::{Memory, View};
use git_memory_text as text;
use git_memory_text::path::RepoPath;

/// A topic: a page, or a folder of records.
#[derive(Clone, Debug)]
pub struct Topic {
    /// The page's slug, or the folder's name.
    pub name: String,
    /// The page's title; none for a folder.
    pub title: Option<String>,
    /// Number of records in it: 1 for a page.
    pub records: usize,
}

/// Every topic of memory, sorted by name: the pages, and the folders that belong to no kind.
#[must_use]
pub fn list(memory: &Memory) -> Vec<Topic> {
    let mut topics: BTreeMap<String, Topic> = BTreeMap::new();
    for record in &memory.records {
        if record.is_about_folder() {
            continue;
        }
        let (name, title) = if is_page(record) {
            (page_name(record), Some(record.header.title.to_string()))
        } else if record.place.kind.is_none() && !record.place.topic.is_empty() {
            (record.place.topic.as_str(), None)
        } else {
            continue;
        };
        let topic = topics.entry(name.to_owned()).or_insert_with(|| Topic {
            name: name.to_owned(),
            title,
            records: 0,
        });
        topic.records += 1;
    }
    topics.into_values().collect()
}

/// True if a record counts as a topic: it lies in the folder of topics, or at the top as a page,
/// where no folder names its kind.
fn is_page(record: &Record) -> bool {
    let is_at_top = record.is_page() && record.place.topic.is_empty();
    record.place.kind == Some(Kind::TOPIC) || is_at_top
}

/// The name of a page's file, without `.md`, which may be in capitals.
fn page_name(record: &Record) -> &str {
    let name = record.path.file_name();
    let end = name.len().saturating_sub(".md".len());
    name.get(..end).unwrap_or(name)
}

/// The page of this title (in any case), file name or id; in this scope, where one is given. Two
/// titles may share a slug (`C`, `C++`), so a slug does not name a page.
fn page<'a>(memory: &'a Memory, name: &str, scope: Option<&Scope>) -> Option<&'a Record> {
    let title = name.to_lowercase();
    for record in &memory.records {
        let header = &record.header;
        let is_named = page_name(record) == name
            || header.id.as_str() == name
            || header.title.to_lowercase() == title;
        let is_in_scope = scope.is_none_or(|scope| header.scope == *scope);
        if is_page(record) && is_named && is_in_scope {
            return Some(record);
        }
    }
    None
}

/// The text of a topic: a page's body, or the titles and abstracts of a folder's records; with no
/// name, the index.
///
/// # Errors
/// [`Error::UnknownTopic`], or where memory cannot be read.
pub fn read(workspace: &Workspace, view: &View, name: Option<&str>) -> Result<String, Error> {
    let memory = workspace.memory(view)?;
    let Some(name) = name else {
        return Ok(
            derived::index_page(&memory.records, &workspace.store().folder_at(view)?).into_string(),
        );
    };
    if let Some(record) = page(&memory, name, None) {
        let home = Home::Tracked(view.clone());
        let text = Located::new(home, &memory, record).text(workspace)?;
        return Ok(body(&text).to_owned());
    }
    // A folder with an underscore is the same topic (docs/contract.md, section 2).
    let folder = name.strip_prefix('_').unwrap_or(name);
    let mut entries = Vec::new();
    for record in &memory.records {
        if record.place.topic == folder {
            entries.push(entry(record));
        }
    }
    if entries.is_empty() {
        return Err(unknown(name));
    }
    Ok(entries.join("\n"))
}

fn entry(record: &Record) -> String {
    let header = &record.header;
    format!(
        "## {}\n\n{}\n\n`{}` {}\n",
        header.title, header.abstract_line, header.id, record.path
    )
}

/// The text to write into a topic.
pub struct Page<'a> {
    /// The topic's name or title; its slug is the file's name.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// True if the text is appended after an empty line, false if it replaces the present text.
    pub is_appended: bool,
    /// Its scope, where the topic is new.
    pub scope: Option<Scope>,
    /// `manual`, `agent` or `tool`; by default, a new page is `manual`, and an existing one keeps
    /// its value.
    pub source: Option<&'static str>,
    /// The agent that writes it, where one does.
    pub writer: Option<Writer>,
}

/// The file that a text would be written into, where there is one.
fn path_of(memory: &Memory, new: &Page) -> Option<RepoPath> {
    let record = page(memory, new.name, new.scope.as_ref())?;
    Some(record.path.clone())
}

/// Writes a topic page; makes a new one for an unknown name. A text that is replaced is kept for
/// [`restore`].
///
/// # Errors
/// As for adding a record; then nothing was changed.
pub fn write(workspace: &Workspace, new: &Page, is_staged: bool) -> Result<Written, Error> {
    // Looked up under its lock: of two writers of a new page, the second one has to find the first
    // one's.
    let mut change = PlannedChange::begin(workspace)?;
    let Some(path) = path_of(&change.memory, new) else {
        let request = NewRecord {
            body: Some(new.text.to_owned()),
            scope: new.scope.clone(),
            source: new.source,
            writer: new.writer.clone(),
            ..NewRecord::new(Kind::TOPIC, new.name.parse()?)
        };
        let prepared = add::prepare_in(workspace, change, request)?;
        return add::write(workspace, prepared, is_staged);
    };
    change.take_up(std::slice::from_ref(&path))?;
    let id = lookup::id_of(change.find(path.as_str())?)?.clone();
    let bytes = change.read(&path)?;
    let today = Field::Word(workspace.today().to_string());
    let mut fields = vec![(keys::UPDATED.name, today)];
    fields.extend(Writer::provenance(new.source, new.writer.as_ref()));
    let text = patched(&path, &bytes, &fields)?;
    let new_text = with_page(&text, new);
    let clean = admissible(workspace, &path, &id, &new_text)?;
    if !new.is_appended && body(&text) != body(&new_text) {
        let versions = workspace.store().versions(&id);
        let (invocation, guard) = (workspace.invocation(), workspace.guard()?);
        versions::keep(invocation, guard, &versions, change.lock(), body(&text))?;
    }
    change.replace(&path, bytes, path.clone(), clean);
    Ok(Written {
        adopted: change.write(is_staged)?,
        ..Written::record(id, path, Kind::TOPIC.name())
    })
}

/// The texts that `topic write` replaced, newest first.
///
/// # Errors
/// [`Error::UnknownTopic`], or where they cannot be read.
pub fn log(workspace: &Workspace, name: &str) -> Result<Vec<TextVersion>, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    let record = page(&memory, name, None).ok_or_else(|| unknown(name))?;
    match record.id() {
        Some(id) => versions::listed(&workspace.store().versions(id), workspace.guard()?),
        // A page gets its id from the first command that writes it.
        None => Ok(Vec::new()),
    }
}

/// Restores a text that was replaced, by default the last one; the current text is kept, too.
///
/// # Errors
/// [`Error::UnknownTopic`], [`Error::UnknownVersion`], and others as for writing; then nothing was
/// changed.
pub fn restore(
    workspace: &Workspace,
    name: &str,
    number: Option<u32>,
    is_staged: bool,
) -> Result<Written, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    let record = page(&memory, name, None).ok_or_else(|| unknown(name))?;
    let versions = workspace.store().versions(lookup::id_of(record)?);
    let text = versions::chosen(&versions, number, record.path.as_str())?;
    let page = Page {
        name: record.header.id.as_str(),
        text: &text,
        is_appended: false,
        scope: None,
        source: None,
        writer: None,
    };
    write(workspace, &page, is_staged)
}

fn unknown(name: &str) -> Error {
    Error::UnknownTopic(text::visible(name).into_owned())
}

/// The text of a page's file with another body, or with more of it.
fn with_page(text: &str, new: &Page) -> String {
    let start = match front_matter::split(text) {
        Ok(parts) => parts.body.start,
        Err(_) => text.len(),
    };
    let (head, old) = text.split_at(start);
    // However often a page is appended to, its parts are one empty line apart.
    let (old, new_text) = (old.trim_end(), new.text.trim_end());
    if new.is_appended && new_text.is_empty() {
        text.to_owned()
    } else if new.is_appended && !old.trim().is_empty() {
        format!("{head}{old}\n\n{new_text}\n")
    } else {
        format!("{head}{new_text}\n")
    }
}
