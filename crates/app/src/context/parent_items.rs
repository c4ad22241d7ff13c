//! Records of parents for packs and hooks: after the repository's own, in a room of their own, with
//! a label that says whose they are.

use crate::context::records::{GoverningItem, GoverningName, IsNews, known_status, labelled};
use crate::context::request::ContextQuestion;
use crate::parents::reading::{self, Covering};
use crate::recall::meaning::Means;
use crate::recall::{Asked, RecallQuestion, Sources, rank};
use crate::records::reading::Indexed;
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_model::context::pack::{Item, ItemOrder};
use git_memory_model::context::sanitize::sanitized;
use git_memory_model::kind::Kind;
use git_memory_model::record::working_text::piece;
use git_memory_model::record::{Record, front_matter};
use git_memory_recall::{Confidence, Query};
use git_memory_store::index::Index;

/// Maximum number of records that answer a question, or apply to files.
const ASKED: usize = 5;
/// Maximum number of records that are told unasked.
const UNASKED: usize = 12;
/// Maximum number of records that a hook tells.
const GOVERNING: usize = 3;
/// The longest brief text of a record, in characters.
const BRIEF: usize = 160;
/// The value of `trust` in the label of a record of a parent.
const TRUST: &str = "parent";

/// The records of parents for a pack: those that apply to its files and answer its question, else
/// decisions and conventions, the newest first.
pub(crate) fn parent_items(
    workspace: &Workspace,
    index: &Index,
    request: &ContextQuestion,
) -> Result<Vec<Item>, Error> {
    let mut items: Vec<Item> = Vec::new();
    if workspace.parents()?.is_empty() {
        return Ok(items);
    }
    for covering in reading::covering(workspace, &request.paths)?
        .iter()
        .take(ASKED)
    {
        items.push(of_covering(workspace, covering, items.len())?);
    }
    let mut add = |record: &Record, text: Option<&str>| -> Result<(), Error> {
        let item = item(workspace, record, text, items.len())?;
        if items.iter().all(|known| known.origin != item.origin) {
            items.push(item);
        }
        Ok(())
    };
    if !request.query.is_empty() {
        for read in answering(workspace, index, &request.query)? {
            add(&read.record, Some(&read.text))?;
        }
    } else if request.paths.is_empty() || request.is_of_branch {
        for record in unasked(workspace)? {
            add(&record, None)?;
        }
    }
    Ok(items)
}

/// The records of parents that apply to some files, for a hook that tells what `is_news`.
pub(crate) fn governing_parents(
    workspace: &Workspace,
    files: &[String],
    is_news: &IsNews,
) -> Result<Vec<GoverningItem>, Error> {
    let mut items = Vec::new();
    for covering in reading::covering(workspace, files)? {
        let covered: Vec<&str> = covering.files.iter().map(String::as_str).collect();
        let id = covering.record.header.id.as_str();
        if items.len() < GOVERNING && is_news(id, &covered) {
            items.push(GoverningItem {
                item: of_covering(workspace, &covering, items.len())?,
                name: GoverningName {
                    id: id.to_owned(),
                    covered: covering.files.clone(),
                },
            });
        }
    }
    Ok(items)
}

fn of_covering(workspace: &Workspace, covering: &Covering, nth: usize) -> Result<Item, Error> {
    let text = match covering.blob {
        Some(blob) => {
            let bytes = workspace.store().objects().blob(blob)?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        }
        None => None,
    };
    item(workspace, &covering.record, text.as_deref(), nth)
}

/// The records that answer a question with more than low confidence, the best first.
fn answering(workspace: &Workspace, index: &Index, words: &str) -> Result<Vec<Indexed>, Error> {
    let sources = Sources::of_parents(workspace, index)?;
    let question = RecallQuestion {
        words: words.to_owned(),
        most: Some(ASKED),
        ..RecallQuestion::default()
    };
    let asked = Asked {
        question: &question,
        query: &Query::parse(words, index.usual()),
        days: None,
        usual: index.usual(),
        means: Means::Words,
    };
    let ranking = rank(workspace, &sources, &sources.parts(), &asked)?;
    let mut found = Vec::new();
    for ranked in &ranking.found.ranked {
        if found.len() < ASKED
            && ranked.confidence != Confidence::Near
            && let Some(read) = sources.read(workspace, ranked.at)?
            && read.record.is_current()
        {
            found.push(read);
        }
    }
    Ok(found)
}

/// Decisions and conventions that are current, the newest first.
fn unasked(workspace: &Workspace) -> Result<Vec<Record>, Error> {
    let mut records = Vec::new();
    for record in &reading::records(workspace)?.records {
        let kind = record.kind();
        let is_rule = kind.is_some_and(|kind| [Kind::DECISION, Kind::CONVENTION].contains(&kind));
        if is_rule && record.is_current() && !record.is_about_folder() {
            records.push(record.clone());
        }
    }
    records.sort_by_key(|record| std::cmp::Reverse(record.header.updated));
    records.truncate(UNASKED);
    Ok(records)
}

fn item(
    workspace: &Workspace,
    record: &Record,
    text: Option<&str>,
    nth: usize,
) -> Result<Item, Error> {
    let (header, guard) = (&record.header, workspace.guard()?);
    let (title, told) = (&header.title, &header.abstract_line);
    let status = known_status(record);
    let is_usual = record
        .kind()
        .is_some_and(|kind| kind.default_status() == status);
    let words: &[&str] = if is_usual { &[] } else { &[status] };
    let full = text.map(|text| {
        let body = front_matter::split(text).map_or(text, |parts| &text[parts.body]);
        let page = sanitized(&piece(record.kind(), title, told, body));
        guard.redact(&page).into_string()
    });
    Ok(Item {
        origin: labelled(header.id.as_str(), words, &[("trust", TRUST)]),
        order: ItemOrder::nth(nth),
        brief: sanitize::title_line(guard, title, told, BRIEF).into_string(),
        full,
    })
}
