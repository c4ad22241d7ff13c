//! The JSON shapes of `review` and `rules`.

use serde::Serialize;

use super::RecordShape;
use crate::app::recall::review::{Review, Suspect};

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
        let suspect = |suspect: &Suspect| SuspectShape {
            why: suspect.why.clone(),
            record: (&suspect.record).into(),
        };
        let gap = |(query, count): &(String, usize)| GapShape {
            query: query.clone(),
            count: *count,
        };
        Self {
            suspects: review.suspects.iter().map(suspect).collect(),
            gaps: review.gaps.iter().map(gap).collect(),
        }
    }
}

/// The answer of `rules build`.
#[derive(Serialize)]
pub struct RulesShape {
    /// The files and links that were written or removed.
    pub changed: Vec<String>,
    /// Files of others that stand where one of ours would.
    pub foreign: Vec<String>,
}

/// The answer of `rules check`.
#[derive(Serialize)]
pub struct RuleFindingsShape {
    findings: Vec<RuleFindingShape>,
}

#[derive(Serialize)]
struct RuleFindingShape {
    path: String,
    message: String,
}

impl FromIterator<(String, String)> for RuleFindingsShape {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(findings: T) -> Self {
        let findings = findings
            .into_iter()
            .map(|(path, message)| RuleFindingShape { path, message });
        Self {
            findings: findings.collect(),
        }
    }
}
