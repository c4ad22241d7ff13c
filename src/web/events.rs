//! Telling pages that memory has changed (server-sent events, html.spec.whatwg.org): it is looked
//! at for as long as somebody listens. Whoever changes it, a checkout, a pull or an editor, says
//! nothing to us.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};
use futures_util::stream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::reply::Refusal;
use crate::app::context::state;
use crate::app::workspace::Repositories;

/// How often memory is looked at.
const BETWEEN: Duration = Duration::from_secs(1);
/// How long nothing may be said to somebody who listens.
const SILENCE: Duration = Duration::from_secs(5);
/// Maximum number of those who listen.
const LISTENERS: usize = 64;

/// What memory is now, as far as somebody wants to know.
pub(super) struct Events {
    /// Its name; nothing before the first look.
    now: watch::Sender<Option<String>>,
}

impl Events {
    /// Begins to look.
    pub(super) fn watch(repositories: Arc<Repositories>) -> Self {
        let now = watch::Sender::new(None);
        let told = now.clone();
        tokio::spawn(async move {
            loop {
                if told.receiver_count() > 0 {
                    look(&repositories, &told).await;
                }
                sleep(BETWEEN).await;
            }
        });
        Self { now }
    }

    /// What one listener hears until it goes away: the name of what memory is, whenever that is
    /// another one.
    pub(super) fn listen(&self) -> Response<Body> {
        if self.now.receiver_count() >= LISTENERS {
            return Refusal {
                status: StatusCode::SERVICE_UNAVAILABLE,
                code: "busy",
                message: "too many pages listen",
            }
            .response();
        }
        let mut heard = self.now.subscribe();
        heard.mark_changed();
        let events = stream::unfold(heard, async |mut heard| {
            // Says that somebody is there, and learns whether somebody still listens.
            let mut event = ":\n\n".to_owned();
            if let Ok(changed) = timeout(SILENCE, heard.changed()).await {
                changed.ok()?;
                if let Some(name) = heard.borrow_and_update().as_deref() {
                    event = format!("event: state\ndata: {name}\n\n");
                }
            }
            Some((Ok::<_, Infallible>(event), heard))
        });
        let mut response = Response::new(Body::from_stream(events));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// Looks once; tells where something is another.
async fn look(repositories: &Arc<Repositories>, told: &watch::Sender<Option<String>>) {
    let repositories = Arc::clone(repositories);
    let look = tokio::task::spawn_blocking(move || repositories.ask(None, state));
    // What cannot be read now is looked at again; a page that asks is told why.
    if let Ok(Ok(name)) = look.await {
        told.send_if_modified(|last| {
            let is_other = last.as_deref() != Some(&*name);
            *last = Some(name);
            is_other
        });
    }
}
