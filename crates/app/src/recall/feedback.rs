//! Rating an answer of `recall`: one line of `memory/recall-feedback.jsonl`.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::settle::settle;
use crate::records::source::{self, Home};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Guard;
use git_memory_model::layout::FEEDBACK;
use git_memory_recall::feedback::{Feedback, Outcome, QUERY_LIMIT, with_line};
use git_memory_store::write::Change;
use git_memory_store::{AtPath, Error as StoreError, View};
use git_memory_text as text;
use git_memory_text::date::rfc3339;
use git_memory_text::path::RepoPath;

/// Writes how an answer was. `name` names the record that is rated. The file is staged only where a
/// team tracks it.
///
/// # Errors
/// [`Error::NoMemory`], an unknown record, or where the file cannot be written.
pub fn add(
    workspace: &Workspace,
    query: &str,
    outcome: Outcome,
    name: Option<&str>,
    note: Option<&str>,
) -> Result<Feedback, Error> {
    let guard = workspace.writing_guard()?;
    let query = short(guard, query);
    if query.is_empty() {
        return Err(Error::BadValue("the query is empty".to_owned()));
    }
    // Other processes rate answers, too: the file is read and written under one lock.
    let lock = workspace.lock()?;
    let mut feedback = Feedback::new(query, outcome, rfc3339(workspace.now()));
    if let Some(name) = name {
        let found = source::find(workspace, View::WorkTree, name)?;
        if let Home::Parent(_) = found.home {
            return Err(Error::OfParent(found.record.header.id.to_string()));
        }
        feedback.matched_id = Some(found.record.header.id.to_string());
    }
    feedback.note = note
        .map(|note| short(guard, note))
        .filter(|note| !note.is_empty());
    let path = workspace.folder().path(FEEDBACK)?;
    let before = present(workspace, &path)?;
    let file = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
    // All of it, as lines that were merged in have seen no guard of ours.
    let clean = guard.redact(&with_line(&file, &feedback.line()));
    let change = match before {
        Some(before) => Change::Replace(path.clone(), before, clean),
        None => Change::Create(path.clone(), clean),
    };
    // The team decides if ratings are shared: an untracked file stays untracked.
    let tracked = workspace.store().staging().memory_files()?;
    let is_tracked = tracked
        .iter()
        .any(|entry| entry.path == path.as_str().as_bytes());
    workspace.change(&lock, &[change], is_tracked)?;
    Ok(feedback)
}

/// The current bytes of the file; `None` without one.
fn present(workspace: &Workspace, path: &RepoPath) -> Result<Option<Vec<u8>>, Error> {
    let files = workspace.store().work_files()?;
    match files.find(path.as_str())? {
        AtPath::Nothing | AtPath::File(_) => Ok(files.read(path.as_str())?),
        // A link could lead anywhere, and would be replaced by a file.
        AtPath::Folder | AtPath::Link | AtPath::Other => Err(StoreError::Unreadable {
            path: files.top().join(path.as_str()),
            what: "is not a regular file",
        }
        .into()),
    }
}

/// A text on one line, without secrets and names of persons, and no longer than a line of the file
/// keeps.
fn short(guard: &Guard, raw: &str) -> String {
    let plain = text::plain(raw);
    let words: Vec<&str> = plain.split_whitespace().collect();
    // Redact before cutting: the rest of a cut secret is unrecognizable.
    let clean = guard.redact_personal(&words.join(" "));
    clean.chars().take(QUERY_LIMIT).collect()
}

/// Rating of an answer.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedbackQuestion {
    /// The question, as it was asked.
    query: String,
    /// helpful, irrelevant, missed or overloaded
    #[schemars(with = "String")]
    outcome: Outcome,
    /// The record that the rating is about.
    id: Option<String>,
    note: Option<String>,
}

/// Keeps a rating.
pub fn answer(call: &Call, question: &FeedbackQuestion) -> Result<Feedback, Error> {
    settle(call.workspace)?;
    let (name, note) = (question.id.as_deref(), question.note.as_deref());
    add(
        call.workspace,
        &question.query,
        question.outcome,
        name,
        note,
    )
}
