//! Values that must not leave this machine: those of environment variables and `.env` files whose
//! names speak of a secret. They are searched for as they are, and as JSON, URLs and Base64 would
//! carry them.
//!
//! They live in memory only: nothing here is written, logged or cached, and a finding names the
//! variable, never the value.

use std::fmt;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use sha2::{Digest, Sha256};

use super::classify::value;
use super::names;
use crate::domain::text::{hex, percent_encoded};

/// What is shorter could stand in any text.
const SHORTEST: usize = 8;
/// What is longer is no password and no token, and would cost the automaton dearly.
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

impl Known {
    /// Keeps those of the `(name, value)` pairs whose name speaks of a secret (or `is_named` says
    /// so), and whose value could be one: 8 bytes and more, and neither words, a number, a path
    /// nor a plain URL.
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
            if (names::speaks_of_secret(&name) || is_named(&name)) && could_be_secret(text) {
                let forms = forms(text);
                known
                    .owners
                    .extend(std::iter::repeat_n(known.names.len(), forms.len()));
                for part in [name.as_str(), text] {
                    hash.update(part.len().to_le_bytes());
                    hash.update(part);
                }
                known.names.push(name);
                needles.extend(forms);
            }
        }
        known.digest = hash.finalize().into();
        if !needles.is_empty() {
            // Where the automaton would grow beyond its limits there is no such search: the rules
            // still stand.
            known.needles = AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .build(needles)
                .ok();
        }
        known
    }

    /// How many values are searched for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is nothing to search for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// A hash of what is searched for, in the order in which it was given: no value can be told
    /// from it.
    pub(super) fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// Where values stand in a text (bytes), each with its variable's name, in order.
    pub(super) fn find<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = (Range<usize>, &'a str)> {
        let hits = self
            .needles
            .iter()
            .flat_map(move |needles| needles.find_iter(text));
        hits.map(|hit| {
            (
                hit.range(),
                self.names[self.owners[hit.pattern().as_usize()]].as_str(),
            )
        })
    }
}

/// Shows how many there are, and no value.
impl fmt::Debug for Known {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} values", self.names.len())
    }
}

/// Whether a value is worth searching for: an ordinary word, path or address would be found
/// everywhere.
fn could_be_secret(text: &str) -> bool {
    let is_path = text.starts_with(['/', '~', '.'])
        || text.as_bytes().get(1..3).is_some_and(|at| at == b":\\");
    let is_plain_url = text.contains("://") && !text.contains('@');
    (SHORTEST..=LONGEST).contains(&text.len())
        && !is_path
        && !is_plain_url
        && !value::is_plain(text)
        && !value::is_placeholder(text)
        && !value::is_stand_in(text)
}

/// A value as texts carry it, each form once, and none shorter than a value may be.
fn forms(text: &str) -> Vec<String> {
    let json = serde_json::to_string(text).unwrap_or_default();
    let mut forms = vec![
        text.to_owned(),
        json.trim_matches('"').to_owned(),
        percent_encoded(text, false, |byte| format!("%{byte:02X}")),
        percent_encoded(text, false, |byte| format!("%{byte:02x}")),
        hex(text.as_bytes()),
    ];
    // A paragraph is told on one line.
    forms.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
    for shift in 0..3 {
        let inner = base64_inside(text.as_bytes(), shift);
        forms.push(inner.replace('+', "-").replace('/', "_"));
        forms.push(inner);
    }
    forms.retain(|form| form.len() >= SHORTEST);
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// The Base64 characters (RFC 4648, section 4) that stand for `bytes` alone where `shift` bytes
/// come before them in their group of three: what its neighbours change is left out.
fn base64_inside(bytes: &[u8], shift: usize) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let shifted: Vec<u8> = std::iter::repeat_n(0, shift)
        .chain(bytes.iter().copied())
        .collect();
    let sextet = |nth: usize| {
        let byte = |at: usize| u16::from(shifted.get(at).copied().unwrap_or(0));
        let pair = byte(nth * 6 / 8) << 8 | byte(nth * 6 / 8 + 1);
        char::from(LETTERS[usize::from(pair >> (10 - nth * 6 % 8) & 63)])
    };
    ((shift * 8).div_ceil(6)..shifted.len() * 8 / 6)
        .map(sextet)
        .collect()
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
            assert_eq!(found[0].1, "DB_PASSWORD");
        }
        assert_eq!(known.find("v8Kq2 and zL").count(), 0);
        assert_eq!(format!("{known:?}"), "1 values");
    }
}
