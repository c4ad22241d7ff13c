//! What answers say of a record's ground.

use schemars::JsonSchema;
use serde::Serialize;

use git_memory_model::evidence::ground::{Changes, Ground, Rival, Verdict};
use git_memory_text::advice::Advice;

/// Freshness of a record: whether the files that it covers have changed since it was confirmed.
#[derive(Serialize, JsonSchema)]
pub struct GroundItem<'a> {
    /// `current`, `changed`, `deleted`, `superseded`, `conflict` or `unknown`.
    state: &'static str,
    /// Why it cannot be told.
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    /// What has changed since it was last confirmed, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesItem<'a>>,
    /// Current records about the same files that may contradict it, the likeliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts_with: Vec<RivalItem<'a>>,
    /// What to do where the record still holds all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Advice>,
}

/// A record that may contradict another one.
#[derive(Serialize, JsonSchema)]
struct RivalItem<'a> {
    id: &'a str,
    title: &'a str,
    /// What both have in common, in words.
    why: &'a [&'static str],
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
            state: ground.verdict.name(),
            reason: ground.reason,
            changes: (*changes != Changes::default()).then(|| ChangesItem {
                commits: changes.commits,
                more: changes.is_more,
                newest: newest.map(|newest| NewestItem {
                    commit: &newest.commit,
                    subject: &newest.subject,
                }),
                files: &changes.files,
                uncommitted: &changes.uncommitted,
            }),
            conflicts_with: rivals(ground),
            advice: advice(ground, id),
        }
    }
}

fn rivals(ground: &Ground) -> Vec<RivalItem<'_>> {
    let mut items = Vec::new();
    for Rival { id, title, why } in &ground.rivals {
        items.push(RivalItem {
            id: id.as_str(),
            title,
            why,
        });
    }
    items
}

/// What to do where a record whose ground has moved, or that another one may contradict, holds.
#[must_use]
pub fn advice(ground: &Ground, id: &str) -> Option<Advice> {
    let id = id.to_owned();
    match (ground.verdict, ground.rivals.first()) {
        (Verdict::Moved, _) => Some(Advice::Confirm { id }),
        (Verdict::Contested, Some(rival)) => Some(Advice::Relate {
            id,
            other: rival.id.to_string(),
        }),
        _ => None,
    }
}
