//! Answers and failures of tools, without secrets: a document as data, with a short text beside it;
//! a failure as one JSON document.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use super::arguments::Common;
use super::plain::plain;
use super::tools::Row;
use git_memory_app::advice::MCP;
use git_memory_app::wire::fit::{Rest, cut, fitted, told, too_small};
use git_memory_app::wire::{Asked, ErrorAnswer, error_details};
use git_memory_app::workspace::{Error, Workspace};
use git_memory_text::advice::Advice;
use git_memory_text::budget::Size;

/// Keys of a hit that are for programs, and for a person who tunes the ranking.
const OF_HITS: [&str; 3] = ["freshness", "score", "why"];
/// Keys of any item that a model does not need: it has the record's id.
const OF_ITEMS: [&str; 3] = ["_meta", "created", "updated"];
/// How many characters of a passage are shown of hits after the best one.
const PASSAGE: usize = 100;
/// Values that go without saying, by their keys.
const USUAL: [(&str, &str); 2] = [("scope", "project"), ("source", "tracked")];

/// A document as a model needs it; `always` are the keys that it has to have.
fn brief(mut document: Value, always: &[&str]) -> Value {
    if let Some(object) = document.as_object_mut() {
        object.retain(|key, value| {
            let is_usual = match key.as_str() {
                "view" => value["of"] == "work tree",
                "retrieval" => value == "words",
                _ => false,
            };
            !(is_empty(value) || is_usual) || key == "hits" || always.contains(&key.as_str())
        });
        for (key, value) in object {
            shorten(key, value);
        }
    }
    document
}

/// Takes out of the items of a list, and of what it holds, what a model does not need.
fn shorten(list: &str, value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.iter_mut().for_each(|item| shorten(list, item));
            for hit in items.iter_mut().skip(1).filter(|_| list == "hits") {
                shorten_passage(hit);
            }
        }
        Value::Object(object) => {
            let [has_body, has_text] = ["body_t1", "text"].map(|key| object.contains_key(key));
            // Such a list has current records of one kind, unless others were asked for.
            let is_of_kind = list == "entries" || list.ends_with("_t0");
            let id = object.get("id").cloned().unwrap_or_default();
            object.retain(|key, value| {
                let is_spare = match key.as_str() {
                    // A working text begins with its abstract.
                    "description" => has_body,
                    "snippet" => has_text,
                    "kind" => is_of_kind || list == "hits",
                    // A page is named by its path; so is a record, but by its id first.
                    "record_path" => list == "hits" && value != &id,
                    "status" => is_of_kind && value == "active",
                    key => OF_ITEMS.contains(&key) || (list == "hits" && OF_HITS.contains(&key)),
                };
                let is_usual = USUAL
                    .iter()
                    .any(|(name, usual)| key == name && value == usual);
                // The list that was asked for is there though nothing is in it.
                let is_asked = key == "entries" || key.ends_with("_t0");
                !is_usual && (is_asked || !is_empty(value)) && !is_spare
            });
            for (key, value) in object {
                shorten(key, value);
            }
        }
        _ => {}
    }
}

/// Cuts the passage of a hit that is not the best: whether to read it is seen from its beginning.
fn shorten_passage(hit: &mut Value) {
    let passage = hit["snippet"].as_str();
    if let Some(short) = passage.and_then(|text| cut(text, PASSAGE)) {
        hit["snippet"] = short.into();
    }
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}

/// The document that answers a call within its budget. `run` asks a question, `counted` is told what
/// all of the answer is.
pub(crate) fn within<E: From<Error>>(
    row: &Row,
    question: &Value,
    common: &Common,
    run: &dyn Fn(&Value) -> Result<String, E>,
    counted: &dyn Fn(&str),
) -> Result<Value, E> {
    let tokens = common.tokens;
    let most = Size::at_most(None, None, Some(tokens));
    let asked = |question: &Value| -> Result<Value, E> {
        let document = run(question)?;
        counted(&document);
        let document: Value = match serde_json::from_str(&document) {
            Ok(document) => document,
            Err(error) => return Err(Error::BadValue(error.to_string()).into()),
        };
        Ok(if common.has_details {
            document
        } else {
            brief(document, row.always)
        })
    };
    let fits = |document: &Value| most.holds(most.measure(&sent(document)));
    let mut document = Value::Null;
    for question in row.attempts(question, tokens) {
        document = asked(&question)?;
        if fits(&document) {
            return Ok(document);
        }
    }
    if row.verb.writes {
        let is_dry = question["dry_run"] == true;
        let rest = if is_dry {
            Rest::Again("")
        } else {
            Rest::Other(row.rest)
        };
        // The write stands, whatever room its answer has.
        return Ok(told(&document, tokens, rest, &sent));
    }
    let fitting = fitted(document, tokens, Rest::Again(row.rest), &sent);
    fitting.map_err(|needed| too_small(tokens, needed).into())
}

/// A document as a tool's result: as text, and as data.
pub(crate) fn result(document: Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(plain(&document))]);
    result.structured_content = Some(document);
    result
}

/// A document as it is sent.
pub(crate) fn sent(document: &Value) -> String {
    written(&result(document.clone()))
}

/// A result as it is sent.
fn written(result: &CallToolResult) -> String {
    // It came from JSON, and can be written as such.
    serde_json::to_string(result).unwrap_or_default()
}

/// Codes of errors that advise nothing else, and that only another call can mend.
const ARGUMENTS: [&str; 5] = [
    "bad-value",
    "broken-record",
    "no-excerpt",
    "no-folder",
    "outside-repository",
];

/// Why a tool could not do what it was asked, and what to do next, within a budget.
pub(crate) fn failure(
    error: &Error,
    asked: &Asked,
    workspace: Option<&Workspace>,
    tokens: usize,
) -> CallToolResult {
    let (code, mut advice) = (error.code(), error.advice());
    if advice.is_empty() && ARGUMENTS.contains(&code) {
        advice.push(Advice::by_hand("correct that, and call the tool again"));
    }
    let (message, details) = (error.to_string(), error_details(error));
    let answer = ErrorAnswer::new(code, &message, &details, &advice, MCP);
    failed(answer, asked, workspace, tokens)
}

/// The failure of a call for a reason that has a code and words.
pub(crate) fn refusal(
    (code, message): (&str, &str),
    asked: &Asked,
    tokens: usize,
) -> CallToolResult {
    let answer = ErrorAnswer::new(code, message, &[], &[], MCP);
    failed(answer, asked, None, tokens)
}

fn failed(
    answer: ErrorAnswer,
    asked: &Asked,
    workspace: Option<&Workspace>,
    tokens: usize,
) -> CallToolResult {
    let text = match asked.document(workspace, answer) {
        Ok(document) => document,
        Err(error) => error.to_string(),
    };
    let failed = |text: String| CallToolResult::error(vec![ContentBlock::text(text)]);
    let Ok(whole) = serde_json::from_str(&text) else {
        return failed(text);
    };
    let sent = |document: &Value| written(&failed(format!("{document}\n")));
    let fitting = told(&whole, tokens, Rest::Again(""), &sent);
    failed(if fitting == whole {
        text
    } else {
        format!("{fitting}\n")
    })
}
