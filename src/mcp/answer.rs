//! Answers and failures of tools: one JSON document each, without secrets, as text and as data.

use std::ffi::OsString;

use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::Value;

use super::advice::WORDING;
use crate::app::workspace::{Error, Redaction, Workspace};
use crate::wire::vocabulary::Advice;
use crate::wire::{ErrorAnswer, document, error_details};

/// What a request came with, as far as it may come back in an answer: every text in its arguments.
pub(crate) struct Asked {
    texts: Vec<OsString>,
}

impl Asked {
    pub(crate) fn new(arguments: &Value) -> Self {
        let mut texts = Vec::new();
        gather(arguments, &mut texts);
        Self { texts }
    }

    /// An answer as a document without secrets. `workspace` is where it was made.
    ///
    /// # Errors
    /// Where it cannot be written as JSON.
    pub(crate) fn document(
        &self,
        workspace: Option<&Workspace>,
        answer: impl Serialize,
    ) -> Result<String, Error> {
        let written = document(answer, &self.redaction(workspace));
        written.map_err(|error| Error::BadValue(error.to_string()))
    }

    /// A text that is shown, without secrets.
    pub(crate) fn text(&self, workspace: Option<&Workspace>, text: &str) -> String {
        self.redaction(workspace).message(text)
    }

    fn redaction<'w>(&self, workspace: Option<&'w Workspace>) -> Redaction<'w> {
        let redaction = Redaction::new(self.texts.clone());
        if let Some(workspace) = workspace {
            redaction.open(workspace);
        }
        redaction
    }
}

/// Every text in a value.
fn gather(value: &Value, texts: &mut Vec<OsString>) {
    match value {
        Value::String(text) => texts.push(text.into()),
        Value::Array(values) => values.iter().for_each(|value| gather(value, texts)),
        Value::Object(values) => values.values().for_each(|value| gather(value, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A document as a tool's result.
pub(crate) fn result(document: String) -> CallToolResult {
    let data = serde_json::from_str(&document).ok();
    let mut result = CallToolResult::success(vec![ContentBlock::text(document)]);
    result.structured_content = data;
    result
}

/// Why a tool could not do what it was asked, and what to do next.
pub(crate) fn failure(
    error: &Error,
    asked: &Asked,
    workspace: Option<&Workspace>,
) -> CallToolResult {
    refusal(
        error.code(),
        &error.to_string(),
        &error_details(error),
        &error.advice(),
        asked,
        workspace,
    )
}

/// The same for what no use case was asked.
pub(crate) fn refusal(
    code: &str,
    message: &str,
    details: &[String],
    advice: &[Advice],
    asked: &Asked,
    workspace: Option<&Workspace>,
) -> CallToolResult {
    let answer = ErrorAnswer::new(code, message, details, advice, WORDING);
    let text = match asked.document(workspace, answer) {
        Ok(document) => document,
        Err(error) => error.to_string(),
    };
    CallToolResult::error(vec![ContentBlock::text(text)])
}
