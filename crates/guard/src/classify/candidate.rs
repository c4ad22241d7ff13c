//! Values that are given to telling names: a value that reads as words, code, a path or a
//! placeholder is not a secret, and the looser a value is bound to its name, the more it has to
//! look like one.

use super::invented::is_invented;
use super::{placeholder, value};
use crate::names::SecretKind;
use crate::{base64, marker, published};

/// The shortest part of a URL's path that may be a token.
const SHORTEST_IN_PATH: usize = 16;

/// Bond between a value and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binding {
    /// `NAME=value` with nothing around the sign, as shells and `.env` files write it.
    Tight,
    /// A sign in the query of a URL, where short tokens show badges.
    Query,
    /// A sign, with blanks or quotes around it.
    Sign,
    /// A cell of a table, or an item of a list, under a name.
    Cell,
    /// An argument after a name: `put("name", "value")`.
    Argument,
    /// Nothing but blanks.
    Blank,
    /// A sentence: `the password is …`.
    Sentence,
}

/// A value that could be a secret.
pub(crate) struct Candidate<'a> {
    pub(crate) text: &'a str,
    pub(crate) quoted: bool,
    pub(crate) binding: Binding,
    /// True if only keys have such a name: a UUID is a key then.
    pub(crate) is_named_key: bool,
    /// True if hashes do not have such a name, so that a hash is a key, too.
    pub(crate) takes_hash: bool,
}

impl Candidate<'_> {
    /// True if the candidate is a secret of the kind that its name means. `near_provider` is true
    /// if a provider's name is nearby: there a hash or an id may be a key. It is slow, so it is
    /// asked last.
    pub(crate) fn is_secret(&self, kind: SecretKind, near_provider: &dyn Fn() -> bool) -> bool {
        let Some(pieces) = marker::outside(self.text) else {
            return self.is_one_secret(kind, near_provider);
        };
        // A marker hides nothing of the text around it.
        let mut pieces = pieces.into_iter();
        pieces.any(|text| Candidate { text, ..*self }.is_one_secret(kind, near_provider))
    }

    fn is_one_secret(&self, kind: SecretKind, near_provider: &dyn Fn() -> bool) -> bool {
        if self.is_placeholder() || self.is_plain_address(near_provider) {
            return false;
        }
        // Words are a sentence; passwords with blanks are rare, and quoted.
        if self.text.contains(' ') {
            let may_be_phrase = self.quoted && self.binding != Binding::Blank;
            return kind == SecretKind::Password && may_be_phrase && is_passphrase(self.text);
        }
        // Most UUIDs are ids: only a provider's name makes one a key, or a name that has no other
        // meaning.
        if value::is_uuid(self.text) {
            return match self.binding {
                Binding::Sentence => false,
                Binding::Argument => near_provider(),
                _ => self.is_named_key || near_provider(),
            };
        }
        match (kind, self.binding) {
            // In prose the word after "password" is rarely one: it has to look invented.
            (SecretKind::Password, Binding::Blank) if self.is_told_password() => true,
            // The number of a key, which everybody may know.
            (SecretKind::Key, Binding::Blank | Binding::Sentence) if is_hexadecimal(self.text) => {
                false
            }
            (_, Binding::Blank) | (SecretKind::Key, Binding::Sentence) => {
                self.is_long_token(near_provider)
            }
            (SecretKind::Password, _) => self.is_password(near_provider),
            (
                SecretKind::Secret,
                Binding::Tight | Binding::Query | Binding::Sign | Binding::Cell,
            ) => self.is_made_secret(near_provider),
            (SecretKind::Secret, _) => self.is_long_token(near_provider),
            (SecretKind::Key, _) => self.is_long_token(near_provider) && !speaks_of_key(self.text),
        }
    }

    /// True if the candidate only marks the place of a value, or is program text.
    fn is_placeholder(&self) -> bool {
        if placeholder::is_placeholder(self.text)
            || placeholder::is_example_word(self.text)
            || placeholder::is_counted_word(self.text)
            || placeholder::is_shortened(self.text)
            || value::is_public_key(self.text)
            || value::is_named_digest(self.text)
            || value::is_integrity(self.text)
            || published::is_hash(self.text)
            || published::is_address(self.text)
            || hides_example(self.text)
            || is_alphabet(self.text)
            || self.text.contains(char::is_control)
        {
            return true;
        }
        // In prose a backslash is a path's or a pattern's; in a configuration it may be a
        // password's.
        let is_loose = matches!(self.binding, Binding::Blank | Binding::Sentence);
        let is_escaped = is_loose && self.text.contains('\\');
        !self.quoted && (is_code(self.text) || is_escaped)
    }

    /// True if the candidate is the address of a page without a password or a long random part in
    /// its path. Other rules find secrets in a query or a user's name.
    fn is_plain_address(&self, near_provider: &dyn Fn() -> bool) -> bool {
        let Some(address) = value::after_scheme(self.text) else {
            return false;
        };
        // A query is full of values, and so may be the text after a hash.
        if address.contains(['@', '?', '#', '=']) {
            return false;
        }
        !address.split('/').any(|part| {
            part.len() >= SHORTEST_IN_PATH
                && is_strong(part)
                && (!value::is_digest(part) || near_provider())
        })
    }

    /// True if the candidate looks like a token; a hash only does near the name of a provider.
    fn is_token(&self, near_provider: &dyn Fn() -> bool) -> bool {
        let is_hash = value::is_digest(self.text) && !self.takes_hash;
        is_strong(self.text) && (!is_hash || near_provider())
    }

    fn is_long_token(&self, near_provider: &dyn Fn() -> bool) -> bool {
        self.length() >= 16 && self.is_token(near_provider)
    }

    fn length(&self) -> usize {
        self.text.chars().count()
    }

    /// After a password's name and a sign: passwords of people have a digit or a sign, or are not
    /// words.
    fn is_password(&self, near_provider: &dyn Fn() -> bool) -> bool {
        let text = self.text;
        // Shorter ones are words, codes and examples; no real password is so short.
        if self.length() < 6 {
            return false;
        }
        // The arguments of a call are mostly other names.
        if self.binding == Binding::Argument {
            return self.is_token(near_provider) || is_invented(text);
        }
        // Under a header, too, there are paths, types and sentences.
        if self.binding == Binding::Cell {
            return value::is_mixed(text)
                && !value::is_plain(text)
                && !text.contains(['/', '<', '('])
                && !value::is_address(text);
        }
        let has_sign = matches!(
            self.binding,
            Binding::Tight | Binding::Query | Binding::Sign
        );
        if has_sign && (!value::is_plain(text) || hides_password(text)) {
            return true;
        }
        value::is_mixed(text)
            && !text.contains(['/', '.', ':', '_', '<'])
            && !value::is_address(text)
            && !value::is_procedure(text)
    }

    /// True for a word after a password's name, in prose, that has no other reason to be there.
    fn is_told_password(&self) -> bool {
        let has_sign = self.text.contains(is_sign);
        let stands_out = self.quoted || has_sign || value::turns(self.text) >= 2;
        self.length() >= 6 && is_invented(self.text) && stands_out
    }

    /// After a secret's name and a sign: secrets of programs are long, and mixed if they are not
    /// quoted.
    fn is_made_secret(&self, near_provider: &dyn Fn() -> bool) -> bool {
        let text = self.text;
        let length = self.length();
        let is_odd = !value::is_plain(text) && !value::is_camel_case(text);
        match self.binding {
            // Badges and previews have short tokens that open nothing.
            Binding::Query => length >= 12 && is_odd,
            Binding::Sign | Binding::Cell if !self.quoted || self.binding == Binding::Cell => {
                let is_mixed = value::turns(text) >= 4 && !is_host(text);
                length >= 12 && is_odd && (is_mixed || self.is_token(near_provider))
            }
            _ if length >= 8 && is_odd => true,
            _ => length >= 20 && self.is_token(near_provider),
        }
    }
}

