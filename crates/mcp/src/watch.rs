//! Resources that a client wants to hear about when they change: looked at every few seconds, for
//! as long as a client listens. A checkout, a pull or an editor changes them and says nothing to
//! us.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, RoleServer, SubscriptionContext};
use sha2::{Digest, Sha256};
use tokio::sync::watch::Receiver;

use super::resources;
use git_memory_app::workspace::Repositories;

/// How often a resource is looked at.
const BETWEEN: Duration = Duration::from_secs(2);

/// How long a client that wants to listen waits at most for the first look, so that it is told of what
/// it changes right after.
const FIRST: Duration = Duration::from_millis(200);

/// At how many it is looked so early.
const LOOKS: usize = 64;

/// Hash of a resource; `None` if the resource could not be read.
type Look = Option<[u8; 32]>;

/// The resources that the client subscribed to one by one, as protocols before 2026-07-28 have it.
#[derive(Clone)]
pub(crate) struct Watches {
    repositories: Arc<Repositories>,
    /// By address, what ends each watch.
    watched: Arc<Mutex<HashMap<String, tokio::task::AbortHandle>>>,
    /// First looks, by address, at the resources that a client is about to listen for.
    first: Arc<Mutex<HashMap<String, Look>>>,
    /// Has no sender left where the client is gone; `None` where its transport says so itself.
    gone: Option<Receiver<()>>,
}

impl Watches {
    pub(crate) fn new(repositories: Arc<Repositories>) -> Self {
        Self {
            repositories,
            watched: Arc::default(),
            first: Arc::default(),
            gone: None,
        }
    }

    /// Watches for a client that is gone once `gone` has no sender left.
    pub(crate) fn until(self, gone: Receiver<()>) -> Self {
        Self {
            gone: Some(gone),
            ..self
        }
    }

    /// Tells the client of changes from now on, until it has heard enough.
    pub(crate) async fn add(&self, uri: String, peer: Peer<RoleServer>) {
        let (own, of) = (self.clone(), uri.clone());
        let mut last = self.look(&uri).await;
        let task = tokio::spawn(async move {
            loop {
                last = own.changed(&of, last).await;
                let changed = ResourceUpdatedNotificationParam::new(of.clone());
                if peer.notify_resource_updated(changed).await.is_err() {
                    return;
                }
            }
        });
        if let Some(before) = locked(&self.watched).insert(uri, task.abort_handle()) {
            before.abort();
        }
    }

    /// Stops telling of one.
    pub(crate) fn remove(&self, uri: &str) {
        if let Some(watch) = locked(&self.watched).remove(uri) {
            watch.abort();
        }
    }

    /// Takes the first look at what a client is about to [`listen`](Self::listen) for. What takes
    /// longer is looked at when it listens.
    pub(crate) fn begin(&self, uris: &[String]) {
        let (told, looks) = std::sync::mpsc::channel();
        locked(&self.first).clear();
        let uris: BTreeSet<&String> = uris.iter().take(LOOKS).collect();
        for uri in uris {
            let (own, uri, told) = (self.clone(), uri.clone(), told.clone());
            tokio::task::spawn_blocking(move || {
                let look = look(&own.repositories, &uri);
                // The receiver is gone if it took too long.
                let _ = told.send((uri, look));
            });
        }
        drop(told);
        let end = Instant::now() + FIRST;
        while let Ok((uri, look)) =
            looks.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            locked(&self.first).insert(uri, look);
        }
    }

    /// Tells a client that listens for several at once, as the protocol of 2026-07-28 has it, until
    /// it stops listening.
    pub(crate) async fn listen(&self, context: &SubscriptionContext, uris: Vec<String>) {
        let mut all = tokio::task::JoinSet::new();
        for uri in uris {
            let (watches, sink) = (self.clone(), context.sink().clone());
            all.spawn(async move {
                let first = locked(&watches.first).remove(&uri);
                let mut last = match first {
                    Some(look) => look,
                    None => watches.look(&uri).await,
                };
                loop {
                    last = watches.changed(&uri, last).await;
                    if sink.notify_resource_updated(uri.clone()).await.is_err() {
                        return;
                    }
                }
            });
        }
        // At the end of its input the protocol's SDK cancels nothing, and would wait for us.
        let mut gone = self.gone.clone();
        let gone = async {
            match &mut gone {
                Some(gone) => while gone.changed().await.is_ok() {},
                None => std::future::pending().await,
            }
        };
        // The set ends its tasks when it is dropped.
        tokio::select! {
            () = context.cancelled() => {}
            () = gone => {}
        }
    }

    /// Waits until a resource is another than it was; what it is like then.
    async fn changed(&self, uri: &str, last: Look) -> Look {
        loop {
            tokio::time::sleep(BETWEEN).await;
            let now = self.look(uri).await;
            if now != last {
                return now;
            }
        }
    }

    async fn look(&self, uri: &str) -> Look {
        let (repositories, uri) = (Arc::clone(&self.repositories), uri.to_owned());
        let looked = tokio::task::spawn_blocking(move || look(&repositories, &uri));
        looked.await.ok()?
    }
}

fn look(repositories: &Repositories, uri: &str) -> Look {
    let named = resources::named(uri).ok()?;
    // A resource that cannot be read now is looked at again; its readers are told why.
    let read = repositories.ask(None, |workspace| resources::read(workspace, &named));
    let content = read.ok()?;
    Some(Sha256::digest(content.text.as_bytes()).into())
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing is left half-done under it.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
