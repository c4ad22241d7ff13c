//! From a request over HTTP to the answer of a use case.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request as HttpRequest};
use axum::http::header::USER_AGENT;
use axum::http::{Response, StatusCode};
use serde_json::{Map, Value};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::events::Events;
use super::gate::Caller;
use super::pages::{self, Known};
use super::parameters::question;
use super::reply::{FAILED, Refusal, document, failure};
use super::routes::{FOLDER, Route};
use crate::page::{Form, KeptReview};
use git_memory_app::call::Call;
use git_memory_app::records::writer::By;
use git_memory_app::served::count;
use git_memory_app::verbs::CONTEXT;
use git_memory_app::wire::Asked;
use git_memory_app::workspace::{Error, Invocation, Repositories, Workspace};
use git_memory_text::advice::Wording;
use git_memory_text::limits;
use git_memory_text::{visible, without_halves};

/// How long a client may take to send it.
const SENDING: Duration = Duration::from_secs(15);

/// Why an address names nothing.
const UNREADABLE: Refusal = Refusal {
    status: StatusCode::BAD_REQUEST,
    code: "bad-value",
    message: "the address is not UTF-8",
};

/// The part of the server that answers requests.
pub(super) struct Handler {
    pub(super) repositories: Arc<Repositories>,
    pub(super) known: Arc<Known>,
    wording: Wording,
}

impl Handler {
    /// The handler of a server; looks at the repository from now on, while pages listen.
    pub(super) fn new(start: &Invocation, clock: fn() -> SystemTime, wording: Wording) -> Self {
        let repositories = Arc::new(Repositories::new(start, clock));
        let known = Known {
            reviewed: KeptReview::default(),
            events: Events::watch(Arc::clone(&repositories)),
        };
        Self {
            repositories,
            known: Arc::new(known),
            wording,
        }
    }

    /// Answers a request of a route.
    pub(super) async fn answer(
        &self,
        route: &'static Route,
        named: Result<Path<String>, PathRejection>,
        request: HttpRequest,
    ) -> Response<Body> {
        let caller = request.extensions().get::<Caller>().copied();
        let name = request.headers().get(USER_AGENT);
        let name = name
            .and_then(|name| name.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        let mut question = match self.question(route, named, request).await {
            Ok(question) => question,
            Err(refused) => return refused,
        };
        let texts = Asked::new(&Value::Object(question.clone()));
        // There it is part of the question, too: it may be that of a workspace in memory. A name
        // that is no folder's is nothing else.
        let folder = if route.verb.path == CONTEXT.path {
            let is_folder = |name: &str| name.is_empty() || self.repositories.has_folder(name);
            let folder = question.get(FOLDER).cloned();
            folder.filter(|folder| folder.as_str().is_none_or(is_folder))
        } else {
            question.remove(FOLDER)
        };
        self.work(move |repositories, wording| {
            let request = Reading {
                route,
                question: Value::Object(question),
                folder,
                texts: &texts,
                caller,
                client: &name,
                wording,
            };
            request.run(repositories)
        })
        .await
    }

    /// Answers a request of a page.
    pub(super) async fn page(
        &self,
        name: Result<Path<String>, PathRejection>,
        query: String,
    ) -> Response<Body> {
        let Ok(Path(name)) = name else {
            return UNREADABLE.response();
        };
        let known = Arc::clone(&self.known);
        self.work(move |repositories, wording| {
            pages::give(repositories, &known, &name, &query, wording)
        })
        .await
    }

    /// Answers a form that a page sends.
    pub(super) async fn sent(
        &self,
        name: Result<Path<String>, PathRejection>,
        request: HttpRequest,
    ) -> Response<Body> {
        let Ok(Path(name)) = name else {
            return UNREADABLE.response();
        };
        let caller = request.extensions().get::<Caller>().copied();
        let form = match received(request.into_body()).await {
            Ok(bytes) => Form::read(&bytes),
            Err(refused) => return refused.response(),
        };
        let known = Arc::clone(&self.known);
        self.work(move |repositories, wording| {
            pages::take(repositories, &known, &name, &form, &writer(caller), wording)
        })
        .await
    }

    /// Works on a thread where that may take its time.
    async fn work(
        &self,
        work: impl FnOnce(&Repositories, Wording) -> Response<Body> + Send + 'static,
    ) -> Response<Body> {
        let (repositories, wording) = (Arc::clone(&self.repositories), self.wording);
        let work = tokio::task::spawn_blocking(move || work(&repositories, wording));
        let _wanted = Wanted(work.abort_handle());
        match timeout(limits::ANSWER_TIME, work).await {
            Ok(Ok(response)) => response,
            // A fault of ours ends the request that met it, and no other.
            Ok(Err(_)) => FAILED.response(),
            Err(_) => Refusal {
                status: StatusCode::GATEWAY_TIMEOUT,
                code: "timeout",
                message: "this takes too long: check whether it was done before you try again",
            }
            .response(),
        }
    }

    /// The question of a request.
    async fn question(
        &self,
        route: &Route,
        named: Result<Path<String>, PathRejection>,
        request: HttpRequest,
    ) -> Result<Map<String, Value>, Response<Body>> {
        let query = request.uri().query().unwrap_or_default().to_owned();
        let texts = Asked::new(&Value::String(query.clone()));
        let bad = |error: &Error| failure(error, &texts, None, self.wording);
        let mut asked = if route.verb.writes {
            body(request).await.map_err(Refusal::response)?
        } else {
            question(&query, route.schema()).map_err(|error| bad(&error))?
        };
        if let Some(key) = route.key() {
            let Path(name) = named.map_err(|_| UNREADABLE.response())?;
            asked.insert(key.to_owned(), Value::String(name));
        }
        Ok(asked)
    }
}

/// The writer of what comes in one way.
fn writer(caller: Option<Caller>) -> By {
    match caller {
        Some(Caller::Page) => By::Person,
        _ => By::Program,
    }
}

/// Work that is not begun once its client has gone; work that was begun goes on to its end.
struct Wanted(AbortHandle);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The object in a request's body.
async fn body(request: HttpRequest) -> Result<Map<String, Value>, Refusal> {
    let bytes = received(request.into_body()).await?;
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(object)) => Ok(object),
        _ => Err(refused(
            StatusCode::BAD_REQUEST,
            "the body is not a JSON object",
        )),
    }
}

