//! The gate of the hub: each request needs the token of a reader, in a header or, for
//! browsers, as the password of basic authentication; or the name of a reader in a header that a
//! proxy sets, where the hub was told of such a header.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;

use axum::http::header::{AUTHORIZATION, HeaderMap, HeaderName};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::Error;
use crate::database::Database;
use crate::locked::locked;
use crate::readers::{Reader, with_name, with_token};
use git_memory_web::bearer;

/// Requests that a reader may have saved up, in seconds of its rate.
const SAVED: f64 = 2.0;

/// Reason why a request is not answered.
#[derive(Debug)]
pub enum Refused {
    /// It has no token that counts.
    Unknown,
    /// Its reader asks too often.
    TooOften,
    /// The database does not say.
    Failed(Error),
}

/// The check that lets requests in.
#[derive(Debug, Default)]
pub struct Gate {
    /// Requests of a reader that are answered, a second.
    rate: f64,
    /// The header in which a proxy names readers.
    proxy: Option<HeaderName>,
    /// For each reader the requests that it has left, and since when that is so.
    left: Mutex<HashMap<i32, (f64, Instant)>>,
}

impl Gate {
    /// A gate that lets in so many requests of a reader a second, and believes a proxy's header.
    pub fn new(rate: u32, proxy: Option<HeaderName>) -> Self {
        Self {
            rate: f64::from(rate),
            proxy,
            left: Mutex::default(),
        }
    }

    /// The reader of a request. `now` is in seconds since 1970.
    pub async fn reader(
        &self,
        database: &Database,
        headers: &HeaderMap,
        now: i64,
    ) -> Result<Reader, Refused> {
        let reader = if let Some(name) = self.named(headers)? {
            with_name(database, name, now).await
        } else {
            let token = token(headers).ok_or(Refused::Unknown)?;
            with_token(database, &token, now).await
        };
        let reader = reader.map_err(Refused::Failed)?;
        let reader = reader.ok_or(Refused::Unknown)?;
        if self.takes(reader.number, Instant::now()) {
            Ok(reader)
        } else {
            Err(Refused::TooOften)
        }
    }

    /// The name of a reader in the proxy's header; `None` without one.
    fn named<'h>(&self, headers: &'h HeaderMap) -> Result<Option<&'h str>, Refused> {
        let Some(proxy) = &self.proxy else {
            return Ok(None);
        };
        let mut given = headers.get_all(proxy).iter();
        match (given.next(), given.next()) {
            (None, _) => Ok(None),
            (Some(name), None) => Ok(Some(name.to_str().map_err(|_| Refused::Unknown)?)),
            // One of them is not the proxy's.
            (Some(_), Some(_)) => Err(Refused::Unknown),
        }
    }

    /// Takes one of the requests that a reader has left; false if it has none.
    fn takes(&self, reader: i32, now: Instant) -> bool {
        let most = self.rate * SAVED;
        let mut all = locked(&self.left);
        let (left, since) = all.entry(reader).or_insert((most, now));
        let come = now.saturating_duration_since(*since).as_secs_f64() * self.rate;
        (*left, *since) = ((*left + come).min(most), now);
        let has_some = *left >= 1.0;
        if has_some {
            *left -= 1.0;
        }
        has_some
    }
}

/// The token of a request.
fn token(headers: &HeaderMap) -> Option<String> {
    let mut given = headers.get_all(AUTHORIZATION).iter();
    // Of two it is not said which one counts.
    let (Some(given), None) = (given.next(), given.next()) else {
        return None;
    };
    let given = given.to_str().ok()?;
    if let Some(token) = bearer(given) {
        return Some(token.to_owned());
    }
    let (scheme, words) = given.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("Basic") {
        return None;
    }
    let words = String::from_utf8(STANDARD.decode(words.trim()).ok()?).ok()?;
    let (_, password) = words.split_once(':')?;
    Some(password.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn who_asks_too_often_waits() {
        let (gate, start) = (Gate::new(2, None), Instant::now());
        let asked = |after| gate.takes(1, start + Duration::from_millis(after));
        assert_eq!(
            [asked(0), asked(0), asked(0), asked(0), asked(0)],
            [true, true, true, true, false]
        );
        assert!(asked(500) && !asked(500), "one comes in half a second");
        assert!(gate.takes(2, start), "others have their own");
    }

    #[test]
    fn a_proxy_names_one_reader_in_its_header() {
        let proxy = HeaderName::from_static("x-user");
        let mut headers = HeaderMap::new();
        assert_eq!(
            Gate::new(1, Some(proxy.clone())).named(&headers).unwrap(),
            None
        );
        headers.append(&proxy, "ada".parse().unwrap());
        let gate = Gate::new(1, Some(proxy.clone()));
        assert_eq!(gate.named(&headers).unwrap(), Some("ada"));
        assert_eq!(Gate::new(1, None).named(&headers).unwrap(), None);
        headers.append(&proxy, "eve".parse().unwrap());
        assert!(gate.named(&headers).is_err());
    }

    #[test]
    fn a_token_comes_as_bearer_or_as_password() {
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, text.parse().unwrap());
            token(&headers)
        };
        assert_eq!(of("Bearer abc").as_deref(), Some("abc"));
        assert_eq!(of("basic eDphYmM=").as_deref(), Some("abc"));
        for none in ["", "abc", "Basic", "Basic ###", "Basic YWJj", "Digest abc"] {
            assert_eq!(of(none), None, "{none}");
        }
    }
}
