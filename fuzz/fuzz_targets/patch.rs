//! Setting one key changes its lines alone, and is read back as what was set.
#![no_main]

use git_memory_fuzz::texts;
use git_memory_model::record::front_matter;
use git_memory_model::record::patch::{self, Field};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let [text, key, value] = texts(input);
    let key = if key.is_empty() { "title" } else { key };
    let fields = [
        Field::Text(value.to_owned()),
        Field::List(value.split(',').map(str::to_owned).collect()),
    ];
    for field in fields {
        let Ok(new) = patch::set(text, key, &field) else {
            continue;
        };
        assert!(patch::says(&new, key, &field), "{new:?}");
        assert_eq!(
            front_matter::front_matter_and_body(&new).1,
            front_matter::front_matter_and_body(text).1
        );
        assert_eq!(
            patch::set(&new, key, &field).expect("it was set before"),
            new
        );
    }
});
