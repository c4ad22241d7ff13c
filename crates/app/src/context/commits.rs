//! Commits as the last resort of a pack or a hook: their messages, if no record answers.

use std::collections::HashSet;

use crate::context::records::{GoverningItem, GoverningName, Records};
use crate::context::request::ContextQuestion;
use crate::recall::commits::view;
use crate::recall::meaning::Means;
use crate::recall::{Asked, RecallQuestion, Sources, named_by, rank};
use crate::records::reading::Indexed;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::context::fence::origin;
use git_memory_model::context::pack::{Item, ItemOrder};
use git_memory_model::context::sanitize::brief;
use git_memory_model::evidence::{Reason, citations};
use git_memory_model::private::message::Message;
use git_memory_recall::{Confidence, DocumentRef, Query};
use git_memory_store::index::{Index, IndexView};

/// Maximum number of commits in a pack.
const COMMITS: usize = 8;
/// Maximum number of the last commits of one file.
const OF_FILE: usize = 3;
/// Maximum number of files whose commits are looked up: each may be a walk through the history.
const FILES: usize = 3;
/// Maximum number of commits that a hook tells.
const UNASKED: usize = 2;
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
    let found = answering(workspace, index, revision, request, COMMITS)?;
    let answers = found.iter().filter(|it| it.confidence != Confidence::Near);
    let mut ids: Vec<ObjectId> = answers.map(|it| it.id).collect();
    let history = workspace.store().history();
    let from = revision.map(|revision| history.resolve(revision));
    let from = from.transpose()?;
    for path in request.paths.iter().take(FILES) {
        // A file that git does not know, or whose history is not in this clone, has none.
        if let Ok(commits) = history.last_changes(from, path, None, OF_FILE) {
            ids.extend(commits);
        }
    }
    let mut seen: HashSet<ObjectId> = HashSet::new();
    ids.retain(|id| seen.insert(*id));
    ids.truncate(COMMITS);
    let items = told(&ids, records)?;
    Ok(items.into_iter().map(|told| told.item).collect())
}

/// The commits with a reason that answer a question for certain, and the best answer if it changed
/// the question's files, each after the records that it names.
pub(crate) fn reasons(
    index: &Index,
    request: &ContextQuestion,
    records: &Records,
) -> Result<Vec<GoverningItem>, Error> {
    let workspace = records.workspace;
    let mut ids = Vec::new();
    let found = answering(workspace, index, None, request, UNASKED)?;
    for (nth, AnsweringCommit { id, confidence }) in found.into_iter().enumerate() {
        let commit = workspace.store().history().commit(id)?;
        let is_told = match Reason::of(&Message::parse(&commit.message)) {
            Some(Reason::Text) if confidence == Confidence::Sure => true,
            Some(_) if nth == 0 => has_changed(workspace, id, &commit.parents, &request.paths)?,
            _ => false,
        };
        ids.extend(is_told.then_some(id));
    }
    told(&ids, records)
}

/// True if a commit changed one of some files; false where this clone cannot tell.
fn has_changed(
    workspace: &Workspace,
    id: ObjectId,
    parents: &[ObjectId],
    paths: &[String],
) -> Result<bool, Error> {
    let objects = workspace.store().objects();
    // A merge brings the changes of others, and the first commit changes nothing.
    let [parent] = parents else {
        return Ok(false);
    };
    for path in paths {
        match (objects.file(*parent, path), objects.file(id, path)) {
            (Ok(before), Ok(after)) if before == after => {}
            (Ok(_), Ok(_)) => return Ok(true),
            (Err(error), _) | (_, Err(error)) if error.is_missing() => {}
            (Err(error), _) | (_, Err(error)) => return Err(error.into()),
        }
    }
    Ok(false)
}

/// Commits as items, each after the records that it names: records have the reason, the commit has
/// only the change.
fn told(ids: &[ObjectId], records: &Records) -> Result<Vec<GoverningItem>, Error> {
    let workspace = records.workspace;
    let mut items = Vec::new();
    let mut seen: HashSet<DocumentRef> = HashSet::new();
    for &id in ids {
        let message = workspace.store().history().commit(id)?.message;
        add_named(&mut items, &mut seen, &message, records)?;
        if let Some(item) = item(workspace, id, &message, items.len())? {
            let name = GoverningName::of(&id.short());
            items.push(GoverningItem { name, item });
        }
    }
    Ok(items)
}

/// Adds the current records that a message names.
fn add_named(
    items: &mut Vec<GoverningItem>,
    seen: &mut HashSet<DocumentRef>,
    message: &str,
    records: &Records,
) -> Result<(), Error> {
    let (sources, parts) = (&records.sources, records.sources.parts());
    for at in named_by(sources, &parts, &citations(message))? {
        if let Some(Indexed { record, .. }) = records.read(at)?
            && record.is_current()
            && seen.insert(at)
        {
            let item = Item {
                order: ItemOrder::nth(items.len()),
                ..records.item_of(at, &record, None, None)?
            };
            let name = GoverningName::of(record.header.id.as_str());
            items.push(GoverningItem { name, item });
        }
    }
    Ok(())
}

/// A commit that a question finds.
struct AnsweringCommit {
    id: ObjectId,
    confidence: Confidence,
}

/// The commits that a question finds by its words, the best first.
fn answering(
    workspace: &Workspace,
    index: &Index,
    revision: Option<&str>,
    request: &ContextQuestion,
    most: usize,
) -> Result<Vec<AnsweringCommit>, Error> {
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
        most: Some(most),
        ..RecallQuestion::default()
    };
    let asked = Asked {
        question: &question,
        query: &Query::parse(&question.words, index.usual()),
        days: None,
        usual: index.usual(),
        // Commits have no vectors: those of 20,000 messages take minutes.
        means: Means::Words,
    };
    let mut answering = Vec::new();
    for hit in rank(workspace, &sources, &parts, &asked)?.found.ranked {
        let Some(source) = sources.of_part(hit.at.part) else {
            continue;
        };
        if let Some(id) = source.view.id(source.part, hit.at.document)? {
            let confidence = hit.confidence;
            answering.push(AnsweringCommit { id, confidence });
        }
    }
    Ok(answering)
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
