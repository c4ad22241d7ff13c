//! Files below `memory/` are read as records, pages or conflicts, whatever they hold.
#![no_main]

use git_memory_model::record::conflict::Conflict;
use git_memory_model::record::{front_matter, reading};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let reading = reading::read(input);
    assert!(reading.header.is_none() || reading.page.is_none());
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    if let Ok(parts) = front_matter::split(text) {
        assert!(parts.yaml.end <= parts.body.start);
        assert_eq!(parts.body.end, text.len());
    }
    if let Some(conflict) = Conflict::of(text) {
        // Neither side is in conflict any more, or reading one would never end.
        assert_ne!(conflict.ours, text);
        assert_ne!(conflict.theirs, text);
    }
});
