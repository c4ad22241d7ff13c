//! Adding a record to tracked memory.

use std::collections::{BTreeMap, HashSet};

use crate::app::records::admit::admissible;
use crate::app::records::names::free_path;
use crate::app::records::valid::Title;
use crate::app::records::{lookup, source};
use crate::app::workspace::{Error, Workspace};
use crate::domain::keys;
use crate::domain::kind::Kind;
use crate::domain::path::RepoPath;
use crate::domain::record::RecordId;
use crate::domain::record::draft::{Draft, sections};
use crate::domain::record::lacks::UNASSIGNED;
use crate::domain::record::patch::Field;
use crate::domain::scope::Scope;
use crate::domain::text;
use crate::store::write::Change;
use crate::store::{Lock, Memory};

/// The longest abstract that is taken over, in characters: no limit, but a number that sums cannot
/// overflow.
const WHOLE: usize = usize::MAX / 8;

/// What a new record is to say, parsed: no value of it can be one that its kind does not have.
#[derive(Clone, Debug)]
pub struct NewRecord {
    /// Its kind.
    pub kind: Kind,
    /// Its title.
    pub title: Title,
    /// Its abstract; taken from the body where it is not given.
    pub description: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The pathspecs that it is about.
    pub paths: Vec<String>,
    /// Its scope; `project` where it is not given.
    pub scope: Option<Scope>,
    /// Its category.
    pub category: Option<String>,
    /// The name of a status of its kind.
    pub status: &'static str,
    /// Ids (or unique prefixes, or paths) of related records.
    pub related: Vec<String>,
    /// `manual`, `agent` or `tool`.
    pub source: &'static str,
    /// The texts of its kind's sections and keys, by the names of their flags. A section without
    /// text is left out.
    pub parts: BTreeMap<&'static str, String>,
    /// The text before the sections.
    pub body: Option<String>,
}

impl NewRecord {
    /// A record with a title and nothing else; status and source are the defaults.
    #[must_use]
    pub fn new(kind: Kind, title: Title) -> Self {
        Self {
            kind,
            title,
            description: None,
            tags: Vec::new(),
            paths: Vec::new(),
            scope: None,
            category: None,
            status: kind.default_status(),
            related: Vec::new(),
            source: keys::MANUAL,
            parts: BTreeMap::new(),
            body: None,
        }
    }
}

/// A record that was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its id.
    pub id: RecordId,
    /// Its path from the top of the work tree.
    pub path: RepoPath,
    /// Its kind's name.
    pub kind: &'static str,
}

/// A new record before it is written: its text may still be edited.
pub struct PreparedRecord {
    /// Its kind.
    pub kind: Kind,
    /// Its id.
    pub id: RecordId,
    /// Where it will be written.
    pub path: RepoPath,
    /// The text of its file.
    pub text: String,
    lock: Lock,
}

/// Makes the text of a new record, and holds the lock until it is written or dropped.
///
/// # Errors
/// An unknown or ambiguous related record, or where memory cannot be read.
pub fn prepare(workspace: &Workspace, request: NewRecord) -> Result<PreparedRecord, Error> {
    // The lock comes first: the id and the path have to stay free until the record is written,
    // however long its text is edited.
    prepare_under(workspace, workspace.lock()?, request)
}

/// The same under a lock that is already held.
pub(crate) fn prepare_under(
    workspace: &Workspace,
    lock: Lock,
    request: NewRecord,
) -> Result<PreparedRecord, Error> {
    let memory = source::tracked_records(workspace)?;
    let draft = draft(workspace, &memory, request)?;
    let path = free_path(workspace, &draft)?;
    Ok(PreparedRecord {
        kind: draft.kind,
        id: draft.id.clone(),
        path,
        text: draft.text(),
        lock,
    })
}

