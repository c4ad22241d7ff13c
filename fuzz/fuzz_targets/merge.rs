//! A merge gives the same text whichever side is called ours, and keeps what one side alone has
//! changed.
#![no_main]

use git_memory::domain::record::merge::merge;
use git_memory_fuzz::texts;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let [base, ours, theirs] = texts(input);
    for base in [None, Some(base)] {
        assert_eq!(merge(base, ours, theirs), merge(base, theirs, ours));
    }
});
