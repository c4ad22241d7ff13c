//! What answers say of a record's ground.

use schemars::JsonSchema;
use serde::Serialize;

use crate::domain::advice::Advice;
use crate::domain::evidence::ground::{Ground, Verdict};

/// Whether what a record is about is as it was when somebody last confirmed the record.
#[derive(Serialize, JsonSchema)]
pub struct GroundItem<'a> {
    /// `holds`, `moved`, `gone`, `superseded` or `unknown`.
    verdict: &'static str,
    /// Why it cannot be told.
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    /// What has changed, where it has moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesItem<'a>>,
    /// What to do where the record still holds all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Advice>,
}

/// What has changed since a record was last confirmed.
#[derive(Serialize, JsonSchema)]
struct ChangesItem<'a> {
    /// How many commits changed its files.
    commits: usize,
    /// Whether older commits were not looked at, so that there may be more.
    more: bool,
    /// The newest of the commits.
    newest: Option<NewestItem<'a>>,
    /// Files that differ; a few of many.
    files: &'a [String],
    /// Files with changes that are not committed; a few of many.
    uncommitted: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct NewestItem<'a> {
    commit: &'a str,
    subject: &'a str,
}

impl<'a> GroundItem<'a> {
    /// What is said of the record of this id.
    #[must_use]
    pub fn new(ground: &'a Ground, id: &str) -> Self {
        let changes = &ground.changes;
        let newest = changes.newest.as_ref();
        Self {
            verdict: ground.verdict.name(),
            reason: ground.reason,
            changes: (ground.verdict == Verdict::Moved).then(|| ChangesItem {
                commits: changes.commits,
                more: changes.is_more,
                newest: newest.map(|newest| NewestItem {
                    commit: &newest.commit,
                    subject: &newest.subject,
                }),
                files: &changes.files,
                uncommitted: &changes.uncommitted,
            }),
            advice: advice(ground, id),
        }
    }
}

/// What to do where a record whose ground has moved still holds.
#[must_use]
pub fn advice(ground: &Ground, id: &str) -> Option<Advice> {
    (ground.verdict == Verdict::Moved).then(|| Advice::Confirm { id: id.to_owned() })
}
