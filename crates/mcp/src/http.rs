//! Messages over HTTP: what cannot be read is refused in JSON-RPC, under its id, as on standard
//! input; and a session that has ended is not there (modelcontextprotocol.io, "Streamable HTTP").

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Response, StatusCode};
use axum::middleware::Next;
use rmcp::transport::streamable_http_server::session::SessionManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use serde_json::json;

use super::message::{batch, readable, refused_message, restored};

/// The most that one answer is buffered to give it another id, in bytes.
const ANSWER: usize = 16 * 1024 * 1024;
const SESSION: &str = "mcp-session-id";
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// How messages are read.
#[derive(Clone)]
pub(super) struct Reading {
    pub(super) sessions: Arc<LocalSessionManager>,
    /// Maximum size of a request, in bytes.
    pub(super) most: usize,
    /// True if a request may have several messages.
    pub(super) takes_batches: bool,
}

/// Answers in JSON-RPC what the protocol's SDK refuses without an id, and passes the rest on.
pub(super) async fn in_json_rpc(
    State(reading): State<Reading>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let (head, body) = request.into_parts();
    if head.method == Method::DELETE && has_ended(&reading.sessions, &head).await {
        return reply(
            StatusCode::NOT_FOUND,
            error("null", -32001, "no such session"),
        );
    }
    if head.method != Method::POST {
        return next.run(Request::from_parts(head, body)).await;
    }
    let Ok(body) = to_bytes(body, reading.most).await else {
        let why = "the message cannot be read, or is too long";
        return reply(StatusCode::PAYLOAD_TOO_LARGE, error("null", -32600, why));
    };
    let Some(messages) = batch(&body) else {
        return one(head, body.into(), next).await;
    };
    if !reading.takes_batches {
        let why = "send one message at a time";
        return reply(StatusCode::BAD_REQUEST, error("null", -32600, why));
    }
    let mut answers = Vec::new();
    for message in messages {
        let answer = one(head.clone(), message, next.clone()).await;
        let Ok(answer) = to_bytes(answer.into_body(), ANSWER).await else {
            continue;
        };
        answers.extend(json_rpc(&answer).map(<[u8]>::to_vec));
    }
    if answers.is_empty() {
        return reply(StatusCode::ACCEPTED, String::new());
    }
    let answers = [b"[", &answers.join(&b","[..])[..], b"]"].concat();
    reply(StatusCode::OK, answers)
}

/// Answers one message.
async fn one(mut head: Parts, message: Vec<u8>, next: Next) -> Response<Body> {
    let read = readable(message.clone());
    if let Some((id, code, why)) = refused_message(&read) {
        return reply(StatusCode::BAD_REQUEST, error(&id, code, why));
    }
    if serde_json::from_slice::<serde::de::IgnoredAny>(&read).is_err() {
        return reply(
            StatusCode::BAD_REQUEST,
            error("null", -32700, "this is not JSON"),
        );
    }
    let is_changed = read != message;
    head.headers.remove(axum::http::header::CONTENT_LENGTH);
    let answer = next.run(Request::from_parts(head, read.into())).await;
    if !is_changed {
        return answer;
    }
    // Few clients have ids for which another one stands: their answers are not streamed.
    let (head, body) = answer.into_parts();
    let Ok(body) = to_bytes(body, ANSWER).await else {
        return reply(
            StatusCode::BAD_GATEWAY,
            error("null", -32603, "the answer is too long"),
        );
    };
    let mut lines = Vec::new();
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let at = if line.starts_with(DATA) {
            DATA.len()
        } else {
            0
        };
        lines.extend([&line[..at], &restored(&line[at..])].concat());
    }
    Response::from_parts(head, Bytes::from(lines).into())
}

/// How a line of server-sent events begins that has a message.
const DATA: &[u8] = b"data: ";

/// The messages in an answer, which is one of them or a stream of events.
fn json_rpc(answer: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = answer.split(|byte| *byte == b'\n');
    let messages = lines.map(|line| line.strip_prefix(DATA).unwrap_or(line).trim_ascii());
    messages.filter(|line| line.starts_with(b"{"))
}

/// True if a request names a session that is not there (any more).
async fn has_ended(sessions: &LocalSessionManager, head: &Parts) -> bool {
    let named = head.headers.get(SESSION).and_then(|id| id.to_str().ok());
    match named {
        Some(id) => !sessions
            .has_session(&id.to_owned().into())
            .await
            .unwrap_or(true),
        None => false,
    }
}

/// An error under an id, which is JSON.
fn error(id: &str, code: i32, message: &str) -> String {
    let error = json!({"code": code, "message": message});
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{error}}}\n")
}

fn reply(status: StatusCode, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response
}
