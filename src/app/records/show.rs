//! Reading one record's file, from the work tree, the index or a revision.

use crate::app::workspace::{Error, Workspace};
use crate::domain::path::RepoPath;
use crate::domain::record::{Fault, Header, Record, front_matter, header};
use crate::domain::secrets::{Clean, Guard};
use crate::domain::{layout, text};
use crate::git::ObjectId;
use crate::store::{Memory, View};

/// So many bytes of a record's text hold its first paragraph, or as much of it as is shown.
const HEAD: usize = 4096;

/// A record that the index knows.
pub(crate) struct Indexed {
    pub(crate) record: Record,
    /// Its whole file, without secrets.
    pub(crate) text: Clean,
    /// Where the text behind the front matter begins.
    pub(crate) body: usize,
    /// What is wrong with its first lines.
    pub(crate) faults: Vec<Fault>,
}

/// Reads a record that a view of the index lists; `None` where the path is none of a record.
/// `is_clean` says that the guard's rules find nothing in its blob.
///
/// # Errors
/// Where its content cannot be read, or the guard's settings cannot be understood.
pub(crate) fn indexed(
    workspace: &Workspace,
    path: &str,
    id: ObjectId,
    is_clean: bool,
) -> Result<Option<Indexed>, Error> {
    let Ok(path) = path.parse::<RepoPath>() else {
        return Ok(None);
    };
    let bytes = match workspace.store().content(path.as_str(), id) {
        Ok(bytes) => bytes,
        // What was never in git may go away between the look and the reading.
        Err(_)
            if workspace
                .repo
                .work_tree()
                .is_ok_and(|top| !top.join(path.as_str()).exists()) =>
        {
            return Ok(None);
        }
        Err(error) => return Err(error.into()),
    };
    let guard = workspace.guard()?;
    let text = String::from_utf8_lossy(&bytes);
    let text = if is_clean {
        guard.redact_beyond_rules(&text)
    } else {
        guard.redact(&text)
    };
    let body = front_matter::split(&text).map_or(text.len(), |parts| parts.body.start);
    // Of the text itself a header needs the first lines alone.
    let head = text::floor(&text, body.saturating_add(HEAD));
    let head = text[..head].as_bytes();
    let reading = if is_clean {
        header::read_clean(head)
    } else {
        header::read(head)
    };
    let (Some(header), Some(place)) = (reading.header, layout::place(&path)) else {
        return Ok(None);
    };
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

/// The record that `name` names in a view, with that view's memory. In the work tree's, private
/// records come behind the tracked ones; theirs is the view of the index: nothing of them is in
/// files.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], or where memory cannot be read.
pub fn find(
    workspace: &Workspace,
    view: View,
    name: &str,
) -> Result<(View, Memory, Record), Error> {
    let memory = workspace.memory(&view)?;
    match super::find(workspace, &memory, name) {
        Ok(record) => {
            let record = record.clone();
            Ok((view, memory, record))
        }
        Err(unknown @ Error::UnknownRecord(_)) if view == View::WorkTree => {
            let private = super::private_record::memory(workspace)?;
            let found =
                super::find(workspace, &private, name)
                    .cloned()
                    .map_err(|error| match error {
                        Error::UnknownRecord(_) => unknown,
                        other => other,
                    })?;
            Ok((View::Index, private, found))
        }
        Err(error) => Err(error),
    }
}

/// The text of a record's file as it may be shown: what the guard takes for a secret is taken out.
///
/// # Errors
/// Where the file or blob cannot be read, or the guard's settings cannot be understood.
pub fn text(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    record: &Record,
) -> Result<Clean, Error> {
    let bytes = content(workspace, view, memory, record)?;
    Ok(workspace.guard()?.redact(&String::from_utf8_lossy(&bytes)))
}

/// The bytes of a record's file in a view.
///
/// # Errors
/// Where the file or blob cannot be read.
pub(crate) fn content(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    record: &Record,
) -> Result<Vec<u8>, Error> {
    match (view, memory.blob(record)) {
        (View::WorkTree, _) | (_, None) => workspace.read(&record.path),
        (_, Some(id)) => Ok(workspace.repo.blob(id)?),
    }
}

/// A header is clean by the rules alone; this one by everything that the guard knows.
pub(crate) fn guarded(guard: &Guard, header: &Header) -> Header {
    let one = |text: &Clean| guard.redact_beyond_rules(text);
    let all = |texts: &[Clean]| texts.iter().map(one).collect();
    Header {
        title: one(&header.title),
        abstract_line: one(&header.abstract_line),
        status: one(&header.status),
        category: header.category.as_ref().map(one),
        tags: all(&header.tags),
        paths: all(&header.paths),
        source: header.source.as_ref().map(one),
        ..header.clone()
    }
}
