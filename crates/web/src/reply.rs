//! Answers over HTTP: a document, or why there is none, with the status that says so.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};
use serde::Serialize;

use crate::page::refused;
use git_memory_app::wire::{Asked, ErrorAnswer, JsonDocument, error_details};
use git_memory_app::workspace::{Error, Workspace};
use git_memory_text::advice::Wording;

const JSON: &str = "application/json";
/// The type of a page.
pub(super) const HTML: &str = "text/html; charset=utf-8";

/// Codes of errors about something that is not there.
const NOT_THERE: [&str; 10] = [
    "no-documents",
    "no-excerpt",
    "no-memory",
    "no-page",
    "unknown-branch",
    "unknown-entry",
    "unknown-record",
    "unknown-revision",
    "unknown-topic",
    "unknown-user-file",
];
/// Codes of errors about something that the request cannot mean.
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
/// Codes of errors about something that memory, as it is now, does not allow.
const CONFLICT: [&str; 23] = [
    "already-exists",
    "already-published",
    "bare-repository",
    "branch-name-too-long",
    "changed-meanwhile",
    "fixed-key",
    "in-conflict",
    "known-record",
    "linked-record",
    "no-id",
    "not-a-folder",
    "not-checked-out",
    "not-set-up",
    "private-memory-off",
    "private-record",
    "superseded-record",
    "symbolic-link",
    "symbolic-ref",
    "tracked-record",
    "unborn-branch",
    "unfinished-change",
    "unpatchable",
    "unreadable-record",
];
/// Codes of errors that go away without help: another program is at work here.
const BUSY: [&str; 4] = ["contended-ref", "locked", "ref-locked", "repository-locked"];
/// Codes of errors about something that must not be written.
const UNFIT: [&str; 3] = ["broken-record", "entry-too-large", "secret"];

/// The way to the pages, for a person.
const OPEN: [&str; 2] = [
    "Open the address that 'git memory serve' printed in its terminal.",
    "It ends with a token, which only you have: this browser keeps it, and later addresses work \
     without it until the server ends.",
];

/// A fault of ours. Its message may say anything, so no client is told.
pub(super) const FAILED: Refusal = Refusal {
    status: StatusCode::INTERNAL_SERVER_ERROR,
    code: "failed",
    message: "git-memory failed on this request",
};

/// The answer to a request by a method that its address does not have.
pub(super) const METHOD: Refusal = Refusal {
    status: StatusCode::METHOD_NOT_ALLOWED,
    code: "method",
    message: "method not allowed at this address",
};

/// A document.
pub(super) fn document(document: impl Into<Body>) -> Response<Body> {
    with_status(StatusCode::OK, document)
}

fn with_status(status: StatusCode, document: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(document.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
    // An answer that was true a moment ago may not be now: a commit or an editor may have changed
    // it.
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
        Err(_) => FAILED.response(),
    }
}

/// Why a request that no use case was asked for gets nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) code: &'static str,
    /// Words of our own alone.
    pub(super) message: &'static str,
}

/// It as the wire has failures.
#[derive(Serialize)]
struct RefusalAnswer {
    error: RefusalItem,
}

#[derive(Serialize)]
struct RefusalItem {
    code: &'static str,
    message: &'static str,
    details: [(); 0],
    hints: [(); 0],
}

impl Refusal {
    /// The answer.
    pub(super) fn response(self) -> Response<Body> {
        let answer = JsonDocument::new(RefusalAnswer {
            error: RefusalItem {
                code: self.code,
                message: self.message,
                details: [],
                hints: [],
            },
        });
        // It has two words, which can always be written.
        let document = serde_json::to_string(&answer).unwrap_or_default() + "\n";
        let mut response = with_status(self.status, document);
        // A browser gets a page in its place.
        response.extensions_mut().insert(self);
        response
    }

    /// The answer for a person with a browser.
    pub(super) fn page(self) -> Response<Body> {
        let (title, steps) = match self.status {
            StatusCode::UNAUTHORIZED => ("This address needs its token", &OPEN[..]),
            StatusCode::FORBIDDEN => ("This is not the address of the server", &OPEN[..1]),
            StatusCode::NOT_FOUND => ("There is no page at this address", &OPEN[..1]),
            _ => (self.message, &[][..]),
        };
        let mut response = with_status(self.status, refused(title, steps));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(HTML));
        response
    }
}

/// Returns the answer about something that is not there.
pub(super) fn nothing() -> Response<Body> {
    Refusal {
        status: StatusCode::NOT_FOUND,
        code: "not-found",
        message: "nothing is at this address; /openapi.json lists those that there are",
    }
    .response()
}

/// The status of an error, by its code.
pub(super) fn status_of(code: &str) -> StatusCode {
    let of = [
        (&NOT_THERE[..], StatusCode::NOT_FOUND),
        (&BAD[..], StatusCode::BAD_REQUEST),
        (&CONFLICT[..], StatusCode::CONFLICT),
        (&UNFIT[..], StatusCode::UNPROCESSABLE_ENTITY),
        (&BUSY[..], StatusCode::SERVICE_UNAVAILABLE),
    ];
    let found = of.iter().find(|(codes, _)| codes.contains(&code));
    // No other request would mend the errors that are left.
    found.map_or(StatusCode::INTERNAL_SERVER_ERROR, |(_, status)| *status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_code_has_one_status_and_is_a_code() {
        let codes = include_str!("../../workspace/src/error_code.rs");
        let mut seen = BTreeSet::new();
        let tables = [&NOT_THERE[..], &BAD, &CONFLICT, &BUSY, &UNFIT];
        for code in tables.into_iter().flatten() {
            assert!(codes.contains(&format!("\"{code}\"")), "{code}");
            assert!(seen.insert(code), "{code} has two");
        }
    }
}
