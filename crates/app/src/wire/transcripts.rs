//! The answer of `import transcripts`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::session::transcripts::{Fate, Outcome};

/// The answer of `import transcripts`.
#[derive(Serialize, JsonSchema)]
pub struct TranscriptsAnswer<'a> {
    /// True for a dry run: nothing was written.
    dry_run: bool,
    /// Every transcript, by name.
    files: Vec<TranscriptItem<'a>>,
}

/// Result for one transcript.
#[derive(Serialize, JsonSchema)]
struct TranscriptItem<'a> {
    file: &'a str,
    /// `imported`, `known`, `empty`, `elsewhere` or `refused`.
    outcome: &'a str,
    /// The summary that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> TranscriptsAnswer<'a> {
    /// The answer, of a run that wrote or did not.
    #[must_use]
    pub fn new(outcomes: &'a [Outcome], dry_run: bool) -> Self {
        let mut files = Vec::new();
        for outcome in outcomes {
            let (title, id) = match &outcome.fate {
                Fate::Imported(title, id) => (Some(title.as_str()), id.as_deref()),
                _ => (None, None),
            };
            files.push(TranscriptItem {
                file: &outcome.file,
                outcome: outcome.word(),
                id,
                title,
                reason: outcome.reason(),
            });
        }
        Self { dry_run, files }
    }
}
