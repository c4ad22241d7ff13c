//! The files that a record governs.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::private::settle::settle;
use crate::records::covered::covered as covers;
use crate::wire::CoveredAnswer;
use crate::workspace::Error;
use git_memory_store::View;

/// The record.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FilesQuestion {
    /// The record.
    id: String,
    /// Files as of this revision.
    rev: Option<String>,
}

/// The tracked files that a record's paths cover.
pub fn files(request: &Request) -> Result<String, Error> {
    let question = request.question::<FilesQuestion>()?;
    settle(request.workspace)?;
    let covered = covers(request.workspace, &View::at(question.rev), &question.id)?;
    request.document(CoveredAnswer::from([covered].as_slice()))
}