/// The JSON in a body, which has a size and a time to come; half of a character in it is replaced, as
/// agents and programs send it over other ways.
///
/// # Errors
/// Where it has more, or takes longer.
pub(super) async fn received(body: Body) -> Result<Bytes, Refusal> {
    match timeout(SENDING, to_bytes(body, limits::BODY_BYTES)).await {
        Ok(Ok(bytes)) => {
            let changed = match without_halves(&bytes) {
                Cow::Owned(changed) => Some(Bytes::from(changed)),
                Cow::Borrowed(_) => None,
            };
            Ok(changed.unwrap_or(bytes))
        }
        Ok(Err(_)) => Err(refused(
            StatusCode::PAYLOAD_TOO_LARGE,
            "the body cannot be read, or has more than 2 MiB",
        )),
        Err(_) => Err(refused(
            StatusCode::REQUEST_TIMEOUT,
            "the body takes too long",
        )),
    }
}

fn refused(status: StatusCode, message: &'static str) -> Refusal {
    Refusal {
        status,
        code: "bad-value",
        message,
    }
}

/// A request that is worked on.
struct Reading<'a> {
    route: &'a Route,
    question: Value,
    /// The folder whose repository is meant, where one is named.
    folder: Option<Value>,
    texts: &'a Asked,
    caller: Option<Caller>,
    /// Who asks, by its own word.
    client: &'a str,
    wording: Wording,
}

impl Reading<'_> {
    /// Asks the repository.
    fn run(self, repositories: &Repositories) -> Response<Body> {
        let (asked, wording, caller) = (self.texts, self.wording, self.caller);
        let ask = |workspace: &Workspace| {
            if let Some(folder) = &self.folder {
                must_be_served(repositories, workspace, folder)?;
            }
            let call = Call {
                workspace,
                by: &|_workspace| writer(caller),
                wording,
                progress: &|_done, _all| {},
            };
            let answer = (self.route.verb.run)(&call, asked, &self.question)?;
            if self.route.verb.path == CONTEXT.path {
                // A count is no reason to fail an answer.
                let _ = count(workspace, self.client, &answer);
            }
            Ok(answer)
        };
        let told = |error: &Error, workspace: Option<&Workspace>| {
            failure(error, asked, workspace, wording)
        };
        match repositories.ask_told(None, self.route.verb.writes, ask, told) {
            Ok(answer) => document(answer),
            Err(failed) => failed,
        }
    }
}

/// Refuses a question about another repository than the one that is served.
fn must_be_served(
    repositories: &Repositories,
    workspace: &Workspace,
    folder: &Value,
) -> Result<(), Error> {
    let Some(folder) = folder.as_str() else {
        return Err(Error::BadValue(format!(
            "'{FOLDER}' is the path of a folder"
        )));
    };
    let root = repositories.ask(Some(folder), |named| Ok(named.store().root()));
    if folder.is_empty() || root.is_ok_and(|root| root == workspace.store().root()) {
        return Ok(());
    }
    let folder = visible(folder);
    Err(Error::BadValue(format!(
        "this server answers for one repository, and '{folder}' is not in it"
    )))
}
