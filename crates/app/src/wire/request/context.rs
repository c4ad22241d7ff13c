//! Context for a session, as abstracts.

use super::Request;
use crate::context::retrieve;
use crate::private::settle::settle;
use crate::wire::RetrievalAnswer;
use crate::wire::ask::WorkspaceQuestion;
use crate::workspace::Error;

/// The context of a workspace.
pub fn context(request: &Request) -> Result<String, Error> {
    let wanted = request.question::<WorkspaceQuestion>()?.request()?;
    settle(request.workspace)?;
    let answer = retrieve(request.workspace, &wanted)?;
    let answer = RetrievalAnswer::from(&answer);
    request.asked.clean_document(request.workspace, answer)
}
