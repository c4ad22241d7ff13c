//! Commits as the last resort of a pack: their messages, if no record answers.

use std::collections::HashSet;

use crate::context::records::Records;
use crate::context::request::ContextQuestion;
use crate::recall::commits::view;
use crate::recall::{Asked, RecallQuestion, Sources, named_by, rank};
use crate::records::reading::Indexed;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::context::fence::origin;
use git_memory_model::context::pack::{Item, ItemOrder};
use git_memory_model::context::sanitize::brief;
use git_memory_model::evidence::citations;
use git_memory_model::private::message::Message;
use git_memory_recall::{Confidence, DocumentRef, Query};
use git_memory_store::index::{Index, IndexView};

/// Maximum number of commits in a pack.
const COMMITS: usize = 8;
/// Maximum number of the last commits of one file.
const OF_FILE: usize = 3;
/// Maximum number of files whose commits are looked up: each may be a walk through the history.
const FILES: usize = 3;
/// The longest text of a commit, in characters.
const LENGTH: usize = 700;

/// The commits that show which records the files of a request follow, if it names any.
pub(crate) fn history(
    workspace: &Workspace,
    index: &Index,
    revision: Option<&str>,
    request: &ContextQuestion,
) -> Result<Option<IndexView>, Error> {
    if request.paths.is_empty() || request.is_without_history {
        return Ok(None);
    }
    newest(workspace, index, revision)
}

/// The newest commits of a view's history; `None` before the first one.
fn newest(
    workspace: &Workspace,
    index: &Index,
    revision: Option<&str>,
) -> Result<Option<IndexView>, Error> {
    let history = workspace.store().history();
    match history.at(revision)? {
        Some(tip) => view(workspace, &index.of_commits(), tip).map(Some),
        None => Ok(None),
    }
}

/// The commits whose messages answer, the best first, then the last ones of the files, each after
/// the records that it names.
pub(crate) fn commit_items(
    index: &Index,
    revision: Option<&str>,
    request: &ContextQuestion,
    records: &Records,
) -> Result<Vec<Item>, Error> {
    let workspace = records.workspace;
    let mut found = answering(workspace, index, revision, request)?;
    let history = workspace.store().history();
    let from = revision.map(|revision| history.resolve(revision));
    let from = from.transpose()?;
    for path in request.paths.iter().take(FILES) {
        // A file that git does not know, or whose history is not in this clone, has none.
        if let Ok(commits) = history.last_changes(from, path, None, OF_FILE) {
            found.extend(commits);
        }
    }
    let mut items: Vec<Item> = Vec::new();
    let mut seen: HashSet<ObjectId> = HashSet::new();
    let mut told: HashSet<DocumentRef> = HashSet::new();
    for id in found {
        if seen.len() == COMMITS || !seen.insert(id) {
            continue;
        }
        let message = workspace.store().history().commit(id)?.message;
        // Records have the reason, the commit has only the change.
        add_named(&mut items, &mut told, &message, records)?;
        items.extend(item(workspace, id, &message, items.len())?);
    }
    Ok(items)
}

/// Adds the current records that a message names.
fn add_named(
    items: &mut Vec<Item>,
    told: &mut HashSet<DocumentRef>,
    message: &str,
    records: &Records,
) -> Result<(), Error> {
    let (sources, parts) = (&records.sources, records.sources.parts());
    for at in named_by(sources, &parts, &citations(message))? {
        if let Some(Indexed { record, .. }) = records.read(at)?
            && record.is_current()
            && told.insert(at)
        {
            items.push(Item {
                order: ItemOrder::nth(items.len()),
                ..records.item_of(at, &record, None, None)?
            });
        }
    }
    Ok(())
}

/// The commits that a question finds by its words.
fn answering(
    workspace: &Workspace,
    index: &Index,
    revision: Option<&str>,
    request: &ContextQuestion,
) -> Result<Vec<ObjectId>, Error> {
    let words = if request.query.is_empty() {
        request.paths.join(" ")
    } else {
        request.query.clone()
    };
    let Some(view) = newest(workspace, index, revision)? else {
        return Ok(Vec::new());
    };
    let sources = Sources::of_commits(view);
    let parts = sources.parts();
    let question = RecallQuestion {
        words,
        most: Some(COMMITS),
        ..RecallQuestion::default()
    };
    let asked = Asked {
        question: &question,
        query: &Query::parse(&question.words, index.usual()),
        days: None,
        usual: index.usual(),
    };
    let mut ids = Vec::new();
    for hit in rank(&sources, &parts, &asked)?.ranked {
        if hit.confidence == Confidence::Near {
            continue;
        }
        if let Some(source) = sources.of_part(hit.at.part) {
            ids.extend(source.view.id(source.part, hit.at.document)?);
        }
    }
    Ok(ids)
}

/// A commit as an item; `None` if its message is empty.
fn item(
    workspace: &Workspace,
    id: ObjectId,
    message: &str,
    nth: usize,
) -> Result<Option<Item>, Error> {
    let guard = workspace.guard()?;
    // All of it, as a secret may reach over the end of the subject.
    let message = guard.redact(message);
    let Message { subject, body, .. } = Message::parse(&message);
    let text = guard.redact(&brief(&subject, &body, LENGTH)).into_string();
    Ok((!text.is_empty()).then(|| Item {
        origin: origin(&[("commit", &id.short())]),
        order: ItemOrder::nth(nth),
        brief: text,
        ..Item::default()
    }))
}
