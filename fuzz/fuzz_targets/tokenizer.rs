//! Tokens are pieces of the text, in the order of their words.
#![no_main]

use git_memory_text::tokens;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut last = 0;
    tokens(text, |token| {
        assert!(!text[token.span.clone()].is_empty());
        assert!(!token.form.is_empty());
        assert!(token.position + 1 >= last);
        last = last.max(token.position);
    });
});
