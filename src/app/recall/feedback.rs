//! What somebody says of an answer of `recall`: one line of `memory/recall-feedback.jsonl`.

use crate::app::records::find;
use crate::app::workspace::{Error, Workspace};
use crate::domain::date::rfc3339;
use crate::domain::layout::FEEDBACK;
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::recall::feedback::{Feedback, Outcome, QUERY_LIMIT, with_line};
use crate::domain::text;
use crate::store::write::Change;
use crate::store::{Error as StoreError, View};

/// Writes what is said of an answer. `name` names the record that it is said of. The file is staged
/// only where a team tracks it.
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
    let guard = workspace.guard()?;
    let short = |raw: &str| {
        let plain = text::plain(raw);
        let words: Vec<&str> = plain.split_whitespace().collect();
        // Redacted as a whole first: a secret that is cut is none that anybody knows any more.
        let clean = guard.redact(&words.join(" ")).into_string();
        clean.chars().take(QUERY_LIMIT).collect::<String>()
    };
    let query = short(query);
    if query.is_empty() {
        return Err(Error::BadValue("the query is empty".to_owned()));
    }
    let lock = workspace.lock()?;
    let mut feedback = Feedback::new(query, outcome, rfc3339(workspace.now()));
    if let Some(name) = name {
        let memory = workspace.memory(&View::WorkTree)?;
        let id = match find(workspace, &memory, name) {
            Err(unknown @ Error::UnknownRecord(_)) => {
                let private = crate::app::records::private_record::memory(workspace)?;
                find(workspace, &private, name)
                    .map(|record| record.header.id.to_string())
                    .map_err(|_| unknown)?
            }
            found => found?.header.id.to_string(),
        };
        feedback.matched_id = Some(id);
    }
    feedback.note = note.map(short).filter(|note| !note.is_empty());
    let path: RepoPath = FEEDBACK
        .parse()
        .map_err(|_| Error::BadValue(FEEDBACK.to_owned()))?;
    let place = workspace.repo.work_tree()?.join(FEEDBACK);
    let before = match std::fs::symlink_metadata(&place) {
        Ok(meta) if !meta.is_file() => {
            return Err(StoreError::Odd {
                path: place,
                what: "is no regular file",
            }
            .into());
        }
        Ok(_) => Some(workspace.read(&path)?),
        Err(_) => None,
    };
    let file = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
    let clean = guard.redact(&with_line(&file, &feedback.line()));
    let change = match before {
        Some(before) => Change::Replace(path, before, clean),
        None => Change::Create(path, clean),
    };
    let is_tracked = workspace
        .repo
        .index(MEMORY)?
        .iter()
        .any(|entry| entry.path == FEEDBACK.as_bytes());
    workspace.change(&lock, &[change], is_tracked)?;
    Ok(feedback)
}
