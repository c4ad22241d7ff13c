//! The pages, as the server gives them.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::response::{IntoResponse, Redirect};
use serde_json::{Map, Value};

use super::events::Events;
use super::reply::{HTML, METHOD, status_of};
use crate::page::{
    ASSETS, Bearings, Form, KeptReview, Place, REVIEW, Reviewed, Sent, Source, page, send, trouble,
};
use git_memory_app::View;
use git_memory_app::call::Call;
use git_memory_app::context::{state_with_code, state_with_earlier_code};
use git_memory_app::records::writer::By;
use git_memory_app::wire::Asked;
use git_memory_app::workspace::{Error, Redaction, Repositories, Workspace};
use git_memory_text::advice::Wording;
use git_memory_text::visible;

/// The folder of the pages.
pub(super) const FOLDER: &str = "/page/";
/// The page with the form for a record.
const WRITE: &str = "write.html";

/// What the pages of a server share.
pub(super) struct Known {
    pub(super) reviewed: KeptReview,
    pub(super) events: Events,
}

impl Known {
    /// The state that a page is of. To look at the code takes longer than a page: its name is that
    /// of the last look while a page listens, and none before the first review, as nothing is shown
    /// of one. If it is older than the page, the next event renews the page.
    fn state(&self, workspace: &Workspace) -> Result<String, Error> {
        match self.events.last() {
            None if !self.reviewed.is_empty() => state_with_code(workspace),
            last => state_with_earlier_code(workspace, last.as_deref()),
        }
    }
}

/// A page, or a file beside the pages. `query` is the address's.
pub(super) fn give(
    repositories: &Repositories,
    known: &Known,
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
        false,
        |workspace| render(workspace, known, &asked, name, &parameters),
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

/// Answers a form that was sent to a page: with the way to what it wrote, or with the page again.
pub(super) fn take(
    repositories: &Repositories,
    known: &Known,
    name: &str,
    form: &Form,
    by: &By,
    wording: Wording,
) -> Response<Body> {
    if name != WRITE {
        return METHOD.response();
    }
    let parameters = form.parameters();
    let asked = Asked::new(&Value::Object(parameters.clone()));
    let sent = repositories.ask_told(
        None,
        true,
        |workspace| {
            let source = source(workspace, known, &asked, name, &parameters)?;
            let call = Call {
                workspace,
                by: &|_workspace| by.clone(),
                wording,
                progress: &|_done, _all| {},
            };
            Ok(match send(&source, &call, form)? {
                Sent::Page(made, code) => Sent::Page(source.page(&made), code),
                written @ Sent::Written(_) => written,
            })
        },
        |error, workspace| failed_page(error, name, &asked, workspace, wording),
    );
    match sent {
        Ok(Sent::Page(page, None)) => text(page, HTML),
        Ok(Sent::Page(page, Some(code))) => with_status(status_of(code), page),
        Ok(Sent::Written(address)) => Redirect::to(&address).into_response(),
        Err(failed) => failed,
    }
}

fn render(
    workspace: &Workspace,
    known: &Known,
    asked: &Asked,
    name: &str,
    parameters: &Map<String, Value>,
) -> Result<Option<String>, Error> {
    let source = source(workspace, known, asked, name, parameters)?;
    let made = page(name, &source)?;
    // Parts of a typed secret may come back in another spelling.
    Ok(made.map(|made| source.page(&made)))
}

/// The source of a page of the server.
fn source<'a>(
    workspace: &'a Workspace,
    known: &Known,
    asked: &Asked,
    name: &str,
    parameters: &Map<String, Value>,
) -> Result<Source<'a>, Error> {
    let redaction = asked.redaction(Some(workspace));
    let revision = parameters.get("rev").and_then(Value::as_str);
    let revision = revision.filter(|it| !it.is_empty()).map(str::to_owned);
    let (state, revision) = match revision {
        Some(revision) => {
            // Also where the page would not read anything of it.
            workspace.store().history().resolve(&revision)?;
            (None, Some(revision))
        }
        None if workspace.store().has_work_tree() => match name {
            REVIEW => (Some(state_with_code(workspace)?), None),
            _ => (Some(known.state(workspace)?), None),
        },
        // Memory is what was pushed.
        None => (None, Some("HEAD".to_owned())),
    };
    let bearings = Bearings::of(workspace, revision.as_deref())?;
    // Some reasons for a review are days that have come.
    let of_day = state
        .as_ref()
        .map(|state| format!("{} {state}", workspace.today()));
    let reviewed = match &of_day {
        Some(state) if name == REVIEW => {
            let make = || Reviewed::of(workspace, &View::WorkTree);
            Some(known.reviewed.made(state, make)?)
        }
        Some(state) => known.reviewed.of(state),
        None => None,
    };
    Ok(Source {
        workspace,
        bearings: bearings.with(reviewed),
        parameters: without_secrets(&redaction, parameters),
        redaction,
        place: Place::Server,
        state,
        revision,
    })
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
