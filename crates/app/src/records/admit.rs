//! Checks for a file of tracked memory before it is written: the secret guard, the size limit, and
//! the rules for records.

use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Fault, Reading, RecordId, Severity, reading};
use git_memory_store as store;
use git_memory_text::limits;
use git_memory_text::path::RepoPath;

/// The text of a record's file, once it has passed everything: no secret, no broken rule, still
/// this id.
///
/// # Errors
/// [`Error::Secret`], [`Error::Broken`], or [`Error::BadValue`] for a text that is too long.
pub(crate) fn admissible(
    workspace: &Workspace,
    path: &RepoPath,
    id: &RecordId,
    text: &str,
) -> Result<Clean, Error> {
    whole(path, id, fitting(workspace, path, text)?)
}

/// A text that has passed everything, and its reading.
pub(crate) struct Admitted {
    pub(crate) text: Clean,
    pub(crate) reading: Reading,
}

/// Returns the text with its reading, so that a writer of many files reads each only once.
pub(crate) fn admitted(
    workspace: &Workspace,
    path: &RepoPath,
    id: &RecordId,
    text: &str,
) -> Result<Admitted, Error> {
    read_whole(path, id, fitting(workspace, path, text)?)
}

/// Checks a text for faults that its writer can correct in the editor. It does not search for
/// secrets: the later write refuses such a text, which must not go into an editor's file again.
///
/// # Errors
/// [`Error::Broken`], or where the guard's settings are invalid.
pub fn must_be_correct(workspace: &Workspace, id: &RecordId, text: &str) -> Result<(), Error> {
    let clean = workspace.guard()?.redact(text);
    // A redaction marker is not the writer's text.
    if clean.as_str() != text {
        return Ok(());
    }
    let path: RepoPath = EDITED.parse()?;
    whole(&path, id, clean).map(drop)
}

/// Name of a text in an editor: its path may still depend on its content.
const EDITED: &str = "text";

/// Checks if a text could be written as a record.
pub(crate) fn would_pass(workspace: &Workspace, id: &RecordId, text: &str) -> Result<(), Error> {
    let path: RepoPath = EDITED.parse()?;
    admissible(workspace, &path, id, text).map(drop)
}

/// A text that may be written below `memory/`: without secrets, and short enough to be read again.
///
/// # Errors
/// [`Error::Secret`], or [`Error::BadValue`] for a text that is too long.
pub(crate) fn fitting(workspace: &Workspace, path: &RepoPath, text: &str) -> Result<Clean, Error> {
    // Every reader stops at this size, so that no pull request can make them wait.
    if text.len() as u64 > limits::RECORD_BYTES {
        return Err(Error::BadValue(
            "it would be larger than 1 MiB, and would not be read".to_owned(),
        ));
    }
    workspace.admit(path, text)
}

/// A text without secrets that follows the rules for records and still has this id.
///
/// # Errors
/// [`Error::Broken`] with every rule that it breaks.
pub fn whole(path: &RepoPath, id: &RecordId, clean: Clean) -> Result<Clean, Error> {
    Ok(read_whole(path, id, clean)?.text)
}

fn read_whole(path: &RepoPath, id: &RecordId, clean: Clean) -> Result<Admitted, Error> {
    // The guard has accepted the text, including allowed secrets.
    let reading = reading::read_clean(clean.as_str().as_bytes());
    // An editor, or a value that was set, may break what was whole before.
    let mut broken = errors(path, reading.faults.clone());
    if let Some(header) = &reading.header
        // Other records name this one by its id.
        && !header.id.is(id)
    {
        let message = format!("the id must stay {id}");
        broken.push(Finding::of_file(path, Code::BadValue, message));
    }
    if broken.is_empty() {
        Ok(Admitted {
            text: clean,
            reading,
        })
    } else {
        Err(Error::Broken(broken))
    }
}

/// Returns the faults that keep a file from being written: errors, not warnings.
pub(crate) fn errors(path: &RepoPath, faults: Vec<Fault>) -> Vec<Finding> {
    let mut errors = Vec::new();
    for fault in faults {
        if fault.code.severity() == Severity::Error {
            let path = path.clone();
            errors.push(Finding { path, fault });
        }
    }
    errors
}

/// Makes sure that the bytes of a file are those of a blob.
///
/// # Errors
/// A store error where they are others.
pub(crate) fn must_have_blob(
    workspace: &Workspace,
    path: &RepoPath,
    bytes: &[u8],
    blob: &str,
) -> Result<(), Error> {
    let now = workspace.store().objects().id_of_bytes(bytes)?;
    if now.to_string() == blob {
        return Ok(());
    }
    Err(store::Error::Changed(path.clone()).into())
}
