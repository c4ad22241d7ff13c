//! The address of a server of embeddings, as a person sets it.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ureq::http::Uri;

/// The addresses that `localhost` means, in place of an answer by the system.
const LOCALHOST: [&str; 2] = ["127.0.0.1", "[::1]"];
/// Port of HTTP.
const PORT: u16 = 80;
/// End of the address of the API, which may be left out.
const END: &str = "/embeddings";
/// Path of the API, where the address names none.
const PATH: &str = "/v1";

/// The address of a server of embeddings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// An IPv6 address with its brackets.
    host: String,
    port: u16,
    /// Path before the end.
    path: String,
}

/// A text that is not an address of a server. It may hold a password, so it is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    /// Another form.
    #[error("not an address such as http://127.0.0.1:8080/v1")]
    Form,
    /// TLS, which the program does not have.
    #[error("https is not supported; forward a local port to that server, and name the port")]
    Encrypted,
    /// A name or password, or a query, which often is a key.
    #[error("an address with a user name, a password or '?' is not supported")]
    Key,
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let uri: Uri = text.trim().parse().map_err(|_| BadAddress::Form)?;
        let authority = uri.authority().ok_or(BadAddress::Form)?;
        if authority.as_str().contains('@') || uri.query().is_some() {
            return Err(BadAddress::Key);
        }
        match uri.scheme_str() {
            Some("http") => {}
            Some("https") => return Err(BadAddress::Encrypted),
            _ => return Err(BadAddress::Form),
        }
        let host = authority.host().to_ascii_lowercase();
        let port = match &authority.as_str()[host.len()..] {
            "" => PORT,
            rest => {
                let port = rest.strip_prefix(':').and_then(|port| port.parse().ok());
                port.ok_or(BadAddress::Form)?
            }
        };
        if host.is_empty() {
            return Err(BadAddress::Form);
        }
        let path = uri.path().trim_end_matches('/');
        let path = path.strip_suffix(END).unwrap_or(path);
        let path = if path.is_empty() { PATH } else { path };
        let path = path.to_owned();
        Ok(Self { host, port, path })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "http://{}:{}{}", self.host, self.port, self.path)
    }
}

impl Address {
    /// The host.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// True for an address of the loopback interface, and for `localhost`. A name that only
    /// resolves to one is not enough: it may resolve to another machine tomorrow.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let address: Result<IpAddr, _> = host.parse();
        self.is_localhost() || address.is_ok_and(|address| address.is_loopback())
    }

    fn is_localhost(&self) -> bool {
        self.host == "localhost"
    }

    /// The URLs to ask, in turn.
    pub(super) fn urls(&self) -> Vec<String> {
        let Self { port, path, .. } = self;
        let hosts: &[&str] = if self.is_localhost() {
            &LOCALHOST
        } else {
            &[&self.host]
        };
        let url = |host: &&str| format!("http://{host}:{port}{path}{END}");
        hosts.iter().map(url).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_told() {
        for (text, told, url, is_local) in [
            (
                "http://127.0.0.1:8080/v1",
                "http://127.0.0.1:8080/v1",
                "http://127.0.0.1:8080/v1/embeddings",
                true,
            ),
            (
                "http://LOCALHOST:11434",
                "http://localhost:11434/v1",
                "http://127.0.0.1:11434/v1/embeddings",
                true,
            ),
            (
                " http://[::1]:1/api/v1/embeddings/ ",
                "http://[::1]:1/api/v1",
                "http://[::1]:1/api/v1/embeddings",
                true,
            ),
            (
                "http://gpu",
                "http://gpu:80/v1",
                "http://gpu:80/v1/embeddings",
                false,
            ),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!(address.to_string(), told);
            assert_eq!(address.urls()[0], url);
            assert_eq!(address.is_local(), is_local, "{text}");
        }
    }

    #[test]
    fn only_loopback_addresses_are_local() {
        for (host, is_local) in [
            ("127.8.9.1", true),
            ("[::1]", true),
            ("localhost", true),
            ("0.0.0.0", false),
            ("[::]", false),
            ("[::ffff:127.0.0.1]", false),
            ("127.1", false),
            ("2130706433", false),
            ("0x7f.0.0.1", false),
            ("localhost.example.com", false),
            ("127.0.0.1.nip.io", false),
            ("localhost.", false),
        ] {
            let address: Address = format!("http://{host}:80").parse().unwrap();
            assert_eq!(address.is_local(), is_local, "{host}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for (text, why) in [
            ("", BadAddress::Form),
            ("127.0.0.1:8080", BadAddress::Form),
            ("/v1", BadAddress::Form),
            ("ftp://127.0.0.1", BadAddress::Form),
            ("http://", BadAddress::Form),
            ("http://127.0.0.1:99999", BadAddress::Form),
            ("http://127.0.0.1:x", BadAddress::Form),
            ("http://a b", BadAddress::Form),
            ("http://a\r\nb", BadAddress::Form),
            ("https://127.0.0.1", BadAddress::Encrypted),
            ("http://me:word@127.0.0.1", BadAddress::Key),
            ("https://me@host", BadAddress::Key),
            ("http://127.0.0.1/v1?key=1", BadAddress::Key),
        ] {
            assert_eq!(text.parse::<Address>(), Err(why), "{text}");
        }
    }
}
