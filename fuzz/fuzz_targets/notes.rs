//! Notes of any program are read, written and merged line by line.
#![no_main]

use git_memory_fuzz::texts;
use git_memory_model::private::note::{Note, lines, merged, with_lines};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let [base, ours, theirs] = texts(input);
    for line in lines(ours) {
        let note = Note::read(line);
        assert_eq!(Note::read(&note.line()), note);
    }
    let both = merged(base, ours, theirs);
    assert_eq!(both, merged(base, theirs, ours));
    for line in lines(ours) {
        let was_taken_out =
            lines(base).any(|old| old == line) && lines(theirs).all(|kept| kept != line);
        assert!(was_taken_out || lines(&both).any(|kept| kept == line));
    }
    assert_eq!(with_lines(ours, &[]), None);
});
