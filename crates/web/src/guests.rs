//! Connected clients, and which of them makes way where all places are taken: first one that has
//! not shown the token and says nothing. So no crowd of them keeps out a client that asks
//! something.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use git_memory_text::limits;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

/// How long a connected client may say nothing, where others wait for the place.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often it is looked whether a client can make way.
const AGAIN: Duration = Duration::from_millis(50);

/// The places, and who has them.
pub(super) struct Guests {
    count: usize,
    free: Arc<Semaphore>,
    all: Arc<Mutex<Vec<Arc<Guest>>>>,
}

/// Who has a place.
pub(super) struct Guest {
    state: Mutex<State>,
    leave: Notify,
}

struct State {
    /// True if the client has shown the token.
    is_known: bool,
    /// True if a request of the client is worked on.
    is_served: bool,
    /// True if the client was told to leave.
    is_told: bool,
    /// Since when it has said nothing.
    since: Instant,
}

/// A place that is taken, until it is dropped.
pub(super) struct Place {
    pub(super) guest: Arc<Guest>,
    all: Arc<Mutex<Vec<Arc<Guest>>>>,
    _permit: OwnedSemaphorePermit,
}

impl Guests {
    /// As many places as the process can open files for; half of them are for the work.
    pub(super) fn new() -> Self {
        let count = files().map_or(limits::CONNECTIONS, |most| {
            limits::CONNECTIONS.min(most / 2).max(1)
        });
        Self {
            count,
            free: Arc::new(Semaphore::new(count)),
            all: Arc::default(),
        }
    }

    /// Takes a place; where there is none, another client makes way.
    pub(super) async fn place(&self) -> Place {
        loop {
            if self.free.available_permits() == 0 {
                self.make_way();
            }
            let free = Arc::clone(&self.free).acquire_owned();
            // The semaphore is never closed.
            if let Ok(Ok(permit)) = timeout(AGAIN, free).await {
                let guest = Arc::new(Guest::new());
                lock(&self.all).push(Arc::clone(&guest));
                return Place {
                    guest,
                    all: Arc::clone(&self.all),
                    _permit: permit,
                };
            }
        }
    }

    /// Tells one client to leave, where there is one to be told. No known client goes while a
    /// stranger is there, were it one whose patience is still to run out.
    pub(super) fn make_way(&self) {
        let all = lock(&self.all);
        let ranked = all.iter().filter_map(|guest| {
            let state = lock(&guest.state);
            let rank = (state.is_known, state.is_served, state.since);
            (!state.is_told).then_some((rank, guest))
        });
        if let Some(((_, is_served, since), guest)) = ranked.min_by_key(|(rank, _)| *rank)
            && (is_served || since.elapsed() >= PATIENCE)
        {
            guest.tell();
        }
    }

    /// Tells all of them to leave, and waits until they have.
    pub(super) async fn close(&self) {
        for guest in lock(&self.all).iter() {
            guest.tell();
        }
        let all = u32::try_from(self.count).unwrap_or(u32::MAX);
        // The semaphore is never closed.
        let _ = self.free.acquire_many(all).await;
    }
}

impl Guest {
    fn new() -> Self {
        Self {
            state: Mutex::new(State {
                is_known: false,
                is_served: false,
                is_told: false,
                since: Instant::now(),
            }),
            leave: Notify::new(),
        }
    }

    fn tell(&self) {
        lock(&self.state).is_told = true;
        self.leave.notify_one();
    }

    /// Waits until it is told to leave; whether it is given what it waits for before.
    pub(super) async fn told(&self) -> bool {
        self.leave.notified().await;
        let state = lock(&self.state);
        state.is_known || state.is_served
    }

    /// It has asked for something.
    pub(super) fn served(self: &Arc<Self>) -> Served {
        lock(&self.state).is_served = true;
        Served(Arc::clone(self))
    }
}

/// As long as it is kept, a guest's request is worked on.
pub(super) struct Served(Arc<Guest>);

impl Served {
    /// Notes that the client has shown the token.
    pub(super) fn is_known(&self) {
        lock(&self.0.state).is_known = true;
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.is_served = false;
        state.since = Instant::now();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.all).retain(|guest| !Arc::ptr_eq(guest, &self.guest));
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing is left half-done under it.
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many files the process may have open; `None` where there is no limit.
#[cfg(unix)]
fn files() -> Option<usize> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    limit.current.and_then(|most| usize::try_from(most).ok())
}

/// Returns `None`: elsewhere no limit is known.
#[cfg(not(unix))]
fn files() -> Option<usize> {
    None
}
