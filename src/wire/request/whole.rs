//! All of memory at once, for what shows all of it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::app::exchange::export::export;
use crate::app::recall::following::following;
use crate::app::recall::review::grounds;
use crate::app::records::covered::covered_by_all;
use crate::app::workspace::Error;
use crate::domain::record::Record;
use crate::wire::ask::view;
use crate::wire::{CoveredAnswer, ListAnswer, RecordAnswer};

/// Of when.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WholeQuestion {
    /// Memory as of this revision.
    rev: Option<String>,
}

/// Every record with its text, its verdict, and the commits that follow it, by path.
///
/// # Errors
/// As the use case.
pub(crate) fn whole(request: &Request) -> Result<String, Error> {
    let view = view(request.question::<WholeQuestion>()?.rev);
    let exported = export(request.workspace, &view)?;
    let memory = request.workspace.memory(&view)?;
    let records: Vec<&Record> = exported.records.iter().collect();
    let grounds = grounds(request.workspace, &view, &memory, &records)?;
    let mut answers = Vec::with_capacity(records.len());
    let followed = following(request.workspace, &view, &records)?;
    for ((record, ground), followed) in records.into_iter().zip(&grounds).zip(&followed) {
        let answer = RecordAnswer::from(record).with_content(exported.text(record));
        let answer = answer.with_ground(record, ground);
        answers.push(answer.with_followers(followed));
    }
    request.document(ListAnswer { records: answers })
}

/// The tracked files that the paths of each record cover.
///
/// # Errors
/// As the use case.
pub(crate) fn all_files(request: &Request) -> Result<String, Error> {
    let view = view(request.question::<WholeQuestion>()?.rev);
    let covered = covered_by_all(request.workspace, &view)?;
    request.document(CoveredAnswer::from(covered.as_slice()))
}
