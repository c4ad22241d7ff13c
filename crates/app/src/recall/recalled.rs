//! Searching for doors: hits, or one text for a prompt in place of them.

use crate::call::Call;
use crate::context::{Pack, pack};
use crate::private::settle::settle;
use crate::recall::{Answer, RecallQuestion, recall};
use crate::workspace::Error;

/// Result of a search.
pub enum Recalled {
    /// Hits, and the question as it was asked.
    Hits(RecallQuestion, Answer),
    /// One text.
    Context(Pack),
}

/// Searches memory.
pub fn answer(call: &Call, question: &RecallQuestion) -> Result<Recalled, Error> {
    let workspace = call.workspace;
    let question = question.clone().with_paths_from_top(workspace)?;
    let wanted = question.context()?;
    if question.private || wanted.is_some() {
        settle(workspace)?;
    }
    match wanted {
        Some(wanted) => Ok(Recalled::Context(pack(
            workspace,
            &wanted,
            call.wording,
            call.progress,
        )?)),
        None => {
            let answer = recall(workspace, &question, call.progress)?;
            Ok(Recalled::Hits(question, answer))
        }
    }
}
