//! The marks that redaction leaves in a text: `[REDACTED:<class>]`.
//!
//! Only a whole marker that redaction writes is a marker: any author can write the beginning of
//! one, and the text after it is looked through like any text.

use std::ops::Range;

/// Beginning of every marker.
// No rule finds anything in a value that is one, or a redacted text would be redacted again and
// never be the same twice.
pub(crate) const MARKER: &str = "[REDACTED:";

/// Names in a marker: a class of what is taken out, or a secret among the arguments.
const NAMES: [&str; 10] = [
    "token",
    "private-key",
    "jwt",
    "url",
    "header",
    "assignment",
    "environment",
    "pattern",
    "personal",
    "secret",
];

/// The markers of `text`, in bytes and in order.
pub(crate) fn markers(text: &str) -> Vec<Range<usize>> {
    let mut markers = Vec::new();
    for (start, _) in text.match_indices(MARKER) {
        if let Some(length) = length(&text[start..]) {
            markers.push(start..start + length);
        }
    }
    markers
}

/// True if redaction has, or seems to have, taken something out of a text.
#[must_use]
pub fn is_redacted(text: &str) -> bool {
    text.contains(MARKER)
}

/// Length of the marker that a text begins with.
pub(crate) fn length(text: &str) -> Option<usize> {
    let name = text.strip_prefix(MARKER)?;
    let length = name_length(name)?;
    name[length..]
        .starts_with(']')
        .then_some(MARKER.len() + length + 1)
}

/// Length of the name that a text begins with.
fn name_length(text: &str) -> Option<usize> {
    let mut names = NAMES.iter().filter(|name| text.starts_with(**name));
    // No name is the beginning of another one.
    names.next().map(|name| name.len())
}

/// Pieces of a value outside of its markers, and after an incomplete marker; `None` if it has
/// neither.
pub(crate) fn outside(value: &str) -> Option<Vec<&str>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for (start, _) in value.match_indices(MARKER) {
        pieces.push(&value[from..start]);
        from = start + MARKER.len();
        if let Some(length) = name_length(&value[from..]) {
            let end = from + length;
            // A reader of the value may have taken the bracket for one of the sentence.
            if value[end..].is_empty() {
                from = end;
            } else if value[end..].starts_with(']') {
                from = end + 1;
            }
        }
    }
    if pieces.is_empty() {
        return None;
    }
    pieces.push(&value[from..]);
    Some(pieces)
}

/// A span with all of the markers that it has a part of; `None` if it consists only of markers.
/// `markers` are in order.
pub(crate) fn beyond(markers: &[Range<usize>], span: &Range<usize>) -> Option<Range<usize>> {
    let first = markers.partition_point(|marker| marker.end <= span.start);
    let mut whole = span.clone();
    let mut marked = 0;
    for marker in &markers[first..] {
        if marker.start >= span.end {
            break;
        }
        whole.start = whole.start.min(marker.start);
        whole.end = whole.end.max(marker.end);
        marked += marker.len();
    }
    (marked < whole.len()).then_some(whole)
}

/// True if two ranges have a byte in common.
pub(crate) fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Class;

    #[test]
    fn every_class_has_its_marker() {
        for class in Class::ALL {
            assert!(NAMES.contains(&class.name()), "{class}");
        }
        for one in NAMES {
            let others = NAMES.iter().filter(|other| **other != one);
            assert!(
                others.into_iter().all(|other| !other.starts_with(one)),
                "{one}"
            );
        }
    }

    #[test]
    fn only_a_whole_marker_is_one() {
        let text = "[REDACTED:token] [REDACTED: x] [REDACTED:tokens] [REDACTED:jwt] [REDACTED:url";
        let found: Vec<&str> = markers(text).into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, ["[REDACTED:token]", "[REDACTED:jwt]"]);
        assert_eq!(outside("a[REDACTED]b"), None);
        assert_eq!(outside("a[REDACTED:x]b"), Some(vec!["a", "x]b"]));
        assert_eq!(outside("a[REDACTED:jwt]b"), Some(vec!["a", "b"]));
        assert_eq!(outside("[REDACTED:jwt"), Some(vec!["", ""]));
    }

    #[test]
    fn a_span_is_more_than_its_markers() {
        let text = "ab[REDACTED:jwt][REDACTED:url]cd";
        let markers = markers(text);
        for (span, expected) in [
            (0..2, Some(0..2)),
            (2..16, None),
            (4..30, None),
            (1..4, Some(1..16)),
            (20..31, Some(16..31)),
            (31..32, Some(31..32)),
        ] {
            assert_eq!(beyond(&markers, &span), expected, "{span:?}");
        }
    }
}
