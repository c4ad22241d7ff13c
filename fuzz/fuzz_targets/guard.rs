//! Findings are pieces of the text, in order; once they are redacted, nothing of them is left, and
//! nothing more is found.
#![no_main]

use git_memory_guard::{redact, scan};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut end = 0;
    for finding in scan(text) {
        assert!(finding.span.start >= end);
        assert!(!text[finding.span.clone()].is_empty());
        end = finding.span.end;
    }
    let once = redact(text);
    assert_eq!(redact(&once), once);
    assert_eq!(scan(&once), []);
});
