//! Searching for doors: hits, or one text for a prompt in place of them.

use crate::call::Call;
use crate::context::{Pack, pack};
use crate::everywhere;
use crate::private::settle::settle;
use crate::recall::{Answer, RecallQuestion, Related, recall, related};
use crate::workspace::Error;

/// Result of a search.
pub enum Recalled {
    /// Hits, and the question as it was asked.
    Hits(Box<RecallQuestion>, Answer),
    /// What is tied to a name, and the question.
    Related(Box<RecallQuestion>, Related),
    /// One text.
    Context(Pack),
}

/// Searches memory.
pub fn answer(call: &Call, question: &RecallQuestion) -> Result<Recalled, Error> {
    let workspace = call.workspace;
    if question.everywhere {
        let question = everywhere::checked(question)?;
        let answer = everywhere::recall(workspace.invocation(), &question, call.progress)?;
        return Ok(Recalled::Hits(Box::new(question), answer));
    }
    let question = question.clone().with_paths_from_top(workspace)?;
    if let Some(name) = question.related()? {
        settle(workspace)?;
        let related = related(workspace, name, question.most, call.progress)?;
        return Ok(Recalled::Related(Box::new(question), related));
    }
    let wanted = question.context()?;
    if question.private || wanted.is_some() {
        settle(workspace)?;
    }
    if let Some(wanted) = wanted {
        let pack = pack(workspace, &wanted, call.wording, call.progress)?;
        return Ok(Recalled::Context(pack));
    }
    let answer = recall(workspace, &question, call.progress)?;
    Ok(Recalled::Hits(Box::new(question), answer))
}
