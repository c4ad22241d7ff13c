//! Values that must not leave this machine: those of environment variables and `.env` files whose
//! names mean a secret. The guard searches for them as they are written, and as JSON, URLs and
//! Base64 would carry them.
//!
//! They live in memory only: nothing here is written, logged or cached, and a finding names the
//! variable, never the value.

use std::fmt;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use percent_encoding::utf8_percent_encode;
use sha2::{Digest, Sha256};

use super::classify::{placeholder, value};
use super::names;
use git_memory_text::{RESERVED, hex};

// A shorter value could be part of any text.
const SHORTEST: usize = 8;
// A longer value is not a password or token, and would make the automaton too large.
const LONGEST: usize = 4096;

/// The values to search for.
#[derive(Default)]
pub struct Known {
    names: Vec<String>,
    needles: Option<AhoCorasick>,
    /// For each needle, which name it belongs to.
    owners: Vec<usize>,
    /// A hash of the names and values.
    digest: [u8; 32],
}

/// A value of this machine in a text.
pub(crate) struct KnownValue<'a> {
    /// In bytes.
    pub(crate) span: Range<usize>,
    /// The variable that has the value.
    pub(crate) name: &'a str,
}

impl Known {
    /// Keeps the `(name, value)` pairs whose name means a secret (or for which `is_named` is true),
    /// and whose value could be one: 8 bytes and more, and neither words, a number, a path nor a
    /// plain URL.
    #[must_use]
    pub fn new(
        variables: impl IntoIterator<Item = (String, String)>,
        is_named: impl Fn(&str) -> bool,
    ) -> Self {
        let mut known = Self::default();
        let mut needles: Vec<String> = Vec::new();
        let mut hash = Sha256::new();
        for (name, text) in variables {
            let text = text.trim();
            let is_telling = names::speaks_of_secret_value(&name) || is_named(&name);
            let password = url_password(text).filter(|password| could_be_secret(password));
            let is_whole = (is_telling || password.is_some()) && could_be_secret(text);
            let whole = is_whole.then_some(text);
            if whole.is_none() && password.is_none() {
                continue;
            }
            hash_part(&mut hash, &name);
            for value in whole.into_iter().chain(password) {
                hash_part(&mut hash, value);
                needles.extend(encodings(value));
            }
            known.owners.resize(needles.len(), known.names.len());
            known.names.push(name);
        }
        known.digest = hash.finalize().into();
        if !needles.is_empty() {
            // An automaton ends at two billion states; no environment is as large as that.
            known.needles = AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .build(needles)
                .ok();
        }
        known
    }

    /// Number of values that are searched for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True if there is nothing to search for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// A hash of the values that are searched for, in the given order: it reveals no value.
    pub(crate) fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// The values in a text, in order.
    pub(crate) fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = KnownValue<'a>> {
        let needles = self.needles.iter();
        let hits = needles.flat_map(move |needles| needles.find_iter(text));
        hits.map(|hit| {
            let owner = self.owners[hit.pattern().as_usize()];
            KnownValue {
                span: hit.range(),
                name: &self.names[owner],
            }
        })
    }
}

/// Shows the number of values, and no value.
impl fmt::Debug for Known {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} values", self.names.len())
    }
}

/// Adds a text with its length, so that no two lists of texts give the same hash.
fn hash_part(hash: &mut Sha256, part: &str) {
    hash.update(part.len().to_le_bytes());
    hash.update(part);
}

/// The password of a URL that logs a user in.
fn url_password(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("://")?;
    let authority = rest.split(['/', '?', '#', ' ']).next()?;
    let (login, _) = authority.rsplit_once('@')?;
    let (_, password) = login.split_once(':')?;
    Some(password)
}

/// True if a value is worth searching for: an ordinary word, path or address would be found
/// everywhere.
fn could_be_secret(text: &str) -> bool {
    if !(SHORTEST..=LONGEST).contains(&text.len()) {
        return false;
    }
    // The variable's name means a secret: a phrase that people made has digits, or signs that names
    // do not have.
    let is_phrase = value::is_mixed(text) && !value::is_procedure(text);
    let is_ordinary = value::is_plain(text) && !is_phrase && !value::is_uuid(text)
        || value::is_version(text)
        || text.starts_with("arn:");
    let is_on_drive = text.as_bytes()[1..].starts_with(b":\\");
    let is_path = text.starts_with(['/', '~', '.']) || is_on_drive;
    // A URL with credentials is secret as a whole.
    let is_plain_url = text.contains("://") && !text.contains('@');
    !is_path
        && !is_plain_url
        && !is_ordinary
        && !placeholder::is_placeholder(text)
        && !placeholder::is_example_word(text)
}

