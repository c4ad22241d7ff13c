//! Answers over HTTP: a document, or why there is none, with the status that says so.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};
use serde::Serialize;

use crate::app::workspace::{Error, Workspace};
use crate::wire::vocabulary::Wording;
use crate::wire::{Asked, ErrorAnswer, JsonDocument, error_details};

const JSON: &str = "application/json";

/// What is not there, by the codes of errors.
const NOT_THERE: [&str; 9] = [
    "no-documents",
    "no-excerpt",
    "no-memory",
    "no-page",
    "unknown-branch",
    "unknown-entry",
    "unknown-record",
    "unknown-revision",
    "unknown-topic",
];
/// What the request cannot mean.
const BAD: [&str; 9] = [
    "ambiguous",
    "bad-id",
    "bad-value",
    "not-a-commit",
    "nothing-named",
    "outside-memory",
    "outside-repository",
    "reserved-name",
    "wrong-kind",
];
/// What memory, as it is now, does not allow.
const CONFLICT: [&str; 8] = [
    "bare-repository",
    "fixed-key",
    "in-conflict",
    "known-record",
    "linked-record",
    "not-set-up",
    "unborn-branch",
    "unpatchable",
];
/// What must not be written.
const UNFIT: [&str; 3] = ["broken-record", "entry-too-large", "secret"];

/// A document.
pub(super) fn document(document: String) -> Response<Body> {
    with_status(StatusCode::OK, document)
}

fn with_status(status: StatusCode, document: String) -> Response<Body> {
    let mut response = Response::new(Body::from(document));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
    // What was true a moment ago is not: a commit or an editor may have changed it.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Why a use case could not do what it was asked: what the command line says with `--json`.
pub(super) fn failure(
    error: &Error,
    asked: &Asked,
    workspace: Option<&Workspace>,
    wording: Wording,
) -> Response<Body> {
    let (code, message) = (error.code(), error.to_string());
    let (details, advice) = (error_details(error), error.advice());
    let answer = ErrorAnswer::new(code, &message, &details, &advice, wording);
    match asked.document(workspace, answer) {
        Ok(document) => with_status(status_of(code), document),
        Err(error) => refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            "failed",
            &error.to_string(),
        ),
    }
}

/// An answer of failure, as the wire has it, to a request that no use case was asked for.
#[derive(Serialize)]
struct Refusal<'a> {
    error: RefusalItem<'a>,
}

#[derive(Serialize)]
struct RefusalItem<'a> {
    code: &'a str,
    message: &'a str,
    details: [(); 0],
    hints: [(); 0],
}

/// Why a request was not let in. `message` holds nothing of the request.
pub(super) fn refusal(status: StatusCode, code: &str, message: &str) -> Response<Body> {
    let answer = JsonDocument::new(Refusal {
        error: RefusalItem {
            code,
            message,
            details: [],
            hints: [],
        },
    });
    // It has two words of our own.
    let document = serde_json::to_string(&answer).unwrap_or_default() + "\n";
    with_status(status, document)
}

fn status_of(code: &str) -> StatusCode {
    let of = [
        (&NOT_THERE[..], StatusCode::NOT_FOUND),
        (&BAD[..], StatusCode::BAD_REQUEST),
        (&CONFLICT[..], StatusCode::CONFLICT),
        (&UNFIT[..], StatusCode::UNPROCESSABLE_ENTITY),
    ];
    let found = of.iter().find(|(codes, _)| codes.contains(&code));
    // What is left is nothing that another request would mend.
    found.map_or(StatusCode::INTERNAL_SERVER_ERROR, |(_, status)| *status)
}
