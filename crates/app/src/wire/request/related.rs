//! The records around a record.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::private::settle::settle;
use crate::recall::{RELATED, related as found};
use crate::records::graph::{DRAWN, of_record, of_revision};
use crate::wire::{GraphAnswer, HitsAnswer};
use crate::workspace::Error;
use git_memory_model::graph::LIMIT;

/// Around which record.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RelatedQuestion {
    /// The record.
    id: String,
    /// Maximum number of records.
    most: Option<usize>,
}

/// The records that have most to do with one.
pub fn related(request: &Request) -> Result<String, Error> {
    let question = request.question::<RelatedQuestion>()?;
    settle(request.workspace)?;
    let most = question.most.unwrap_or(RELATED);
    let hits = found(request.workspace, &question.id, most, request.progress)?;
    request.document(HitsAnswer {
        hits: hits.iter().map(Into::into).collect(),
    })
}

/// The records to draw.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GraphQuestion {
    /// The record in the centre; without it, the records of a history.
    id: Option<String>,
    /// The revision at which the history starts; HEAD by default.
    rev: Option<String>,
    /// Maximum number of records.
    most: Option<usize>,
}

/// Records, and what each has to do with the others.
pub fn graph(request: &Request) -> Result<String, Error> {
    let question = request.question::<GraphQuestion>()?;
    settle(request.workspace)?;
    let graph = match (&question.id, &question.rev) {
        (Some(id), None) => of_record(request.workspace, id, question.most.unwrap_or(DRAWN))?,
        (id, rev) => {
            let revision = rev.as_deref().unwrap_or("HEAD");
            let most = question.most.unwrap_or(LIMIT);
            of_revision(request.workspace, revision, id.as_deref(), most)?
        }
    };
    request.document(GraphAnswer::from(&graph))
}