/// Writes a prepared record; its file goes into the index where `is_staged`.
///
/// # Errors
/// [`Error::Secret`], [`Error::Broken`], or where it cannot be written; then nothing was changed.
pub fn write(
    workspace: &Workspace,
    prepared: &PreparedRecord,
    is_staged: bool,
) -> Result<Written, Error> {
    let PreparedRecord { id, path, text, .. } = prepared;
    // The text may have been edited since it was prepared.
    let clean = admissible(workspace, path, id, text)?;
    let change = Change::Create(path.clone(), clean);
    workspace.change(&prepared.lock, &[change], is_staged)?;
    Ok(Written {
        id: id.clone(),
        path: path.clone(),
        kind: prepared.kind.name(),
    })
}

/// The draft of a new record with an id that no record of `memory` has.
///
/// # Errors
/// An unknown or ambiguous related record, or git's settings cannot be read.
pub(crate) fn draft(
    workspace: &Workspace,
    memory: &Memory,
    request: NewRecord,
) -> Result<Draft, Error> {
    let kind = request.kind;
    let mut taken = HashSet::new();
    for record in &memory.records {
        taken.extend(record.id().cloned());
    }
    let description = request.description.as_deref();
    Ok(Draft {
        kind,
        id: workspace.new_id(kind, request.title.as_str(), &taken),
        description: description.map(|text| text::one_line(text, WHOLE)),
        status: request.status.to_owned(),
        source: request.source.to_owned(),
        created: workspace.today(),
        updated: workspace.today(),
        supersedes: Vec::new(),
        superseded_by: Vec::new(),
        related: related(workspace, memory, &request.related)?,
        more: kind_keys(workspace, &request)?,
        foreign: String::new(),
        body: body(&request),
        title: request.title.into_string(),
        scope: match request.scope {
            Some(scope) => scope,
            None => Scope::project(),
        },
        category: request.category,
        tags: request.tags,
        paths: request.paths,
    })
}

fn related(
    workspace: &Workspace,
    memory: &Memory,
    names: &[String],
) -> Result<Vec<RecordId>, Error> {
    let mut ids = Vec::new();
    for name in names {
        let found = lookup::find(workspace, memory, name)?;
        ids.push(lookup::id_of(found)?.clone());
    }
    Ok(ids)
}

/// The text before the sections, then the sections that say something.
fn body(request: &NewRecord) -> String {
    let mut filled = Vec::new();
    for section in request.kind.sections() {
        // A flag without text is no reason for a heading without text.
        if let Some(text) = request.parts.get(section.flag)
            && !text.trim().is_empty()
        {
            filled.push((section.name, text.as_str()));
        }
    }
    let sections = sections(filled);
    match request.body.as_deref() {
        None | Some("") => sections,
        Some(body) if sections.is_empty() => body.to_owned(),
        Some(body) => format!("{}\n\n{sections}", body.trim_end()),
    }
}

/// The keys that only this kind has, with their defaults.
fn kind_keys(workspace: &Workspace, request: &NewRecord) -> Result<Vec<(String, Field)>, Error> {
    let mut fields: Vec<(String, Field)> = Vec::new();
    for key in request.kind.keys() {
        let text = match request.parts.get(key.flag) {
            Some(text) => text.clone(),
            None => default_value(workspace, key.name)?,
        };
        fields.push((key.name.to_owned(), Field::Text(text)));
        // Only what somebody owns is opened, and closed again one day.
        if key.name == keys::OWNER.name {
            let today = workspace.today().to_string();
            fields.push((keys::OPENED.name.to_owned(), Field::Word(today)));
        }
    }
    Ok(fields)
}

fn default_value(workspace: &Workspace, key: &str) -> Result<String, Error> {
    let settings = workspace.store().configuration().settings()?;
    // Whoever writes a loop down without naming an owner looks after it until somebody else does.
    let user = settings
        .get("user.name")
        .filter(|_| key == keys::OWNER.name);
    Ok(user.unwrap_or(UNASSIGNED).to_owned())
}