/// A value as texts carry it, each form once, and none shorter than a value may be.
fn encodings(text: &str) -> Vec<String> {
    let json = serde_json::Value::from(text).to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut forms = vec![
        text.to_owned(),
        json.trim_matches('"').to_owned(),
        utf8_percent_encode(text, RESERVED).to_string(),
        lower_percent_encoded(text),
        hex(text.as_bytes()),
        hex(text.as_bytes()).to_uppercase(),
        // Text of several lines is often written on one.
        words.join(" "),
    ];
    for shift in 0..3 {
        // The bytes before a value shift its Base64 by one, two or three bytes: each shift gives
        // other letters.
        let inner = base64_inside(text.as_bytes(), shift);
        forms.push(inner.replace('+', "-").replace('/', "_"));
        forms.push(inner);
    }
    // Forms get shorter at the ends that the value's neighbours change.
    forms.retain(|form| form.len() >= SHORTEST);
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// Percent-encoded with small letters in the escapes, as some programs write them.
fn lower_percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for piece in utf8_percent_encode(text, RESERVED) {
        if piece.starts_with('%') {
            encoded.push_str(&piece.to_ascii_lowercase());
        } else {
            encoded.push_str(piece);
        }
    }
    encoded
}

/// The Base64 characters (RFC 4648, section 4) that encode only `bytes` if `shift` bytes come
/// before them in their group of three: without the characters that its neighbours change.
fn base64_inside(bytes: &[u8], shift: usize) -> String {
    let mut shifted = vec![0; shift];
    shifted.extend_from_slice(bytes);
    let encoded = STANDARD_NO_PAD.encode(&shifted);
    let first = (shift * 8).div_ceil(6);
    let end = shifted.len() * 8 / 6;
    encoded[first..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(name: &str, value: &str) -> Known {
        Known::new([(name.to_owned(), value.to_owned())], |_| false)
    }

    #[test]
    fn only_what_could_be_a_secret_is_searched_for() {
        for (name, value, expected) in [
            ("DB_PASSWORD", "v8Kq2-zL!x", 1),
            ("API_TOKEN", "q7RtZ2mKx9LbV4cW", 1),
            ("DATABASE_PASSWORD", "postgres://app:v8Kq2zL@db/main", 1),
            ("DB_PASSWORD", "short1!", 0),
            ("DB_PASSWORD", "blue-horse-7731-staple", 1),
            ("DB_PASSWORD", "Summer2026!", 1),
            ("API_KEY", "6f1c2c1e-8c1b-4e0b-9b1a-0d2b7a1f9c3e", 1),
            ("SESSION_COOKIE", "q7RtZ2mKx9LbV4cW", 1),
            ("SENTRY_DSN", "https://q7RtZ2mKx9LbV4cW@host.org/1", 1),
            ("DATABASE_URL", "postgres://app:v8Kq2zLx@db/main", 1),
            ("DATABASE_URL", "postgres://app:password@db/main", 0),
            ("APP_TOKEN", "v1.2.3-rc1", 0),
            ("DB_PASSWORD", "password123", 0),
            ("DB_PASSWORD", "development", 0),
            ("DB_PASSWORD", "123456789012", 0),
            ("SECRET_FILE", "q7RtZ2mKx9LbV4cW", 0),
            ("SSH_AUTH_SOCK_SECRET", "/run/user/1000/keyring/ssh", 0),
            ("TOKEN", "https://example.org/some/Path8", 0),
            ("TOKEN", "${OTHER_TOKEN}", 0),
            ("EDITOR", "q7RtZ2mKx9LbV4cW", 0),
        ] {
            assert_eq!(known(name, value).len(), expected, "{name}={value}");
        }
        let asked = Known::new(
            [("LICENCE".to_owned(), "q7RtZ2mKx9LbV4cW".to_owned())],
            |name| name == "LICENCE",
        );
        assert_eq!(asked.len(), 1);
    }

    #[test]
    fn a_value_is_found_in_every_encoding() {
        let value = "v8Kq2/zL\"x+ü";
        let known = known("DB_PASSWORD", value);
        for text in [
            "v8Kq2/zL\"x+ü",
            "{\"p\": \"v8Kq2/zL\\\"x+ü\"}",
            "?p=v8Kq2%2FzL%22x%2B%C3%BC&q",
            "?p=v8Kq2%2fzL%22x%2b%c3%bc&q",
            // `app:<value>`, `<value>` and `a:<value>\n` in Base64.
            "Basic YXBwOnY4S3EyL3pMIngrw7w=",
            "djhLcTIvekwieCvDvA==",
            "YTp2OEtxMi96TCJ4K8O8Cg==",
            "76384b71322f7a4c22782bc3bc",
        ] {
            let found: Vec<_> = known.find(text).collect();
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].name, "DB_PASSWORD");
        }
        assert_eq!(known.find("v8Kq2 and zL").count(), 0);
        assert_eq!(format!("{known:?}"), "1 values");
    }
}
