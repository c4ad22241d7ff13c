//! A name that may be given a secret.

use std::ops::Range;

use crate::names::SecretKind;

/// The longest name, in bytes.
pub(super) const LONGEST_NAME: usize = 64;

/// A name in a text whose value would be a secret.
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    /// Its place.
    pub(super) span: Range<usize>,
    /// Its telling words.
    pub(super) spoken: &'a str,
    pub(super) kind: SecretKind,
    /// True for a text that contains a provider's name.
    pub(super) names_provider: fn(&str) -> bool,
}

impl<'a> Name<'a> {
    /// The text before the name.
    pub(super) fn before(&self) -> &'a str {
        &self.text[..self.span.start]
    }
}
