//! The server: questions to all repositories of a reader from the database, and those to one
//! repository from its mirror, by the routes and pages of `git memory serve`. It only reads.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Extensions, Method, Response, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{any, get, post};
use serde_json::json;
use tokio::net::TcpListener;

use crate::Error;
use crate::answers::{self, Filter};
use crate::asked::{Asked, MOST};
use crate::fill::Filler;
use crate::gate::Gate;
use crate::hub::Hub;
use crate::logs;
use crate::looking::{look_again, make_vectors};
use crate::meaning::{Claim, Limits, Meaning};
use crate::related;
use crate::reply::{Failed, document, passed_on};
use crate::runs::{self, number};
use crate::search::{self, Question};
use crate::tools;
use crate::webhook::webhook;

/// The number of records where a question names none.
const LISTED: usize = 1_000;

/// The choices of a hub that serves.
pub struct Serving {
    /// The address at which it listens.
    pub address: SocketAddr,
    /// Time between two looks at a repository; up to a tenth more, by chance.
    pub interval: Duration,
    /// Requests of a reader that are answered, a second.
    pub rate: u32,
    /// The secret of webhooks; without it none is heard.
    pub secret: Option<String>,
    /// The header in which a proxy on this machine names the reader; without it only tokens count.
    pub reader_header: Option<HeaderName>,
}

/// Serves until the process is told to end; `told` is called with the address once it listens.
///
/// # Errors
/// [`Error::System`] if it cannot listen, [`Error::BadValue`] for a header that others could set.
pub async fn serve(
    filler: Filler,
    serving: Serving,
    told: &mut dyn FnMut(SocketAddr),
) -> Result<(), Error> {
    if serving.reader_header.is_some() && !serving.address.ip().is_loopback() {
        return Err(Error::BadValue(
            "with '--reader-header', the hub listens on this machine only: everyone who \
             reaches it without the proxy can be any reader"
                .into(),
        ));
    }
    let cannot = || Error::system(format!("listen at {}", serving.address));
    let listener = TcpListener::bind(serving.address).await.map_err(cannot())?;
    told(listener.local_addr().map_err(cannot())?);
    let end = git_memory_web::ending().map_err(cannot())?;
    let meaning = Meaning::open(&filler, Claim::Own, Limits::default()).await?;
    let hub = Arc::new(Hub::new(
        filler,
        meaning,
        Gate::new(serving.rate, serving.reader_header),
        serving.secret,
    ));
    let making = tokio::spawn(make_vectors(Arc::clone(&hub)));
    let looking = tokio::spawn(look_again(Arc::clone(&hub), serving.interval));
    git_memory_web::listen(listener, app(&hub), end).await;
    // A transaction that is under way is undone by the database, and done again next time.
    looking.abort();
    making.abort();
    Ok(())
}

fn app(hub: &Arc<Hub>) -> Router {
    Router::new()
        .route("/", get(async || Redirect::to("/repositories")))
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/repositories", get(repositories))
        .route("/recall", get(recall))
        .route("/related", get(related::told))
        .route("/records", get(records))
        .route("/records/{*id}", get(record))
        .route("/webhooks/{name}", post(webhook))
        .route("/r/{name}/runs", get(runs::told).post(runs::run))
        .route("/r/{name}", any(one))
        .route("/r/{name}/", any(one))
        .route("/r/{name}/{*rest}", any(one))
        .merge(logs::routes())
        .with_state(Arc::clone(hub))
        .merge(tools::routes(hub))
}

/// True to those who ask whether requests are worth sending here.
async fn ready(State(hub): State<Arc<Hub>>) -> Response<Body> {
    match hub.filler.database.is_made().await {
        Ok(true) => "ready\n".into_response(),
        Ok(false) | Err(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the database is not ready\n",
        )
            .into_response(),
    }
}

async fn metrics(State(hub): State<Arc<Hub>>, headers: HeaderMap) -> Response<Body> {
    hub.answer("metrics", &headers, async |_| {
        let mut response = hub.measures.text().into_response();
        let format = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
        response.headers_mut().insert(CONTENT_TYPE, format);
        Ok(response)
    })
    .await
}

async fn repositories(State(hub): State<Arc<Hub>>, headers: HeaderMap) -> Response<Body> {
    hub.answer("repositories", &headers, async |reader| {
        let found = answers::repositories(hub.database(), &reader).await?;
        Ok(document(&json!({ "repositories": found })))
    })
    .await
}

async fn recall(State(hub): State<Arc<Hub>>, headers: HeaderMap, uri: Uri) -> Response<Body> {
    hub.answer("recall", &headers, async |reader| {
        let asked = Asked::of(&uri, &["words", "most", "workspace"])?;
        let question = Question {
            words: asked.text("words").unwrap_or_default().to_owned(),
            most: asked.number("most", MOST)?,
        };
        let found = search::recall(hub.database(), &hub.meaning, &reader, &question).await?;
        Ok(document(&found.document()))
    })
    .await
}

async fn records(State(hub): State<Arc<Hub>>, headers: HeaderMap, uri: Uri) -> Response<Body> {
    hub.answer("records", &headers, async |reader| {
        let asked = Asked::of(&uri, &["kind", "status", "at", "most", "workspace"])?;
        let filter = Filter {
            kind: asked.text("kind").map(ToOwned::to_owned),
            status: asked.text("status").map(ToOwned::to_owned),
            at: asked.moment("at")?,
            most: i64::try_from(asked.number("most", LISTED)?).unwrap_or(i64::MAX),
        };
        let found = answers::list(hub.database(), &reader, &filter).await?;
        Ok(document(&json!({ "records": found })))
    })
    .await
}

async fn record(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Response<Body> {
    hub.answer("record", &headers, async |reader| {
        let asked = Asked::of(&uri, &["at", "workspace"])?;
        let found = answers::show(hub.database(), &reader, &id, asked.moment("at")?).await?;
        if found.is_empty() {
            return Err(Failed::no_record(&id));
        }
        Ok(document(&json!({ "records": found })))
    })
    .await
}

/// A question to one repository, from its mirror.
async fn one(State(hub): State<Arc<Hub>>, request: Request) -> Response<Body> {
    let headers = request.headers().clone();
    hub.answer("repository", &headers, async |reader| {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(Failed {
                status: StatusCode::METHOD_NOT_ALLOWED,
                code: "read-only",
                message: "the hub changes no repository".to_owned(),
            });
        }
        let path = request.uri().path().trim_start_matches("/r/");
        let (name, rest) = path.split_once('/').unwrap_or((path, ""));
        number(&hub, &reader, name).await?;
        if rest.is_empty() {
            let first = format!("/r/{name}/page/index.html");
            return Ok(Redirect::to(&first).into_response());
        }
        let ready = hub.ready(name)?;
        let query = request.uri().query();
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        let target = format!("/{rest}{query}");
        passed_on(ready.routes, request, &target, Extensions::new()).await
    })
    .await
}
