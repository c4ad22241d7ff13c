//! The answer of `blame`.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::Text;
use crate::recall::blame::{Blamed, BlamedCommit, BlamedHunk, Tied};
use git_memory_model::private::note::Note;

/// The answer of `blame`.
#[derive(Serialize, JsonSchema)]
pub struct BlameAnswer<'a> {
    /// From the top of the work tree.
    path: &'a str,
    /// The lines, in their order.
    hunks: Vec<HunkItem<'a>>,
    /// The records that apply to the file, the strongest ties first.
    records: Vec<TiedItem<'a>>,
}

/// Lines that follow each other and that one commit brought.
#[derive(Serialize, JsonSchema)]
struct HunkItem<'a> {
    first: u32,
    last: u32,
    /// Null for lines that are not committed.
    commit: Option<CommitItem<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct CommitItem<'a> {
    id: Text<'a>,
    subject: &'a str,
    author: &'a str,
    /// The day (UTC) on which it was written.
    day: Option<Text<'a>>,
    /// The file in which it brought the lines.
    path: &'a str,
    /// True if this clone has no history before the commit, so that the lines may be older.
    boundary: bool,
    /// The records that it names.
    records: Vec<TiedItem<'a>>,
    notes: Vec<NoteItem<'a>>,
}

/// A record, and what ties it to the lines.
#[derive(Serialize, JsonSchema)]
struct TiedItem<'a> {
    id: &'a str,
    kind: &'a str,
    title: &'a str,
    status: &'a str,
    record_path: &'a str,
    why: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct NoteItem<'a> {
    id: &'a str,
    author: &'a str,
    text: &'a str,
}

impl<'a> From<&'a Blamed> for BlameAnswer<'a> {
    fn from(blamed: &'a Blamed) -> Self {
        Self {
            path: &blamed.path,
            hunks: blamed.hunks.iter().map(Into::into).collect(),
            records: blamed.records.iter().map(Into::into).collect(),
        }
    }
}

impl<'a> From<&'a BlamedHunk> for HunkItem<'a> {
    fn from(hunk: &'a BlamedHunk) -> Self {
        Self {
            first: hunk.first,
            last: hunk.last,
            commit: hunk.commit.as_ref().map(Into::into),
        }
    }
}

impl<'a> From<&'a BlamedCommit> for CommitItem<'a> {
    fn from(commit: &'a BlamedCommit) -> Self {
        Self {
            id: Text(&commit.id),
            subject: &commit.subject,
            author: &commit.author,
            day: Text::option(commit.day.as_ref()),
            path: &commit.path,
            boundary: commit.is_boundary,
            records: commit.records.iter().map(Into::into).collect(),
            notes: commit.notes.iter().map(Into::into).collect(),
        }
    }
}

impl<'a> From<&'a Tied> for TiedItem<'a> {
    fn from(tied: &'a Tied) -> Self {
        let header = &tied.record.header;
        Self {
            id: header.id.as_str(),
            kind: tied.record.kind_name(),
            title: &header.title,
            status: &header.status,
            record_path: tied.record.path.as_str(),
            why: &tied.why,
        }
    }
}

impl<'a> From<&'a Note> for NoteItem<'a> {
    fn from(note: &'a Note) -> Self {
        Self {
            id: &note.id,
            author: &note.author,
            text: &note.text,
        }
    }
}
