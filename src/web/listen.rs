//! Accepting connections: at most so many at once, none of them for longer than it takes.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Maximum number of connections; more of them wait.
const CONNECTIONS: usize = 256;
/// How long a client may take for the head of a request, and stay without one.
const HEAD: Duration = Duration::from_secs(15);
/// Maximum size of a request's head, in bytes.
const HEAD_SIZE: usize = 64 * 1024;
/// How long requests that are under way may take once the server is to end.
const GRACE: Duration = Duration::from_secs(5);
/// How long to wait after the system had no connection to give.
const AGAIN: Duration = Duration::from_millis(50);

/// Answers connections until `end`, then those that are under way.
pub(super) async fn listen(listener: TcpListener, app: Router, end: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    tokio::pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut end => break,
        };
        let Ok((stream, place)) = accepted else {
            // Too many open files, or a client that went away: neither ends the server.
            sleep(AGAIN).await;
            continue;
        };
        let service = TowerToHyperService::new(app.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(HEAD_SIZE)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // What a client does wrong is its own affair.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    // Whoever still waits then waits for events, or reads slowly.
    let _ = timeout(GRACE, graceful.shutdown()).await;
}

/// A connection, and its place among the others.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(tokio::net::TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await;
    let place = place.map_err(io::Error::other)?;
    let (stream, _peer) = listener.accept().await?;
    Ok((stream, place))
}
