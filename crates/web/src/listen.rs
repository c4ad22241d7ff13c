//! Accepting connections: at most so many at once, none of them for longer than it takes.

use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::gate::Caller;
use super::guests::{Guests, Place};
use git_memory_text::limits;

/// How long a client may take for the head of a request, and stay without one.
const HEAD: Duration = Duration::from_secs(15);
/// How long a client that is to make way may take to read what was asked for.
const LEAVING: Duration = Duration::from_mins(2);
/// How long requests that are under way may take once the server is to end.
const GRACE: Duration = Duration::from_secs(5);
/// How long to wait after the system had no connection to give.
const AGAIN: Duration = Duration::from_millis(50);

/// Answers connections until `end`, then those that are under way.
pub async fn listen(listener: TcpListener, app: Router, end: impl Future<Output = ()>) {
    let guests = Guests::new();
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &guests) => accepted,
            () = &mut end => break,
        };
        if let Some((stream, place)) = accepted {
            tokio::spawn(attend(stream, app.clone(), place));
        }
    }
    drop(listener);
    // A client that is still there then waits for events, or reads slowly.
    let _ = timeout(GRACE, guests.close()).await;
}

/// A connection, and its place among the others.
async fn accept(listener: &TcpListener, guests: &Guests) -> Option<(TcpStream, Place)> {
    if let Ok((stream, _peer)) = listener.accept().await {
        return Some((stream, guests.place().await));
    }
    // Too many open files, or a client that went away: neither ends the server.
    guests.make_way();
    sleep(AGAIN).await;
    None
}

/// Answers one connection until it ends, or has to make way.
async fn attend(stream: TcpStream, app: Router, place: Place) {
    let guest = &place.guest;
    let answers = TowerToHyperService::new(app);
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let served = guest.served();
        let answer = answers.call(request);
        async move {
            let answer: Result<Response<Body>, Infallible> = answer.await;
            if let Ok(answer) = &answer
                && answer.extensions().get::<Caller>().is_some()
            {
                served.is_known();
            }
            answer
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(limits::HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service)
    );
    tokio::select! {
        // A client's fault is its own affair.
        _ = &mut connection => {}
        is_given = guest.told() => if is_given {
            connection.as_mut().graceful_shutdown();
            let _ = timeout(LEAVING, connection).await;
        }
    }
}
