//! Who is let in. The server answers only on this machine, yet every page that a browser has open
//! can send it requests, and so can other users of the machine: so each request needs the token of
//! this run, a `Host` that is ours (a name of a stranger's may lead here: DNS rebinding), and no
//! foreign `Origin`.
//!
//! A browser has a cookie in place of the token. Browsers send the cookies of a host to all of its
//! ports (RFC 6265, 8.5), and other users listen on those. So the cookie belongs to a folder whose
//! name follows from the token: no request to another port has that folder in its path, so none has
//! the cookie. It opens nothing outside of that folder.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, HeaderMap,
    HeaderName, HeaderValue, LOCATION, ORIGIN, REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{Method, Response, StatusCode};
use axum::middleware::Next;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::pages::FOLDER;
use super::reply::Refusal;
use crate::page::STYLE;
use git_memory_text::hex;

/// Nothing from elsewhere, nothing inline, in no other page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    // With "no-referrer" a browser names no origin of a form either (Fetch, 3.2).
    (REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];
/// The header in which a browser says where a request came from
/// (w3c.github.io/webappsec-fetch-metadata).
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The names of this machine for itself, as far as the server has them.
const OWN: [&str; 2] = ["127.0.0.1", "localhost"];
/// How long a ticket is good for: a browser that has to start first is there by then.
const TICKET: Duration = Duration::from_mins(1);

/// How a request came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// By the page: a person in front of it.
    Page,
    /// With the token in a header: a program.
    Program,
}

/// A way in, and who comes by it.
#[derive(Clone)]
pub(super) struct Door {
    pub(super) gate: Arc<Gate>,
    pub(super) caller: Caller,
}

/// The check that lets requests in.
pub(super) struct Gate {
    port: u16,
    /// The digest of the token: comparing tells nothing of it by the time that it takes.
    token: [u8; 32],
    /// The folder of a browser's addresses, and the name and value of its cookie.
    folder: String,
    cookie: String,
    value: String,
    ticket: Mutex<Option<Ticket>>,
}

/// Ticket that gets the cookie once. A program's command line gives it to a browser, and other
/// users of the machine can see: the token itself must not be there.
struct Ticket {
    digest: [u8; 32],
    made: Instant,
}

impl Gate {
    pub(super) fn new(address: SocketAddr, token: &str, ticket: Option<&str>) -> Self {
        let port = address.port();
        // Neither tells the token, or the other one.
        let following = |what: &str| hex(&digest(&format!("{what} {token}")));
        Self {
            port,
            token: digest(token),
            folder: format!("/{}", following("folder")),
            cookie: format!("git-memory-{port}"),
            value: following("cookie"),
            ticket: Mutex::new(ticket.map(|ticket| Ticket {
                digest: digest(ticket),
                made: Instant::now(),
            })),
        }
    }

    /// The folder of the addresses that a browser asks for.
    pub(super) fn folder(&self) -> &str {
        &self.folder
    }

    /// Why a request that came in this way is not answered.
    fn judge(&self, request: &Request, caller: Caller) -> Result<(), Refusal> {
        let headers = request.headers();
        let forbidden = |message| {
            Err(Refusal {
                status: StatusCode::FORBIDDEN,
                code: "forbidden",
                message,
            })
        };
        let host = request.uri().authority().map(Authority::as_str);
        if !host
            .or_else(|| text(headers, HOST))
            .is_some_and(|host| self.is_own(host))
        {
            return forbidden("this server only answers at its own address");
        }
        let origin = text(headers, ORIGIN);
        let has_origin = headers.contains_key(ORIGIN);
        let is_own_origin = origin
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|host| self.is_own(host));
        if has_origin && !is_own_origin {
            return forbidden("this server only answers its own pages");
        }
        let is_known = match caller {
            Caller::Program => text(headers, AUTHORIZATION)
                .and_then(bearer)
                .is_some_and(|token| digest(token) == self.token),
            Caller::Page => {
                let own = digest(&self.value);
                self.cookies(headers).any(|value| digest(value) == own)
            }
        };
        if !is_known {
            return Err(UNKNOWN);
        }
        let is_from_page = text(headers, FETCH_SITE).is_none_or(|site| site == "same-origin");
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        if caller == Caller::Page && !(reads || is_own_origin && is_from_page) {
            return forbidden("only this server's own pages may write");
        }
        Ok(())
    }

    /// True if a host and port are this server's; names have no case, and of port 80 clients say
    /// nothing (RFC 9110, 4.2).
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) => (name, port.parse()),
            None => (host, Ok(80)),
        };
        port == Ok(self.port) && OWN.iter().any(|own| name.eq_ignore_ascii_case(own))
    }

    /// The values of our cookie.
    fn cookies<'a>(&'a self, headers: &'a HeaderMap) -> impl Iterator<Item = &'a str> {
        let lines = headers.get_all(COOKIE).iter();
        let pairs = lines.filter_map(|line| line.to_str().ok());
        let pairs = pairs.flat_map(|line| line.split(';'));
        pairs.filter_map(|pair| pair.trim().strip_prefix(&self.cookie)?.strip_prefix('='))
    }

    /// True if a ticket is good; from now on it is good no more.
    fn redeems(&self, ticket: &str) -> bool {
        let mut kept = self.ticket.lock().unwrap_or_else(PoisonError::into_inner);
        let given = digest(ticket);
        let good = kept.take_if(|kept| kept.digest == given);
        good.is_some_and(|good| good.made.elapsed() < TICKET)
    }

    /// The answer to the address that was printed, or that a browser was sent to: the browser keeps
    /// the cookie, and what is in its line of addresses does not have the token.
    fn welcome(&self, request: &Request) -> Option<Response<Body>> {
        let is_start = request.method() == Method::GET && request.uri().path() == "/";
        let query = request.uri().query().filter(|_| is_start)?;
        let host = text(request.headers(), HOST).filter(|host| self.is_own(host))?;
        let is_known = match query.strip_prefix("ticket=") {
            Some(ticket) => self.redeems(ticket),
            None => query
                .strip_prefix("token=")
                .is_some_and(|token| digest(token) == self.token),
        };
        if !is_known {
            return None;
        }
        let Self {
            folder,
            cookie,
            value,
            ..
        } = self;
        let cookie = format!("{cookie}={value}; Path={folder}/; HttpOnly; SameSite=Strict");
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SEE_OTHER;
        let headers = response.headers_mut();
        headers.insert(SET_COOKIE, HeaderValue::try_from(cookie).ok()?);
        headers.insert(
            LOCATION,
            HeaderValue::try_from(format!("http://{host}{folder}{FOLDER}index.html")).ok()?,
        );
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Some(response)
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

/// The refusal of a request without the token: it tells nothing more.
const UNKNOWN: Refusal = Refusal {
    status: StatusCode::UNAUTHORIZED,
    code: "no-token",
    message: "open the address that 'git memory serve' printed, or send its token: \
              Authorization: Bearer",
};

/// The token of credentials; the name of their scheme has no case (RFC 9110, 11.1).
pub fn bearer(credentials: &str) -> Option<&str> {
    let (scheme, token) = credentials.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then_some(token)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        // Of two it is not said which one counts.
        _ => None,
    }
}

