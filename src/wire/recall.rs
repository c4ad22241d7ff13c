//! The JSON shapes of what is found.

use serde::Serialize;

use super::{RecordShape, strings};
use crate::app::recall::why::{Reasons, Said};
use crate::app::recall::{Answer, Hit, Place, Question};
use crate::domain::recall::feedback::Feedback;

/// The answer of `recall`.
#[derive(Serialize)]
pub struct RecallShape {
    hits: Vec<HitShape>,
    view: ViewShape,
    replaced: Vec<ReplacedShape>,
    near: Vec<String>,
}

/// The answer of `related`.
#[derive(Serialize)]
pub struct HitsShape {
    /// The nearest first.
    pub hits: Vec<HitShape>,
}

/// One hit.
#[derive(Serialize)]
pub struct HitShape {
    id: String,
    kind: &'static str,
    title: String,
    status: String,
    scope: String,
    record_path: String,
    score: f64,
    snippet: String,
    why: Vec<String>,
    source: &'static str,
    superseded_by: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    branches: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// What was asked.
#[derive(Serialize)]
struct ViewShape {
    of: &'static str,
    revision: Option<String>,
    texts: u64,
}

/// A word that is in no text, and what was looked for instead.
#[derive(Serialize)]
struct ReplacedShape {
    word: String,
    by: Vec<String>,
}

impl RecallShape {
    /// The shape of an answer.
    #[must_use]
    pub fn new(question: &Question, answer: &Answer) -> Self {
        let (of, revision) = match &question.place {
            Place::WorkTree => ("work tree", None),
            Place::Revision(revision) => ("revision", Some(revision.clone())),
            Place::Since(revision) => ("since", Some(revision.clone())),
            Place::AllBranches => ("all branches", None),
        };
        let replaced = answer.replaced.iter().map(|(word, by)| ReplacedShape {
            word: word.clone(),
            by: by.clone(),
        });
        Self {
            hits: answer.hits.iter().map(Into::into).collect(),
            view: ViewShape {
                of,
                revision,
                texts: answer.asked,
            },
            replaced: replaced.collect(),
            near: answer.near.clone(),
        }
    }
}

impl From<&Hit> for HitShape {
    fn from(hit: &Hit) -> Self {
        Self {
            id: hit.id.clone(),
            kind: hit.kind,
            title: hit.title.to_string(),
            status: hit.status.to_string(),
            scope: hit.scope.clone(),
            record_path: hit.path.clone(),
            score: (hit.score * 1000.0).round() / 1000.0,
            snippet: hit.snippet.marked("**", "**"),
            why: hit.why.clone(),
            source: hit.origin.name(),
            superseded_by: strings(&hit.superseded_by),
            branches: hit.branches.clone(),
            text: hit.text.as_ref().map(ToString::to_string),
        }
    }
}

/// The answer of `feedback`.
#[derive(Serialize)]
pub struct FeedbackShape {
    /// The line that was written; its own version stands in it.
    pub feedback: Feedback,
}

/// The answer of `why`.
#[derive(Serialize)]
pub struct WhyShape {
    spots: Vec<SpotShape>,
}

#[derive(Serialize)]
struct SpotShape {
    path: String,
    line: Option<u32>,
    records: Vec<AboutShape>,
    notes: Vec<SaidShape>,
}

#[derive(Serialize)]
struct AboutShape {
    why: Vec<String>,
    #[serde(flatten)]
    record: RecordShape,
}

#[derive(Serialize)]
struct SaidShape {
    commit: String,
    subject: String,
    author: String,
    text: String,
}

impl From<&[Reasons]> for WhyShape {
    fn from(found: &[Reasons]) -> Self {
        let said = |said: &Said| SaidShape {
            commit: said.commit.to_string(),
            subject: said.subject.clone(),
            author: said.author.clone(),
            text: said.text.clone(),
        };
        let spot = |reasons: &Reasons| SpotShape {
            path: reasons.spot.path.clone(),
            line: reasons.spot.line,
            records: reasons
                .records
                .iter()
                .map(|about| AboutShape {
                    why: about.why.clone(),
                    record: (&about.record).into(),
                })
                .collect(),
            notes: reasons.notes.iter().map(said).collect(),
        };
        Self {
            spots: found.iter().map(spot).collect(),
        }
    }
}
