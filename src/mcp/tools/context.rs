//! `workspace_get_context`.

use super::Call;
use crate::app::context;
use crate::app::private::settle::settle;
use crate::app::workspace::Error;
use crate::wire::RetrievalAnswer;
use crate::wire::ask::WorkspaceQuestion;

pub(crate) fn run(call: &Call) -> Result<String, Error> {
    let request = call.question::<WorkspaceQuestion>()?.request()?;
    settle(call.workspace)?;
    let answer = context::retrieve(call.workspace, &request)?;
    call.document(RetrievalAnswer::from(&answer))
}
