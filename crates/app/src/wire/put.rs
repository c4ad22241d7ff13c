//! The answer of a write: of a door that writes records as a whole.

use schemars::JsonSchema;
use serde::Serialize;

use super::{ContestedItem, FeedbackAnswer, PathAnswer, SupersededAnswer, WrittenAnswer};
use crate::records::put::{Plan, Put};
use crate::records::write::Wrote;

/// Result of writing a text of any kind.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum WriteAnswer<'a> {
    /// A record.
    Record(PutAnswer<'a>),
    /// A topic.
    Topic(WrittenAnswer<'a>),
    /// A rating of an answer.
    Rated(FeedbackAnswer<'a>),
    /// A file of user memory.
    User(PathAnswer),
}

/// A record that was written.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PutAnswer<'a> {
    /// A record, new or changed.
    Written(WrittenItem<'a>),
    /// A record, and the one that it replaces.
    Superseded(SupersededAnswer<'a>),
    /// Nothing yet.
    Planned(PlannedAnswer<'a>),
}

/// A record that was written.
#[derive(Serialize, JsonSchema)]
pub struct WrittenItem<'a> {
    #[serde(flatten)]
    record: WrittenAnswer<'a>,
    /// Missing parts that readers of its kind look for.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    lacks: &'a [&'static str],
    /// True if it waits for a person to make it active.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    proposed: bool,
    /// The secrets that were taken out of a private record.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    redacted: &'a [String],
}

/// A record that could be written.
#[derive(Serialize, JsonSchema)]
pub struct PlannedAnswer<'a> {
    id: &'a str,
    kind: &'a str,
    path: &'a str,
    /// The text of its file.
    text: &'a str,
    /// Records with its title, or that it may contradict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts_with: Vec<ContestedItem<'a>>,
    /// Always true: nothing was written.
    dry_run: bool,
}

impl<'a> From<&'a Wrote> for WriteAnswer<'a> {
    fn from(wrote: &'a Wrote) -> Self {
        match wrote {
            Wrote::Record(put) => Self::Record(put.into()),
            Wrote::Topic(written) => Self::Topic(written.into()),
            Wrote::Rated(feedback) => Self::Rated(feedback.into()),
            Wrote::User(path) => Self::User(PathAnswer { path: path.clone() }),
        }
    }
}

impl<'a> From<&'a Plan> for PlannedAnswer<'a> {
    fn from(plan: &'a Plan) -> Self {
        Self {
            id: plan.id.as_str(),
            kind: plan.kind,
            path: plan.path.as_str(),
            text: &plan.text,
            conflicts_with: plan.contested.iter().map(ContestedItem::planned).collect(),
            dry_run: true,
        }
    }
}

impl<'a> From<&'a Put> for PutAnswer<'a> {
    fn from(put: &'a Put) -> Self {
        let mut proposed = false;
        let (record, lacks, redacted) = match put {
            Put::Added {
                written,
                lacks,
                is_proposal,
            } => {
                proposed = *is_proposal;
                (written.into(), lacks.as_slice(), &[][..])
            }
            Put::Private(written) => (
                WrittenAnswer::from(&written.record),
                &[][..],
                written.redacted.as_slice(),
            ),
            Put::Changed(written) => (written.into(), &[][..], &[][..]),
            Put::Edited(edited) => (edited.into(), &[][..], edited.redacted.as_slice()),
            Put::Replaced(both) => {
                return Self::Superseded(SupersededAnswer::new(&both.new, &both.old));
            }
            Put::Planned(plan) => return Self::Planned(plan.into()),
        };
        Self::Written(WrittenItem {
            record,
            lacks,
            proposed,
            redacted,
        })
    }
}
