//! Why a command could not be done, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::domain::advice::{Advice, Wording};

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
    /// What belongs to the message, one line each: candidates, findings.
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
    pub(crate) fn list(advice: &'a [Advice], wording: Wording) -> Vec<Self> {
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
