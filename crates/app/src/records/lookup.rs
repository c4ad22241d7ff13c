//! Finding the record that a user means: by id, by a unique prefix of an id, or by path.

use std::path::Path;

use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::layout;
use git_memory_model::record::check::Finding;
use git_memory_model::record::number::{NumberName, is_numbered};
use git_memory_model::record::{Name, Record, RecordId, Severity};
use git_memory_store::Memory;
use git_memory_store::given::is_there;
use git_memory_text as text;
use git_memory_text::path::{RepoPath, stem};

/// The longest name that a message repeats, in characters.
const SHOWN: usize = 80;

/// The record that `name` names: an id, a unique prefix of one, or a path (from the current folder,
/// from the top of the work tree, or from `memory/`), also without the words after its number; or
/// the end of its id, or the name of its file, where only one record has it; of a numbered file also
/// the beginning, from its number on.
///
/// # Errors
/// [`Error::UnknownRecord`], or [`Error::Ambiguous`] with the candidates.
pub fn find<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    name: &str,
) -> Result<&'a Record, Error> {
    if is_path(name) {
        return at_path(workspace, memory, name);
    }
    // A client may hand on a space or a line end with an id.
    let name = name.trim();
    // An id that is the beginning of another one still names its own record.
    let ways = [
        with_id,
        with_alias,
        with_number,
        with_prefix,
        with_end,
        with_file_name,
        with_file_beginning,
    ];
    for with in ways {
        if let Some(record) = one_of(workspace, name, &with(memory, name))? {
            return Ok(record);
        }
    }
    Err(Error::UnknownRecord(shown(name)))
}

/// True if a name is a path: no id contains a slash or ends like a file.
pub(crate) fn is_path(name: &str) -> bool {
    name.contains('/') || layout::is_record_name(name)
}

fn with_id<'a>(memory: &'a Memory, name: &str) -> Vec<&'a Record> {
    let records = memory.records.iter();
    records.filter(|it| it.header.id.as_str() == name).collect()
}

/// The records of a series that go by a number, however it is spelled.
fn with_number<'a>(memory: &'a Memory, name: &str) -> Vec<&'a Record> {
    let mut found: Vec<&Record> = Vec::new();
    let Some(typed) = NumberName::parse(name) else {
        return found;
    };
    for record in &memory.records {
        let aliases = record.header.aliases.iter().map(Clean::as_str);
        let title = record.header.title.as_str();
        if is_numbered(&typed, &record.path, aliases, [title]) {
            found.push(record);
        }
    }
    found
}

/// The only one of some records, or the one whose file had their id first; `None` for none.
pub(crate) fn one_of<'a>(
    workspace: &Workspace,
    name: &str,
    found: &[&'a Record],
) -> Result<Option<&'a Record>, Error> {
    let (first, others) = match found {
        [] => return Ok(None),
        [one] => return Ok(Some(one)),
        [first, others @ ..] => (*first, others),
    };
    let Some(id) = first.id() else {
        return Err(ambiguous(name, found));
    };
    if others.iter().any(|it| it.id() != Some(id)) {
        return Err(ambiguous(name, found));
    }
    let files = found.iter().map(|it| it.path.clone()).collect();
    let record = workspace.double(id, files)?.record;
    Ok(found.iter().find(|it| it.path == record).copied())
}

/// The records that go by another name; case makes no difference, as people write such names as
/// they please.
fn with_alias<'a>(memory: &'a Memory, name: &str) -> Vec<&'a Record> {
    let name = name.to_lowercase();
    let mut found: Vec<&Record> = Vec::new();
    for record in &memory.records {
        let mut aliases = record.header.aliases.iter();
        if aliases.any(|alias| alias.to_lowercase() == name) {
            found.push(record);
        }
    }
    found
}

pub(crate) fn ambiguous(name: &str, records: &[&Record]) -> Error {
    Error::Ambiguous {
        name: shown(name),
        candidates: records.iter().map(|record| candidate(record)).collect(),
    }
}

