//! Answers of `review` and `rules`.

use schemars::JsonSchema;
use serde::Serialize;

use super::contested::ContestedItem;
use super::ground::NamedItem;
use super::records::RecordAnswer;
use crate::recall::contested::{Pair, Pairs};
use crate::recall::review::{Review, Suspect};
use crate::recall::reviewed::Reviewed;
use git_memory_text::advice::{Advice, Wording};

/// The answer of `review`.
#[derive(Serialize, JsonSchema)]
pub struct ReviewAnswer<'a> {
    suspects: Vec<SuspectItem<'a>>,
    gaps: Vec<GapItem<'a>>,
    /// Number of records whose files have changed, but nothing that they name.
    touched: usize,
    /// Number of records that name nothing which could be compared with code.
    unnamed: usize,
    /// Records whose changes are unknown.
    unknown: Vec<UnknownItem>,
}

/// Number of records whose changes are unknown, and the reason.
#[derive(Serialize, JsonSchema)]
struct UnknownItem {
    reason: &'static str,
    count: usize,
}

/// A record that may be out of date, and the evidence.
#[derive(Serialize, JsonSchema)]
struct SuspectItem<'a> {
    why: &'a [String],
    /// Things that it names and that its files do not have any more; a few of many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    named: Vec<NamedItem<'a>>,
    /// The step that settles the strongest reason.
    advice: &'a Advice,
    #[serde(flatten)]
    record: RecordAnswer<'a>,
}

/// A question that found nothing, and how often it was asked.
#[derive(Serialize, JsonSchema)]
struct GapItem<'a> {
    query: &'a str,
    count: usize,
}

impl<'a> From<&'a Suspect> for SuspectItem<'a> {
    fn from(suspect: &'a Suspect) -> Self {
        Self {
            why: &suspect.why,
            named: NamedItem::all(&suspect.named),
            advice: &suspect.advice,
            record: (&suspect.record).into(),
        }
    }
}

impl<'a> From<&'a Review> for ReviewAnswer<'a> {
    fn from(review: &'a Review) -> Self {
        let mut gaps = Vec::with_capacity(review.gaps.len());
        for gap in &review.gaps {
            gaps.push(GapItem {
                query: &gap.query,
                count: gap.count,
            });
        }
        let mut unknown = Vec::with_capacity(review.unknown.len());
        for (reason, count) in &review.unknown {
            unknown.push(UnknownItem {
                reason,
                count: *count,
            });
        }
        Self {
            suspects: review.suspects.iter().map(Into::into).collect(),
            gaps,
            touched: review.touched,
            unnamed: review.unnamed,
            unknown,
        }
    }
}

/// The answer of `review`, whatever it looks for.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ReviewedAnswer<'a> {
    /// The records that may no longer hold.
    Suspects(ReviewAnswer<'a>),
    /// The pairs that contradict each other.
    Contested(ContestedAnswer<'a>),
}

/// The answer of `review --conflicts`: pairs of records that contradict each other.
#[derive(Serialize, JsonSchema)]
pub struct ContestedAnswer<'a> {
    /// The pairs, the strongest contradictions first.
    pairs: Vec<PairItem<'a>>,
    /// Number of pairs that are left out.
    more: usize,
}

/// Two records that contradict each other.
#[derive(Serialize, JsonSchema)]
struct PairItem<'a> {
    /// The later one; where neither is known to be, either.
    record: RecordAnswer<'a>,
    other: ContestedItem<'a>,
    /// If their order is unknown: the command that lets the other one replace the first.
    other_way: Option<String>,
}

impl<'a> From<&'a Reviewed> for ReviewedAnswer<'a> {
    fn from(reviewed: &'a Reviewed) -> Self {
        match reviewed {
            Reviewed::Suspects(review) => Self::Suspects(review.into()),
            Reviewed::Contested(pairs, wording) => {
                Self::Contested(ContestedAnswer::new(pairs, *wording))
            }
        }
    }
}

impl<'a> ContestedAnswer<'a> {
    /// The answer, with what lets the later one of each pair replace the other, or either one.
    #[must_use]
    pub fn new(found: &'a Pairs, wording: Wording) -> Self {
        let mut items = Vec::with_capacity(found.pairs.len());
        for pair in &found.pairs {
            let new = pair.record.header.id.as_str();
            items.push(PairItem {
                record: (&pair.record).into(),
                other: ContestedItem::new(&pair.other, new, wording),
                other_way: other_way(pair).map(|advice| (wording.call)(&advice)),
            });
        }
        Self {
            pairs: items,
            more: found.more,
        }
    }
}

/// Returns the advice that lets the second of a pair replace the first, if their order is unknown.
fn other_way(pair: &Pair) -> Option<Advice> {
    let is_meant = !pair.is_ordered && pair.other.is_replaceable;
    is_meant.then(|| Advice::Replace {
        id: pair.record.header.id.to_string(),
        by: pair.other.id.to_string(),
    })
}

/// The answer of `rules build`.
#[derive(Serialize, JsonSchema)]
pub struct RulesAnswer<'a> {
    /// The files and links that were written or removed.
    pub changed: &'a [String],
    /// Files of others that are where one of ours would be.
    pub foreign: &'a [String],
    /// Rules that were written nowhere, and files into which they were not, and why.
    pub unread: Vec<RuleFindingItem>,
    /// Faults of rules that were written anyway.
    pub findings: Vec<RuleFindingItem>,
}

/// The answer of `rules check`.
#[derive(Serialize, JsonSchema)]
pub struct RuleFindingsAnswer {
    /// Faults of the rules.
    pub findings: Vec<RuleFindingItem>,
}

/// Fault of one rule file, or of all of them together.
#[derive(Serialize, JsonSchema)]
pub struct RuleFindingItem {
    /// The file, or the folder of all.
    pub path: String,
    /// The fault, in one line.
    pub message: String,
}
