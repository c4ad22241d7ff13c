//! Ground of a record, in answers.

use std::ops::Not;

use schemars::JsonSchema;
use serde::Serialize;

use git_memory_guard::Clean;
use git_memory_model::evidence::ground::{Changes, Ground, NamedChange, Verdict};
use git_memory_text::advice::Advice;

/// Freshness of a record: whether its files have changed in what it names since it was confirmed.
#[derive(Serialize, JsonSchema)]
pub struct GroundItem<'a> {
    /// `current`, `changed`, `deleted`, `superseded`, `conflict` or `unknown`.
    state: &'static str,
    /// Why it cannot be told.
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    /// Changes since its last confirmation, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesItem<'a>>,
    /// Current records about the same files that may contradict it, the likeliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts_with: Vec<RivalItem<'a>>,
    /// Next step if the record is still true.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Advice>,
}

/// A record that cannot apply together with another one.
#[derive(Serialize, JsonSchema)]
struct RivalItem<'a> {
    id: &'a str,
    title: &'a str,
    /// Reasons, in words.
    why: &'a [&'static str],
    /// The sentences that contradict each other: that of the record, and that of this rival.
    sentences: Option<[&'a str; 2]>,
}

/// Changes since a record's last confirmation.
#[derive(Serialize, JsonSchema)]
struct ChangesItem<'a> {
    /// Number of commits that changed its files, where a change matters to what the record says.
    #[serde(skip_serializing_if = "Option::is_none")]
    commits: Option<usize>,
    /// True if older commits were not read, so that there may be more.
    more: bool,
    /// The newest of the commits.
    newest: Option<NewestItem<'a>>,
    /// Files that differ; a few of many.
    files: &'a [String],
    /// Files with changes that are not committed; a few of many.
    uncommitted: &'a [String],
    /// Things that the record names and that its files do not have any more; a few of many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    named: Vec<NamedItem<'a>>,
    /// True if more than half of the lines of its files are gone.
    #[serde(skip_serializing_if = "Not::not")]
    rewritten: bool,
}

/// A thing that a record names, and that its files do not have any more.
#[derive(Serialize, JsonSchema)]
pub struct NamedItem<'a> {
    name: &'a str,
    /// The sentence of the record that names it.
    sentence: &'a str,
    /// The file that had it.
    path: &'a str,
    /// The line that had it.
    before: &'a str,
    /// The line that took its place; empty if there is none.
    after: &'a str,
}

impl<'a> NamedItem<'a> {
    /// The items of some changes.
    pub(super) fn all(changes: &'a [NamedChange]) -> Vec<Self> {
        let mut items = Vec::new();
        for it in changes {
            items.push(Self {
                name: &it.name,
                sentence: &it.sentence,
                path: &it.path,
                before: &it.before,
                after: &it.after,
            });
        }
        items
    }
}

#[derive(Serialize, JsonSchema)]
struct NewestItem<'a> {
    commit: &'a str,
    subject: &'a str,
}

impl<'a> GroundItem<'a> {
    /// Returns the item for the record of this id.
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
                named: NamedItem::all(&changes.named),
                rewritten: changes.is_rewritten,
            }),
            conflicts_with: rivals(ground),
            advice: advice(ground, id),
        }
    }
}

fn rivals(ground: &Ground) -> Vec<RivalItem<'_>> {
    let mut items = Vec::new();
    for rival in &ground.rivals {
        items.push(RivalItem {
            id: rival.id.as_str(),
            title: &rival.title,
            why: &rival.why,
            sentences: rival
                .sentences
                .as_ref()
                .map(|it| it.each_ref().map(Clean::as_str)),
        });
    }
    items
}

/// Returns the next step for a record that is right although its files have changed, or another one
/// may contradict it.
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
