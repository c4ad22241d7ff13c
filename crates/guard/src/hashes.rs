//! Hashes of passwords, for those who tell of them.

use super::finding::{Finding, Unplaced, placed};
use super::published;
use super::rule::Class;

/// The hashes of passwords in a text. They are made to be kept and are no findings of a scan, but
/// a weak password can be found from one.
#[must_use]
pub fn hashes(text: &str) -> Vec<Finding> {
    let found = published::hashes(text).into_iter();
    let found = found.map(|(rule, span)| Unplaced {
        span,
        rule,
        class: Class::Assignment,
        masked: None,
    });
    placed(text, found.collect())
}