fn at_path<'a>(workspace: &Workspace, memory: &'a Memory, name: &str) -> Result<&'a Record, Error> {
    // First as git reads a path; then as in messages and links, and as clients pass it.
    let spellings = [
        path_from_top(workspace, Path::new(name))?,
        Some(name.to_owned()),
        Some(workspace.folder().join(name)),
        Some(name.trim().to_owned()),
    ];
    for path in spellings.iter().flatten() {
        for record in &memory.records {
            if record.path.as_str() == path {
                workspace.look_for_doubles(&memory.records, [record])?;
                return Ok(record);
            }
        }
    }
    // As of an id, the beginning of a file's name is enough: a number, above all.
    for path in spellings.iter().flatten().filter(|path| !path.is_empty()) {
        let begins = |record: &&Record| {
            let rest = record.path.as_str().strip_prefix(path.as_str());
            rest.is_some_and(|rest| rest.starts_with(['-', '.']))
        };
        let found: Vec<&Record> = memory.records.iter().filter(begins).collect();
        if let Some(record) = one_of(workspace, name, &found)? {
            return Ok(record);
        }
    }
    // A file that is there is meant itself, and not one of its name in another folder.
    if !is_there(&workspace.invocation().path(Path::new(name)))
        && let Some(record) = one_of(workspace, name, &with_file_name(memory, name))?
    {
        return Ok(record);
    }
    Err(Error::UnknownRecord(shown(name)))
}

fn with_prefix<'a>(memory: &'a Memory, prefix: &str) -> Vec<&'a Record> {
    let mut found: Vec<&Record> = Vec::new();
    for record in &memory.records {
        // Every id begins with nothing: an empty name names none.
        let is_named = |id: &RecordId| !prefix.is_empty() && id.as_str().starts_with(prefix);
        if record.id().is_some_and(is_named) {
            found.push(record);
        }
    }
    found
}

/// The records whose id ends with all of its random part: the kind before it is easily forgotten.
fn with_end<'a>(memory: &'a Memory, end: &str) -> Vec<&'a Record> {
    let is_named = |record: &&Record| record.id().is_some_and(|id| id.random_part() == end);
    memory.records.iter().filter(is_named).collect()
}

/// The records whose file is called so, in whatever folder it is; also without its ending.
fn with_file_name<'a>(memory: &'a Memory, name: &str) -> Vec<&'a Record> {
    let is_named = |record: &&Record| {
        let file = record.path.file_name();
        // Every folder may have one of these.
        !layout::is_about_folder(file) && (file == name || stem(file) == name)
    };
    memory.records.iter().filter(is_named).collect()
}

/// The records whose file begins so: with its number, and with more than that.
fn with_file_beginning<'a>(memory: &'a Memory, name: &str) -> Vec<&'a Record> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let mut parts = name.split(['-', '_']);
    if !parts.any(is_number) || parts.next().is_none_or(str::is_empty) {
        return Vec::new();
    }
    let is_named = |record: &&Record| record.path.file_name().starts_with(name);
    memory.records.iter().filter(is_named).collect()
}

/// The error for an unknown name: the file of that path, or with the end of that id in its name,
/// may exist and be broken.
pub(crate) fn unknown(memory: &Memory, name: String) -> Error {
    let token = name.parse::<RecordId>().ok();
    let end = token.map(|id| format!("-{}.md", id.random_part()));
    let is_meant = |path: &RepoPath| {
        let path = path.as_str();
        path == name || end.as_ref().is_some_and(|end| path.ends_with(end))
    };
    let is_error = |finding: &Finding| finding.fault.code.severity() == Severity::Error;
    let findings = memory.findings.iter();
    let findings = findings.filter(|finding| is_error(finding) && is_meant(&finding.path));
    let findings: Vec<Finding> = findings.cloned().collect();
    if findings.is_empty() {
        return Error::UnknownRecord(name);
    }
    Error::UnreadableRecord { name, findings }
}

/// The id of a record.
///
/// # Errors
/// [`Error::NoId`] for a page.
pub(crate) fn id_of(record: &Record) -> Result<&RecordId, Error> {
    match record.id() {
        Some(id) => Ok(id),
        None => Err(Error::NoId(record.path.clone())),
    }
}

/// The name by which 'related' of another record names it: its id, or the path of a document.
///
/// # Errors
/// [`Error::NoId`] for a page below `memory/`, which gets an id first.
pub(crate) fn link_to(record: &Record) -> Result<&Name, Error> {
    if record.is_document() {
        return Ok(&record.header.id);
    }
    id_of(record).map(|_| &record.header.id)
}

fn candidate(record: &Record) -> String {
    let header = &record.header;
    format!("{}  {} ({})", header.id, header.title, record.path)
}

/// A path that the user gave, as a path from the top of the work tree; `None` where it leads
/// outside or is not UTF-8, and in a bare repository.
///
/// # Errors
/// None is known: the work tree was found when the repository was opened.
pub(crate) fn path_from_top(workspace: &Workspace, given: &Path) -> Result<Option<String>, Error> {
    let store = workspace.store();
    if !store.has_work_tree() {
        return Ok(None);
    }
    Ok(store.work_files()?.path_from_top(given))
}

fn shown(name: &str) -> String {
    text::visible(&text::one_line(name, SHOWN)).into_owned()
}
