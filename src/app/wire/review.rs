//! The JSON shape of `review`.

use serde::Serialize;

use super::RecordShape;
use crate::app::review::{Review, Suspect};

/// The answer of `review`.
#[derive(Serialize)]
pub struct ReviewShape {
    suspects: Vec<SuspectShape>,
    gaps: Vec<GapShape>,
}

#[derive(Serialize)]
struct SuspectShape {
    why: Vec<String>,
    #[serde(flatten)]
    record: RecordShape,
}

#[derive(Serialize)]
struct GapShape {
    query: String,
    count: usize,
}

impl From<&Review> for ReviewShape {
    fn from(review: &Review) -> Self {
        let suspect = |suspect: &Suspect| SuspectShape { why: suspect.why.clone(), record: (&suspect.record).into() };
        let gap = |(query, count): &(String, usize)| GapShape { query: query.clone(), count: *count };
        Self { suspects: review.suspects.iter().map(suspect).collect(), gaps: review.gaps.iter().map(gap).collect() }
    }
}
