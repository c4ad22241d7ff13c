//! Takes secrets out of a text and leaves the rest as it is.

use super::{Clean, scan};

/// How every marker begins. No rule finds anything in a text that holds it.
pub(super) const MARKER: &str = "[redacted:";

/// Puts `[redacted:<rule>]` in the place of every secret in `text`; everything else stays, byte for byte.
/// What comes out holds no finding, so a second time changes nothing.
#[must_use]
pub fn redact(text: &str) -> Clean {
    let mut text = text.to_owned();
    // A taken-out secret can bring a name and a value together that stood apart. Each round takes away
    // bytes that are no marker's, so there is a last one.
    loop {
        let findings = scan(&text);
        if findings.is_empty() {
            return Clean(text);
        }
        let mut kept = String::with_capacity(text.len());
        let mut from = 0;
        for finding in findings {
            kept.push_str(&text[from..finding.span.start]);
            kept.push_str(MARKER);
            kept.push_str(finding.rule);
            kept.push(']');
            from = finding.span.end;
        }
        kept.push_str(&text[from..]);
        text = kept;
    }
}
