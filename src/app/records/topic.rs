//! Topics: pages under `topics/` that are written as a whole, and the team's own folders, which are
//! found by themselves.

use std::collections::BTreeMap;

use super::add;
use crate::app::records::add::{Request, Written, admissible};
use crate::app::records::edit::patched;
use crate::app::workspace::{Error, Workspace};
use crate::domain::kind::Kind;
use crate::domain::record::patch::Field;
use crate::domain::record::{Record, front_matter};
use crate::domain::{derived, text};
use crate::store::write::Change;
use crate::store::{Memory, View};

/// A topic: a page, or a folder of records.
#[derive(Clone, Debug)]
pub struct Topic {
    /// The page's slug, or the folder's name.
    pub name: String,
    /// The page's title; none for a folder.
    pub title: Option<String>,
    /// How many records are in it: 1 for a page.
    pub records: usize,
}

/// Every topic of memory, sorted by name; kinds' own folders are no topics, except that of topic
/// pages.
#[must_use]
pub fn list(memory: &Memory) -> Vec<Topic> {
    let mut topics: BTreeMap<String, Topic> = BTreeMap::new();
    for record in &memory.records {
        let is_page = record.place.kind == Some(Kind::TOPIC);
        let name = match record.place.kind {
            Some(_) if is_page => page_name(record).to_owned(),
            None if !record.place.topic.is_empty() => record.place.topic.clone(),
            _ => continue,
        };
        let title = is_page.then(|| record.header.title.to_string());
        topics
            .entry(name.clone())
            .or_insert(Topic {
                name,
                title,
                records: 0,
            })
            .records += 1;
    }
    topics.into_values().collect()
}

fn page_name(record: &Record) -> &str {
    let name = record.path.file_name();
    name.get(..name.len().saturating_sub(3)).unwrap_or(name)
}

/// The page of this title (in any case), file name or id; in this scope, where one is given. Two
/// titles may share a slug (`C`, `C++`), so a slug names no page.
fn page<'a>(memory: &'a Memory, name: &str, scope: Option<&str>) -> Option<&'a Record> {
    let title = name.to_lowercase();
    let is_named = |record: &&Record| {
        let header = &record.header;
        let is_it = page_name(record) == name
            || header.id.as_str() == name
            || header.title.to_lowercase() == title;
        let is_there = scope.is_none_or(|scope| header.scope.as_str() == scope);
        record.place.kind == Some(Kind::TOPIC) && is_it && is_there
    };
    memory.records.iter().find(is_named)
}

/// The text of a topic: a page's body, or the titles and abstracts of a folder's records; with no
/// name, the index.
///
/// # Errors
/// [`Error::UnknownTopic`].
pub fn read(workspace: &Workspace, view: &View, name: Option<&str>) -> Result<String, Error> {
    let memory = workspace.memory(view)?;
    let Some(name) = name else {
        return Ok(derived::index_page(&memory.records).into_string());
    };
    if let Some(record) = page(&memory, name, None) {
        let text = super::show::text(workspace, view, &memory, record)?.into_string();
        let body = front_matter::split(&text).map(|parts| text[parts.body].to_owned());
        return Ok(body.unwrap_or(text));
    }
    let folder = name.strip_prefix('_').unwrap_or(name);
    let inside: Vec<&Record> = memory
        .records
        .iter()
        .filter(|record| record.place.topic == folder)
        .collect();
    if inside.is_empty() {
        return Err(Error::UnknownTopic(text::visible(name).into_owned()));
    }
    let entry = |record: &&Record| {
        format!(
            "## {}\n\n{}\n\n`{}` {}\n",
            record.header.title, record.header.abstract_line, record.header.id, record.path
        )
    };
    Ok(inside.iter().map(entry).collect::<Vec<_>>().join("\n"))
}

/// What to write into a topic.
pub struct Page<'a> {
    /// The topic's name or title; its slug is the file's name.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// Behind what is there, after an empty line, instead of in its place.
    pub is_appended: bool,
    /// Its scope, where the topic is new.
    pub scope: Option<String>,
}

/// Writes a topic page; one that is not there yet is made.
///
/// # Errors
/// As for adding a record; then nothing was changed.
pub fn write(workspace: &Workspace, new: &Page, is_staged: bool) -> Result<Written, Error> {
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let Some(record) = page(&memory, new.name, new.scope.as_deref()) else {
        let request = Request {
            title: new.name.to_owned(),
            body: Some(new.text.to_owned()),
            scope: new.scope.clone(),
            ..Request::default()
        };
        return add::write(
            workspace,
            &add::prepare_under(workspace, lock, Kind::TOPIC, &request)?,
            is_staged,
        );
    };
    let bytes = workspace.read(&record.path)?;
    let today = Field::Word(workspace.today().to_string());
    let text = patched(&record.path, &bytes, &[("updated", today)])?;
    let body = front_matter::split(&text)
        .map(|parts| parts.body)
        .unwrap_or(text.len()..text.len());
    let (head, old_body) = text.split_at(body.start);
    let new_body = new.text.trim_end();
    let text = if new.is_appended && !old_body.trim().is_empty() {
        format!("{head}{}\n\n{new_body}\n", old_body.trim_end())
    } else {
        format!("{head}{new_body}\n")
    };
    let clean = admissible(workspace, &record.path, &record.header.id, &text)?;
    workspace.change(
        &lock,
        &[Change::Replace(record.path.clone(), bytes, clean)],
        is_staged,
    )?;
    Ok(Written {
        id: record.header.id.clone(),
        path: record.path.clone(),
        kind: Kind::TOPIC.name(),
    })
}
