//! Takes secrets out of a text and leaves the rest as it is.

use std::ops::Range;

use super::{Clean, Finding, scan};

/// How every marker begins. No rule finds anything in a text that holds it.
pub(super) const MARKER: &str = "[REDACTED:";

/// Puts `[REDACTED:<class>]` in the place of every secret that the rules find; everything else
/// stays, byte for byte. A second time changes nothing.
#[must_use]
pub fn redact(text: &str) -> Clean {
    redact_by(text, scan)
}

/// The same for what `find` finds.
pub(super) fn redact_by(text: &str, find: impl Fn(&str) -> Vec<Finding>) -> Clean {
    let mut text = text.to_owned();
    // A taken-out secret can bring a name and a value together that stood apart. Each round takes
    // away bytes that are no marker's, so there is a last one.
    loop {
        let markers = markers(&text);
        let mut findings = find(&text);
        findings.retain(|finding| !markers.iter().any(|marker| overlaps(marker, &finding.span)));
        if findings.is_empty() {
            return Clean(text);
        }
        let mut kept = String::with_capacity(text.len());
        let mut from = 0;
        for finding in findings {
            kept.push_str(&text[from..finding.span.start]);
            kept.push_str(MARKER);
            kept.push_str(finding.class.name());
            kept.push(']');
            from = finding.span.end;
        }
        kept.push_str(&text[from..]);
        text = kept;
    }
}

/// Where markers stand already.
fn markers(text: &str) -> Vec<Range<usize>> {
    let end = |at: usize| {
        text[at..]
            .find(']')
            .map_or(text.len(), |length| at + length + 1)
    };
    text.match_indices(MARKER)
        .map(|(at, _)| at..end(at))
        .collect()
}

pub(super) fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}
