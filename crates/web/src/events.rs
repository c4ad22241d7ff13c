//! Telling pages that memory or code has changed (server-sent events, html.spec.whatwg.org): both
//! are looked at for as long as a page listens. A checkout, a pull or an editor that changes them
//! says nothing to us.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{Response, StatusCode};
use futures_util::stream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::reply::Refusal;
use git_memory_app::context::state_with_code;
use git_memory_app::workspace::Repositories;
use git_memory_text::limits;

/// How long it takes at least from one look to the next, also in looks.
const BETWEEN: Duration = Duration::from_secs(1);
const REST: u32 = 10;
/// How long nothing may be said to a listener.
const SILENCE: Duration = Duration::from_secs(5);

/// The state of memory and code, kept up to date while a page listens.
pub(super) struct Events {
    /// Their names; nothing before the first look.
    now: watch::Sender<Option<String>>,
}

impl Events {
    /// Begins to look.
    pub(super) fn watch(repositories: Arc<Repositories>) -> Self {
        let now = watch::Sender::new(None);
        let told = now.clone();
        tokio::spawn(async move {
            loop {
                let begun = Instant::now();
                if told.receiver_count() > 0 {
                    look(&repositories, &told).await;
                }
                // A look that takes long is repeated less often.
                sleep(BETWEEN.max(begun.elapsed() * REST)).await;
            }
        });
        Self { now }
    }

    /// The last state that was looked at, as long as a page listens.
    pub(super) fn last(&self) -> Option<String> {
        let is_kept = self.now.receiver_count() > 0;
        is_kept.then(|| self.now.borrow().clone()).flatten()
    }

    /// Returns what one listener hears until it goes away: the names of what memory and code are,
    /// whenever one of them is another.
    pub(super) fn listen(&self) -> Response<Body> {
        if self.now.receiver_count() >= limits::LISTENERS {
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
            // Says that the server is there, and learns whether the listener still is.
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
    let look = tokio::task::spawn_blocking(move || repositories.ask(None, state_with_code));
    // A state that cannot be read now is looked at again; a page that asks is told why.
    if let Ok(Ok(name)) = look.await {
        told.send_if_modified(|last| {
            let is_other = last.as_deref() != Some(&*name);
            *last = Some(name);
            is_other
        });
    }
}
