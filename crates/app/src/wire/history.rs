//! Answers about what changed: `diff` and `log`.

use schemars::JsonSchema;
use serde::Serialize;

use super::records::RecordAnswer;
use super::text::Text;
use crate::evidence::touched::Touched;
use crate::records::diff::{Diff, RecordChange};
use crate::records::log::{Event, LogEntry};

/// The answer of `diff`.
#[derive(Serialize, JsonSchema)]
pub struct DiffAnswer<'a> {
    /// The changes, as sorted.
    pub changes: Vec<ChangeItem<'a>>,
    /// The records that did not change, although files that they are about did.
    pub touched: Vec<TouchedItem<'a>>,
}

impl<'a> From<&'a Diff> for DiffAnswer<'a> {
    fn from(diff: &'a Diff) -> Self {
        Self {
            changes: diff.changes.iter().map(Into::into).collect(),
            touched: diff.touched.iter().map(Into::into).collect(),
        }
    }
}

/// A record whose files changed.
#[derive(Serialize, JsonSchema)]
pub struct TouchedItem<'a> {
    id: &'a str,
    title: &'a str,
    record_path: &'a str,
    /// The files; a few of many.
    files: &'a [String],
    /// Number of all files.
    count: usize,
}

impl<'a> From<&'a Touched> for TouchedItem<'a> {
    fn from(touched: &'a Touched) -> Self {
        Self {
            id: touched.record.header.id.as_str(),
            title: &touched.record.header.title,
            record_path: touched.record.path.as_str(),
            files: &touched.files,
            count: touched.count,
        }
    }
}

/// One record's change.
#[derive(Serialize, JsonSchema)]
pub struct ChangeItem<'a> {
    change: &'a str,
    old_status: Option<&'a str>,
    old_path: Option<&'a str>,
    superseded_by_titles: Vec<Option<&'a str>>,
    diff: &'a str,
    record: RecordAnswer<'a>,
}

impl<'a> From<&'a RecordChange> for ChangeItem<'a> {
    fn from(changed: &'a RecordChange) -> Self {
        let successors = changed.successors.iter();
        Self {
            change: changed.what.name(),
            old_status: changed.old_status.as_deref(),
            old_path: changed.old_path.as_deref(),
            superseded_by_titles: successors
                .map(|successor| successor.title.as_deref())
                .collect(),
            diff: &changed.text,
            record: (&changed.record).into(),
        }
    }
}

/// The answer of `log`.
#[derive(Serialize, JsonSchema)]
pub struct LogAnswer<'a> {
    /// The commits, newest first.
    commits: Vec<CommitItem<'a>>,
}

/// One commit of `log`.
#[derive(Serialize, JsonSchema)]
struct CommitItem<'a> {
    commit: Text<'a>,
    author: &'a str,
    date: &'a str,
    subject: &'a str,
    /// True if a shallow clone begins with this commit, so that records which it seems to add may
    /// be older.
    boundary: bool,
    changes: Vec<EventItem<'a>>,
}

/// Change of one record by a commit.
#[derive(Serialize, JsonSchema)]
struct EventItem<'a> {
    change: &'a str,
    id: &'a str,
    title: &'a str,
    status: &'a str,
    record_path: &'a str,
    /// The change of its text, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<&'a str>,
}

impl<'a> From<&'a Event> for EventItem<'a> {
    fn from(event: &'a Event) -> Self {
        Self {
            change: event.what.name(),
            id: event.id.as_str(),
            title: &event.title,
            status: &event.status,
            record_path: &event.path,
            diff: event.patch.as_deref(),
        }
    }
}

impl<'a> From<&'a Vec<LogEntry>> for LogAnswer<'a> {
    fn from(entries: &'a Vec<LogEntry>) -> Self {
        Self {
            commits: entries.iter().map(Into::into).collect(),
        }
    }
}

impl<'a> From<&'a LogEntry> for CommitItem<'a> {
    fn from(entry: &'a LogEntry) -> Self {
        Self {
            commit: Text(&entry.commit),
            author: &entry.author,
            date: &entry.date,
            subject: &entry.subject,
            boundary: entry.is_boundary,
            changes: entry.events.iter().map(Into::into).collect(),
        }
    }
}
