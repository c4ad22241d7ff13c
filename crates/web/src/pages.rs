//! The pages, as the server gives them.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};
use serde_json::{Map, Value};

use super::reply::{HTML, status_of};
use crate::page::{ASSETS, Bearings, Place, Source, page, trouble};
pub use git_memory_app::context::{state, state_with_code};
use git_memory_app::wire::Asked;
use git_memory_app::workspace::{Error, Redaction, Repositories, Workspace};
use git_memory_text::advice::Wording;
use git_memory_text::visible;

/// The folder of the pages.
pub(super) const FOLDER: &str = "/page/";

/// A page, or a file beside the pages. `query` is the address's.
pub(super) fn give(
    repositories: &Repositories,
    name: &str,
    query: &str,
    wording: Wording,
) -> Response<Body> {
    if let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) {
        return text(asset.text.to_owned(), asset.mime_type);
    }
    let mut parameters = Map::new();
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        // They come back in pages: nothing in them hides there.
        let value = visible(&value).into_owned();
        parameters.insert(key.into_owned(), Value::String(value));
    }
    let asked = Asked::new(&Value::Object(parameters.clone()));
    let rendered = repositories.ask_told(
        None,
        |workspace| render(workspace, &asked, name, &parameters),
        |error, workspace| failed_page(error, name, &asked, workspace, wording),
    );
    match rendered {
        Ok(Some(page)) => text(page, HTML),
        Ok(None) => {
            let message = format!("there is no page '{}'", visible(name));
            let page = told(&asked, None, name, &message, &[]);
            with_status(StatusCode::NOT_FOUND, page)
        }
        Err(failed) => failed,
    }
}

fn render(
    workspace: &Workspace,
    asked: &Asked,
    name: &str,
    parameters: &Map<String, Value>,
) -> Result<Option<String>, Error> {
    let redaction = asked.redaction(Some(workspace));
    let revision = parameters.get("rev").and_then(Value::as_str);
    let revision = revision.filter(|it| !it.is_empty()).map(str::to_owned);
    let (state, revision) = match revision {
        Some(revision) => {
            // Also where the page would not read anything of it.
            workspace.store().history().resolve(&revision)?;
            (None, Some(revision))
        }
        None if workspace.store().has_work_tree() => (Some(seen(workspace, name)?), None),
        // Memory is what was pushed.
        None => (None, Some("HEAD".to_owned())),
    };
    let bearings = Bearings::of(workspace, revision.as_deref())?;
    let source = Source {
        workspace,
        bearings,
        parameters: without_secrets(&redaction, parameters),
        redaction,
        place: Place::Server,
        state,
        revision,
    };
    let made = page(name, &source)?;
    // Parts of a typed secret may come back in another spelling.
    Ok(made.map(|made| source.page(&made)))
}

/// The parameters of an address as pages get them. A page's HTML spells some signs in another way,
/// in which no rule would find a secret that has them.
fn without_secrets(redaction: &Redaction, parameters: &Map<String, Value>) -> Map<String, Value> {
    let mut clean = Map::new();
    for (key, value) in parameters {
        let text = value.as_str().unwrap_or_default();
        clean.insert(key.clone(), Value::String(redaction.message(text)));
    }
    clean
}

/// Returns the state of the repository when a page was made, as far as the page shows it: what is
/// said of code comes from more than memory.
fn seen(workspace: &Workspace, name: &str) -> Result<String, Error> {
    let of_memory = [
        "graph.html",
        "history.html",
        "runs.html",
        "timeline.html",
        "write.html",
    ];
    if of_memory.contains(&name) {
        state(workspace)
    } else {
        state_with_code(workspace)
    }
}

/// Returns a page that says why the one that was asked for is not there.
fn failed_page(
    error: &Error,
    name: &str,
    asked: &Asked,
    workspace: Option<&Workspace>,
    wording: Wording,
) -> Response<Body> {
    let advice = error.advice().into_iter();
    let hints: Vec<String> = advice.map(|advice| (wording.sentence)(&advice)).collect();
    let page = told(asked, workspace, name, &error.to_string(), &hints);
    with_status(status_of(error.code()), page)
}

/// A page with a message in place of the one that was asked for, without secrets.
fn told(
    asked: &Asked,
    workspace: Option<&Workspace>,
    name: &str,
    message: &str,
    hints: &[String],
) -> String {
    let redaction = asked.redaction(workspace);
    let hints: Vec<String> = hints.iter().map(|hint| redaction.message(hint)).collect();
    let page = trouble(name, &redaction.message(message), &hints);
    redaction.html(&page)
}

fn with_status(status: StatusCode, page: String) -> Response<Body> {
    let mut response = text(page, HTML);
    *response.status_mut() = status;
    response
}

fn text(text: String, mime_type: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(mime_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
