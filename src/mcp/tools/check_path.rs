//! `memory_check_path`.

use std::ffi::OsStr;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Call;
use crate::app::project::{Access, Judge};
use crate::app::workspace::Error;
use crate::mcp::advice::WORDING;
use crate::wire::vocabulary::visible;
use crate::wire::{PolicyCheckAnswer, VerdictItem};

/// What a tool is about to touch.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// Paths or globs.
    paths: Vec<String>,
    /// read (the default), write or search
    #[serde(rename = "for")]
    access: Option<String>,
}

pub(crate) fn run(call: &Call) -> Result<String, Error> {
    let question = call.question::<Question>()?;
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
    let judge = Judge::open(call.workspace, access == Access::Search)?;
    let mut denials = Vec::new();
    for path in &question.paths {
        denials.push(judge.argument(OsStr::new(path), access));
    }
    let mut results = Vec::new();
    for (path, denial) in question.paths.iter().zip(&denials) {
        results.push(VerdictItem::new(path, access, denial.as_ref(), WORDING));
    }
    call.document(PolicyCheckAnswer { results })
}
