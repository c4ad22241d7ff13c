//! The answer of `backtest`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::app::recall::backtest::{Backtest, Placed};

/// The answer of `backtest`: how often the record that a commit names would have been in front.
#[derive(Serialize, JsonSchema)]
pub struct BacktestAnswer<'a> {
    /// How many commits name a record by id or number.
    citing: usize,
    /// How many of them were asked about.
    asked: usize,
    /// How many name none that memory had before them, though it has now.
    too_early: usize,
    /// How many name none that memory has now.
    unknown: usize,
    /// How many are merges, or begin a history.
    without_before: usize,
    /// With the words of the message alone.
    words: PlacedItem,
    /// With the files that the commit changed, too.
    words_and_files: PlacedItem,
    /// For those in front with the files: what spoke most for the record.
    evidence: &'a BTreeMap<&'static str, usize>,
}

/// How often the record was in front.
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

impl<'a> From<&'a Backtest> for BacktestAnswer<'a> {
    fn from(done: &'a Backtest) -> Self {
        Self {
            citing: done.citing,
            asked: done.asked,
            too_early: done.too_early,
            unknown: done.unknown,
            without_before: done.without_before,
            words: done.words.into(),
            words_and_files: done.files.into(),
            evidence: &done.evidence,
        }
    }
}
