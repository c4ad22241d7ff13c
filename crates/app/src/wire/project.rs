//! Answers about the policy: `policy show` and `policy check`.

use schemars::JsonSchema;
use serde::Serialize;

use super::error::HintItem;
use crate::project::check::Checked;
use crate::project::policy::WholePolicy;
use crate::project::{Access, Row, Verdict};
use git_memory_text::advice::Wording;

/// The answer of `policy show`.
#[derive(Serialize, JsonSchema)]
pub struct PolicyAnswer<'a> {
    /// Paths and globs that no tool for files may read, write or search.
    blocked: Vec<BlockedItem<'a>>,
    /// Names that would be blocked, but are the project's own: HEAD tracks them, or the person
    /// has opened it.
    allowed: Vec<&'a str>,
    /// True if tools may write nothing outside of the work tree.
    closes_outside: bool,
    /// Files that tools may read but not write: git-memory makes them.
    derived: &'a [String],
    /// Paths and globs without the project's own text: a search there gets a note.
    ignored: Vec<NamedItem<'a>>,
    /// Paths and globs that matter most, though a part of them is among the ignored ones.
    focus: Vec<NamedItem<'a>>,
    /// Faults of the project index, one line each.
    faults: &'a [String],
}

/// Something that is blocked.
#[derive(Serialize, JsonSchema)]
struct BlockedItem<'a> {
    /// A path from the top, or a glob.
    pattern: &'a str,
    /// The rule, as a denial names it.
    rule: &'static str,
    source: &'a str,
}

/// Something that the policy names.
#[derive(Serialize, JsonSchema)]
struct NamedItem<'a> {
    pattern: &'a str,
    source: &'a str,
}

impl<'a> From<&'a WholePolicy> for PolicyAnswer<'a> {
    fn from(whole: &'a WholePolicy) -> Self {
        let WholePolicy {
            policy,
            closes_outside,
            faults,
        } = whole;
        let mut blocked = Vec::new();
        for blocks in policy.blocks() {
            blocked.push(BlockedItem {
                pattern: blocks.pattern,
                rule: blocks.rule.name(),
                source: blocks.why,
            });
        }
        Self {
            blocked,
            allowed: policy.open_logs().iter().map(|log| log.name).collect(),
            closes_outside: *closes_outside,
            derived: policy.derived(),
            ignored: named(policy.ignored()),
            focus: named(policy.focused()),
            faults,
        }
    }
}

fn named<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<NamedItem<'a>> {
    let mut named = Vec::new();
    for row in rows {
        named.push(NamedItem {
            pattern: &row.shown,
            source: &row.source,
        });
    }
    named
}

/// The answer of `policy check`.
#[derive(Serialize, JsonSchema)]
pub struct PolicyCheckAnswer<'a> {
    /// One for each path, in the order in which they were given.
    pub results: Vec<VerdictItem<'a>>,
}

/// Verdict on a tool's access to a path.
#[derive(Serialize, JsonSchema)]
pub struct VerdictItem<'a> {
    path: &'a str,
    #[serde(rename = "for")]
    access: &'static str,
    is_allowed: bool,
    /// The rule that denies it.
    rule: Option<&'static str>,
    /// Reason for a denial, or a note for allowed access.
    reason: Option<&'a str>,
    hints: Vec<HintItem<'a>>,
}

impl<'a> From<&'a Checked> for PolicyCheckAnswer<'a> {
    fn from(checked: &'a Checked) -> Self {
        let verdicts = checked.verdicts.iter();
        let item = |(path, verdict): &'a (String, Verdict)| {
            VerdictItem::new(path, checked.access, verdict, checked.wording)
        };
        Self {
            results: verdicts.map(item).collect(),
        }
    }
}

impl<'a> VerdictItem<'a> {
    /// A verdict, with its hints in a door's words.
    #[must_use]
    pub fn new(path: &'a str, access: Access, verdict: &'a Verdict, wording: Wording) -> Self {
        let rule = match verdict {
            Verdict::Denied(denial) => Some(denial.rule.name()),
            Verdict::Noted(_) | Verdict::Open => None,
        };
        Self {
            path,
            access: access.name(),
            is_allowed: rule.is_none(),
            rule,
            reason: verdict.reason(),
            hints: HintItem::list(verdict.advice(), wording),
        }
    }
}
