//! Tells letters that a program has made from words: by the order of the letters, and by the marks
//! that providers set before them.

use super::bigrams::likeness_to_words;
use super::classify::value::{self, humps};

/// The most bytes of a mark, with its last joint.
pub(crate) const LONGEST_MARK: usize = 24;

/// Words of marks that only keys have: the tail may be shorter, or look like a hash.
const TELLING: &[&str] = &[
    "access",
    "ak",
    "api",
    "apikey",
    "at",
    "auth",
    "key",
    "live",
    "oat",
    "oauth",
    "pat",
    "private",
    "prod",
    "production",
    "refresh",
    "rk",
    "rt",
    "sandbox",
    "sec",
    "secret",
    "sk",
    "tok",
    "token",
];

/// Words of marks that other things have.
const HARMLESS_MARKS: &[&str] = &[
    "acct",
    "cache",
    "call",
    "ch",
    "chatcmpl",
    "chunk",
    "claim",
    "commit",
    "cus",
    "customer",
    "diff",
    "digest",
    "evt",
    "file",
    "hash",
    "id",
    "image",
    "in",
    "index",
    "inv",
    "md5",
    "msg",
    "order",
    "org",
    "pi",
    "pk",
    "plan",
    "pm",
    "price",
    "proj",
    "project",
    "pub",
    "public",
    "publishable",
    "ref",
    "req",
    "resp",
    "rev",
    "run",
    "seti",
    "sha1",
    "sha256",
    "sha384",
    "sha512",
    "session",
    "srv",
    "sub",
    "team",
    "thread",
    "toolu",
    "txn",
    "user",
    "usr",
    "uuid",
];

/// Limit for the likeness of a token's letters to words. One random string of a hundred is above
/// it, and hardly any name is below, with numbers in it or not.
pub(crate) const LIKENESS: i32 = -12;

/// Shortest lengths of a run without a mark.
pub(crate) struct Shortest {
    pub(crate) mixed: usize,
    /// Of digits and capitals.
    pub(crate) of_capitals: usize,
    /// Of digits and small letters.
    pub(crate) of_small: usize,
}

impl Shortest {
    /// True if a run is made by a program, and long enough for the characters it consists of.
    pub(crate) fn allows(&self, token: &str) -> bool {
        let bytes = token.as_bytes();
        if has_both_cases(bytes) {
            let is_joined = joints(token) * 12 > bytes.len();
            return bytes.len() >= self.mixed && !is_joined && is_mixed(token);
        }
        let shortest = if bytes.iter().any(u8::is_ascii_uppercase) {
            self.of_capitals
        } else {
            self.of_small
        };
        // Words are joined by dashes, and hashes are hexadecimal.
        bytes.len() >= shortest
            && !bytes.iter().all(u8::is_ascii_hexdigit)
            && token.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && is_of_one_case(token)
    }
}

/// True if a run is a mark and a random tail.
pub(crate) fn is_marked(token: &str) -> bool {
    if !token.starts_with(is_letter) {
        return false;
    }
    let mut tells = false;
    let mut start = 0;
    for word in marks(token) {
        tells |= TELLING.contains(&word.to_ascii_lowercase().as_str());
        // Letters of both cases are random themselves, or a name.
        let is_plain = tells || is_of_one_word(word);
        start += word.len() + 1;
        if start > 2 && is_plain && is_tail(&token[start..], tells) {
            return true;
        }
    }
    false
}

/// True if other things than tokens have such a mark, or the run is a version.
pub(crate) fn is_other_by_its_mark(token: &str) -> bool {
    let is_harmless = |word: &str| HARMLESS_MARKS.contains(&word.to_ascii_lowercase().as_str());
    marks(token).any(is_harmless) || value::is_version(token)
}

/// The words with a joint after them at the beginning of a run.
fn marks(token: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    token
        .match_indices(['-', '_', '.'])
        .map_while(move |(at, _)| {
            let word = token.get(start..at)?;
            start = at + 1;
            (at < LONGEST_MARK).then_some(word)
        })
}

/// True if the text after a mark is made by a program.
fn is_tail(tail: &str, tells: bool) -> bool {
    let bytes = tail.as_bytes();
    if bytes.len() < 16 || !has_digit(bytes) {
        return false;
    }
    if value::is_uuid(tail) {
        return tells;
    }
    if bytes.iter().all(u8::is_ascii_hexdigit) {
        return tells && bytes.len() >= 32;
    }
    if has_both_cases(bytes) {
        let shortest = if tells { 16 } else { 22 };
        return bytes.len() >= shortest && is_mixed(tail);
    }
    let shortest = if tells { 20 } else { 24 };
    bytes.len() >= shortest && is_of_one_case(tail)
}

/// Letters of both cases and digits in no order.
pub(crate) fn is_mixed(token: &str) -> bool {
    let length = token.len();
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    // The paths of pictures have more of them.
    (1..=length / 2).contains(&digits)
        && has_both_cases(token.as_bytes())
        && joints(token) * 8 <= length
        && value::turns(token) * 3 >= length
        && is_random(token)
}

/// Letters of one case and digits in no order.
fn is_of_one_case(token: &str) -> bool {
    let length = token.len();
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    joints(token) * 12 <= length
        && digits * 10 >= length
        && digits * 4 <= length * 3
        && value::turns(token) * 4 >= length
        && is_random(token)
}

fn is_random(token: &str) -> bool {
    value::is_random(token) && likeness_to_words(token.as_bytes()) <= LIKENESS
}

fn is_of_one_word(mark: &str) -> bool {
    humps(mark).count() <= 1 || !mark.bytes().any(|byte| byte.is_ascii_lowercase())
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic()
}

fn joints(token: &str) -> usize {
    token.matches(['-', '_']).count()
}

pub(crate) fn has_digit(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_digit)
}

fn has_both_cases(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_lowercase) && bytes.iter().any(u8::is_ascii_uppercase)
}
