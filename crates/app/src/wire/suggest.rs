//! The answer of `suggest`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::recall::suggest::{Suggested, Suggestion};

/// The answer of `suggest`.
#[derive(Serialize, JsonSchema)]
pub struct SuggestAnswer<'a> {
    /// The records that the change is about, the certain ones first.
    records: Vec<SuggestionItem<'a>>,
    /// Trailers of the commit that name no record here.
    unknown: &'a [String],
}

/// A record that a change is about.
#[derive(Serialize, JsonSchema)]
struct SuggestionItem<'a> {
    id: &'a str,
    kind: &'a str,
    title: &'a str,
    status: &'a str,
    record_path: &'a str,
    /// Confidence that the change is about it: `high` or `low`.
    confidence: &'a str,
    /// Why, the strongest reason first.
    reasons: &'a [String],
    /// The line of a commit's message that names it; null if the record has no name for messages.
    trailer: Option<&'a str>,
}

impl<'a> From<&'a Suggestion> for SuggestionItem<'a> {
    fn from(suggestion: &'a Suggestion) -> Self {
        let hit = &suggestion.hit;
        Self {
            id: &hit.id,
            kind: hit.kind,
            title: &hit.title,
            status: &hit.status,
            record_path: &hit.path,
            confidence: suggestion.confidence().name(),
            reasons: &suggestion.reasons,
            trailer: suggestion.trailer.as_deref(),
        }
    }
}

impl<'a> From<&'a Suggested> for SuggestAnswer<'a> {
    fn from(suggested: &'a Suggested) -> Self {
        Self {
            records: suggested.records.iter().map(Into::into).collect(),
            unknown: &suggested.unknown,
        }
    }
}
