//! Reads credentials from headers and from what sends them: `Authorization` (RFC 9110, section
//! 11.6.2), cookies, `curl -u`.

use std::ops::Range;

use super::base64;
use super::classify::value;

/// The longest credential, in bytes; what is longer is a JWT or data.
const LONGEST: usize = 2048;

/// Reads what stands behind `Bearer` or `Basic`. What a prose sentence says behind these words is
/// no credential.
pub(super) fn read_authorization(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    if text[..anchor.start].ends_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return None;
    }
    let is_basic = text.as_bytes()[anchor.start].eq_ignore_ascii_case(&b'b')
        && text.as_bytes()[anchor.start + 1].eq_ignore_ascii_case(&b'a');
    let start = anchor.end;
    let length = run(&text[start..], |byte| {
        byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte)
    });
    let credential = text[start..start + length].trim_end_matches('.');
    let is_secret = if is_basic {
        credential.len() >= 8 && base64::decoded(credential).is_some_and(|pair| pair.contains(':'))
    } else {
        credential.len() >= 16 && value::is_random(credential) && !value::is_placeholder(credential)
    };
    is_secret.then_some(start..start + credential.len())
}

/// Reads the value of a session cookie.
pub(super) fn read_cookie(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let rest = &text[anchor.start..text.floor_char_boundary(anchor.end + 64)];
    let name = rest
        .split(['=', '\n'])
        .next()
        .filter(|name| name.len() < rest.len())?;
    let name = name.rsplit([' ', ':', ';']).next().unwrap_or(name);
    let at = rest.find(name)? + name.len() + 1;
    let start = anchor.start + at;
    let is_session = ["session", "sid", "sessionid", "auth", "token"]
        .iter()
        .any(|word| name.to_ascii_lowercase().ends_with(word));
    let length = run(&text[start..], |byte| {
        byte.is_ascii_alphanumeric() || b"-_.~+/%".contains(&byte)
    });
    let value = &text[start..start + length];
    (is_session && value.len() >= 16 && value::is_random(value) && !value::is_uuid(value))
        .then_some(start..start + length)
}

/// Reads the password of `-u user:password`.
pub(super) fn read_user(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    if text.as_bytes()[anchor.start..anchor.end]
        .iter()
        .any(u8::is_ascii_uppercase)
    {
        return None;
    }
    let start = anchor.end + text[anchor.end..].find(|letter| letter != ' ')?;
    let start = start + usize::from(text[start..].starts_with(['"', '\'']));
    let length = run(&text[start..], |byte| {
        !byte.is_ascii_whitespace() && byte != b'"' && byte != b'\''
    });
    let (user, password) = text.get(start..start + length)?.split_once(':')?;
    if user.starts_with('<') {
        return None;
    }
    let start = start + user.len() + 1;
    // The shell joins `user:'password'`.
    let Some(inside) = text[start..]
        .strip_prefix('\'')
        .filter(|_| password.is_empty())
    else {
        return is_password(user, password).then_some(start..start + password.len());
    };
    let password = &inside[..inside
        .bytes()
        .take(LONGEST)
        .position(|byte| byte == b'\'')?];
    is_password(user, password).then_some(start + 1..start + 1 + password.len())
}

fn is_password(user: &str, password: &str) -> bool {
    user.len() <= 100
        && password.chars().count() >= 4
        && !password.starts_with("//")
        && password != user
        && !password.bytes().all(|byte| byte.is_ascii_digit())
        && !value::is_placeholder(password)
        && !value::is_stand_in(password)
}

/// How many bytes at the beginning fit, at most [`LONGEST`]. Nothing that is not ASCII is cut in
/// the middle.
fn run(text: &str, fits: impl Fn(u8) -> bool) -> usize {
    let length = text
        .bytes()
        .take(LONGEST)
        .take_while(|byte| fits(*byte))
        .count();
    text.floor_char_boundary(length)
}
