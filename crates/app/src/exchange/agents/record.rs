//! The record that is made of a file.

use std::collections::HashMap;

use crate::records::patch::{Amendment, amended, patched};
use crate::workspace::{Error, Workspace};
use git_memory_import::agents::piece::Piece;
use git_memory_model::keys;
use git_memory_model::kind::Kind;
use git_memory_model::record::draft::{Draft, when};
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Name, RecordId};
use git_memory_model::scope::Scope;
use git_memory_text::date::Date;
use git_memory_text::path::RepoPath;

/// When a file was made and last changed.
#[derive(Clone, Copy)]
pub(crate) struct Days {
    pub(crate) created: Date,
    pub(crate) updated: Date,
}

/// Values that a record takes from its file.
#[derive(Clone, Copy)]
pub(crate) struct From<'a> {
    pub(crate) origin: &'a str,
    /// git's id of its text.
    pub(crate) blob: &'a str,
}

/// The draft of a new record.
pub(crate) fn draft(
    kind: Kind,
    id: &RecordId,
    piece: &Piece,
    from: From<'_>,
    days: Days,
    related: Vec<Name>,
) -> Draft {
    let text = |key: &keys::Key, text: &str| (key.name.to_owned(), Field::Text(text.to_owned()));
    let mut more = piece.said.keys();
    if !piece.aliases.is_empty() {
        let aliases = Field::List(piece.aliases.clone());
        more.push((keys::ALIAS.name.to_owned(), aliases));
    }
    more.push(text(&keys::IMPORTED_FROM, from.origin));
    more.push(text(&keys::IMPORTED_BLOB, from.blob));
    Draft {
        kind,
        id: id.clone(),
        title: piece.title.clone(),
        description: piece
            .description
            .clone()
            .or_else(|| piece.said.description.clone()),
        status: piece.said.status_or_first(kind).to_owned(),
        scope: Scope::project(),
        category: None,
        tags: piece.tags.clone(),
        paths: piece.paths.clone(),
        source: keys::TOOL.to_owned(),
        created: days.created,
        updated: days.updated,
        created_at: None,
        updated_at: None,
        supersedes: Vec::new(),
        superseded_by: Vec::new(),
        related,
        more,
        foreign: piece.foreign.clone(),
        body: piece.body.clone(),
    }
}

/// The text of a record with the changes of its file.
pub(crate) fn updated(
    workspace: &Workspace,
    path: &RepoPath,
    piece: &Piece,
    from: From<'_>,
    day: Date,
) -> Result<String, Error> {
    let bytes = workspace.read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut fields = vec![(keys::TITLE.name, Field::Text(piece.title.clone()))];
    for (key, values) in [(&keys::TAGS, &piece.tags), (&keys::PATHS, &piece.paths)] {
        if !values.is_empty() {
            fields.push((key.name, Field::List(values.clone())));
        }
    }
    let said = Amendment {
        fields,
        body: Some(piece.body.clone()),
        sections: Vec::new(),
    };
    let text = amended(path, &text, &said)?;
    let fields = [
        (keys::UPDATED.name, when(day, None)),
        (
            keys::IMPORTED_FROM.name,
            Field::Text(from.origin.to_owned()),
        ),
        (keys::IMPORTED_BLOB.name, Field::Text(from.blob.to_owned())),
    ];
    patched(path, text.as_bytes(), &fields)
}

/// The records that notes name by their titles, names or other names.
#[derive(Default)]
pub(crate) struct Titles(HashMap<String, RecordId>);

impl Titles {
    /// Takes up a name; the first record that has it keeps it.
    pub(crate) fn add(&mut self, name: &str, id: &RecordId) {
        self.0
            .entry(name.to_lowercase())
            .or_insert_with(|| id.clone());
    }

    /// Returns the records of some names, without `own` and without unknown names.
    pub(crate) fn ids(&self, names: &[String], own: &RecordId) -> Vec<RecordId> {
        let mut ids = Vec::new();
        for name in names {
            // `[[Note|as it is shown]]`
            let name = name.split('|').next().unwrap_or_default().trim();
            if let Some(id) = self.0.get(&name.to_lowercase())
                && id != own
                && !ids.contains(id)
            {
                ids.push(id.clone());
            }
        }
        ids
    }
}
