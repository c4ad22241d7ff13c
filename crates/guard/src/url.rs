//! Reads passwords in URLs and connection strings: `scheme://user:password@host`, RFC 3986, section
//! 3.2.1.

use std::ops::Range;

use super::classify::{placeholder, value};
use super::work;

/// Signs that end the authority of a URL in running text.
// `?` and `#` do not end it, although RFC 3986 says so: people do not encode them in passwords.
const END: &[char] = &['/', '"', '\'', '`', '<', '>', '\\', '|'];

/// The shortest token in place of a user's name.
const SHORTEST_TOKEN: usize = 16;

/// Beginnings of a host that is filled in later: `$HOST`, `{host}`.
const HOST_BEGINNINGS: &str = "[$_{%";

/// Reads the password of the URL whose `://` is at `anchor`, unless it is only a placeholder.
pub(crate) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    // A scheme ends with a letter or digit; without one, this is a comment or a path.
    if !text[..anchor.start].ends_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return None;
    }
    let rest = &text[anchor.end..];
    let authority = match rest.find(|letter: char| letter.is_whitespace() || END.contains(&letter))
    {
        Some(length) => &rest[..length],
        None => rest,
    };
    work::did(authority.len());
    // An unencoded password may contain an `@`: the last one belongs to the host.
    let (credentials, host) = authority.rsplit_once('@')?;
    let (user, password) = match credentials.split_once(':') {
        Some(pair) => pair,
        None => (credentials, ""),
    };
    let first = host.chars().next()?;
    let is_host = first.is_alphanumeric() || HOST_BEGINNINGS.contains(first);
    if !is_host {
        return None;
    }
    // Some services take a token for the user, and no password.
    if password.is_empty() {
        return is_token(user).then_some(anchor.end..anchor.end + user.len());
    }
    if !is_real(user, password) {
        return None;
    }
    let start = anchor.end + user.len() + 1;
    Some(start..start + password.len())
}

/// True if a user's name is a token; the id of a project, as in the addresses of reports, is not a
/// token.
fn is_token(user: &str) -> bool {
    user.len() >= SHORTEST_TOKEN
        && value::is_random(user)
        && value::turns(user) * 4 >= user.len()
        && !value::is_digest(user)
        && !placeholder::is_placeholder(user)
}

/// True if this is a real password, not one of an example.
fn is_real(user: &str, password: &str) -> bool {
    // A password of a URL may be anything: only plain examples are let through.
    password.chars().count() >= 4
        // `postgres:postgres` opens test databases only.
        && !password.eq_ignore_ascii_case(user)
        && !placeholder::is_placeholder(password)
        && !placeholder::is_example_word(password)
        && !placeholder::is_counted_word(password)
        && !placeholder::speaks_of_password(password)
}
