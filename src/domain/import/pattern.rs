//! Regular expressions of this room.

/// Compiles a pattern that is written in this room's source.
#[expect(
    clippy::expect_used,
    reason = "the patterns are in the source, and every test run compiles each"
)]
pub(crate) fn pattern(text: &str) -> regex::Regex {
    regex::Regex::new(text).expect("a pattern in the source compiles")
}
