//! Foreign decision records are read or refused, whatever they hold.
#![no_main]

use git_memory_fuzz::texts;
use git_memory_import::adr::{Original, StatusWords, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let [text, name] = texts(input);
    let words = StatusWords::default();
    for ending in ["md", "rst", "adoc"] {
        let path = format!("docs/adr/{name}.{ending}");
        let read = read(&Original {
            path: &path,
            text,
            is_wanted: true,
            is_named: true,
            words: &words,
        });
        if let Ok(decision) = read {
            assert!(!decision.title.trim().is_empty());
            assert!(decision.title.chars().count() <= 200);
        }
    }
});
