//! What a session should know, as abstracts.

use super::Request;
use crate::app::context::retrieve;
use crate::app::private::settle::settle;
use crate::app::workspace::Error;
use crate::wire::RetrievalAnswer;
use crate::wire::ask::WorkspaceQuestion;

/// The context of a workspace.
///
/// # Errors
/// As the use case.
pub(crate) fn context(asked: &Request) -> Result<String, Error> {
    let request = asked.question::<WorkspaceQuestion>()?.request()?;
    settle(asked.workspace)?;
    let answer = retrieve(asked.workspace, &request)?;
    asked.document(RetrievalAnswer::from(&answer))
}
