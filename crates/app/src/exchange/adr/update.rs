//! Update of a record from its original: a merge of the original's old text, the record's text, and
//! the original's new text. Changes that people made to the record stay.

use super::draft::{Making, draft};
use super::text::without_hidden;
use crate::workspace::Error;
use git_memory_import::adr::{self, StatusWords};
use git_memory_model::record::Record;
use git_memory_model::record::draft::Draft;
use git_memory_model::record::merge::merge;
use git_memory_text::path::RepoPath;

/// The draft that the last import made, from the blob that it was made of; `None` where git does
/// not have that any more.
pub(crate) fn before(
    words: &StatusWords,
    making: &Making<'_>,
    record: &Record,
    blob: &str,
) -> Option<Draft> {
    // A value that was edited by hand names no text.
    let id = blob.parse().ok()?;
    let objects = making.workspace.store().objects();
    // It was stored without a commit, or the commit is not in this clone.
    let bytes = objects.blob(id).ok()?;
    let origin = match &record.header.imported_from {
        Some(from) => from.as_str(),
        None => making.origin,
    };
    let (text, _) = without_hidden(String::from_utf8_lossy(&bytes).into_owned());
    let read = adr::read(&adr::Original {
        path: origin,
        text: &text,
        is_wanted: true,
        is_named: true,
        words,
    });
    // Another version of this program may have read it.
    let adr = read.ok()?;
    let mut before = draft(
        &Making {
            origin,
            blob,
            ..*making
        },
        &adr,
    );
    // The day of the record is the record's: then the new one counts as its change.
    if let Some(updated) = record.header.updated {
        before.updated = updated;
    }
    if let Some(created) = record.header.created {
        before.created = created;
    }
    Some(before)
}

/// The record's text with what its original has changed.
///
/// # Errors
/// Where the record is not UTF-8.
pub(crate) fn merged(
    path: &RepoPath,
    bytes: &[u8],
    before: &Draft,
    now: &str,
) -> Result<String, Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(merge(Some(&before.text()), text, now)),
        Err(_) => Err(Error::Unpatchable {
            path: path.to_string(),
            why: "the file is not UTF-8".to_owned(),
        }),
    }
}
