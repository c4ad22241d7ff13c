//! All of memory at once, for what shows all of it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::recall::following::following;
use crate::recall::review::grounds;
use crate::records::covered::covered_by_all;
use crate::records::list::Sort;
use crate::records::listing::{ListRequest, list as listed};
use crate::wire::{CoveredAnswer, ListAnswer, RecordAnswer};
use crate::workspace::Error;
use git_memory_model::record::Record;
use git_memory_store::View;

/// The revision.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WholeQuestion {
    /// Memory as of this revision.
    rev: String,
}

/// Every record of a list, with its text, its verdict, and the commits that follow it, by path.
pub fn whole(request: &Request) -> Result<String, Error> {
    let view = View::Revision(request.question::<WholeQuestion>()?.rev);
    let listing = listed(
        request.workspace,
        &ListRequest {
            view: Some(view.clone()),
            sort: Sort::Path,
            ..ListRequest::default()
        },
    )?;
    let texts = listing.texts(request.workspace)?;
    let records: Vec<&Record> = listing.records().collect();
    let grounds = grounds(request.workspace, &view, &listing.memory, &records)?;
    let mut answers = Vec::with_capacity(records.len());
    let followed = following(request.workspace, &view, &records)?;
    let judged = grounds.iter().zip(&followed);
    for ((record, text), (ground, followed)) in records.into_iter().zip(&texts).zip(judged) {
        let answer = RecordAnswer::of_list(&listing, record).with_content(text);
        let answer = answer.with_ground(record, ground);
        answers.push(answer.with_followers(followed));
    }
    request.document(ListAnswer { records: answers })
}

/// The tracked files that the paths of each record cover.
pub fn all_files(request: &Request) -> Result<String, Error> {
    let view = View::Revision(request.question::<WholeQuestion>()?.rev);
    let covered = covered_by_all(request.workspace, &view)?;
    request.document(CoveredAnswer::from(covered.as_slice()))
}
