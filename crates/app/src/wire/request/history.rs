//! Changes of memory: by commits, and between two revisions.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::private::settle::settle;
use crate::records::diff::{diff as changed, views};
use crate::records::log::{add_patches, log as logged};
use crate::wire::{DiffAnswer, LogAnswer};
use crate::workspace::Error;

/// The commits to list.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LogQuestion {
    /// Only of this record.
    record: Option<String>,
    /// The revision to start at; HEAD by default.
    rev: Option<String>,
    /// Maximum number of commits.
    most: Option<usize>,
    /// True to include the change of each record's text.
    patch: bool,
}

/// The commits that changed records.
pub fn log(request: &Request) -> Result<String, Error> {
    let question = request.question::<LogQuestion>()?;
    settle(request.workspace)?;
    let revision = question.rev.as_deref().unwrap_or("HEAD");
    let mut entries = logged(request.workspace, revision, question.record.as_deref())?;
    entries.truncate(question.most.unwrap_or(usize::MAX));
    if question.patch {
        add_patches(request.workspace, &mut entries)?;
    }
    request.document(LogAnswer {
        commits: entries.iter().map(Into::into).collect(),
    })
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
pub fn diff(request: &Request) -> Result<String, Error> {
    let question = request.question::<DiffQuestion>()?;
    settle(request.workspace)?;
    let range = views(request.workspace, question.range.as_deref())?;
    let diff = changed(request.workspace, &range, question.texts)?;
    request.document(DiffAnswer::from(&diff))
}
