//! Rating what recall found.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::private::settle::settle;
use crate::recall::feedback::add;
use crate::wire::FeedbackAnswer;
use crate::workspace::Error;
use git_memory_recall::feedback::Outcome;
use git_memory_text::visible;

/// Rating of an answer.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedbackQuestion {
    /// The question, as it was asked.
    query: String,
    /// helpful, irrelevant, missed or overloaded
    outcome: String,
    /// The record that the rating is about.
    id: Option<String>,
    note: Option<String>,
}

/// Keeps a rating.
pub fn feedback(request: &Request) -> Result<String, Error> {
    let question = request.question::<FeedbackQuestion>()?;
    let mut outcomes = Outcome::ALL.into_iter();
    let Some(outcome) = outcomes.find(|outcome| outcome.name() == question.outcome) else {
        let known = Outcome::ALL.map(Outcome::name).join(", ");
        let given = visible(&question.outcome);
        return Err(Error::BadValue(format!(
            "invalid outcome '{given}': one of: {known}"
        )));
    };
    settle(request.workspace)?;
    let written = add(
        request.workspace,
        &question.query,
        outcome,
        question.id.as_deref(),
        question.note.as_deref(),
    )?;
    request.document(FeedbackAnswer::from(&written))
}
