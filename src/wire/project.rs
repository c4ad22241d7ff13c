//! Answers about the policy: `policy show` and `policy check`.

use schemars::JsonSchema;
use serde::Serialize;

use super::error::HintItem;
use crate::app::project::policy::WholePolicy;
use crate::app::project::{Access, Denial, Row};
use crate::domain::advice::Wording;

/// The answer of `policy show`.
#[derive(Serialize, JsonSchema)]
pub struct PolicyAnswer<'a> {
    /// What no tool may read, write or search.
    blocked: Vec<BlockedItem<'a>>,
    /// What would be blocked by its name, but is the project's own source: git tracks it.
    allowed: Vec<&'a str>,
    /// What tools may read and not write: git-memory makes it.
    derived: &'a [&'static str],
    /// What tools may read and write, and not search.
    ignored: Vec<NamedItem<'a>>,
    /// What matters most; it may be searched though it is among the ignored ones.
    focus: Vec<NamedItem<'a>>,
    /// What the project index could not read or understand, one line each.
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
    fn from(WholePolicy { policy, faults }: &'a WholePolicy) -> Self {
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
            allowed: policy.own_logs().collect(),
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

/// Whether a tool may do something with a path.
#[derive(Serialize, JsonSchema)]
pub struct VerdictItem<'a> {
    path: &'a str,
    #[serde(rename = "for")]
    access: &'static str,
    is_allowed: bool,
    /// The rule that denies it.
    rule: Option<&'static str>,
    reason: Option<&'a str>,
    hints: Vec<HintItem<'a>>,
}

impl<'a> VerdictItem<'a> {
    /// A verdict, with its hints in a door's words.
    #[must_use]
    pub fn new(
        path: &'a str,
        access: Access,
        denial: Option<&'a Denial>,
        wording: Wording,
    ) -> Self {
        let (rule, reason, advice) = match denial {
            Some(denial) => (
                Some(denial.rule.name()),
                Some(denial.reason.as_str()),
                denial.advice.as_slice(),
            ),
            None => (None, None, &[][..]),
        };
        Self {
            path,
            access: access.name(),
            is_allowed: denial.is_none(),
            rule,
            reason,
            hints: HintItem::list(advice, wording),
        }
    }
}
