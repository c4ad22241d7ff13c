//! Takes secrets out of a text and leaves the rest as it is.

use super::marker::{MARKER, markers, overlaps};
use super::{Clean, Finding, scan};

/// Replaces every secret that the rules find by `[REDACTED:<class>]`; everything else stays, byte
/// for byte. A second time changes nothing.
#[must_use]
pub fn redact(text: &str) -> Clean {
    redact_by(text, scan)
}

/// Replaces what `find` finds. Its findings must be sorted and must not overlap.
pub(crate) fn redact_by(text: &str, find: impl Fn(&str) -> Vec<Finding>) -> Clean {
    let mut text = text.to_owned();
    // Without a secret, a name and a value can come together that were apart before. Each round
    // takes away bytes that belong to no marker, so there is a last one.
    loop {
        let markers = markers(&text);
        let mut findings = find(&text);
        // A name before a marker makes the marker a value: it is what was put there.
        findings.retain(|finding| !markers.iter().any(|marker| overlaps(marker, &finding.span)));
        if findings.is_empty() {
            return Clean(text);
        }
        text = with_markers(&text, &findings);
    }
}

fn with_markers(text: &str, findings: &[Finding]) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut from = 0;
    for finding in findings {
        marked.push_str(&text[from..finding.span.start]);
        marked.push_str(MARKER);
        marked.push_str(finding.class.name());
        marked.push(']');
        from = finding.span.end;
    }
    marked.push_str(&text[from..]);
    marked
}
