//! Answers about what is found: `recall`, `related`, `why`, `feedback`.

use schemars::JsonSchema;
use serde::Serialize;

use super::context::PackAnswer;
use super::entities::EntityItem;
use super::ground::GroundItem;
use super::place::PlaceItem;
use super::records::RecordAnswer;
use super::text::Text;
use crate::recall::recalled::Recalled;
use crate::recall::why::{About, CommitRef, Guide, NoteRef, Reasons};
use crate::recall::{Answer, Hit, RecallQuestion, Related};
use git_memory_model::trust::Trust;
use git_memory_recall::feedback::Feedback;
use git_memory_recall::{Confidence, Replaced};

/// The answer of `recall`.
#[derive(Serialize, JsonSchema)]
pub struct RecallAnswer<'a> {
    hits: Vec<HitItem<'a>>,
    view: ViewItem<'a>,
    replaced: Vec<ReplacedItem<'a>>,
    near: &'a [String],
    /// The means of the search: `words`, or `words + MODEL (n of m records)`.
    retrieval: String,
    /// Reasons why some texts could not be searched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Text<'a>>,
}

/// The answer of a search: of a door that gives one text in place of hits where that is asked for.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FoundAnswer<'a> {
    /// Records, the best first.
    Hits(RecallAnswer<'a>),
    /// What is tied to a name.
    Related(HitsAnswer<'a>),
    /// One text for a prompt.
    Context(PackAnswer<'a>),
}

/// The answer of `related`.
#[derive(Serialize, JsonSchema)]
pub struct HitsAnswer<'a> {
    /// The nearest first.
    hits: Vec<HitItem<'a>>,
    /// For a name of no record: what else it names, with what is tied to that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    entities: Vec<EntityItem<'a>>,
    /// The means by which the nearest were found, if not by words only: `words + MODEL (n of m
    /// records)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    retrieval: Option<String>,
    /// Reasons why some means could not be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Text<'a>>,
}

/// One hit.
#[derive(Serialize, JsonSchema)]
struct HitItem<'a> {
    id: &'a str,
    #[serde(flatten)]
    place: PlaceItem<'a>,
    kind: &'a str,
    title: &'a str,
    status: &'a str,
    scope: &'a str,
    record_path: &'a str,
    /// Other files that have its id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same_id: Vec<&'a str>,
    /// The one of them that had the id first, if history shows it: that one is the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<&'a str>,
    score: f64,
    /// Confidence that it answers the question: `high`, `medium` or `low`.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<&'a str>,
    /// The piece that answers, its words between `**`.
    snippet: String,
    why: &'a [String],
    source: &'a str,
    /// Its trust, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    trust: Option<&'static str>,
    superseded_by: Vec<Text<'a>>,
    /// Freshness of a tracked record.
    #[serde(skip_serializing_if = "Option::is_none")]
    freshness: Option<GroundItem<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    branches: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// The view that was searched.
#[derive(Serialize, JsonSchema)]
struct ViewItem<'a> {
    of: &'a str,
    revision: Option<&'a str>,
    texts: u64,
}

/// A word that is in no text, and what was looked for instead.
#[derive(Serialize, JsonSchema)]
struct ReplacedItem<'a> {
    word: &'a str,
    by: &'a [String],
}

impl<'a> RecallAnswer<'a> {
    /// The answer to a question.
    #[must_use]
    pub fn new(question: &'a RecallQuestion, answer: &'a Answer) -> Self {
        let (of, revision) = match (&question.rev, &question.since) {
            (Some(revision), _) => ("revision", Some(revision.as_str())),
            (None, Some(revision)) => ("since", Some(revision.as_str())),
            (None, None) if question.everywhere => ("everywhere", None),
            (None, None) if question.all_branches => ("all branches", None),
            (None, None) => ("work tree", None),
        };
        let mut replaced = Vec::with_capacity(answer.replaced.len());
        for Replaced { word, by } in &answer.replaced {
            replaced.push(ReplacedItem { word, by });
        }
        Self {
            hits: answer.hits.iter().map(Into::into).collect(),
            view: ViewItem {
                of,
                revision,
                texts: answer.asked,
            },
            replaced,
            near: &answer.near,
            retrieval: answer.retrieval.to_string(),
            faults: Text::list(&answer.faults),
        }
    }
}

impl<'a> From<&'a Recalled> for FoundAnswer<'a> {
    fn from(found: &'a Recalled) -> Self {
        match found {
            Recalled::Hits(question, answer) => Self::Hits(RecallAnswer::new(question, answer)),
            Recalled::Related(_, related) => Self::Related(related.into()),
            Recalled::Context(pack) => Self::Context(pack.into()),
        }
    }
}

impl<'a> From<&'a Related> for HitsAnswer<'a> {
    fn from(related: &'a Related) -> Self {
        Self {
            hits: related.hits.iter().map(Into::into).collect(),
            entities: related.entities.iter().map(Into::into).collect(),
            retrieval: related.retrieval.beyond_words(),
            faults: Text::list(&related.faults),
        }
    }
}