/// True if `text` is the Base64 of a password, as in the secrets of Kubernetes.
fn hides_password(text: &str) -> bool {
    match base64::decoded(text) {
        Some(inner) => is_invented(&inner),
        None => false,
    }
}

/// True if `text` is the Base64 of an example.
fn hides_example(text: &str) -> bool {
    match base64::decoded(text) {
        Some(inner) => placeholder::is_example_word(inner.trim()),
        None => false,
    }
}

fn is_hexadecimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_sign(letter: char) -> bool {
    "!@#$%^&*?+=~".contains(letter)
}

/// True if `text` looks random, has no ordinary shape, and consists of token characters only.
fn is_strong(text: &str) -> bool {
    let length = text.chars().count();
    if length < 12 || text.contains(['?', '(', '\\']) {
        return false;
    }
    // Letter pairs are not enough: they would pass random text that happens to look like words.
    let is_odd = value::is_random(text) || value::turns(text) * 4 >= length;
    is_odd && !is_ordinary(text)
}

/// True if `text` is the name of a key, or several values.
fn speaks_of_key(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let mut words = ["key", "token", "secret", "password"].iter();
    text.contains(',') || words.any(|word| lower.ends_with(word))
}

/// True if `text` lists the characters of something.
fn is_alphabet(text: &str) -> bool {
    // Generators of passwords keep such a string under a name like `password_chars`.
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
    text.contains("0123456789") && text.to_ascii_lowercase().contains(LETTERS)
}

/// True if `text` is the name of a machine.
fn is_host(text: &str) -> bool {
    let dots = text.matches('.').count();
    dots >= 2 && text.split('.').all(|part| part.len() < 16)
}

/// A password of several words: with something in it that words do not have.
fn is_passphrase(text: &str) -> bool {
    (8..=64).contains(&text.len())
        && text.split(' ').count() <= 4
        && value::is_mixed(text)
        && !text.ends_with(['.', ':', ','])
        && !text.split(' ').all(value::is_plain)
}

/// Paths, names joined of words, versions, dates: long and mixed texts that are everywhere.
fn is_ordinary(text: &str) -> bool {
    const JOINTS: [char; 5] = ['.', '-', '_', ':', '/'];
    // Base64 has slashes too, but hardly without its other signs.
    let is_path = text.matches('/').count() >= 2 && !text.contains(['+', '=']);
    let has_lower = text.bytes().any(|byte| byte.is_ascii_lowercase());
    let is_constant = text.contains('_') && !has_lower;
    if is_path || is_constant || value::is_procedure(text) || value::is_version(text) {
        return true;
    }
    if value::is_camel_case(text) {
        return true;
    }
    let is_dotted = text.contains('.') && !text.split(JOINTS).any(value::is_random);
    is_dotted || (value::is_plain(text) && !value::is_random(text))
}

/// Calls, paths of names, generics and operators, as program text has them after `=` and `:`.
fn is_code(value: &str) -> bool {
    const BEGINNINGS: [char; 12] = ['&', '*', '(', '[', '{', '<', '|', '@', '-', '!', '/', '~'];
    const PARTS: [&str; 8] = ["(", "[", "::", "->", "=>", "<", "{", ")="];
    value.starts_with(BEGINNINGS) || PARTS.iter().any(|part| value.contains(part))
}
