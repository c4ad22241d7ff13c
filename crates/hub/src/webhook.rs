//! Calls of GitHub, GitLab and Gitea after a push. They say only that it is worth looking: what
//! changed is asked of git.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::response::IntoResponse;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::fill::is_name;
use crate::hub::Hub;
use crate::reply::Failed;
use git_memory_text::limits;

/// HMAC-SHA256 of the body in hexadecimal, after `sha256=`
/// (docs.github.com, "Validating webhook deliveries").
const GITHUB: &str = "x-hub-signature-256";
/// HMAC-SHA256 without a word before it (docs.gitea.com, "Webhooks").
const GITEA: &str = "x-gitea-signature";
/// The secret itself (docs.gitlab.com, "Webhooks").
const GITLAB: &str = "x-gitlab-token";

/// Hears that a repository changed.
pub(super) async fn webhook(
    State(hub): State<Arc<Hub>>,
    Path(name): Path<String>,
    request: Request,
) -> Response<Body> {
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, limits::BODY_BYTES).await else {
        return Failed::bad("the body cannot be read, or is too large".to_owned()).response();
    };
    let is_meant = is_name(&name)
        && hub
            .secret
            .as_deref()
            .is_some_and(|secret| is_signed(&head.headers, &body, secret));
    if !is_meant {
        return Failed {
            status: StatusCode::FORBIDDEN,
            code: "forbidden",
            message: "the call is not signed with the secret of this hub".to_owned(),
        }
        .response();
    }
    hub.call(&name);
    StatusCode::ACCEPTED.into_response()
}

/// True if a call shows that it knows the secret.
fn is_signed(headers: &HeaderMap, body: &[u8], secret: &str) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let github = text(GITHUB).map(|given| given.strip_prefix("sha256=").unwrap_or_default());
    if let Some(given) = github.or_else(|| text(GITEA)) {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
            return false;
        };
        mac.update(body);
        return bytes(given).is_some_and(|given| mac.verify_slice(&given).is_ok());
    }
    // Digests are compared: the time that it takes tells nothing of the secret.
    text(GITLAB).is_some_and(|given| Sha256::digest(given) == Sha256::digest(secret))
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    if !digits.is_ascii() || !digits.len().is_multiple_of(2) {
        return None;
    }
    let pairs = (0..digits.len()).step_by(2);
    pairs
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_service_signs_in_its_own_way() {
        // The example of GitHub's own page.
        let (secret, body) = ("It's a Secret to Everybody", b"Hello, World!");
        let digits = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
        let signed = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            is_signed(&headers, body, secret)
        };
        assert!(signed(GITHUB, &format!("sha256={digits}")));
        assert!(signed(GITEA, digits));
        assert!(signed(GITLAB, secret));
        for (name, value) in [
            (GITHUB, digits),
            (GITHUB, "sha256="),
            (GITEA, "757"),
            (GITEA, "zz"),
            (GITLAB, ""),
            ("authorization", secret),
        ] {
            assert!(!signed(name, value), "{name}: {value}");
        }
    }
}
