//! Records that may be out of date, as servers ask for them, and their confirmation.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::recall::contested::{Pairs, SHOWN, open_pairs};
use crate::recall::review::{self, Review, review};
use crate::records::set::Changed;
use crate::workspace::Error;
use git_memory_store::View;
use git_memory_text::advice::Wording;

/// Question of `review`.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewQuestion {
    /// Pairs of current records that contradict each other instead.
    conflicts: bool,
    /// Memory as of this revision.
    rev: Option<String>,
}

/// Records that may be out of date.
pub enum Reviewed {
    /// The records that may no longer hold.
    Suspects(Review),
    /// The pairs that contradict each other, and the wording of advice.
    Contested(Pairs, Wording),
}

/// The records that may no longer hold.
pub fn answer(call: &Call, question: &ReviewQuestion) -> Result<Reviewed, Error> {
    let (workspace, view) = (call.workspace, View::at(question.rev.as_deref()));
    if !question.conflicts {
        return Ok(Reviewed::Suspects(review(workspace, &view)?));
    }
    let pairs = open_pairs(workspace, &view, SHOWN)?;
    Ok(Reviewed::Contested(pairs, call.wording))
}

/// The record to confirm.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmQuestion {
    /// The record.
    id: String,
}

/// Confirms that a record is still current; the file is staged.
pub fn confirm(call: &Call, question: &ConfirmQuestion) -> Result<Changed, Error> {
    review::confirm(call.workspace, &question.id, true)
}
