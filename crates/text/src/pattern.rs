//! Regular expressions of this room.

use std::sync::LazyLock;

/// A pattern of the source, compiled when it is used first: a command that imports nothing pays for
/// none of them.
pub type Pattern = LazyLock<regex::Regex>;

/// A [`Pattern`] from its text.
#[macro_export]
macro_rules! compiled {
    ($text:expr) => {
        std::sync::LazyLock::new(|| $crate::pattern::pattern($text))
    };
}
pub use crate::compiled;

/// Compiles a pattern that is written in the source.
///
/// # Panics
/// If the text is not a pattern: each is compiled by a test.
#[expect(
    clippy::expect_used,
    reason = "the patterns are in the source, and every test run compiles each"
)]
pub fn pattern(text: &str) -> regex::Regex {
    regex::Regex::new(text).expect("a pattern in the source compiles")
}
