//! Policy for tools.

use std::ffi::OsStr;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::project::policy::whole;
use crate::project::{Access, Judge};
use crate::wire::{PolicyAnswer, PolicyCheckAnswer, VerdictItem};
use crate::workspace::Error;
use git_memory_text::visible;

/// Paths that a tool is about to touch.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathsQuestion {
    /// Paths or globs.
    paths: Vec<String>,
    /// read (the default), write or search
    #[serde(rename = "for")]
    access: Option<String>,
}

/// Answers with the paths that tools may not touch, and those that they should leave alone.
pub fn policy(request: &Request) -> Result<String, Error> {
    let policy = whole(request.workspace)?;
    request.document(PolicyAnswer::from(&policy))
}

/// Answers if a tool may touch paths.
pub fn check_paths(request: &Request) -> Result<String, Error> {
    let question = request.question::<PathsQuestion>()?;
    let access = match question.access.as_deref() {
        None => Some(Access::Read),
        Some(name) => Access::by_name(name),
    };
    let Some(access) = access else {
        let name = question.access.unwrap_or_default();
        let name = visible(&name);
        return Err(Error::BadValue(format!(
            "'{name}' is not read, write or search"
        )));
    };
    let mut judge = Judge::open(request.workspace)?;
    let mut verdicts = Vec::new();
    for path in &question.paths {
        verdicts.push(judge.check(OsStr::new(path), access)?);
    }
    let mut results = Vec::new();
    for (path, verdict) in question.paths.iter().zip(&verdicts) {
        results.push(VerdictItem::new(path, access, verdict, request.wording));
    }
    request.document(PolicyCheckAnswer { results })
}
