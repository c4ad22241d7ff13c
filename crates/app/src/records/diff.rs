//! Changes of memory between two views, by record.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::evidence::touched::{End, Touched, touched};
use crate::private::settle::settle;
use crate::records::source::{Home, Located};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Guard;
use git_memory_model::changes::{Change, What, between};
use git_memory_model::record::Record;
use git_memory_store::{Memory, View};
use git_memory_text::difference;

/// Difference between two views.
#[derive(Clone, Debug)]
pub struct Diff {
    /// The records that changed, sorted by what happened.
    pub changes: Vec<RecordChange>,
    /// Unchanged records whose files have changed.
    pub touched: Vec<Touched>,
}

/// One record's change, with everything that a reader needs.
#[derive(Clone, Debug)]
pub struct RecordChange {
    /// Kind of the change.
    pub what: What,
    /// The record now, or as it last was.
    pub record: Record,
    /// The status before, where the record existed before.
    pub old_status: Option<String>,
    /// The path before, where it was another.
    pub old_path: Option<String>,
    /// The records that replaced it.
    pub successors: Vec<Successor>,
    /// The change of the text as a unified diff; empty for records that were moved, and, where it
    /// was not asked for, of those that were added or removed.
    pub text: String,
}

impl RecordChange {
    /// Returns the new side of the text's change: added lines and context.
    #[must_use]
    pub fn lines_now(&self) -> String {
        let mut now = String::new();
        for line in self.text.lines() {
            if let Some(line) = line.strip_prefix(['+', ' ']) {
                now.extend([line, "\n"]);
            }
        }
        now
    }
}

/// A record that replaced another one.
#[derive(Clone, Debug)]
pub struct Successor {
    /// Its id.
    pub id: String,
    /// Its title; `None` where the newer view does not have it.
    pub title: Option<String>,
}

/// The two views to compare.
#[derive(Clone, Debug)]
pub struct Range {
    /// The older view; `None` before the first commit.
    pub before: Option<View>,
    /// The newer view.
    pub after: View,
}

/// The two views that `range` names: nothing (HEAD and the work tree), a revision (and the work
/// tree), `a..b`, or `a...b` (from where `b` left `a`).
///
/// # Errors
/// An unknown revision.
pub fn views(workspace: &Workspace, range: Option<&str>) -> Result<Range, Error> {
    let history = workspace.store().history();
    let Some(range) = range else {
        // Before the first commit everything in the work tree is new.
        let has_commit = history.head_commit()?.is_some();
        return Ok(Range {
            before: has_commit.then(|| View::Revision("HEAD".to_owned())),
            after: View::WorkTree,
        });
    };
    if let Some((from, to)) = range.split_once("...") {
        let (from, to) = (or_head(from), or_head(to));
        return Ok(Range {
            before: Some(View::Revision(history.merge_base(from, to)?.to_string())),
            after: View::Revision(to.to_owned()),
        });
    }
    Ok(match range.split_once("..") {
        Some((from, to)) => Range {
            before: Some(View::Revision(or_head(from).to_owned())),
            after: View::Revision(or_head(to).to_owned()),
        },
        None => Range {
            before: Some(View::Revision(range.to_owned())),
            after: View::WorkTree,
        },
    })
}

fn or_head(name: &str) -> &str {
    if name.is_empty() { "HEAD" } else { name }
}

/// Compares two views. The first `texts` records that were added or removed have all of their text
/// as a change.
pub fn diff(workspace: &Workspace, range: &Range, texts: usize) -> Result<Diff, Error> {
    let store = workspace.store();
    let folder = store.folder_at(&range.after)?;
    let old = match &range.before {
        Some(view) => workspace.with_allowed(store.memory_in(&folder, view)?)?,
        None => Memory::default(),
    };
    let new = workspace.memory(&range.after)?;
    let touched = match &range.before {
        Some(view) => touched(
            workspace,
            End { view, memory: &old },
            End {
                view: &range.after,
                memory: &new,
            },
        )?,
        None => Vec::new(),
    };
    Ok(Diff {
        changes: changes(workspace, range, [&old, &new], texts)?,
        touched,
    })
}

/// The changes of the records themselves, sorted by what happened.
pub(crate) fn changes(
    workspace: &Workspace,
    range: &Range,
    [old, new]: [&Memory; 2],
    mut texts: usize,
) -> Result<Vec<RecordChange>, Error> {
    let is_same = |a: &Record, b: &Record| old.blob(a) == new.blob(b);
    let guard = workspace.guard()?;
    let before = |record| match &range.before {
        Some(view) => content(workspace, view, old, record),
        None => Ok(Vec::new()),
    };
    let after = |record| content(workspace, &range.after, new, record);
    let mut all = Vec::new();
    for change in between(&old.records, &new.records, is_same) {
        let Some(record) = change.record() else {
            continue;
        };
        let text = match (change.before, change.after) {
            (Some(a), Some(b)) if !is_same(a, b) => unified(guard, &before(a)?, &after(b)?),
            (Some(a), None) if texts > 0 => unified(guard, &before(a)?, &[]),
            (None, Some(b)) if texts > 0 => unified(guard, &[], &after(b)?),
            _ => String::new(),
        };
        if matches!(change.what, What::Added | What::Removed) {
            texts = texts.saturating_sub(1);
        }
        // Line ends and filters give one text several blobs.
        if text.is_empty() && change.what == What::Edited {
            continue;
        }
        all.push(described(&change, record, new, text));
    }
    Ok(all)
}

fn content(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    record: &Record,
) -> Result<Vec<u8>, Error> {
    Located::new(Home::Tracked(view.clone()), memory, record).content(workspace)
}

fn described(change: &Change, record: &Record, new: &Memory, text: String) -> RecordChange {
    // A path is worth a word only where the record was moved.
    let mut old_path = None;
    if let Some(before) = change.before
        && before.path != record.path
    {
        old_path = Some(before.path.to_string());
    }
    let mut successors = Vec::new();
    // Successors are news only for this change.
    if change.what == What::Superseded {
        for id in &record.header.superseded_by {
            let found = new.records.iter().find(|record| record.header.id == *id);
            successors.push(Successor {
                id: id.to_string(),
                title: found.map(|record| record.header.title.to_string()),
            });
        }
    }
    RecordChange {
        what: change.what,
        record: record.clone(),
        old_status: change.before.map(|before| before.header.status.to_string()),
        old_path,
        successors,
        text,
    }
}

/// A unified diff of two files' texts, with their line ends folded, and without secrets.
pub(crate) fn unified(guard: &Guard, before: &[u8], after: &[u8]) -> String {
    difference::unified(&folded(guard, before), &folded(guard, after))
}

fn folded(guard: &Guard, bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    guard.redact(&text).into_string()
}

/// Between which revisions.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DiffQuestion {
    /// One revision (compared with the work tree), a..b, or a...b; HEAD where it is not given.
    range: Option<String>,
    /// Number of added or removed records whose whole text is included.
    texts: usize,
}

/// Answers with the changes of memory between two revisions.
pub fn answer(call: &Call, question: &DiffQuestion) -> Result<Diff, Error> {
    settle(call.workspace)?;
    let range = views(call.workspace, question.range.as_deref())?;
    diff(call.workspace, &range, question.texts)
}
