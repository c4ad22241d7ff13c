//! Searching.

use super::Request;
use crate::context::pack;
use crate::private::settle::settle;
use crate::recall::recall as found;
use crate::records::pathspecs::paths_from_top;
use crate::wire::ask::RecallQuestion;
use crate::wire::fit::{Needed, Rest, fitted};
use crate::wire::{FoundAnswer, PackAnswer, RecallAnswer};
use crate::workspace::Error;

/// Searches memory.
pub fn recall(request: &Request) -> Result<String, Error> {
    let mut question = request.question::<RecallQuestion>()?;
    let workspace = request.workspace;
    question.near = paths_from_top(workspace, &question.near)?;
    question.files = paths_from_top(workspace, &question.files)?;
    if let Some(wanted) = question.context()? {
        settle(workspace)?;
        let pack = pack(workspace, &wanted, request.wording, request.progress)?;
        return request.document(FoundAnswer::Context(PackAnswer::from(&pack)));
    }
    let tokens = question.max_tokens;
    let question = question.request()?;
    if question.is_private {
        settle(workspace)?;
    }
    let answer = found(workspace, &question, request.progress)?;
    let answer = RecallAnswer::new(&question, &answer);
    let document = request.document(FoundAnswer::Hits(answer))?;
    match tokens {
        Some(tokens) => within(&document, tokens),
        None => Ok(document),
    }
}

/// A document of hits that has at most so many tokens.
fn within(document: &str, tokens: usize) -> Result<String, Error> {
    let parsed = match serde_json::from_str(document) {
        Ok(parsed) => parsed,
        Err(error) => return Err(Error::BadValue(error.to_string())),
    };
    match fitted(parsed, tokens, Rest::Again("one of them: its id"), &|it| {
        format!("{it}\n")
    }) {
        Ok(fitting) => Ok(format!("{fitting}\n")),
        Err(needed) => Err(too_small(tokens, needed)),
    }
}

/// The error of a budget that has no room for anything.
pub fn too_small(tokens: usize, Needed(needed): Needed) -> Error {
    Error::BadValue(format!(
        "nothing fits into {tokens} tokens: the smallest answer needs {needed}"
    ))
}
