//! Answers about parents.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::Text;
use crate::parents::{ParentChange, ParentState, PinMove, Report};

/// The answer of `subscribe`.
#[derive(Serialize, JsonSchema)]
pub struct ParentsAnswer<'a> {
    /// The parents; after a parent its own parents.
    parents: Vec<ParentItem<'a>>,
    /// The pins that moved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved: Vec<PinMoveItem<'a>>,
    /// Things to know about what was fetched.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    /// Parents that could not be fetched or moved, with reasons.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    failed: &'a [String],
}

/// A parent.
#[derive(Serialize, JsonSchema)]
struct ParentItem<'a> {
    name: Text<'a>,
    /// Its address; not there for a parent of a parent.
    #[serde(skip_serializing_if = "str::is_empty")]
    url: &'a str,
    /// The pinned commit.
    commit: &'a str,
    /// The commit that this clone has; not there before it was fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    here: Option<&'a str>,
    /// Number of its records in this clone.
    records: usize,
}

/// A pin that moved.
#[derive(Serialize, JsonSchema)]
struct PinMoveItem<'a> {
    name: Text<'a>,
    from: &'a str,
    to: &'a str,
    /// The records that differ.
    records: Vec<ParentChangeItem<'a>>,
}

/// A record that differs.
#[derive(Serialize, JsonSchema)]
struct ParentChangeItem<'a> {
    id: Text<'a>,
    title: &'a str,
    /// `added`, `changed` or `removed`.
    change: &'a str,
}

impl<'a> From<&'a Report> for ParentsAnswer<'a> {
    fn from(report: &'a Report) -> Self {
        Self {
            parents: report.parents.iter().map(ParentItem::from).collect(),
            moved: report.moved.iter().map(PinMoveItem::from).collect(),
            notes: &report.notes,
            failed: &report.failed,
        }
    }
}

impl<'a> From<&'a ParentState> for ParentItem<'a> {
    fn from(parent: &'a ParentState) -> Self {
        Self {
            name: Text(&parent.name),
            url: &parent.url,
            commit: &parent.commit,
            here: parent.here.as_deref(),
            records: parent.records,
        }
    }
}

impl<'a> From<&'a PinMove> for PinMoveItem<'a> {
    fn from(moved: &'a PinMove) -> Self {
        Self {
            name: Text(&moved.name),
            from: &moved.from,
            to: &moved.to,
            records: moved.records.iter().map(ParentChangeItem::from).collect(),
        }
    }
}

impl<'a> From<&'a ParentChange> for ParentChangeItem<'a> {
    fn from(changed: &'a ParentChange) -> Self {
        Self {
            id: Text(&changed.id),
            title: &changed.title,
            change: changed.change,
        }
    }
}
