//! Records that may be out of date.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::recall::contested::{SHOWN, open_pairs};
use crate::recall::review;
use crate::records::set::Changed;
use crate::wire::{ContestedAnswer, ReviewedAnswer, WrittenAnswer};
use crate::workspace::Error;
use git_memory_store::View;

/// Question of `review`.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewQuestion {
    /// Pairs of current records that may contradict each other instead.
    contested: bool,
    /// Only pairs about the same files: they are found faster.
    same_files: bool,
    /// Memory as of this revision.
    rev: Option<String>,
}

/// The records that may no longer hold.
pub fn review(request: &Request) -> Result<String, Error> {
    let question = request.question::<ReviewQuestion>()?;
    let view = View::at(question.rev);
    if question.contested {
        let by_paths = question.same_files;
        let found = open_pairs(request.workspace, &view, by_paths, SHOWN, request.progress)?;
        let contested = ContestedAnswer::new(&found, request.wording);
        return request.document(ReviewedAnswer::Contested(contested));
    }
    let found = review::review(request.workspace, &view)?;
    request.document(ReviewedAnswer::Suspects((&found).into()))
}

/// The record to confirm.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmQuestion {
    /// The record.
    id: String,
}

/// Confirms that a record is still current; the file is staged.
///
/// # Errors
/// As the use case; nothing was written then.
pub fn confirm(request: &Request) -> Result<String, Error> {
    let question = request.question::<ConfirmQuestion>()?;
    let confirmed = review::confirm(request.workspace, &question.id, true)?;
    let written = match &confirmed {
        Changed::Tracked(written) => written,
        Changed::Private(private) => &private.record,
    };
    request.document(WrittenAnswer::from(written))
}
