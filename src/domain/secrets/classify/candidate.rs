//! Judges values that stand behind telling names: what reads as words, code, a path or a
//! placeholder is no secret, and the looser a value is tied to its name, the more it has to look
//! like one.

use super::super::base64;
use super::super::names::SecretKind;
use super::value;

/// How a value is tied to its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binding {
    /// `NAME=value` with nothing around the sign, as shells and `.env` files write it.
    Tight,
    /// The same in the query of a URL, where short tokens show badges.
    Query,
    /// A sign, with blanks or quotes around it.
    Sign,
    /// An argument behind a name: `put("name", "value")`.
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
}

impl Candidate<'_> {
    /// Whether it is what its name promises. `near_provider` says whether the name of a provider
    /// stands nearby: there a hash or an id may be a key.
    pub(crate) fn is_secret(&self, kind: SecretKind, near_provider: impl Fn() -> bool) -> bool {
        if self.holds_a_place() {
            return false;
        }
        // Words are a sentence; a password with a blank is none.
        if self.text.contains(' ') {
            return kind == SecretKind::Password
                && self.quoted
                && self.binding != Binding::Blank
                && is_passphrase(self.text);
        }
        if value::is_uuid(self.text) {
            return !matches!(self.binding, Binding::Argument | Binding::Sentence)
                && near_provider();
        }
        let is_token = || is_strong(self.text) && (!value::is_digest(self.text) || near_provider());
        let is_long = self.text.chars().count() >= 16;
        match (kind, self.binding) {
            (SecretKind::Password, Binding::Blank) if self.is_told_password() => true,
            (_, Binding::Blank) | (SecretKind::Key, Binding::Sentence) => {
                is_long && is_strong(self.text) && (!value::is_digest(self.text) || near_provider())
            }
            (SecretKind::Password, _) => self.is_password(is_token),
            (SecretKind::Secret, Binding::Tight | Binding::Query | Binding::Sign) => {
                self.is_made_secret(is_token)
            }
            (SecretKind::Secret, _) => is_long && is_token(),
            (SecretKind::Key, _) => is_long && is_token() && !speaks_of_key(self.text),
        }
    }

    /// Whether it only holds the place of a value, or is program text.
    fn holds_a_place(&self) -> bool {
        let is_loose = matches!(self.binding, Binding::Blank | Binding::Sentence);
        value::is_placeholder(self.text)
            || value::is_stand_in(self.text)
            || is_alphabet(self.text)
            || self.text.chars().any(char::is_control)
            || !self.quoted && (is_code(self.text) || is_loose && self.text.contains('\\'))
    }

    /// Behind a password's name and a sign: what people make has a digit or a sign in it, or is no
    /// word.
    fn is_password(&self, is_token: impl Fn() -> bool) -> bool {
        let (text, is_long_enough) = (self.text, self.text.chars().count() >= 6);
        let is_signed = matches!(
            self.binding,
            Binding::Tight | Binding::Query | Binding::Sign
        );
        let is_mixed = value::is_mixed(text)
            && !text.contains(['/', '.', ':', '_', '<'])
            && !value::is_address(text);
        let hides = || base64::decoded(text).is_some_and(|inner| value::is_invented(&inner));
        is_long_enough
            && match self.binding {
                Binding::Argument => is_token() || value::is_invented(text),
                // Secrets of Kubernetes are in Base64.
                _ => {
                    (is_signed && (!value::is_plain(text) || hides()))
                        || (is_mixed && !value::is_procedure(text))
                }
            }
    }

    /// Just a word behind a password's name, in prose: one that nobody would write for another
    /// reason.
    fn is_told_password(&self) -> bool {
        let has_sign = self
            .text
            .contains(|letter: char| "!@#$%^&*?+=~".contains(letter));
        self.text.chars().count() >= 6
            && value::is_invented(self.text)
            && (self.quoted || has_sign || value::turns(self.text) >= 2)
    }

    /// Behind a secret's name and a sign: what programs make is long, and mixed where nothing
    /// quotes it.
    fn is_made_secret(&self, is_token: impl Fn() -> bool) -> bool {
        let (text, length) = (self.text, self.text.chars().count());
        let is_odd = !value::is_plain(text);
        match self.binding {
            Binding::Query => length >= 12 && is_odd,
            Binding::Sign if !self.quoted => {
                length >= 12 && is_odd && (value::turns(text) >= 4 && !is_host(text) || is_token())
            }
            _ => length >= 8 && is_odd || length >= 20 && is_token(),
        }
    }
}

/// Whether `text` looks random, has no ordinary shape, and nothing that tokens are not made of.
fn is_strong(text: &str) -> bool {
    let length = text.chars().count();
    let is_odd = value::is_random(text) || value::turns(text) * 4 >= length;
    length >= 12 && is_odd && !text.contains(['?', '(', '\\']) && !is_ordinary(text)
}

/// Whether `text` is the name of a key, or several values.
fn speaks_of_key(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    ["key", "token", "secret", "password"]
        .iter()
        .any(|word| lower.ends_with(word))
        || text.contains(',')
}

/// Whether `text` lists the characters of something.
fn is_alphabet(text: &str) -> bool {
    text.contains("0123456789")
        && text
            .to_ascii_lowercase()
            .contains("abcdefghijklmnopqrstuvwxyz")
}

/// Whether `text` is the name of a machine.
fn is_host(text: &str) -> bool {
    text.matches('.').count() >= 2 && text.split('.').all(|part| part.len() < 16)
}

/// A password of several words: with something in it that words have not.
fn is_passphrase(text: &str) -> bool {
    (8..=64).contains(&text.len())
        && text.split(' ').count() <= 4
        && value::is_mixed(text)
        && !text.ends_with(['.', ':', ','])
        && !text.split(' ').all(value::is_plain)
}

/// Paths, names joined of words, versions, dates: what is long and mixed, and everywhere.
fn is_ordinary(text: &str) -> bool {
    let is_path = text.matches('/').count() >= 2 && !text.contains(['+', '=']);
    let is_joined = text.contains(['.', '-', '_', ':', '/'])
        && !text.split(['.', '-', '_', ':', '/']).any(value::is_random);
    let is_constant = text.contains('_') && !text.bytes().any(|byte| byte.is_ascii_lowercase());
    is_path
        || (is_joined && text.contains('.'))
        || is_constant
        || value::is_procedure(text)
        || value::is_plain(text) && !value::is_random(text)
}

/// Calls, paths of names, generics and operators, as program text has them behind `=` and `:`.
fn is_code(value: &str) -> bool {
    value.starts_with(['&', '*', '(', '[', '{', '<', '|', '@', '-', '!', '/', '~'])
        || ["(", "[", "::", "->", "=>", "<", "{"]
            .iter()
            .any(|part| value.contains(part))
}
