//! Reads the password of a pair: `log in as alice / …`, `credentials: alice:…`.

use std::ops::Range;

use super::classify::{is_invented, placeholder};
use super::run::leading;

/// The longest user's name and the longest password, in bytes.
const LONGEST: usize = 64;

/// Texts that separate a user's name from the password.
const SEPARATORS: &[&str] = &[" / ", "/", ":", " : ", " with ", ", "];

/// Marks around names and passwords in prose.
const QUOTES: [char; 4] = ['`', '"', '\'', '*'];

/// Reads the password of the pair that follows `anchor`.
pub(crate) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let window = text.floor_char_boundary(anchor.end + 3 * LONGEST);
    let rest = &text[anchor.end..window];
    // The name and the password may be marked, each of them or both together.
    let open = rest.trim_start_matches(QUOTES);
    let user = leading(open.as_bytes(), open.len(), in_user);
    let after = open[user..].trim_start_matches(QUOTES);
    let tail = after_separator(after)?.trim_start_matches(['`', '"', '\'']);
    let start = anchor.end + rest.len() - tail.len();
    let password = match tail.find(ends_password) {
        Some(length) => &tail[..length],
        None => tail,
    };
    // The signs at the end are the sentence's.
    let password = password.trim_end_matches(['.', ',', ';', ':', ')', '*']);
    // Only the words before it show that this is a password: it has to look invented.
    let is_secret = (1..=LONGEST).contains(&user)
        && (6..=LONGEST).contains(&password.len())
        && is_invented(password)
        && !placeholder::is_placeholder(password);
    is_secret.then_some(start..start + password.len())
}

fn after_separator(text: &str) -> Option<&str> {
    let mut separators = SEPARATORS.iter();
    separators.find_map(|separator| text.strip_prefix(separator))
}

fn in_user(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.@+-".contains(&byte)
}

fn ends_password(letter: char) -> bool {
    letter.is_whitespace() || "`\"'|<>".contains(letter)
}
