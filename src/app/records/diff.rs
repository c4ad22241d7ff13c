//! What changed in memory between two views, in terms of records.

use crate::app::workspace::{Error, Workspace};
use crate::domain::changes;
use crate::domain::changes::What;
use crate::domain::record::Record;
use crate::domain::secrets::redact;
use crate::store::{Memory, View};

/// One record's change, with everything that a reader needs.
#[derive(Clone, Debug)]
pub struct Changed {
    /// What happened.
    pub what: What,
    /// The record now, or as it last was.
    pub record: Record,
    /// The status before, where it was there before.
    pub old_status: Option<String>,
    /// The path before, where it was another.
    pub old_path: Option<String>,
    /// The records that replaced it: id and title, where it is there.
    pub successors: Vec<(String, Option<String>)>,
    /// The change of the text as a unified diff; empty for records that were added, removed or
    /// moved.
    pub text: String,
}

/// The two views that `range` names: nothing (HEAD and the work tree), a revision (and the work
/// tree), `a..b`, or `a...b` (from where `b` left `a`).
///
/// # Errors
/// An unknown revision.
pub fn views(workspace: &Workspace, range: Option<&str>) -> Result<(Option<View>, View), Error> {
    let or_head = |name: &str| {
        if name.is_empty() {
            "HEAD".to_owned()
        } else {
            name.to_owned()
        }
    };
    let Some(range) = range else {
        let born = workspace.repo.head()?.commit.is_some();
        return Ok((
            born.then(|| View::Revision("HEAD".to_owned())),
            View::WorkTree,
        ));
    };
    Ok(if let Some((from, to)) = range.split_once("...") {
        let (from, to) = (or_head(from), or_head(to));
        (
            Some(View::Revision(
                workspace.repo.merge_base(&from, &to)?.to_string(),
            )),
            View::Revision(to),
        )
    } else if let Some((from, to)) = range.split_once("..") {
        (
            Some(View::Revision(or_head(from))),
            View::Revision(or_head(to)),
        )
    } else {
        (Some(View::Revision(range.to_owned())), View::WorkTree)
    })
}

/// The changes between two views, sorted by what happened.
///
/// # Errors
/// Where memory cannot be read.
pub fn diff(
    workspace: &Workspace,
    before: Option<&View>,
    after: &View,
) -> Result<Vec<Changed>, Error> {
    let old = before.map_or_else(|| Ok(Memory::default()), |view| workspace.memory(view))?;
    let new = workspace.memory(after)?;
    let is_same = |a: &Record, b: &Record| old.blob(a) == new.blob(b);
    let mut all = Vec::new();
    for change in changes::between(&old.records, &new.records, is_same) {
        let Some(record) = change.record() else {
            continue;
        };
        let text = match (change.before, change.after, before) {
            (Some(a), Some(b), Some(view)) if !is_same(a, b) => {
                let read = |view, memory: &Memory, record| {
                    super::show::content(workspace, view, memory, record)
                };
                unified(&read(view, &old, a)?, &read(after, &new, b)?)
            }
            _ => String::new(),
        };
        // Line ends and filters make other blobs of one text.
        if text.is_empty() && change.what == What::Edited {
            continue;
        }
        let successor = |id: &crate::domain::record::RecordId| {
            let found = new.records.iter().find(|record| record.header.id == *id);
            (
                id.to_string(),
                found.map(|record| record.header.title.to_string()),
            )
        };
        let superseded = change.what == What::Superseded;
        all.push(Changed {
            what: change.what,
            record: record.clone(),
            old_status: change.before.map(|before| before.header.status.to_string()),
            old_path: change
                .before
                .filter(|before| before.path != record.path)
                .map(|before| before.path.to_string()),
            successors: record
                .header
                .superseded_by
                .iter()
                .filter(|_| superseded)
                .map(successor)
                .collect(),
            text,
        });
    }
    Ok(all)
}

/// A unified diff of two files' texts, line ends folded, secrets redacted.
fn unified(before: &[u8], after: &[u8]) -> String {
    let text =
        |bytes: &[u8]| redact(&String::from_utf8_lossy(bytes).replace("\r\n", "\n")).into_string();
    changes::hunks(&text(before), &text(after))
}
