//! The work logs that clones bring by `git memory sync`: a bare repository for each, which git
//! itself serves over HTTP. The hub only carries them: it reads no entry, and with
//! `memory/recipients` it could not.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::routing::{get, post};
use futures_util::stream;
use git_memory_git::{Depot, DepotAnswer, DepotRequest, ObjectFormat, Room};
use git_memory_model::private::chain::{NOTES, REFS};
use git_memory_text::limits;
use tokio::sync::mpsc::channel;
use tokio::time::timeout;

use crate::Error;
use crate::answers::tip;
use crate::fill::Filler;
use crate::hub::{Hub, Verb};
use crate::readers::Reader;
use crate::reply::Failed;

/// Word of git's protocol for a push.
const PUSH: &str = "git-receive-pack";
const PROTOCOL: HeaderName = HeaderName::from_static("git-protocol");
/// Bytes of an answer that are passed on at once, and number of such parts that wait.
const PART: usize = 64 << 10;
const PARTS: usize = 4;
/// Digits of an id of SHA-256.
const LONG: usize = 64;

/// The addresses of work logs, as git makes them of `/r/NAME`.
pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/r/{name}/info/refs", get(exchange))
        .route("/r/{name}/git-upload-pack", post(exchange))
        .route("/r/{name}/git-receive-pack", post(exchange))
}

/// Lets git answer for the work log of a repository.
async fn exchange(
    State(hub): State<Arc<Hub>>,
    Path(name): Path<String>,
    request: Request,
) -> Response<Body> {
    let headers = request.headers().clone();
    hub.answer("log", &headers, async |reader| {
        let tip = tip(hub.database(), &reader, &name).await?;
        let tip = tip.ok_or_else(|| Failed::no_repository(&name))?;
        let request = read(&reader, request).await?;
        let format = match tip.map(|tip| tip.len()) {
            Some(LONG) => ObjectFormat::Sha256,
            _ => ObjectFormat::Sha1,
        };
        let verb = if request.may_push { "push" } else { "fetch" };
        let own = Arc::clone(&hub);
        let answered = tokio::task::spawn_blocking(move || {
            let room = Room {
                refs: &[REFS, NOTES],
                bytes: limits::PUSH_BYTES,
                time: limits::ANSWER_TIME,
            };
            let depot = Depot::at(&own.alone(&name), &folder(&own.filler, &name), format, room)?;
            depot.answer(request).map_err(Error::from)
        });
        let answered = answered.await.map_err(|_| Failed::fault())??;
        let mut response = response(answered);
        response.extensions_mut().insert(Verb(verb));
        Ok(response)
    })
    .await
}

/// A request as git takes it.
async fn read(reader: &Reader, request: Request) -> Result<DepotRequest, Failed> {
    let (head, body) = request.into_parts();
    // After `/r/NAME/`.
    let path = head.uri.path().splitn(4, '/').nth(3).unwrap_or_default();
    let query = head.uri.query().unwrap_or_default();
    let may_push = path == PUSH || query.contains(PUSH);
    if may_push && !reader.works {
        return Err(Failed {
            status: StatusCode::FORBIDDEN,
            code: "forbidden",
            message: "this reader may not write to work logs".to_owned(),
        });
    }
    let most = if may_push {
        limits::PUSH_BYTES
    } else {
        limits::BODY_BYTES
    };
    let received = timeout(limits::ANSWER_TIME, to_bytes(body, most)).await;
    let Ok(Ok(body)) = received else {
        return Err(Failed {
            status: StatusCode::PAYLOAD_TOO_LARGE,
            code: "too-large",
            message: "the body is too large, or takes too long".to_owned(),
        });
    };
    let text = |name: HeaderName| {
        let value = head.headers.get(name);
        let value = value.and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    Ok(DepotRequest {
        method: head.method.to_string(),
        path: path.to_owned(),
        query: query.to_owned(),
        content_type: text(CONTENT_TYPE),
        content_encoding: text(CONTENT_ENCODING),
        protocol: text(PROTOCOL),
        body: body.into(),
        may_push,
    })
}

/// An answer of git, whose body is passed on as it comes.
fn response(answer: DepotAnswer) -> Response<Body> {
    let DepotAnswer {
        status,
        headers,
        mut body,
        work,
    } = answer;
    let mut response = Response::new(Body::empty());
    let status = StatusCode::from_u16(status);
    *response.status_mut() = status.unwrap_or(StatusCode::BAD_GATEWAY);
    for (name, value) in headers {
        let (name, value) = (HeaderName::try_from(name), HeaderValue::try_from(value));
        if let (Ok(name), Ok(value)) = (name, value) {
            response.headers_mut().insert(name, value);
        }
    }
    let (parts, mut received) = channel::<io::Result<Bytes>>(PARTS);
    tokio::task::spawn_blocking(move || {
        let mut part = vec![0; PART];
        loop {
            let told = match body.read(&mut part) {
                Ok(0) => return,
                Ok(length) => Ok(Bytes::copy_from_slice(&part[..length])),
                Err(error) => Err(error),
            };
            let is_last = told.is_err();
            // A client that went away takes nothing any more.
            if parts.blocking_send(told).is_err() || is_last {
                return;
            }
        }
    });
    let parts = stream::poll_fn(move |context| {
        // git ends with the response, also where its client went away.
        let _ = &work;
        received.poll_recv(context)
    });
    *response.body_mut() = Body::from_stream(parts);
    response
}

/// The folder of a repository's work log.
fn folder(filler: &Filler, name: &str) -> PathBuf {
    filler
        .folder
        .with_file_name("logs")
        .join(format!("{name}.git"))
}

/// Removes the work log of a repository that the hub forgets.
///
/// # Errors
/// [`Error::System`].
pub fn forget(filler: &Filler, name: &str) -> Result<(), Error> {
    match fs::remove_dir_all(folder(filler, name)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other.map_err(Error::system(format!("remove the work log of '{name}'"))),
    }
}
