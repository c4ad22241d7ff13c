//! Reads `NAME=value`, `name: value`, `"name": "value"` and `--name value`, if the name means a
//! secret.
//!
//! The name decides if a value is looked at, the value decides if it is a finding: `names` judges
//! names, `classify` judges values. `binding` finds what binds a value to a name, `value` finds
//! where the value ends.

mod binding;
mod name;
mod quotes;
mod value;

use std::ops::Range;

use self::name::{LONGEST_NAME, Name};
use self::value::Value;
use super::classify::Candidate;
use super::names::{SecretKind, names_key, names_made_secret, secret_kind};
use super::run::{leading, trailing};
use super::{told, work};

/// Largest distance between a provider's name and a name that it belongs to, in bytes.
const PROVIDER_WINDOW: usize = 96;

/// Reads the value that the name around `anchor` is given, if it looks like a secret.
/// `names_provider` is true for a text that contains a provider's name.
pub(crate) fn read(
    text: &str,
    anchor: Range<usize>,
    names_provider: fn(&str) -> bool,
) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let before = trailing(&bytes[..anchor.start], LONGEST_NAME, in_name);
    let after = leading(&bytes[anchor.end..], LONGEST_NAME, in_name);
    let span = anchor.start - before..anchor.end + after;
    // Dashes of an option and the dot of a sentence are not part of the name.
    let spoken = text[spoken(text, &span)].trim_matches(['-', '.']);
    let name = Name {
        text,
        span,
        spoken,
        kind: secret_kind(spoken)?,
        names_provider,
    };
    name.read()
}

/// Reads the value that a name of this kind is given, if it looks like a secret.
pub(crate) fn read_named(
    text: &str,
    span: Range<usize>,
    kind: SecretKind,
    names_provider: fn(&str) -> bool,
) -> Option<Range<usize>> {
    let name = Name {
        text,
        spoken: &text[span.clone()],
        span,
        kind,
        names_provider,
    };
    name.read()
}

impl Name<'_> {
    fn read(&self) -> Option<Range<usize>> {
        self.read_after().or_else(|| match self.kind {
            SecretKind::Password => told::read_before(self.text, self.span.start),
            _ => None,
        })
    }

    /// Reads the value after the name.
    fn read_after(&self) -> Option<Range<usize>> {
        let whole = Value::of(self)?;
        let Some(short) = whole.before_written_end(self.text) else {
            let is_secret = self.is_secret(&whole);
            return is_secret.then(|| whole.span.start..whole.whole_end(self.text));
        };
        // A backslash may be part of a password; secrets made by programs have none.
        if self.kind == SecretKind::Password && self.is_secret(&whole) {
            return Some(whole.span);
        }
        self.is_secret(&short).then_some(short.span)
    }

    /// True if a value that was given to the name is a secret.
    fn is_secret(&self, value: &Value) -> bool {
        work::did(value.span.len());
        let candidate = Candidate {
            text: &self.text[value.span.clone()],
            quoted: value.quoted,
            binding: value.binding,
            is_named_key: names_key(self.spoken),
            takes_hash: names_made_secret(self.spoken),
        };
        // A function, as it is asked last and rarely: it searches for the names of all providers.
        let near_provider = || {
            let start = self.span.start.saturating_sub(PROVIDER_WINDOW);
            let start = self.text.floor_char_boundary(start);
            (self.names_provider)(&self.text[start..self.span.end])
        };
        candidate.is_secret(self.kind, &near_provider)
    }
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// A name with the word before it, if the name is just `key`: `API key`.
fn spoken(text: &str, name: &Range<usize>) -> Range<usize> {
    // Other telling words need no context; a `key` without one is that of a map, a song or a door.
    if !text[name.clone()].eq_ignore_ascii_case("key") {
        return name.clone();
    }
    let Some(before) = text[..name.start].strip_suffix([' ', '-']) else {
        return name.clone();
    };
    let word = trailing(before.as_bytes(), LONGEST_NAME, |byte| {
        byte.is_ascii_alphabetic()
    });
    match word {
        0 => name.clone(),
        _ => before.len() - word..name.end,
    }
}
