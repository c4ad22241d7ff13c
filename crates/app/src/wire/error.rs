//! Failure of a command, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::workspace::Error;
use git_memory_model::record::check::Finding;
use git_memory_text::advice::{Advice, Wording};

/// Maximum number of candidates that are shown of a name that fits several.
const CANDIDATES: usize = 20;
/// Maximum number of files of source code that are named.
const SOURCES: usize = 5;

/// The answer of a command that failed: `error` beside the version of the answers.
#[derive(Serialize, JsonSchema)]
pub struct ErrorAnswer<'a> {
    error: ErrorItem<'a>,
}

#[derive(Serialize, JsonSchema)]
struct ErrorItem<'a> {
    /// Stays the same when the message is reworded.
    code: &'a str,
    message: &'a str,
    /// Parts of the message, one line each: candidates, findings.
    details: &'a [String],
    hints: Vec<HintItem<'a>>,
}

/// Something to do next: what it is, as data, and how this door words it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct HintItem<'a> {
    #[serde(flatten)]
    advice: &'a Advice,
    text: String,
}

impl<'a> HintItem<'a> {
    /// Words each piece of advice.
    pub fn list(advice: &'a [Advice], wording: Wording) -> Vec<Self> {
        let mut hints = Vec::with_capacity(advice.len());
        for advice in advice {
            let text = (wording.sentence)(advice);
            hints.push(Self { advice, text });
        }
        hints
    }
}

impl<'a> ErrorAnswer<'a> {
    /// The answer of an error with this code and message.
    #[must_use]
    pub fn new(
        code: &'a str,
        message: &'a str,
        details: &'a [String],
        advice: &'a [Advice],
        wording: Wording,
    ) -> Self {
        let hints = HintItem::list(advice, wording);
        let error = ErrorItem {
            code,
            message,
            details,
            hints,
        };
        Self { error }
    }
}

/// The lines that belong to an error's message.
#[must_use]
pub fn error_details(error: &Error) -> Vec<String> {
    match error {
        // In a large memory a prefix of two letters fits hundreds.
        Error::Ambiguous { candidates, .. } => {
            let mut lines: Vec<String> = candidates.iter().take(CANDIDATES).cloned().collect();
            let left = candidates.len().saturating_sub(CANDIDATES);
            if left > 0 {
                lines.push(format!("… and {left} more"));
            }
            lines
        }
        Error::SourceCode { files, would, .. } => source_code(files, would),
        Error::Broken(findings) | Error::UnreadableRecord { findings, .. } => {
            findings.iter().map(place_and_message).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the files in the way, and the planned changes.
fn source_code(files: &[String], would: &[impl std::fmt::Display]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for file in files.iter().take(SOURCES) {
        lines.push(format!("holds {file}"));
    }
    if let Some(more @ 1..) = files.len().checked_sub(SOURCES) {
        lines.push(format!("… and {more} more files of source code"));
    }
    for path in would {
        lines.push(format!("would write {path}"));
    }
    lines
}

fn place_and_message(found: &Finding) -> String {
    let Finding { path, fault } = found;
    format!("{path}:{}:{}: {}", fault.line, fault.column, fault.message)
}
