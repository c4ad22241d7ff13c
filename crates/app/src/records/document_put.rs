//! Changing a document that is read in its own folder, for doors that give all values at once: as
//! `set` and `edit` change it, in one step.

use std::collections::BTreeMap;

use crate::records::admit::fitting;
use crate::records::document::OpenDocument;
use crate::records::edited::NewText;
use crate::records::planned::PlannedChange;
use crate::records::proposal::Intent;
use crate::records::put::{Plan, Put};
use crate::records::valid::parse_status;
use crate::workspace::{Error, Workspace};
use git_memory_model::keys;
use git_memory_model::kind::{Kind, PROPOSED};
use git_memory_model::record::Record;
use git_memory_text::path::RepoPath;

/// The values to write into a document.
#[derive(Debug, Default)]
pub(crate) struct DocumentValues {
    /// Keys with one text each, as `set` takes them.
    pub(crate) texts: Vec<(&'static str, String)>,
    /// Keys with a list each, which replaces the present one.
    pub(crate) lists: Vec<(&'static str, Vec<String>)>,
    /// Texts of sections by heading, and of keys that its kind has.
    pub(crate) parts: BTreeMap<String, String>,
    /// The text without sections.
    pub(crate) body: Option<String>,
    /// The writer's kind.
    pub(crate) source: &'static str,
    /// The blob that the document had when it was read.
    pub(crate) read: Option<String>,
    /// True if nothing is written.
    pub(crate) is_dry: bool,
}

/// Writes values into the document at a path; its file is staged.
///
/// # Errors
/// [`Error::NoPlace`] where the document's form is not understood, with the line to write by hand;
/// [`Error::BadValue`] where its writer may only propose; a store error where it has changed since it
/// was read. Nothing was changed then.
pub(crate) fn put(
    workspace: &Workspace,
    path: &RepoPath,
    values: &DocumentValues,
) -> Result<Put, Error> {
    let mut change = PlannedChange::begin(workspace)?;
    let record = change.find(path.as_str())?.clone();
    let mut document = OpenDocument::read(workspace, &change, &record)?;
    if let Some(blob) = &values.read {
        document.must_be_as_read(blob)?;
    }
    fill(&change, &mut document, record.kind(), values)?;
    must_be_allowed(workspace, &record, &document, values)?;
    if values.is_dry {
        // A text that could not be written is no plan.
        fitting(workspace, path, document.text())?;
        return Ok(Put::Planned(Plan {
            id: record.header.id.clone(),
            kind: record.kind_name(),
            path: path.clone(),
            text: document.text().to_owned(),
            contested: Vec::new(),
        }));
    }
    let written = document.close(&mut change)?;
    change.write(true)?;
    Ok(Put::Changed(written))
}

fn fill(
    change: &PlannedChange<'_>,
    document: &mut OpenDocument<'_>,
    kind: Option<Kind>,
    values: &DocumentValues,
) -> Result<(), Error> {
    if let Some(body) = &values.body {
        document.edit(NewText::Body(body))?;
    }
    let mut texts = values.texts.clone();
    for (name, text) in &values.parts {
        let mut keys = kind.map_or(&[][..], Kind::keys).iter();
        match keys.find(|key| key.flag == name || key.name.eq_ignore_ascii_case(name)) {
            Some(key) => texts.push((key.name, text.clone())),
            None => document.edit(NewText::Section { name, text })?,
        }
    }
    for (key, text) in &texts {
        document.set(change, &[((*key).to_owned(), text.clone())])?;
    }
    for (key, items) in &values.lists {
        document.set_list(change, key, items)?;
    }
    Ok(())
}

/// Makes sure that the writer may make this change.
fn must_be_allowed(
    workspace: &Workspace,
    record: &Record,
    document: &OpenDocument<'_>,
    values: &DocumentValues,
) -> Result<(), Error> {
    let kind = record.kind().unwrap_or(Kind::NOTE);
    let mut texts = values.texts.iter();
    let status = match texts.find(|(key, _)| *key == keys::STATUS.name) {
        Some((_, word)) => Some(parse_status(kind, word)?),
        None => None,
    };
    let intent = Intent {
        kind,
        source: Some(values.source),
        status,
    };
    let holds = record.header.status.as_str() != PROPOSED && document.is_changed();
    intent.must_change(workspace, holds)
}
