//! The marks that redaction leaves in a text: `[REDACTED:<class>]`.

use std::ops::Range;

/// How every marker begins.
// No rule finds anything in a value that contains it, or a redacted text would be redacted again
// and never be the same twice.
pub(crate) const MARKER: &str = "[REDACTED:";

/// The markers of `text`, in bytes and in order; one without its bracket goes on to the end.
pub(crate) fn markers(text: &str) -> Vec<Range<usize>> {
    let mut markers = Vec::new();
    for (start, _) in text.match_indices(MARKER) {
        let end = match text[start..].find(']') {
            Some(length) => start + length + 1,
            None => text.len(),
        };
        markers.push(start..end);
    }
    markers
}

/// Whether two ranges have a byte in common.
pub(crate) fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}
