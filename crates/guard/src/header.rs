//! Reads credentials from headers and from commands that send them: `Authorization` (RFC 9110,
//! section 11.6.2), cookies, `curl -u`.

use std::ops::Range;

use super::base64;
use super::classify::{placeholder, value};
use super::run::leading;

// The longest credential, in bytes. A longer one is a JWT, which has a rule of its own, or data.
const LONGEST: usize = 2048;

/// Largest distance between the anchor of a cookie and the end of its name, in bytes.
const COOKIE_WINDOW: usize = 64;

/// Endings of the names of cookies that log a user in.
const SESSIONS: &[&str] = &["session", "sid", "sessionid", "auth", "token"];

/// Reads the credential after `Bearer` or `Basic`. Words of a sentence after these words are not
/// credentials.
pub(crate) fn read_authorization(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    if text[..anchor.start].ends_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return None;
    }
    let scheme = &text[anchor.clone()];
    let start = anchor.end;
    let length = run(&text[start..], in_credential);
    let whole = &text[start..start + length];
    let credential = whole.trim_end_matches('.');
    if placeholder::is_shortened(whole) || text[start + length..].starts_with('…') {
        return None;
    }
    // "Bearer" and "basic" are words of prose, too: the text after them has to look like a
    // credential.
    let is_secret = if scheme[..2].eq_ignore_ascii_case("ba") {
        is_basic(credential)
    } else {
        credential.len() >= 16
            && value::is_random(credential)
            && !placeholder::is_placeholder(credential)
    };
    is_secret.then_some(start..start + credential.len())
}

/// True if `credential` is the Base64 of `user:password`.
fn is_basic(credential: &str) -> bool {
    if credential.len() < 8 {
        return false;
    }
    match base64::decoded(credential) {
        Some(pair) => pair.contains(':'),
        None => false,
    }
}

fn in_credential(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte)
}

/// Reads the value of a session cookie.
pub(crate) fn read_cookie(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let window = text.floor_char_boundary(anchor.end + COOKIE_WINDOW);
    let rest = &text[anchor.start..window];
    let end = rest.find(['=', '\n'])?;
    let name = rest[..end].rsplit([' ', ':', ';']).next()?;
    let start = anchor.start + end + 1;
    let length = run(&text[start..], in_cookie);
    let value = &text[start..start + length];
    // A UUID in a cookie is mostly the visitor's number, which opens nothing.
    let is_secret = names_session(name)
        && value.len() >= 16
        && value::is_random(value)
        && !value::is_uuid(value);
    is_secret.then_some(start..start + length)
}

fn names_session(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SESSIONS.iter().any(|word| name.ends_with(word))
}

fn in_cookie(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~+/%".contains(&byte)
}

/// Reads the password of `-u user:password`.
pub(crate) fn read_user(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let option = &text.as_bytes()[anchor.clone()];
    // Anchors are found in any case, but `-U` is another option; others may come before it, as in
    // `-sSu`.
    if option.contains(&b'U') {
        return None;
    }
    let mut start = anchor.end + text[anchor.end..].find(|letter| letter != ' ')?;
    if text[start..].starts_with(['"', '\'']) {
        start += 1;
    }
    let length = run(&text[start..], in_argument);
    let (user, password) = text[start..start + length].split_once(':')?;
    // The placeholder of a manual, or the format of `date -u`.
    if user.starts_with(['<', '+', '%']) {
        return None;
    }
    start += user.len() + 1;
    // The shell joins `user:'password'`.
    if password.is_empty()
        && let Some(inside) = text[start..].strip_prefix('\'')
    {
        let end = inside
            .bytes()
            .take(LONGEST)
            .position(|byte| byte == b'\'')?;
        let password = &inside[..end];
        return is_password(user, password).then_some(start + 1..start + 1 + end);
    }
    is_password(user, password).then_some(start..start + password.len())
}

fn in_argument(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && byte != b'"' && byte != b'\''
}

fn is_password(user: &str, password: &str) -> bool {
    // `-u 1000:1000` are the ids of a user and a group; `a://b` is a URL.
    user.len() <= 100
        && password.chars().count() >= 4
        && !password.starts_with("//")
        && password != user
        && !password.bytes().all(|byte| byte.is_ascii_digit())
        && !placeholder::is_placeholder(password)
        && !placeholder::is_example_word(password)
}

/// Number of fitting bytes at the beginning, at most [`LONGEST`]; no character is cut in the
/// middle.
fn run(text: &str, fits: fn(u8) -> bool) -> usize {
    let length = leading(text.as_bytes(), LONGEST, fits);
    text.floor_char_boundary(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_read_where_its_own_sign_is() {
        let value = ["q7RtZ2mKx9Lb", "V4cWn8JpD3sF"].concat();
        let text = format!("session kept: my session={value}; x");
        let found = read_cookie(&text, 0..7).unwrap();
        assert_eq!(text[found], value);
        // The name's letters appear before the name, and before a letter that is not ASCII.
        assert_eq!(read_cookie("cookie:xé x=abc", 0..7), None);
    }
}
