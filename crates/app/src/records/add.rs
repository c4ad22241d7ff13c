//! Adding a record to tracked memory.

use std::collections::{BTreeMap, HashSet};

use crate::records::admit::admissible;
use crate::records::adopt::Adopted;
use crate::records::changed_line::ChangedLine;
use crate::records::names::free_path;
use crate::records::planned::PlannedChange;
use crate::records::proposal::Intent;
use crate::records::valid::Title;
use crate::records::writer::Writer;
use crate::records::{lookup, source};
use crate::workspace::{Error, Workspace};
use git_memory_model::keys;
use git_memory_model::kind::Kind;
use git_memory_model::record::draft::{Draft, sections};
use git_memory_model::record::lacks::UNASSIGNED;
use git_memory_model::record::patch::Field;
use git_memory_model::record::template::section_hint;
use git_memory_model::record::{Name, RecordId};
use git_memory_model::scope::Scope;
use git_memory_store::{Memory, View};
use git_memory_text as text;
use git_memory_text::path::RepoPath;

/// The longest abstract that is taken over, in characters: no limit, but a number that sums cannot
/// overflow.
const WHOLE: usize = usize::MAX / 8;

/// A new record, parsed: each value is one that its kind allows.
#[derive(Clone, Debug)]
pub struct NewRecord {
    /// Its kind.
    pub kind: Kind,
    /// Its title.
    pub title: Title,
    /// Its id, of its kind; one that is free where it is not given.
    pub id: Option<RecordId>,
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
    /// The name of a status of its kind; its default where it is not given.
    pub status: Option<&'static str>,
    /// Ids (or unique prefixes, or paths) of related records.
    pub related: Vec<String>,
    /// The keys of the lists that a record is to lose, where it is there already.
    pub cleared: Vec<&'static str>,
    /// `manual`, `agent` or `tool`; `manual` where it is not given.
    pub source: Option<&'static str>,
    /// The agent that writes it, where one does.
    pub writer: Option<Writer>,
    /// The texts of its kind's sections and keys, by the names of their flags. A section without
    /// text is left out.
    pub parts: BTreeMap<&'static str, String>,
    /// The text before the sections.
    pub body: Option<String>,
}

impl NewRecord {
    /// A record with a title and nothing else.
    #[must_use]
    pub fn new(kind: Kind, title: Title) -> Self {
        Self {
            kind,
            title,
            id: None,
            description: None,
            tags: Vec::new(),
            paths: Vec::new(),
            cleared: Vec::new(),
            scope: None,
            category: None,
            status: None,
            related: Vec::new(),
            source: None,
            writer: None,
            parts: BTreeMap::new(),
            body: None,
        }
    }

    /// Adds every section of its kind: an empty section gets a hint, which
    /// [`Template`](git_memory_model::record::template::Template) removes again.
    #[must_use]
    pub fn with_every_section(mut self) -> Self {
        for section in self.kind.sections() {
            let text = self.parts.entry(section.flag).or_default();
            if text.trim().is_empty() {
                *text = section_hint(section.help);
            }
        }
        self
    }

    /// Facts that decide if the record may only be a proposal.
    pub(crate) fn intent(&self) -> Intent {
        Intent {
            kind: self.kind,
            source: self.source,
            status: self.status,
        }
    }

    /// The abstract on one line.
    pub(crate) fn description(&self) -> Option<String> {
        let description = self.description.as_deref()?;
        Some(text::one_line(description, WHOLE))
    }

    /// The sections with text: heading and text each, in the order of the kind.
    pub(crate) fn sections(&self) -> Vec<(&'static str, &str)> {
        let mut filled = Vec::new();
        for section in self.kind.sections() {
            // A flag without text must not make a heading without text.
            if let Some(text) = self.parts.get(section.flag)
                && !text.trim().is_empty()
            {
                filled.push((section.name, text.as_str()));
            }
        }
        filled
    }

    /// The text before the sections, then the sections.
    pub(crate) fn text(&self) -> String {
        let sections = sections(self.sections());
        match self.body.as_deref() {
            None | Some("") => sections,
            Some(body) if sections.is_empty() => body.to_owned(),
            Some(body) => format!("{}\n\n{sections}", body.trim_end()),
        }
    }
}

/// A record that was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its id; of a document outside of memory its path.
    pub id: Name,
    /// Its path from the top of the work tree.
    pub path: RepoPath,
    /// Its kind's name.
    pub kind: &'static str,
    /// The pages that were taken up for it.
    pub adopted: Vec<Adopted>,
    /// Of a document outside of memory: the lines that changed, all others stayed.
    pub lines: Vec<ChangedLine>,
    /// False if the file has this text already.
    pub is_changed: bool,
}

impl Written {
    /// A record of memory that was written.
    pub(crate) fn record(id: RecordId, path: RepoPath, kind: &'static str) -> Self {
        Self {
            id: Name::Id(id),
            path,
            kind,
            adopted: Vec::new(),
            lines: Vec::new(),
            is_changed: true,
        }
    }
}

/// Folders beside memory with documents of the kind of a new record, if memory has no other record
/// of that kind: people may look for the new one there.
///
/// # Errors
/// Where memory cannot be read.
pub fn read_beside(workspace: &Workspace, written: &Written) -> Result<Vec<String>, Error> {
    let roots = workspace.store().roots()?;
    let mut folders: Vec<String> = Vec::new();
    for record in &workspace.memory(&View::WorkTree)?.records {
        if record.kind_name() != written.kind || record.path == written.path {
            continue;
        }
        if record.place.is_in_memory {
            return Ok(Vec::new());
        }
        if let Some(root) = roots.holding(record.path.as_str()) {
            let folder = root.folder();
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_owned());
            }
        }
    }
    Ok(folders)
}

