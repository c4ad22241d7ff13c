//! Commits of private memory are read whatever their messages say.
#![no_main]

use git_memory_fuzz::texts;
use git_memory_model::private::chain::Chain;
use git_memory_model::private::entry::Entry;
use git_memory_model::private::message::Message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let [text, name] = texts(input);
    let message = Message::parse(text);
    assert!(!message.subject.contains('\n'));
    for parents in 0..3 {
        let entry = Entry::parse(text, parents);
        assert!(!entry.title.contains('\n'));
        for item in entry.items("Outputs") {
            assert!(item.len() <= text.len());
        }
    }
    if let Some(chain) = Chain::of_ref(name) {
        assert_eq!(Chain::of_ref(&chain.ref_name()), Some(chain));
    }
});
