//! Reading one record's file for an answer: with its front matter understood, and without secrets.

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::{Clean, Guard};
use git_memory_model::record::conflict::Conflict;
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_model::record::{Fault, Header, Record, reading};
use git_memory_model::roots::Roots;
use git_memory_store::AtPath;
use git_memory_text as text;
use git_memory_text::path::RepoPath;

/// Length of a record's text that is read for its header, in bytes after the front matter: enough
/// for the first paragraph, or for the part of it that is shown.
const HEAD: usize = 4096;

/// A record that the index of recall lists.
pub(crate) struct Indexed {
    pub(crate) record: Record,
    /// Its whole file, without secrets.
    pub(crate) text: Clean,
    /// Start of the body in the text, in bytes.
    pub(crate) body: usize,
    /// Faults of its front matter.
    pub(crate) faults: Vec<Fault>,
}

/// Reads a record that a view of the index lists, whose folders are `roots`. `is_clean` is true if the guard's rules found
/// nothing in this blob, so that only the guard's other knowledge is searched for. `None` if the
/// file is not a record, or was deleted in the meantime.
pub(crate) fn indexed(
    workspace: &Workspace,
    roots: &Roots,
    path: &str,
    id: ObjectId,
    is_clean: bool,
) -> Result<Option<Indexed>, Error> {
    let Ok(path) = path.parse::<RepoPath>() else {
        return Ok(None);
    };
    let store = workspace.store();
    let bytes = match store.content(path.as_str(), id) {
        Ok(bytes) => bytes,
        // A file that git has never stored may be deleted between the search and the reading.
        Err(_) if is_gone(workspace, &path)? => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let guard = workspace.guard()?;
    let text = String::from_utf8_lossy(&bytes);
    let text = if is_clean {
        guard.redact_beyond_rules(&text)
    } else {
        guard.redact(&text)
    };
    // The header of a record takes its abstract from the first paragraph; reading all of a long one
    // for every hit would take most of the time of a search. A document tells its status and its
    // decision anywhere, and marks of a merge that are cut off would be none.
    let end = match front_matter_and_body(&text) {
        (Some(front), body)
            if front.lines().any(|line| line.starts_with("id:"))
                && Conflict::of(&text).is_none() =>
        {
            let body = text.len() - body.len();
            text::floor(&text, body.saturating_add(HEAD))
        }
        _ => text.len(),
    };
    let head = text[..end].as_bytes();
    let reading = if is_clean {
        reading::read_clean(head)
    } else {
        reading::read_by(guard, head)
    };
    let Some(place) = roots.place_in_any(&path) else {
        return Ok(None);
    };
    let Some(header) = reading.header_at(&path, &place) else {
        return Ok(None);
    };
    let body = text.len() - reading.body(&text).len();
    let record = Record {
        path,
        place: place.into(),
        header,
    };
    Ok(Some(Indexed {
        record,
        text,
        body,
        faults: reading.faults,
    }))
}

/// True if the work tree no longer has a file at a path.
fn is_gone(workspace: &Workspace, path: &RepoPath) -> Result<bool, Error> {
    let store = workspace.store();
    Ok(store.has_work_tree() && store.work_files()?.find(path.as_str())? == AtPath::Nothing)
}

/// A header without any secret that the guard knows: reading one applies only the rules, as its
/// result is cached for every machine.
pub(crate) fn guarded(guard: &Guard, header: &Header) -> Header {
    Header {
        title: guard.redact_beyond_rules(&header.title),
        abstract_line: guard.redact_beyond_rules(&header.abstract_line),
        status: guard.redact_beyond_rules(&header.status),
        category: redacted(guard, header.category.as_ref()),
        tags: all_redacted(guard, &header.tags),
        paths: all_redacted(guard, &header.paths),
        source: redacted(guard, header.source.as_ref()),
        more: redacted(guard, header.more.as_ref()),
        ..header.clone()
    }
}

fn redacted(guard: &Guard, text: Option<&Clean>) -> Option<Clean> {
    text.map(|text| guard.redact_beyond_rules(text))
}

fn all_redacted(guard: &Guard, texts: &[Clean]) -> Vec<Clean> {
    let mut all = Vec::new();
    for text in texts {
        all.push(guard.redact_beyond_rules(text));
    }
    all
}
