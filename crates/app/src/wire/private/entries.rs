//! Answers about the entries of a branch's private memory.

use schemars::JsonSchema;
use serde::Serialize;

use crate::private::summary::{Appended, EntryText};
use crate::wire::text::Text;
use git_memory_model::private::summary::{FOLLOW_UP, OUTPUTS};
use git_memory_model::private::{EntryKind, Status};
use git_memory_store::Logged;
use git_memory_text::date::rfc3339;

/// An entry that was written: the answer of `summary append`.
#[derive(Serialize, JsonSchema)]
pub struct AppendedAnswer<'a> {
    id: &'a str,
    commit: Text<'a>,
    branch: Option<&'a str>,
    /// Secrets removed from its text, one line each.
    redacted: &'a [String],
}

impl<'a> From<&'a Appended> for AppendedAnswer<'a> {
    fn from(appended: &'a Appended) -> Self {
        Self {
            id: &appended.id,
            commit: Text(&appended.commit),
            branch: appended.chain.branch(),
            redacted: &appended.redacted,
        }
    }
}

/// The answer of `summary compact`.
#[derive(Serialize, JsonSchema)]
pub struct CompactedAnswer<'a> {
    /// The entries that were written, one a run.
    pub written: Vec<AppendedAnswer<'a>>,
}

/// The answer of `summary list`.
#[derive(Serialize, JsonSchema)]
pub struct EntriesAnswer<'a> {
    /// The entries, newest first.
    entries: Vec<EntryAnswer<'a>>,
}

/// An entry of private memory, with its text where that was asked for: the answer of
/// `summary show`.
#[derive(Serialize, JsonSchema)]
pub struct EntryAnswer<'a> {
    id: String,
    kind: &'a str,
    title: &'a str,
    run: Option<&'a str>,
    step: Option<&'a str>,
    agent: Option<&'a str>,
    status: Option<&'a str>,
    created: String,
    author: &'a str,
    head: Option<&'a str>,
    commit: Text<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
}

impl<'a> From<&'a Vec<Logged>> for EntriesAnswer<'a> {
    fn from(entries: &'a Vec<Logged>) -> Self {
        Self {
            entries: entries.iter().map(Into::into).collect(),
        }
    }
}

impl<'a> From<&'a EntryText> for EntryAnswer<'a> {
    fn from(entry: &'a EntryText) -> Self {
        Self {
            content: Some(&entry.content),
            ..Self::from(&entry.logged)
        }
    }
}

impl<'a> From<&'a Logged> for EntryAnswer<'a> {
    fn from(logged: &'a Logged) -> Self {
        let entry = &logged.entry;
        Self {
            id: logged.id(),
            kind: entry.kind.name(),
            title: &entry.title,
            run: entry.run.as_deref(),
            step: entry.step.as_deref(),
            agent: entry.agent.as_deref(),
            status: entry.status.map(Status::name),
            created: rfc3339(logged.commit.time),
            author: &logged.commit.author,
            head: entry.head.as_deref(),
            commit: Text(&logged.commit.id),
            content: None,
        }
    }
}

/// One line of `summary export`, with the keys that other programs know.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportLine<'a> {
    id: String,
    kind: &'a str,
    run_id: Option<&'a str>,
    step_id: Option<&'a str>,
    agent: Option<&'a str>,
    status: Option<&'a str>,
    title: &'a str,
    summary_text: &'a str,
    outputs: Vec<String>,
    follow_ups: Vec<String>,
    created_at: String,
    author: &'a str,
    head: Option<&'a str>,
    repo_hash: Option<&'a str>,
    commit: Text<'a>,
}

impl<'a> From<&'a Logged> for ExportLine<'a> {
    fn from(logged: &'a Logged) -> Self {
        let entry = &logged.entry;
        // Other kinds may have headings of these names in a text of their own.
        let items = |heading| match entry.kind {
            EntryKind::Summary => entry.items(heading),
            _ => Vec::new(),
        };
        Self {
            id: logged.id(),
            kind: entry.kind.name(),
            run_id: entry.run.as_deref(),
            step_id: entry.step.as_deref(),
            agent: entry.agent.as_deref(),
            status: entry.status.map(Status::name),
            title: &entry.title,
            summary_text: &entry.body,
            outputs: items(OUTPUTS),
            follow_ups: items(FOLLOW_UP),
            created_at: rfc3339(logged.commit.time),
            author: &logged.commit.author,
            head: entry.head.as_deref(),
            repo_hash: entry.repo_hash.as_deref(),
            commit: Text(&logged.commit.id),
        }
    }
}
