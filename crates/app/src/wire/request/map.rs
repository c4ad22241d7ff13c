//! The repository map.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::map::{MapRequest, TOKENS, make};
use crate::records::pathspecs::paths_from_top;
use crate::wire::MapAnswer;
use crate::workspace::Error;
use git_memory_store::View;
use git_memory_text::budget::Size;

/// The part of the repository to map.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MapQuestion {
    /// The task: files that match its words come first.
    query: String,
    /// The files that the task touches: what has to do with them comes first.
    near: Vec<String>,
    /// Maximum number of tokens, as estimated.
    max_tokens: Option<usize>,
    /// Mark files with the records about them.
    decisions: bool,
    /// Sources as of this revision.
    rev: Option<String>,
}

/// The source files and what they define, what is most used first.
pub fn map(request: &Request) -> Result<String, Error> {
    let question = request.question::<MapQuestion>()?;
    let asked = MapRequest {
        view: View::at(question.rev),
        paths: paths_from_top(request.workspace, &question.near)?,
        query: question.query,
        most: Size::at_most(None, None, Some(question.max_tokens.unwrap_or(TOKENS))),
        has_decisions: question.decisions,
    };
    let made = make(request.workspace, &asked, request.progress)?;
    request.document(MapAnswer::from(&made))
}
