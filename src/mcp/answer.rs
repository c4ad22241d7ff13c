//! Answers and failures of tools: one JSON document each, without secrets, as text and as data.

use rmcp::model::{CallToolResult, ContentBlock};

use super::advice::WORDING;
use crate::app::workspace::{Error, Workspace};
use crate::wire::vocabulary::Advice;
use crate::wire::{Asked, ErrorAnswer, error_details};

/// A document as a tool's result.
pub(crate) fn result(document: String) -> CallToolResult {
    let data = serde_json::from_str(&document).ok();
    let mut result = CallToolResult::success(vec![ContentBlock::text(document)]);
    result.structured_content = data;
    result
}

/// What only another call can mend, by the codes of errors that advise nothing else.
const ARGUMENTS: [&str; 5] = [
    "bad-value",
    "broken-record",
    "no-excerpt",
    "no-folder",
    "outside-repository",
];

/// Why a tool could not do what it was asked, and what to do next.
pub(crate) fn failure(
    error: &Error,
    asked: &Asked,
    workspace: Option<&Workspace>,
) -> CallToolResult {
    let (code, mut advice) = (error.code(), error.advice());
    if advice.is_empty() && ARGUMENTS.contains(&code) {
        advice.push(Advice::by_hand("correct that, and call the tool again"));
    }
    refusal(
        code,
        &error.to_string(),
        &error_details(error),
        &advice,
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
