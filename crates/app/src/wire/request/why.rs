//! Reasons for the state of files.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::private::settle::settle;
use crate::recall::why::{location, why as reasons};
use crate::wire::WhyAnswer;
use crate::workspace::Error;
use git_memory_store::View;

/// The files in question.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhyQuestion {
    /// Files, lines of files (`PATH:LINE`), or what files define (`PATH#SYMBOL`).
    paths: Vec<String>,
    /// Records that are no longer current, too.
    #[serde(default)]
    all: bool,
    /// Memory as of this revision.
    rev: Option<String>,
}

/// The records that are about files, and the notes on the commits that wrote them.
pub fn why(request: &Request) -> Result<String, Error> {
    let question = request.question::<WhyQuestion>()?;
    settle(request.workspace)?;
    let mut locations = Vec::new();
    for path in &question.paths {
        locations.push(location(request.workspace, path)?);
    }
    let view = View::at(question.rev);
    let found = reasons(request.workspace, &view, &locations, question.all)?;
    request.document(WhyAnswer::from(found.as_slice()))
}
