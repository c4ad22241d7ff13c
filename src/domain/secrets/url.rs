//! Reads passwords in URLs and connection strings: `scheme://user:password@host`, RFC 3986, section
//! 3.2.1.

use std::ops::Range;

use super::classify::value;

/// What ends the authority of a URL in running text. `?` and `#` do not: people leave them as they
/// are in passwords.
const END: &[char] = &['/', '"', '\'', '`', '<', '>', '\\', '|'];

/// Reads the password of the URL whose `://` stands at `anchor`, unless it only holds a place.
pub(super) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    if !text[..anchor.start].ends_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return None;
    }
    let rest = &text[anchor.end..];
    let authority = &rest[..rest
        .find(|letter: char| letter.is_whitespace() || END.contains(&letter))
        .unwrap_or(rest.len())];
    let at = authority.rfind('@')?;
    let (user, password) = authority[..at].split_once(':')?;
    let host = authority[at + 1..].chars().next()?;
    let real = (host.is_alphanumeric() || "[$_{%".contains(host))
        && password.chars().count() >= 4
        && !password.eq_ignore_ascii_case(user)
        && !value::is_placeholder(password)
        && !value::is_stand_in(password)
        && !value::speaks_of_password(password);
    let start = anchor.end + user.len() + 1;
    real.then_some(start..start + password.len())
}
