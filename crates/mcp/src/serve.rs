//! From an invocation to the end of the client.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::middleware::from_fn_with_state;
use rmcp::ServiceExt;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::io::stdio_pipes;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::sync::watch;

use super::http::{Reading, in_json_rpc};
use super::lines::{Answers, Lines, Traffic};
use super::server::Server;
use git_memory_app::workspace::Invocation;
use git_memory_text::limits;

/// Maximum number of requests that are worked on at once; more of them wait.
const THREADS: usize = 8;
/// How long a thread that has nothing to do stays.
const IDLE: Duration = Duration::from_secs(5);

/// Serves one client on standard input and output until it goes away. `clock` tells the time of
/// each request.
///
/// # Errors
/// Where no runtime can be had, or the client does not begin as the protocol says.
pub fn serve(invocation: &Invocation, clock: fn() -> std::time::SystemTime) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(THREADS)
        .thread_keep_alive(IDLE)
        .build()?;
    let served = runtime.block_on(until_gone(
        Server::new(invocation, clock).working_when_idle(),
    ));
    // Threads that still read for a client that is gone need not be waited for; a write is all or
    // nothing.
    runtime.shutdown_background();
    served
}

/// Serves over HTTP, below `/mcp`: any number of clients, each with a session of its own where its
/// protocol has sessions.
pub fn over_http(invocation: &Invocation, clock: fn() -> std::time::SystemTime) -> axum::Router {
    let first = Server::new(invocation, clock).counting();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(
        move || Ok(first.for_another()),
        Arc::clone(&sessions),
        // Who may ask is judged before it comes here.
        StreamableHttpServerConfig::default().with_max_request_body_bytes(limits::BODY_BYTES),
    );
    let reading = Reading {
        sessions,
        most: limits::BODY_BYTES,
        takes_batches: true,
    };
    let read = from_fn_with_state(reading, in_json_rpc);
    axum::Router::new()
        .route_service("/mcp", service)
        .layer(read)
}

async fn until_gone(server: Server) -> io::Result<()> {
    let (input, output) = stdio_pipes();
    let (here, gone) = watch::channel(());
    let traffic = Traffic::default();
    let server = server.until(gone).counted_in(traffic.clone());
    let input = Lines::new(input, traffic.clone(), here);
    let output = Answers::new(output, traffic);
    let running = match server.serve((input, output)).await {
        Ok(running) => running,
        // A client that went away before it said anything, or heard the first answer, asks for nothing.
        Err(
            ServerInitializeError::ConnectionClosed(_)
            | ServerInitializeError::TransportError { .. },
        ) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    match running.waiting().await {
        Ok(QuitReason::JoinError(error)) | Err(error) => Err(io::Error::other(error)),
        Ok(_) => Ok(()),
    }
}
