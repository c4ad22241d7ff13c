//! The record that is made of a decision from elsewhere.

use super::days::FileDays;
use super::report::Fact;
use crate::workspace::Workspace;
use git_memory_import::adr::{Adr, DateSource, Dated};
use git_memory_model::form::status::of_kind;
use git_memory_model::keys;
use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_model::record::RecordId;
use git_memory_model::record::draft::Draft;
use git_memory_model::record::patch::Field;
use git_memory_model::scope::Scope;
use git_memory_text as text;
use git_memory_text::date::Date;
use git_memory_text::limits;
use git_memory_text::path::RepoPath;

/// The longest status of another program that is kept, in characters.
const STATUS: usize = 200;

/// Values that a record needs in addition to its file.
pub(crate) struct Making<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) kind: Kind,
    pub(crate) scope: &'a Scope,
    pub(crate) id: &'a RecordId,
    pub(crate) origin: &'a str,
    /// git's id of the file's text.
    pub(crate) blob: &'a str,
    /// Days by git's history.
    pub(crate) days: Option<FileDays>,
}

/// The day that a decision was made, and where it is known from.
pub(crate) fn created(making: &Making<'_>, adr: &Adr) -> Dated {
    match (adr.created, making.days) {
        (Some(dated), _) => dated,
        (None, Some(days)) if days.is_cut => Dated::by(days.first, DateSource::Shallow),
        (None, Some(days)) => Dated::by(days.first, DateSource::Git),
        (None, None) => Dated::by(making.workspace.today(), DateSource::Import),
    }
}

/// The day of its last change. Never the day of the import where anything else is known: two
/// people who import the same files get the same bytes.
fn updated(making: &Making<'_>, adr: &Adr, created: Date) -> Date {
    let said = adr.updated.or(making.days.and_then(|days| days.last));
    match said {
        Some(day) => day.max(created),
        None => created,
    }
}

/// The draft of a decision. Its links and paths are not known yet.
pub(crate) fn draft(making: &Making<'_>, adr: &Adr) -> Draft {
    let created = created(making, adr).day;
    let mut more = Vec::new();
    if let Some(owner) = &adr.owner {
        more.push((keys::OWNER.name.to_owned(), Field::Text(owner.clone())));
    }
    more.extend([
        (
            keys::ALIAS.name.to_owned(),
            Field::List(adr.aliases.clone()),
        ),
        (
            keys::IMPORTED_FROM.name.to_owned(),
            Field::Text(making.origin.to_owned()),
        ),
        (
            keys::IMPORTED_BLOB.name.to_owned(),
            Field::Text(making.blob.to_owned()),
        ),
    ]);
    let status = status(making.kind, adr.status);
    let said = match &adr.status_text {
        // Our statuses may have no word for it: keep the file's own.
        Some(words) => Some(words.as_str()),
        None if status != adr.status => Some(adr.status),
        None => None,
    };
    if let Some(said) = said {
        let said = Field::Text(text::one_line(said, STATUS));
        more.push((keys::ORIGINAL_STATUS.name.to_owned(), said));
    }
    let mut foreign = String::new();
    for (_, entry) in &adr.extra {
        foreign.push_str(entry);
        foreign.push('\n');
    }
    Draft {
        kind: making.kind,
        id: making.id.clone(),
        // Other tools allow longer titles; the text below may have all of it.
        title: text::one_line(&adr.title, limits::TITLE_CHARS),
        description: adr.description.clone(),
        status: status.to_owned(),
        scope: making.scope.clone(),
        category: adr.category.clone(),
        tags: adr.tags.clone(),
        paths: Vec::new(),
        source: keys::TOOL.to_owned(),
        created,
        updated: updated(making, adr, created),
        created_at: None,
        updated_at: None,
        supersedes: Vec::new(),
        superseded_by: Vec::new(),
        related: Vec::new(),
        more,
        foreign,
        body: adr.body.clone(),
    }
}

/// A status of the kind: a decision's own, or the one that means the same.
fn status(kind: Kind, status: &'static str) -> &'static str {
    let lifecycle = Lifecycle::of(Some(Kind::DECISION), status);
    of_kind(kind, status, Some(lifecycle)).unwrap_or(kind.default_status())
}

/// Returns the report's entry for a record.
pub(crate) fn fact(draft: &Draft, path: &RepoPath, adr: &Adr, dated_by: DateSource) -> Fact {
    let unknown = if adr.is_status_understood {
        None
    } else {
        adr.status_text.clone()
    };
    Fact {
        id: draft.id.clone(),
        path: path.clone(),
        title: draft.title.clone(),
        status: draft.status.clone(),
        has_status: adr.has_status,
        unknown_status: unknown,
        created: draft.created,
        dated_by,
        links: draft.supersedes.len() + draft.superseded_by.len() + draft.related.len(),
        paths: draft.paths.len(),
    }
}
