//! Files that can be made anew are damaged in every way, and change no answer.

use std::fs;

use crate::cases::Template;
use crate::common::World;

const READS: [&[&str]; 12] = [
    &["list"],
    &["list", "--rev", "HEAD~1"],
    &["list", "--private"],
    &["recall", "queue", "table"],
    &["context", "--query", "events"],
    &["get-context"],
    &["briefing"],
    &["why", "code.txt"],
    &["related", "memory/notes/by-hand.md"],
    &["summary", "list"],
    &["runs"],
    &["check"],
];

#[test]
#[ignore = "takes minutes"]
fn damaged_caches_change_no_answer() {
    let template = Template::new();
    let warm = template.copy();
    let expected = answers(&warm);
    assert_eq!(
        answers(&warm),
        expected,
        "an answer differs once caches are there"
    );
    let caches = warm.shell("find .git/memory -type f ! -name '*.lock'").ok();
    assert!(caches.lines().count() >= 5, "{caches}");
    for path in caches.lines() {
        // Some are gone with what was read from them: another one took their place.
        let Ok(bytes) = fs::read(warm.here.join(path)) else {
            continue;
        };
        for (name, damaged) in damages(&bytes) {
            warm.write(path, damaged);
            assert_eq!(answers(&warm), expected, "{path} {name}");
        }
        let file = warm.here.join(path);
        fs::remove_file(&file).ok();
        assert_eq!(answers(&warm), expected, "{path} removed");
        fs::remove_file(&file).ok();
        fs::create_dir(&file).unwrap();
        assert_eq!(answers(&warm), expected, "{path} is a folder");
        fs::remove_dir_all(&file).unwrap();
        fs::write(&file, bytes).unwrap();
    }
}

fn damages(bytes: &[u8]) -> [(&'static str, Vec<u8>); 6] {
    let mut one_bit = bytes.to_vec();
    if let Some(byte) = one_bit.get_mut(bytes.len() / 2) {
        *byte ^= 1;
    }
    let mut longer = bytes.to_vec();
    longer.extend_from_slice(bytes);
    [
        ("empty", Vec::new()),
        ("half", bytes[..bytes.len() / 2].to_vec()),
        ("one bit", one_bit),
        ("twice", longer),
        ("zeros", vec![0; bytes.len()]),
        ("ones", vec![0xff; 100]),
    ]
}

fn answers(world: &World) -> Vec<(i32, String)> {
    let answer = |arguments: &&[&str]| {
        let answer = world.memory(*arguments);
        assert!(
            !answer.err.contains("panicked"),
            "{arguments:?}: {}",
            answer.err
        );
        (answer.status, answer.out)
    };
    READS.iter().map(answer).collect()
}
