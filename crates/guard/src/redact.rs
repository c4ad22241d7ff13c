//! Takes secrets out of a text and leaves the rest unchanged.

use super::marker::MARKER;
use super::{Clean, Finding, scan};
use git_memory_text::limits;

/// Replaces every secret that the rules find by `[REDACTED:<class>]`; everything else stays, byte
/// for byte. A second time changes nothing.
#[must_use]
pub fn redact(text: &str) -> Clean {
    redact_by(text, scan)
}

/// Replaces the findings of `find`. They must be sorted, must not overlap, and must not be markers.
pub(crate) fn redact_by(text: &str, find: impl Fn(&str) -> Vec<Finding>) -> Clean {
    let mut text = text.to_owned();
    // Without a secret, a name and a value can come together that were apart before.
    for round in 0.. {
        let findings = find(&text);
        let Some(first) = findings.first() else {
            break;
        };
        if round == limits::REDACTION_ROUNDS {
            return Clean(format!("{MARKER}{}]", first.class.name()));
        }
        text = with_markers(&text, &findings);
    }
    Clean(text)
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
