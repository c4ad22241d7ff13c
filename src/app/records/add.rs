//! Adding a record.

use std::collections::{HashMap, HashSet};

use crate::app::workspace::{Error, Workspace};
use crate::domain::kind::Kind;
use crate::domain::path::RepoPath;
use crate::domain::record::check::Finding;
use crate::domain::record::draft::{Draft, sections};
use crate::domain::record::header::TITLE_LIMIT;
use crate::domain::record::patch::Field;
use crate::domain::record::{Fault, RecordId, Severity, header};
use crate::domain::scope::Scope;
use crate::domain::secrets::Clean;
use crate::domain::{layout, text};
use crate::store::write::Change;
use crate::store::{Lock, Memory, View};

/// What a new record shall say.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Its title.
    pub title: String,
    /// Its abstract.
    pub description: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The pathspecs that it is about.
    pub paths: Vec<String>,
    /// Its scope; `project` where it is not given.
    pub scope: Option<String>,
    /// Its category.
    pub category: Option<String>,
    /// Its status; the kind's default where it is not given.
    pub status: Option<String>,
    /// Ids (or unique prefixes, or paths) of related records.
    pub related: Vec<String>,
    /// `manual`, `agent` or `tool`.
    pub source: Option<String>,
    /// Body sections: heading and text.
    pub sections: Vec<(&'static str, String)>,
    /// Front matter keys of the kind: name and value.
    pub keys: Vec<(&'static str, String)>,
    /// The body, in front of the sections.
    pub body: Option<String>,
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
pub struct Prepared {
    /// Its kind.
    pub kind: Kind,
    /// Its id.
    pub id: RecordId,
    /// Where it will be written.
    pub path: RepoPath,
    /// The text of its file.
    pub text: String,
    _lock: Lock,
}

/// Makes the text of a new record, and holds the lock until it is written or dropped.
///
/// # Errors
/// Where a value cannot be a record's, or memory cannot be read.
pub fn prepare(workspace: &Workspace, kind: Kind, request: &Request) -> Result<Prepared, Error> {
    prepare_under(workspace, workspace.lock()?, kind, request)
}

/// The same under a lock that is held already.
pub(crate) fn prepare_under(
    workspace: &Workspace,
    lock: Lock,
    kind: Kind,
    request: &Request,
) -> Result<Prepared, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    let draft = draft(workspace, &memory, kind, request)?;
    let path = free_path(workspace, &draft)?;
    Ok(Prepared {
        kind,
        id: draft.id.clone(),
        path,
        text: draft.text(),
        _lock: lock,
    })
}

/// Writes a prepared record; its file goes into the index where `is_staged`.
///
/// # Errors
/// [`Error::Secret`], [`Error::Broken`], or where it cannot be written; then nothing was changed.
pub fn write(
    workspace: &Workspace,
    prepared: &Prepared,
    is_staged: bool,
) -> Result<Written, Error> {
    let Prepared {
        kind,
        id,
        path,
        text,
        _lock: lock,
    } = prepared;
    let clean = admissible(workspace, path, id, text)?;
    workspace.change(lock, &[Change::Create(path.clone(), clean)], is_staged)?;
    Ok(Written {
        id: id.clone(),
        path: path.clone(),
        kind: kind.name(),
    })
}

/// The draft of a new record.
pub(crate) fn draft(
    workspace: &Workspace,
    memory: &Memory,
    kind: Kind,
    request: &Request,
) -> Result<Draft, Error> {
    let taken: HashSet<RecordId> = memory
        .records
        .iter()
        .map(|record| record.header.id.clone())
        .collect();
    let related = request
        .related
        .iter()
        .map(|name| super::find(workspace, memory, name).map(|found| found.header.id.clone()));
    let mut body = request.body.clone().unwrap_or_default();
    let filled = request
        .sections
        .iter()
        .filter(|(_, text)| !text.trim().is_empty());
    let parts = sections(filled.map(|(heading, text)| (*heading, text.as_str())));
    if !body.is_empty() && !parts.is_empty() {
        body = format!("{}\n\n", body.trim_end());
    }
    body.push_str(&parts);
    Ok(Draft {
        kind,
        id: workspace.new_id(kind, &request.title, &taken),
        title: valid_title(&request.title)?,
        description: request
            .description
            .as_deref()
            .map(|text| text::one_line(text, usize::MAX / 8)),
        status: valid_status(kind, request.status.as_deref())?,
        scope: valid_scope(request.scope.as_deref())?,
        category: request.category.clone(),
        tags: request.tags.clone(),
        paths: request.paths.clone(),
        source: valid_source(request.source.as_deref())?,
        created: workspace.today(),
        updated: workspace.today(),
        supersedes: Vec::new(),
        superseded_by: Vec::new(),
        related: related.collect::<Result<_, _>>()?,
        more: kind_keys(workspace, kind, &request.keys),
        foreign: String::new(),
        body,
    })
}

/// The keys that only this kind has, with their defaults.
fn kind_keys(
    workspace: &Workspace,
    kind: Kind,
    given: &[(&'static str, String)],
) -> Vec<(String, Field)> {
    let value = |name: &str| {
        given
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value.clone())
    };
    let user = || {
        workspace
            .repo
            .settings()
            .ok()
            .and_then(|settings| settings.get("user.name").map(str::to_owned))
    };
    let mut keys: Vec<(String, Field)> = Vec::new();
    for key in kind.keys() {
        let default = || if key.name == "owner" { user() } else { None };
        let text = value(key.name)
            .or_else(default)
            .unwrap_or_else(|| "unassigned".to_owned());
        keys.push((key.name.to_owned(), Field::Text(text)));
        if key.name == "owner" {
            keys.push((
                "opened".to_owned(),
                Field::Word(workspace.today().to_string()),
            ));
        }
    }
    keys
}

/// A title on one line, without characters that hide.
///
/// # Errors
/// [`Error::BadValue`].
pub(crate) fn valid_title(title: &str) -> Result<String, Error> {
    let title = title.trim();
    let bad = |why: &str| Err(Error::BadValue(format!("the title {why}")));
    if title.is_empty() {
        return bad("is empty");
    }
    if title.contains(['\n', '\r']) {
        return bad("has more than one line");
    }
    if title.chars().count() > TITLE_LIMIT {
        return bad(&format!("has more than {TITLE_LIMIT} characters"));
    }
    if let Some((_, hidden)) = text::hidden(title).next() {
        return bad(&format!(
            "has a hidden character, U+{:04X}",
            u32::from(hidden)
        ));
    }
    Ok(title.to_owned())
}

/// A status of this kind.
///
/// # Errors
/// [`Error::BadValue`] with the statuses that there are.
pub(crate) fn valid_status(kind: Kind, status: Option<&str>) -> Result<String, Error> {
    match status {
        None => Ok(kind.default_status().to_owned()),
        Some(status) if kind.status(status).is_some() => Ok(status.to_owned()),
        Some(status) => {
            let names = kind.status_names();
            Err(Error::BadValue(format!(
                "'{}' is no status of a {kind}; it has: {names}",
                text::visible(status)
            )))
        }
    }
}

/// A scope; `project` where none is given.
///
/// # Errors
/// [`Error::BadValue`].
pub(crate) fn valid_scope(scope: Option<&str>) -> Result<Scope, Error> {
    let Some(scope) = scope else {
        return Ok(Scope::project());
    };
    scope
        .parse()
        .map_err(|error: crate::domain::scope::BadScope| Error::BadValue(error.to_string()))
}

/// A source; `manual` where none is given.
///
/// # Errors
/// [`Error::BadValue`].
pub(crate) fn valid_source(source: Option<&str>) -> Result<String, Error> {
    match source {
        None => Ok("manual".to_owned()),
        Some(source @ ("manual" | "agent" | "tool")) => Ok(source.to_owned()),
        Some(other) => {
            let other = text::visible(other).into_owned();
            Err(Error::BadValue(format!(
                "'{other}' is no source; it is one of: manual, agent, tool"
            )))
        }
    }
}

/// A path for the draft at which there is no file yet.
pub(crate) fn free_path(workspace: &Workspace, draft: &Draft) -> Result<RepoPath, Error> {
    Names::default().free(workspace, draft, &HashSet::new())
}

/// Which copies of a name are known to be taken, so that many records of one title do not ask for
/// all of them each time.
#[derive(Default)]
pub(crate) struct Names(HashMap<RepoPath, usize>);

impl Names {
    /// A path for the draft at which there is no file yet, and that is not among `taken`.
    pub(crate) fn free(
        &mut self,
        workspace: &Workspace,
        draft: &Draft,
        taken: &HashSet<RepoPath>,
    ) -> Result<RepoPath, Error> {
        let top = workspace.repo.work_tree()?;
        let is_free = |path: &RepoPath| {
            !taken.contains(path) && std::fs::symlink_metadata(top.join(path.as_str())).is_err()
        };
        let next = self.0.entry(copy_path(draft, 1)?).or_insert(1);
        let (path, copy) = path_where(draft, *next, is_free)?;
        *next = copy + 1;
        Ok(path)
    }
}

/// The first path for the draft, from a copy's number on, that `is_free` says is free; and its
/// number.
pub(crate) fn path_where(
    draft: &Draft,
    from: usize,
    is_free: impl Fn(&RepoPath) -> bool,
) -> Result<(RepoPath, usize), Error> {
    let mut copy = from;
    loop {
        let path = copy_path(draft, copy)?;
        // A name that a page of the folder has by custom would not be read as a record.
        let is_record = layout::place(&path).is_some();
        if is_record && is_free(&path) {
            return Ok((path, copy));
        }
        copy += 1;
    }
}

fn copy_path(draft: &Draft, copy: usize) -> Result<RepoPath, Error> {
    let path = layout::record_path(
        draft.kind,
        &draft.scope,
        draft.created,
        &text::slug(&draft.title),
        copy,
    );
    path.map_err(|error| Error::BadValue(error.to_string()))
}

/// The text of a record's file as one that may be written: no secret in it, nothing broken, still
/// the same id.
pub(crate) fn admissible(
    workspace: &Workspace,
    path: &RepoPath,
    id: &RecordId,
    text: &str,
) -> Result<Clean, Error> {
    whole(path, id, fitting(workspace, path, text)?)
}

/// A text as one that may be written below `memory/`: no secret in it, and short enough to be read
/// again.
pub(crate) fn fitting(workspace: &Workspace, path: &RepoPath, text: &str) -> Result<Clean, Error> {
    if text.len() as u64 > layout::RECORD_LIMIT {
        return Err(Error::BadValue(
            "it would be larger than 1 MiB, and would not be read".to_owned(),
        ));
    }
    workspace.admit(path, text)
}

/// A clean text as that of a record's file: nothing broken, still the same id.
pub(crate) fn whole(path: &RepoPath, id: &RecordId, clean: Clean) -> Result<Clean, Error> {
    let reading = header::read(clean.as_str().as_bytes());
    let mut broken = errors(path, reading.faults);
    if reading.header.is_some_and(|header| header.id != *id) {
        let message = format!("the id must stay {id}");
        broken.push(Finding::of_file(
            path,
            crate::domain::record::Code::BadValue,
            message,
        ));
    }
    if broken.is_empty() {
        Ok(clean)
    } else {
        Err(Error::Broken(broken))
    }
}

/// The faults of a file that stop it from being written.
pub(crate) fn errors(path: &RepoPath, faults: Vec<Fault>) -> Vec<Finding> {
    let errors = faults
        .into_iter()
        .filter(|fault| fault.code.severity() == Severity::Error);
    errors
        .map(|fault| Finding {
            path: path.clone(),
            fault,
        })
        .collect()
}