/// Lets a request in, with who asks, and gives every answer its headers.
pub(super) async fn let_in(
    State(Door { gate, caller }): State<Door>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    // Only the way in of programs has the address that is printed.
    let welcome = match caller {
        Caller::Program => gate.welcome(&request),
        Caller::Page => None,
    };
    let wants_page = wants_page(request.headers());
    let mut response = match (welcome, gate.judge(&request, caller)) {
        (Some(welcome), _) => welcome,
        (None, Ok(())) => {
            request.extensions_mut().insert(caller);
            let mut response = next.run(request).await;
            // The task that serves the connection learns from it that the client is no stranger.
            response.extensions_mut().insert(caller);
            response
        }
        (None, Err(refusal)) => refusal.response(),
    };
    let refusal = response.extensions().get::<Refusal>().copied();
    let page = refusal.filter(|_| wants_page).map(Refusal::page);
    let is_page = page.is_some();
    if let Some(mut page) = page {
        std::mem::swap(page.extensions_mut(), response.extensions_mut());
        response = page;
    }
    set_headers(&mut response);
    let headers = response.headers_mut();
    if is_page && let Ok(policy) = HeaderValue::try_from(own_style()) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Gives an answer the headers that every answer has.
pub fn set_headers(response: &mut Response<Body>) {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Marks an answer to a client that was let in: where all places are taken, it keeps its own longer
/// than strangers do.
pub fn mark_known(response: &mut Response<Body>) {
    response.extensions_mut().insert(Caller::Program);
}

/// True if a client asks for a page: browsers name HTML, programs JSON or anything.
fn wants_page(headers: &HeaderMap) -> bool {
    text(headers, ACCEPT).is_some_and(|accept| accept.contains("text/html"))
}

/// The policy of a page that may load nothing, and has one style in its text.
fn own_style() -> String {
    let style = STANDARD.encode(digest(STYLE));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_may_go_without_saying() {
        let gate = |port| Gate::new(SocketAddr::from(([127, 0, 0, 1], port)), "token", None);
        for (port, host, is_own) in [
            (80, "127.0.0.1", true),
            (80, "localhost", true),
            (80, "127.0.0.1:80", true),
            (80, "127.0.0.1:7437", false),
            (80, "example.com", false),
            (80, "127.0.0.1.", false),
            (7437, "127.0.0.1", false),
            (7437, "LocalHost:7437", true),
            (7437, "localhost:80", false),
        ] {
            assert_eq!(gate(port).is_own(host), is_own, "{host} at {port}");
        }
    }

    #[test]
    fn a_ticket_is_good_once_and_soon() {
        let address = SocketAddr::from(([127, 0, 0, 1], 1));
        let gate = Gate::new(address, "token", Some("ticket"));
        assert!(!gate.redeems("token"));
        assert!(gate.redeems("ticket"));
        assert!(!gate.redeems("ticket"));
        let gate = Gate::new(address, "token", Some("ticket"));
        if let Some(ticket) = gate.ticket.lock().unwrap().as_mut() {
            ticket.made = Instant::now().checked_sub(TICKET).unwrap();
        }
        assert!(!gate.redeems("ticket"));
        assert!(!Gate::new(address, "token", None).redeems("ticket"));
    }
}
