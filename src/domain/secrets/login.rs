//! Reads the password of a pair: `log in as alice / …`, `credentials: alice:…`.

use std::ops::Range;

use super::classify::value;

/// The longest user's name and the longest password, in bytes.
const LONGEST: usize = 64;

/// What stands between a user's name and the password.
const BETWEEN: &[&str] = &[" / ", "/", ":", " : ", " with ", ", "];

/// Reads the password of the pair that stands behind `anchor`.
pub(super) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let rest = &text[anchor.end..text.floor_char_boundary(anchor.end + 3 * LONGEST)];
    let open = rest.trim_start_matches(['`', '"', '\'', '*']);
    let user = open
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_.@+-".contains(byte))
        .count();
    let behind = open[user..].trim_start_matches(['`', '"', '\'', '*']);
    let password = BETWEEN
        .iter()
        .find_map(|between| behind.strip_prefix(between))?;
    let password = password.trim_start_matches(['`', '"', '\'']);
    let start = anchor.end + rest.len() - password.len();
    let length = password.find(|letter: char| letter.is_whitespace() || "`\"'|<>".contains(letter));
    let password = password[..length.unwrap_or(password.len())]
        .trim_end_matches(['.', ',', ';', ':', ')', '*']);
    let is_secret = (1..=LONGEST).contains(&user)
        && (6..=LONGEST).contains(&password.len())
        && value::is_invented(password)
        && !value::is_placeholder(password);
    is_secret.then_some(start..start + password.len())
}
