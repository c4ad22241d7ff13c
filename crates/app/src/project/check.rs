//! Verdicts about paths: tools may touch them, or not.

use std::ffi::OsStr;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Access, Judge, Verdict};
use crate::call::Call;
use crate::workspace::Error;
use git_memory_text::advice::Wording;

/// Paths that a tool is about to touch.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathsQuestion {
    /// Paths or globs.
    paths: Vec<String>,
    /// read (the default), write or search
    #[serde(rename = "for")]
    #[schemars(with = "Option<String>")]
    access: Option<Access>,
}

/// Verdicts on paths.
pub struct Checked {
    /// The kind of access.
    pub access: Access,
    /// The paths, as they were given, each with its verdict.
    pub verdicts: Vec<(String, Verdict)>,
    /// The wording of advice.
    pub wording: Wording,
}

/// Answers if a tool may touch paths.
pub fn answer(call: &Call, question: &PathsQuestion) -> Result<Checked, Error> {
    let access = question.access.unwrap_or(Access::Read);
    let mut judge = Judge::open(call.workspace)?;
    let mut verdicts = Vec::with_capacity(question.paths.len());
    for path in &question.paths {
        let verdict = judge.check(OsStr::new(path), access)?;
        verdicts.push((path.clone(), verdict));
    }
    Ok(Checked {
        access,
        verdicts,
        wording: call.wording,
    })
}