/// A new record before it is written: its text may still be edited.
pub struct PreparedRecord<'a> {
    /// The text of its file.
    pub text: String,
    path: RepoPath,
    draft: Draft,
    change: PlannedChange<'a>,
}

impl PreparedRecord<'_> {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &RecordId {
        &self.draft.id
    }

    /// Path of its file, unless its text is edited.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        &self.path
    }
}

/// Makes the text of a new record, and holds the lock until it is written or dropped. Pages that it
/// is related to will be taken up with it: a link needs an id.
///
/// # Errors
/// An unknown or ambiguous related record, a status that its writer may not give, or where memory
/// cannot be read.
pub fn prepare(workspace: &Workspace, request: NewRecord) -> Result<PreparedRecord<'_>, Error> {
    let related = request.related.iter().map(String::as_str);
    // Its lock is held from here on: the id and the path have to stay free until the record is
    // written, however long its text is edited.
    let change = PlannedChange::naming(workspace, [], related)?;
    prepare_in(workspace, change, request)
}

/// Makes the text of a new record in a change that was begun.
pub(crate) fn prepare_in<'a>(
    workspace: &Workspace,
    change: PlannedChange<'a>,
    mut request: NewRecord,
) -> Result<PreparedRecord<'a>, Error> {
    request.status = request.intent().status(workspace)?;
    let draft = draft(workspace, &change.memory, request)?;
    Ok(PreparedRecord {
        path: free_path(workspace, &draft)?,
        text: draft.text(),
        draft,
        change,
    })
}

/// Writes a prepared record; its file goes into the index where `is_staged`.
///
/// # Errors
/// [`Error::Secret`], [`Error::Broken`], or where it cannot be written; then nothing was changed.
pub fn write(
    workspace: &Workspace,
    mut prepared: PreparedRecord,
    is_staged: bool,
) -> Result<Written, Error> {
    // The text may have been edited since it was prepared.
    if prepared.draft.follow(&prepared.text) {
        prepared.path = free_path(workspace, &prepared.draft)?;
    }
    let PreparedRecord {
        text,
        path,
        draft,
        mut change,
    } = prepared;
    let clean = admissible(workspace, &path, &draft.id, &text)?;
    change.create(path.clone(), clean);
    Ok(Written {
        adopted: change.write(is_staged)?,
        ..Written::record(draft.id, path, draft.kind.name())
    })
}

/// The draft of a new record with an id that no record of `memory` has.
///
/// # Errors
/// [`Error::KnownRecord`] where a record has the id that was asked for, an unknown or ambiguous
/// related record, or git's settings cannot be read.
pub(crate) fn draft(
    workspace: &Workspace,
    memory: &Memory,
    request: NewRecord,
) -> Result<Draft, Error> {
    let kind = request.kind;
    let status = match request.status {
        Some(status) => status,
        None => kind.default_status(),
    };
    let source = match request.source {
        Some(source) => source,
        None => keys::MANUAL,
    };
    Ok(Draft {
        kind,
        id: id(workspace, memory, &request)?,
        description: request.description(),
        status: status.to_owned(),
        source: source.to_owned(),
        created: workspace.today(),
        updated: workspace.today(),
        supersedes: Vec::new(),
        superseded_by: Vec::new(),
        related: related(workspace, memory, &request.related)?,
        more: kind_keys(workspace, &request)?,
        created_at: None,
        updated_at: None,
        foreign: String::new(),
        body: request.text(),
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

/// The id that was asked for, or one that no record has.
fn id(workspace: &Workspace, memory: &Memory, request: &NewRecord) -> Result<RecordId, Error> {
    let mut taken = HashSet::new();
    for record in &memory.records {
        let Some(id) = record.id() else { continue };
        if request.id.as_ref() == Some(id) {
            return Err(Error::KnownRecord {
                id: id.clone(),
                path: record.path.clone(),
            });
        }
        taken.insert(id.clone());
    }
    Ok(match &request.id {
        Some(id) => id.clone(),
        None => workspace.new_id(request.kind, request.title.as_str(), &taken),
    })
}

/// The names of the records and documents that a new or changed record is related to.
pub fn related(
    workspace: &Workspace,
    memory: &Memory,
    names: &[String],
) -> Result<Vec<Name>, Error> {
    let mut related = Vec::new();
    for name in names {
        let of_parent = source::find_of_parent(workspace, name)?;
        let found = match &of_parent {
            Some(found) => &found.record,
            None => source::find_linkable(workspace, memory, name)?,
        };
        related.push(lookup::link_to(found)?.clone());
    }
    Ok(related)
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
        // Only kinds with an owner have a day of opening.
        if key.name == keys::OWNER.name {
            let today = workspace.today().to_string();
            fields.push((keys::OPENED.name.to_owned(), Field::Word(today)));
        }
    }
    for (name, field) in request.writer.iter().flat_map(Writer::fields) {
        fields.push((name.to_owned(), field));
    }
    Ok(fields)
}

fn default_value(workspace: &Workspace, key: &str) -> Result<String, Error> {
    let settings = workspace.store().configuration().settings()?;
    // The author of an open loop owns it until another owner is set.
    let user = settings
        .get("user.name")
        .filter(|_| key == keys::OWNER.name);
    Ok(user.unwrap_or(UNASSIGNED).to_owned())
}
