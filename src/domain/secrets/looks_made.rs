//! What tells letters that a program has made from words: how they follow each other, and the marks
//! that providers set before them.

use super::bigrams::likeness_to_words;
use super::classify::value::{self, humps};

/// The most bytes of a mark, with its last joint.
pub(crate) const LONGEST_MARK: usize = 24;

/// What is longer and reads as no word is a part of a random run itself.
const LONGEST_ABBREVIATION: usize = 8;

/// The longest part of a name with numbers in it, in bytes.
const LONGEST_WORD: usize = 12;

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
    "cache",
    "call",
    "chatcmpl",
    "chunk",
    "claim",
    "commit",
    "diff",
    "digest",
    "hash",
    "id",
    "image",
    "index",
    "md5",
    "msg",
    "pk",
    "pub",
    "public",
    "publishable",
    "ref",
    "req",
    "resp",
    "rev",
    "run",
    "sha1",
    "sha256",
    "sha384",
    "sha512",
    "session",
    "srv",
    "toolu",
    "uuid",
];

/// Words of marks that the ids of objects have, as APIs of payment, of models and of platforms give
/// them: whoever has one can do nothing with it.
const OBJECTS: &[&str] = &[
    "acct", "asst", "batch", "card", "ch", "conv", "cs", "cus", "dp", "dpl", "evt", "fc", "file",
    "ft", "ftjob", "ii", "il", "in", "ins", "inv", "item", "job", "link", "org", "pi", "plan",
    "pm", "po", "price", "prj", "proj", "promo", "re", "rs", "sess", "seti", "si", "span", "src",
    "step", "sub", "task", "team", "thread", "trace", "txn", "user", "vs", "ws",
];

/// How much less likely than words the letters of a token have to follow each other. One random
/// string of a hundred does not reach it, and hardly any name does, with numbers in it or not.
pub(crate) const LIKENESS: i32 = -12;

/// How long a run without a mark has to be.
pub(crate) struct Shortest {
    pub(crate) mixed: usize,
    /// Of digits and capitals.
    pub(crate) of_capitals: usize,
    /// Of digits and small letters.
    pub(crate) of_small: usize,
    /// Of digits and letters of one case, with dashes; `None` where such a run is a name.
    pub(crate) joined: Option<usize>,
}

impl Shortest {
    /// Whether a run is long enough for what it consists of, and made by a program.
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
        let is_long = match self.joined {
            _ if joints(token) == 0 => bytes.len() >= shortest,
            Some(shortest) => bytes.len() >= shortest,
            None => false,
        };
        is_long && !bytes.iter().all(u8::is_ascii_hexdigit) && is_of_one_case(token)
    }
}

/// Whether a run is a mark and a random tail.
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

/// Whether the mark of a run is one that other things have, or the run is a version.
pub(crate) fn is_other_by_its_mark(token: &str) -> bool {
    let mut is_harmless = false;
    let mut tells = false;
    let mut is_object = false;
    for (nth, word) in marks(token).enumerate() {
        let word = word.to_ascii_lowercase();
        is_harmless |= HARMLESS_MARKS.contains(&word.as_str());
        tells |= TELLING.contains(&word.as_str());
        is_object |= nth == 0 && OBJECTS.contains(&word.as_str());
    }
    is_harmless || (is_object && !tells) || value::is_version(token)
}

/// Whether a run is the number of a key, in hexadecimal, and after a dot the key: such are those of
/// Zhipu's models.
pub(crate) fn is_numbered_key(token: &str) -> bool {
    let Some((number, key)) = token.split_once('.') else {
        return false;
    };
    number.len() == 32
        && number.bytes().all(|byte| byte.is_ascii_hexdigit())
        && key.len() == 16
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && has_digit(key.as_bytes())
        && has_both_cases(key.as_bytes())
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

/// Whether what follows a mark is made by a program.
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

/// The same with letters of one case.
fn is_of_one_case(token: &str) -> bool {
    let length = token.len();
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    joints(token) * 12 <= length
        && (joints(token) == 0 || has_long_part(token))
        && !has_digest(token)
        && digits * 10 >= length
        && digits * 4 <= length * 3
        && value::turns(token) * 4 >= length
        && is_random(token)
}

/// Whether a part of a name is a hash: `consume-tasks-a41ee44e4f964e95adfd3aea417d52f90-pod`.
fn has_digest(token: &str) -> bool {
    let mut parts = token.split(['-', '_']);
    parts.any(|part| part.len() >= 24 && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Whether dashes leave a part of a run that is longer than those of names.
fn has_long_part(token: &str) -> bool {
    let mut parts = token.split(['-', '_']);
    parts.any(|part| part.len() >= LONGEST_WORD && has_digit(part.as_bytes()))
}

fn is_random(token: &str) -> bool {
    value::is_random(token) && likeness_to_words(token.as_bytes()) <= LIKENESS
}

fn is_of_one_word(mark: &str) -> bool {
    let is_short = mark.len() <= LONGEST_ABBREVIATION;
    (is_short || likeness_to_words(mark.as_bytes()) >= 0)
        && (humps(mark).count() <= 1 || !mark.bytes().any(|byte| byte.is_ascii_lowercase()))
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
