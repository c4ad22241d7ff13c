//! `memory_recall`.

use std::path::Path;

use super::Call;
use crate::app::private::settle::settle;
use crate::app::recall;
use crate::app::records::pathspecs::from_top;
use crate::app::workspace::Error;
use crate::wire::RecallAnswer;
use crate::wire::ask::RecallQuestion;

pub(crate) fn run(call: &Call) -> Result<String, Error> {
    let mut question = call.question::<RecallQuestion>()?;
    for path in &mut question.near {
        *path = from_top(call.workspace, Path::new(path))?;
    }
    let question = question.request()?;
    if question.is_private {
        settle(call.workspace)?;
    }
    let answer = recall::recall(call.workspace, &question, call.progress)?;
    call.document(RecallAnswer::new(&question, &answer))
}
