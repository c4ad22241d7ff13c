//! A merge gives the same text whichever side is called ours, where nobody has to decide, and it
//! needs people on both sides or on none.
#![no_main]

use git_memory_fuzz::texts;
use git_memory_model::merging::{self, Texts};
use git_memory_model::record::marks::Marks;
use git_memory_model::record::merge::merge;
use libfuzzer_sys::fuzz_target;

const PATHS: [&str; 4] = [
    "memory/notes/a.md",
    "memory/impressions.jsonl",
    "memory/index.md",
    "memory/recall-feedback.jsonl",
];

fuzz_target!(|input: &str| {
    let [base, ours, theirs] = texts(input);
    for base in [None, Some(base)] {
        assert_eq!(merge(base, ours, theirs), merge(base, theirs, ours));
    }
    let marks = Marks::new(7, ["ours", "base", "theirs"]);
    let forth = Texts { base, ours, theirs };
    let back = Texts {
        base,
        ours: theirs,
        theirs: ours,
    };
    for path in PATHS {
        let forth = merging::merge(path, &forth, &marks);
        let back = merging::merge(path, &back, &marks);
        let (Some(forth), Some(back)) = (forth, back) else {
            continue;
        };
        assert_eq!(forth.is_clean, back.is_clean, "{path}");
        if forth.is_clean {
            assert_eq!(forth.text, back.text, "{path}");
        }
    }
});
