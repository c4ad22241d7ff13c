//! Answers in the forms that every request has: documents, failures, and what other routes answer.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Extensions, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};

use crate::Error;
use crate::gate::Refused;
use git_memory_text::visible;

/// Reason why there is no answer.
pub struct Failed {
    /// Its status of HTTP.
    pub status: StatusCode,
    /// Its code.
    pub code: &'static str,
    /// The reason in words for a person.
    pub message: String,
}

impl Failed {
    /// A question that means nothing.
    pub fn bad(message: String) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            code: "bad-value",
            message,
        }
    }

    /// Something that is not there, or not for this reader.
    pub fn nothing(message: String) -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            code: "not-found",
            message,
        }
    }

    /// A repository that is not there, or not for this reader.
    pub fn no_repository(name: &str) -> Self {
        Self::nothing(format!("there is no repository '{}'", visible(name)))
    }

    /// A fault of the hub's own.
    pub fn fault() -> Self {
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            code: "failed",
            message: "the hub could not answer: its log says why".to_owned(),
        }
    }

    /// A record that is not there, or not for this reader.
    pub fn no_record(id: &str) -> Self {
        Self::nothing(format!("there is no record '{}'", visible(id)))
    }

    /// The answer that says so.
    pub fn response(self) -> Response<Body> {
        let error = json!({ "error": { "code": self.code, "message": self.message } });
        let mut response = document(&error);
        *response.status_mut() = self.status;
        response
    }
}

impl From<Error> for Failed {
    /// A client is told nothing of what the database or the disk said: the log has it.
    fn from(error: Error) -> Self {
        if let Error::BadValue(message) = error {
            return Self::bad(message);
        }
        log(&format!("a question was not answered: {error}"));
        match error {
            Error::Pool(_) => Self {
                status: StatusCode::SERVICE_UNAVAILABLE,
                code: "busy",
                message: "the hub has too much to do, or no database: try again".to_owned(),
            },
            _ => Self::fault(),
        }
    }
}

impl From<tokio_postgres::Error> for Failed {
    fn from(error: tokio_postgres::Error) -> Self {
        Error::from(error).into()
    }
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Unknown => Self {
                status: StatusCode::UNAUTHORIZED,
                code: "no-token",
                message: "send the token of a reader: Authorization: Bearer, or as a password"
                    .to_owned(),
            },
            Refused::TooOften => Self {
                status: StatusCode::TOO_MANY_REQUESTS,
                code: "too-often",
                message: "this reader asks too often: try again in a second".to_owned(),
            },
            Refused::Failed(error) => error.into(),
        }
    }
}

/// Passes a request on to the routes of another server, at an address there; `told` is what those
/// know of it beside.
///
/// # Errors
/// If that cannot be one.
pub async fn passed_on(
    routes: Router,
    request: Request,
    target: &str,
    told: Extensions,
) -> Result<Response<Body>, Failed> {
    let address: Uri = target
        .parse()
        .map_err(|_| Failed::bad("the address cannot be read".to_owned()))?;
    let (head, body) = request.into_parts();
    // Without what the outer routes have read out of the address.
    let mut inner = Request::new(body);
    (*inner.uri_mut(), *inner.method_mut()) = (address, head.method);
    *inner.headers_mut() = head.headers;
    *inner.extensions_mut() = told;
    let answer = TowerToHyperService::new(routes).call(inner).await;
    Ok(answer.unwrap_or_else(|never| match never {}))
}

/// A document in JSON, which nothing between keeps.
pub fn document(value: &Value) -> Response<Body> {
    let mut response = value.to_string().into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Tells the operator.
#[allow(clippy::print_stderr, reason = "the log of a server")]
pub fn log(line: &str) {
    eprintln!("{}", git_memory_text::visible_line(line));
}