impl<'a> From<&'a Hit> for HitItem<'a> {
    fn from(hit: &'a Hit) -> Self {
        let double = hit.double.as_ref();
        Self {
            id: &hit.id,
            place: hit.place.as_deref().into(),
            kind: hit.kind,
            title: &hit.title,
            status: &hit.status,
            scope: &hit.scope,
            record_path: &hit.path,
            same_id: double.map(|it| it.others(&hit.path)).unwrap_or_default(),
            copy_of: double.and_then(|it| it.copied(&hit.path)),
            // Three digits are enough to distinguish hits.
            score: (hit.score * 1000.0).round() / 1000.0,
            confidence: hit.confidence.map(Confidence::name),
            snippet: hit.snippet.marked("**", "**"),
            why: &hit.why,
            source: hit.origin.name(),
            trust: hit.trust.map(Trust::name),
            superseded_by: Text::list(&hit.superseded_by),
            freshness: hit.ground.as_ref().map(|it| GroundItem::new(it, &hit.id)),
            branches: &hit.branches,
            text: hit.text.as_deref(),
        }
    }
}

/// The answer of `feedback`.
#[derive(Serialize, JsonSchema)]
pub struct FeedbackAnswer<'a> {
    feedback: FeedbackItem<'a>,
}

/// The line that was written, with a version of its own.
#[derive(Serialize, JsonSchema)]
struct FeedbackItem<'a> {
    schema_version: u32,
    query: &'a str,
    outcome: &'a str,
    created: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    matched_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

impl<'a> From<&'a Feedback> for FeedbackAnswer<'a> {
    fn from(written: &'a Feedback) -> Self {
        let feedback = FeedbackItem {
            schema_version: written.schema_version,
            query: &written.query,
            outcome: written.outcome.name(),
            created: &written.created,
            matched_id: written.matched_id.as_deref(),
            note: written.note.as_deref(),
        };
        Self { feedback }
    }
}

/// The answer of `why`.
#[derive(Serialize, JsonSchema)]
pub struct WhyAnswer<'a> {
    spots: Vec<LocationItem<'a>>,
}

/// A path, or a line of it, and what memory has about it.
#[derive(Serialize, JsonSchema)]
struct LocationItem<'a> {
    path: &'a str,
    line: Option<u32>,
    /// The requested symbol, as in `why <path>#<symbol>`.
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<&'a str>,
    /// Records that apply, the strongest ties first.
    records: Vec<AboutItem<'a>>,
    /// Records that may apply: with weak ties, proposed, or with `all` past ones.
    maybe: Vec<AboutItem<'a>>,
    /// Rules and agents' files that are about it, those of the nearest folder first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<GuideItem<'a>>,
    /// Why the rules could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
    notes: Vec<SaidItem<'a>>,
    /// Number of further records that apply, and of notes.
    more: usize,
    /// Without records and notes: the last commits that changed it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    commits: Vec<CommitItem<'a>>,
}

/// A commit that changed a location.
#[derive(Serialize, JsonSchema)]
struct CommitItem<'a> {
    commit: Text<'a>,
    subject: &'a str,
    text: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct AboutItem<'a> {
    why: &'a [String],
    /// The passage of the record's text that names the location.
    #[serde(skip_serializing_if = "Option::is_none")]
    passage: Option<&'a str>,
    /// Freshness of the record.
    freshness: GroundItem<'a>,
    #[serde(flatten)]
    record: RecordAnswer<'a>,
}

#[derive(Serialize, JsonSchema)]
struct GuideItem<'a> {
    path: &'a str,
    title: &'a str,
    why: &'a str,
    /// The passage that names the path or a folder of it, else the beginning of the text.
    passage: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct SaidItem<'a> {
    commit: Text<'a>,
    subject: &'a str,
    author: &'a str,
    text: &'a str,
}

impl<'a> From<&'a About> for AboutItem<'a> {
    fn from(about: &'a About) -> Self {
        Self {
            why: &about.why,
            passage: about.passage.as_deref(),
            freshness: GroundItem::new(&about.ground, about.record.header.id.as_str()),
            record: (&about.record).into(),
        }
    }
}

impl<'a> From<&'a Guide> for GuideItem<'a> {
    fn from(guide: &'a Guide) -> Self {
        Self {
            path: &guide.path,
            title: &guide.title,
            why: &guide.why,
            passage: &guide.passage,
        }
    }
}

impl<'a> From<&'a NoteRef> for SaidItem<'a> {
    fn from(said: &'a NoteRef) -> Self {
        Self {
            commit: Text(&said.commit),
            subject: &said.subject,
            author: &said.author,
            text: &said.text,
        }
    }
}

impl<'a> From<&'a CommitRef> for CommitItem<'a> {
    fn from(told: &'a CommitRef) -> Self {
        Self {
            commit: Text(&told.commit),
            subject: &told.subject,
            text: &told.text,
        }
    }
}

impl<'a> From<&'a Reasons> for LocationItem<'a> {
    fn from(reasons: &'a Reasons) -> Self {
        Self {
            path: &reasons.location.path,
            line: reasons.location.line,
            symbol: reasons.location.symbol.as_deref(),
            records: reasons.records.iter().map(Into::into).collect(),
            maybe: reasons.maybe.iter().map(Into::into).collect(),
            rules: reasons.rules.iter().map(Into::into).collect(),
            fault: reasons.fault.as_deref(),
            notes: reasons.notes.iter().map(Into::into).collect(),
            more: reasons.more,
            commits: reasons.commits.iter().map(Into::into).collect(),
        }
    }
}

impl<'a> From<&'a Vec<Reasons>> for WhyAnswer<'a> {
    fn from(found: &'a Vec<Reasons>) -> Self {
        Self {
            spots: found.iter().map(Into::into).collect(),
        }
    }
}
