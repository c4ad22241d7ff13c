//! Status of memory.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::care::status::status as current;
use crate::private::settle::settle;
use crate::served::clients;
use crate::wire::{StatsAnswer, StatusAnswer};
use crate::workspace::Error;

/// A question without keys.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NoQuestion {}

/// Answers with the status of memory, and next steps.
pub fn status(request: &Request) -> Result<String, Error> {
    request.question::<NoQuestion>()?;
    settle(request.workspace)?;
    let status = current(request.workspace)?;
    request.document(StatusAnswer::new(&status, request.wording))
}

/// Answers with the counts for the server's clients.
pub fn stats(request: &Request) -> Result<String, Error> {
    request.question::<NoQuestion>()?;
    request.document(StatsAnswer::from(&clients(request.workspace)))
}
