//! Searching.

use super::Request;
use crate::app::private::settle::settle;
use crate::app::recall::recall as found;
use crate::app::records::pathspecs::paths_from_top;
use crate::app::workspace::Error;
use crate::wire::RecallAnswer;
use crate::wire::ask::RecallQuestion;

/// Searches memory.
///
/// # Errors
/// As the use case.
pub(crate) fn recall(request: &Request) -> Result<String, Error> {
    let mut question = request.question::<RecallQuestion>()?;
    question.near = paths_from_top(request.workspace, &question.near)?;
    let question = question.request()?;
    if question.is_private {
        settle(request.workspace)?;
    }
    let answer = found(request.workspace, &question, request.progress)?;
    request.document(RecallAnswer::new(&question, &answer))
}
