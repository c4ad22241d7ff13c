//! From an invocation to the end of the server.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request};
use axum::http::Response;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Redirect;
use axum::routing::{MethodFilter, MethodRouter, get, on};
use tokio::net::TcpListener;

use super::gate::{Caller, Door, Gate, let_in};
use super::handler::{Handler, received};
use super::listen::listen;
use super::openapi;
use super::pages::FOLDER;
use super::reply::{METHOD, document, nothing};
use super::routes::{ROUTES, Route};
use git_memory_app::advice::CLI;
use git_memory_app::recall::idle::make_while_idle;
use git_memory_app::records::ahead::read_ahead;
use git_memory_app::workspace::Invocation;

/// Maximum number of requests that are worked on at once; more of them wait.
const THREADS: usize = 8;
/// How long a thread that has nothing to do stays.
const IDLE: Duration = Duration::from_secs(5);

/// The place where a server is to listen, only on this machine, and the secrets of its clients.
pub struct Address<'a> {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The token of this run.
    pub token: &'a str,
    /// The ticket for which a browser gets the token, once and soon; `None` where none is sent
    /// here.
    pub ticket: Option<&'a str>,
}

/// Serves the repository of an invocation until the process is told to end. `clock` tells the time
/// of each request; `mcp` answers agents; `told` is called with the address, once the server listens
/// there.
///
/// # Errors
/// Where the port is taken, or no runtime can be had.
pub fn serve(
    invocation: &Invocation,
    clock: fn() -> SystemTime,
    address: &Address,
    mcp: Router,
    told: &mut dyn FnMut(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(THREADS)
        .thread_keep_alive(IDLE)
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, address.port)).await?;
        let own = listener.local_addr()?;
        let end = ending()?;
        let gate = Gate::new(own, address.token, address.ticket);
        let handler = Handler::new(invocation, clock, CLI);
        make_while_idle(&handler.repositories);
        told(own);
        read_ahead(&handler.repositories);
        listen(listener, app(handler, mcp, gate), end).await;
        Ok(())
    })
    // Text that is being written is written to its end when the runtime goes.
}

/// Waits until the process is told to end.
pub fn ending() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    {
        Ok(async {
            // Without a signal to wait for, the system ends the process.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}

/// Everything that is answered.
fn app(handler: Handler, mcp: Router, own: Gate) -> Router {
    let app = answers(handler);
    let gate = Arc::new(own);
    let folder = gate.folder().to_owned();
    let programs = mcp.layer(from_fn(whole)).merge(app.clone());
    guarded(programs, &gate, Caller::Program).nest(&folder, guarded(app, &gate, Caller::Page))
}

/// Routes and pages of the repository of an invocation, for a server that lets requests in itself.
pub fn repository(invocation: &Invocation, clock: fn() -> SystemTime) -> Router {
    answers(Handler::new(invocation, clock, CLI))
}

/// The routes and the pages.
fn answers(handler: Handler) -> Router {
    let handler = Arc::new(handler);
    let mut app = Router::new();
    for route in ROUTES.iter() {
        app = app.route(route.verb.path, answered(route, &handler));
    }
    let pages = Arc::clone(&handler);
    let page = async move |name: Result<Path<String>, PathRejection>, request: Request| {
        let query = request.uri().query().unwrap_or_default().to_owned();
        pages.page(name, query).await
    };
    let forms = Arc::clone(&handler);
    let sent = async move |name: Result<Path<String>, PathRejection>, request: Request| {
        forms.sent(name, request).await
    };
    let known = Arc::clone(&handler.known);
    app.route("/events", get(async move || known.events.listen()))
        .route(&format!("{FOLDER}{{*name}}"), get(page).post(sent))
        .route(
            "/",
            get(async || Redirect::to(&format!("{FOLDER}index.html"))),
        )
        .route("/openapi.json", get(async || document(openapi::DOCUMENT)))
        .fallback(async || nothing())
        .method_not_allowed_fallback(async || METHOD.response())
}

/// Answers requests that come in one way.
fn guarded(app: Router, gate: &Arc<Gate>, caller: Caller) -> Router {
    let door = Door {
        gate: Arc::clone(gate),
        caller,
    };
    app.layer(from_fn_with_state(door, let_in))
}

/// Goes on with a request of agents once it is here: who sends it is not waited for longer than
/// others are.
async fn whole(request: Request, next: Next) -> Response<Body> {
    let (head, body) = request.into_parts();
    match received(body).await {
        Ok(bytes) => next.run(Request::from_parts(head, bytes.into())).await,
        Err(refusal) => refusal.response(),
    }
}

/// Returns the router that answers one route.
fn answered(route: &'static Route, handler: &Arc<Handler>) -> MethodRouter {
    let filter = if route.verb.writes {
        MethodFilter::POST
    } else {
        MethodFilter::GET
    };
    let handler = Arc::clone(handler);
    on(
        filter,
        async move |named: Result<Path<String>, PathRejection>, request: Request| {
            handler.answer(route, named, request).await
        },
    )
}
