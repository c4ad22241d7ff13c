//! `memory_feedback`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Call;
use crate::app::private::settle::settle;
use crate::app::recall::feedback;
use crate::app::workspace::Error;
use crate::wire::FeedbackAnswer;
use crate::wire::vocabulary::{Outcome, visible};

/// How good an answer was.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// The question, as it was asked.
    query: String,
    /// helpful, irrelevant, missed or overloaded
    outcome: String,
    /// The record that the rating is about.
    id: Option<String>,
    note: Option<String>,
}

pub(crate) fn run(call: &Call) -> Result<String, Error> {
    let question = call.question::<Question>()?;
    let mut outcomes = Outcome::ALL.into_iter();
    let Some(outcome) = outcomes.find(|outcome| outcome.name() == question.outcome) else {
        let known = Outcome::ALL.map(Outcome::name).join(", ");
        let given = visible(&question.outcome);
        return Err(Error::BadValue(format!(
            "invalid outcome '{given}': one of: {known}"
        )));
    };
    settle(call.workspace)?;
    let written = feedback::add(
        call.workspace,
        &question.query,
        outcome,
        question.id.as_deref(),
        question.note.as_deref(),
    )?;
    call.document(FeedbackAnswer::from(&written))
}
