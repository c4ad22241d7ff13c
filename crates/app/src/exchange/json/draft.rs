//! The draft of a record from an entry of another program's document.

use crate::records::valid::parse_source;
use crate::workspace::Workspace;
use git_memory_import::exchange::{Dated, Foreign};
use git_memory_model::keys;
use git_memory_model::kind::Kind;
use git_memory_model::record::draft::Draft;
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Name, RecordId};
use git_memory_model::scope::Scope;
use git_memory_text as text;

/// The longest source of another program that is kept, in characters.
const SOURCE: usize = 200;

/// Values that a new record needs in addition to the entry.
pub(crate) struct NewEntry {
    pub(crate) kind: Kind,
    pub(crate) id: RecordId,
    /// The entry's title, as a record may have it.
    pub(crate) title: String,
    /// Name of the entry and of its document.
    pub(crate) origin: String,
    /// The records that its text names.
    pub(crate) related: Vec<Name>,
}

/// The draft of a record from a foreign entry.
pub(crate) fn draft(workspace: &Workspace, new: NewEntry, foreign: Foreign) -> Draft {
    let created = match (foreign.created, foreign.updated) {
        (Some(dated), _) | (None, Some(dated)) => dated,
        (None, None) => Dated {
            day: workspace.today(),
            moment: None,
        },
    };
    // An entry without a day of its last change was not changed since it was made.
    let updated = foreign.updated.unwrap_or(created);
    let body = foreign.text();
    let mut more = vec![(keys::IMPORTED_FROM.name.to_owned(), Field::Text(new.origin))];
    more.extend(foreign.said.keys());
    let mut source = keys::TOOL;
    if let Some(given) = &foreign.source {
        if let Ok(known) = parse_source(given) {
            source = known;
        } else {
            // Other programs have other words for it, which are worth keeping.
            let given = text::one_line(given, SOURCE);
            more.push((keys::ORIGINAL_SOURCE.name.to_owned(), Field::Text(given)));
        }
    }
    Draft {
        kind: new.kind,
        id: new.id,
        title: new.title,
        status: foreign.said.status_or_first(new.kind).to_owned(),
        description: foreign.said.description,
        scope: Scope::project(),
        category: None,
        tags: foreign.tags,
        paths: foreign.paths,
        source: source.to_owned(),
        created: created.day,
        updated: updated.day,
        created_at: created.moment,
        updated_at: updated.moment,
        supersedes: Vec::new(),
        superseded_by: Vec::new(),
        related: new.related,
        more,
        foreign: foreign.kept,
        body,
    }
}
