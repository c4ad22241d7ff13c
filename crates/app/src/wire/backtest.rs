//! The answer of `backtest`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::recall::backtest::{Backtest, Placed};
use crate::recall::tuning::{Half, Tuning};

/// The answer of `backtest`: how often the record that a commit names would have been in front.
#[derive(Serialize, JsonSchema)]
pub struct BacktestAnswer<'a> {
    /// Number of commits that name a record by id or number.
    citing: usize,
    /// Number of them that were questions.
    asked: usize,
    /// Number of them whose records memory has only since then.
    too_early: usize,
    /// Number of them whose records memory does not have.
    unknown: usize,
    /// Number of merges and first commits among them.
    without_before: usize,
    /// True if this shallow clone lacks history, so that there may be more of each; left out
    /// otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_cut: bool,
    /// With only the words of the message.
    words: PlacedItem,
    /// With the files that the commit changed, too.
    words_and_files: PlacedItem,
    /// For those in front with the files: what spoke most for the record.
    evidence: &'a BTreeMap<&'static str, usize>,
    /// Result of the search for better weights; only on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    tuning: Option<TuningItem>,
}

/// Result of the search for better weights.
#[derive(Serialize, JsonSchema)]
struct TuningItem {
    /// The weights as they are, as `memory.weights` has them; empty where all are as usual.
    current: String,
    /// The best for the older half of the questions.
    proposed: String,
    /// True if they are better for the newer half, too, and each half has enough questions.
    is_accepted: bool,
    older: HalfItem,
    newer: HalfItem,
}

/// Results for one half of the questions.
#[derive(Serialize, JsonSchema)]
struct HalfItem {
    asked: usize,
    current: PlacedItem,
    proposed: PlacedItem,
}

impl From<Half> for HalfItem {
    fn from(half: Half) -> Self {
        Self {
            asked: half.asked,
            current: half.before.into(),
            proposed: half.after.into(),
        }
    }
}

impl From<&Tuning> for TuningItem {
    fn from(tuning: &Tuning) -> Self {
        Self {
            current: tuning.current.to_string(),
            proposed: tuning.proposed.to_string(),
            is_accepted: tuning.is_accepted(),
            older: tuning.older.into(),
            newer: tuning.newer.into(),
        }
    }
}

/// Number of times that the record was in front.
#[derive(Serialize, JsonSchema)]
struct PlacedItem {
    first: usize,
    first_five: usize,
    /// Within 300 tokens of titles and abstracts.
    within_300_tokens: usize,
}

impl From<Placed> for PlacedItem {
    fn from(placed: Placed) -> Self {
        Self {
            first: placed.first,
            first_five: placed.five,
            within_300_tokens: placed.tokens,
        }
    }
}

impl<'a> BacktestAnswer<'a> {
    /// The answer, with what came of tuning where that was asked for.
    #[must_use]
    pub fn new(done: &'a Backtest, tuning: Option<&Tuning>) -> Self {
        Self {
            citing: done.citing,
            asked: done.asked,
            too_early: done.too_early,
            unknown: done.unknown,
            without_before: done.without_before,
            is_cut: done.is_cut,
            words: done.words.into(),
            words_and_files: done.files.into(),
            evidence: &done.evidence,
            tuning: tuning.map(TuningItem::from),
        }
    }
}
