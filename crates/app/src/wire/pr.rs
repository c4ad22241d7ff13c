//! The answer of `pr`.

use schemars::JsonSchema;
use serde::Serialize;

use super::history::ChangeItem;
use super::text::Text;
use crate::evidence::altered::Lost;
use crate::pr::{Decided, Found, Named, PullRequest, Waived};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;

/// The answer of `pr`.
#[derive(Serialize, JsonSchema)]
pub struct PrAnswer<'a> {
    /// The commit where the change left its base; null if the branch has none.
    base: Option<Text<'a>>,
    /// Its newest commit.
    head: Option<Text<'a>>,
    /// True if nothing keeps the change from being merged.
    passes: bool,
    /// The decisions that the change touches, the most important first.
    decisions: Vec<NamedItem<'a>>,
    /// The records that it changes, as in `diff`.
    changes: Vec<ChangeItem<'a>>,
    /// The findings, the gravest first.
    findings: Vec<FoundItem<'a>>,
    /// The waivers that waived something.
    waived: Vec<WaivedItem<'a>>,
}

/// A decision that a change touches.
#[derive(Serialize, JsonSchema)]
struct NamedItem<'a> {
    id: &'a str,
    title: &'a str,
    status: &'a str,
    record_path: &'a str,
    /// Why it was made, on one line.
    why: &'a str,
    /// Who decided it; null if this clone does not know.
    decided: Option<DecidedItem<'a>>,
    /// Why it applies, the strongest reason first; empty if it does not.
    reasons: &'a [String],
    /// The changed files that it is about; a few of many.
    files: &'a [String],
    /// Number of all these files.
    count: usize,
    /// Paths that it names, and that have no file any more.
    lost: Vec<LostItem<'a>>,
    /// Things that it names, and that the change takes out of its files.
    gone: &'a [String],
    /// True if it landed on the base after the change had left it.
    incoming: bool,
    /// True if a commit of the change says that it follows it.
    followed: bool,
}

/// The commit that added a decision.
#[derive(Serialize, JsonSchema)]
struct DecidedItem<'a> {
    commit: Text<'a>,
    author: &'a str,
    /// The day on which it was written.
    day: &'a str,
    subject: &'a str,
    /// The merge that brought it to the branch; null if it was made there.
    merge: Option<MergeItem<'a>>,
}

/// A merge.
#[derive(Serialize, JsonSchema)]
struct MergeItem<'a> {
    commit: Text<'a>,
    subject: &'a str,
}

/// A path of a record that has no file any more.
#[derive(Serialize, JsonSchema)]
struct LostItem<'a> {
    /// The path, as the record has it.
    spec: &'a str,
    /// The first of its files that was deleted or moved.
    path: &'a str,
    /// The present path of that file; null if it was deleted.
    to: Option<&'a str>,
}

/// Something that a change is told.
#[derive(Serialize, JsonSchema)]
struct FoundItem<'a> {
    kind: &'static str,
    /// `blocking` or `advisory`.
    level: &'static str,
    /// The record that it is about.
    id: Option<&'a str>,
    path: &'a str,
    line: u32,
    message: &'a str,
    fingerprint: &'a str,
}

/// A waiver that waived something.
#[derive(Serialize, JsonSchema)]
struct WaivedItem<'a> {
    id: &'a str,
    title: &'a str,
    reason: &'a str,
    /// The author of the commit that waives.
    author: &'a str,
    commit: Text<'a>,
    /// Number of findings that it waived.
    count: usize,
}

impl<'a> From<Option<&'a PullRequest>> for PrAnswer<'a> {
    fn from(found: Option<&'a PullRequest>) -> Self {
        let Some(found) = found else {
            return Self {
                base: None,
                head: None,
                passes: true,
                decisions: Vec::new(),
                changes: Vec::new(),
                findings: Vec::new(),
                waived: Vec::new(),
            };
        };
        Self {
            base: Some(Text(&found.base)),
            head: Some(Text(&found.head)),
            passes: found.passes(),
            decisions: found.decisions.iter().map(Into::into).collect(),
            changes: found.changes.iter().map(Into::into).collect(),
            findings: found.findings.iter().map(Into::into).collect(),
            waived: found.waivers.iter().map(Into::into).collect(),
        }
    }
}

impl<'a> From<&'a Named> for NamedItem<'a> {
    fn from(named: &'a Named) -> Self {
        let header = &named.record.header;
        Self {
            id: header.id.as_str(),
            title: &header.title,
            status: &header.status,
            record_path: named.record.path.as_str(),
            why: &named.why,
            decided: named.decided.as_ref().map(Into::into),
            reasons: &named.reasons,
            files: &named.files,
            count: named.count,
            lost: named.lost.iter().map(Into::into).collect(),
            gone: &named.gone,
            incoming: named.is_incoming,
            followed: named.is_followed,
        }
    }
}

impl<'a> From<&'a Decided> for DecidedItem<'a> {
    fn from(decided: &'a Decided) -> Self {
        Self {
            commit: Text(&decided.commit),
            author: &decided.author,
            day: &decided.day,
            subject: &decided.subject,
            merge: decided.merge.as_ref().map(Into::into),
        }
    }
}

impl<'a> From<&'a (ObjectId, Clean)> for MergeItem<'a> {
    fn from((commit, subject): &'a (ObjectId, Clean)) -> Self {
        Self {
            commit: Text(commit),
            subject,
        }
    }
}

impl<'a> From<&'a Lost> for LostItem<'a> {
    fn from(lost: &'a Lost) -> Self {
        Self {
            spec: &lost.spec,
            path: &lost.path,
            to: lost.to.as_deref(),
        }
    }
}

impl<'a> From<&'a Found> for FoundItem<'a> {
    fn from(found: &'a Found) -> Self {
        Self {
            kind: found.kind.name(),
            level: found.level.name(),
            id: found.record.as_ref().map(|(id, _)| id.as_str()),
            path: &found.path,
            line: found.line,
            message: &found.message,
            fingerprint: &found.fingerprint,
        }
    }
}

impl<'a> From<&'a Waived> for WaivedItem<'a> {
    fn from(waived: &'a Waived) -> Self {
        let header = &waived.record.header;
        Self {
            id: header.id.as_str(),
            title: &header.title,
            reason: &waived.waiver.reason,
            author: &waived.waiver.author,
            commit: Text(&waived.waiver.commit),
            count: waived.count,
        }
    }
}
