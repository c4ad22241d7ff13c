//! `git memory blame`.

use serde_json::Value;

use crate::common::{World, has};

/// A world with a decision, and a file whose second line follows it; with the decision's id.
fn world() -> (World, String) {
    let world = World::with_memory();
    let (id, _) = world.decision("Keep one queue");
    commit(&world, "src/queue.txt", "one\ntwo\nthree\n", "Begin");
    let message = format!("Say more\n\nDecision: {id}");
    commit(
        &world,
        "src/queue.txt",
        "one\ntwo and more of it\nthree\n",
        &message,
    );
    (world, id)
}

fn commit(world: &World, path: &str, text: &str, message: &str) {
    world.write(path, text);
    world.commit(message);
}

fn hunks(world: &World, arguments: &[&str]) -> Vec<Value> {
    let answer = world
        .memory(["blame", "--json"].iter().chain(arguments))
        .json();
    answer["hunks"].as_array().unwrap().clone()
}

#[test]
fn lines_have_the_decisions_of_their_commits() {
    let (world, id) = world();
    world.write("src/queue.txt", "one\ntwo and more of it\nfour\n");
    let found = hunks(&world, &["src/queue.txt"]);
    assert_eq!(found.len(), 3);
    assert_eq!(found[0]["commit"]["subject"], "Begin");
    assert_eq!(found[0]["commit"]["records"], Value::Array(Vec::new()));
    assert_eq!(
        (&found[1]["first"], &found[1]["last"]),
        (&2.into(), &2.into())
    );
    assert_eq!(found[1]["commit"]["records"][0]["id"], id.as_str());
    assert_eq!(
        found[1]["commit"]["records"][0]["why"],
        "its commit follows it"
    );
    assert_eq!(found[2]["commit"], Value::Null);
    let text = world.memory("blame src/queue.txt").ok();
    let line = format!("    {id}  Keep one queue (active); its commit follows it\n");
    assert!(text.contains(&line), "{text}");
    assert!(text.contains("3  not committed yet\n"), "{text}");
    let one = hunks(&world, &["src/queue.txt", "-L", "2,2", "--rev", "HEAD~"]);
    assert_eq!(one[0]["commit"]["subject"], "Begin");
}

#[test]
fn notes_paths_and_moves_are_followed() {
    let (world, id) = world();
    world.memory(["set", &id, "paths=lib/**"]).ok();
    world.memory("add-note --commit HEAD~ 'It was slow.'").ok();
    let call = "mkdir lib && git mv src/queue.txt lib/queue.txt";
    world.shell(call).ok();
    commit(&world, "other.txt", "x\n", "Move it");
    let answer = world.memory("blame --json lib/queue.txt").json();
    assert_eq!(answer["hunks"][0]["commit"]["path"], "src/queue.txt");
    assert_eq!(
        answer["hunks"][0]["commit"]["notes"][0]["text"],
        "It was slow."
    );
    assert_eq!(
        answer["hunks"][1]["commit"]["records"][0]["id"],
        id.as_str()
    );
    assert_eq!(
        answer["records"][0]["why"],
        "its path lib/** covers lib/queue.txt"
    );
    let text = world.memory("blame lib/queue.txt").ok();
    let expected = "  Begin  (in src/queue.txt)\n    note: It was slow.\n";
    has(&text, expected);
}

#[test]
fn names_that_git_quotes_are_shown_as_they_are() {
    let (world, _) = world();
    commit(&world, "src/größe \"x\".txt", "one\n", "Measure");
    let message = "A note.\n\nOf two paragraphs.";
    world.memory(["add-note", "--commit", "HEAD", message]).ok();
    let text = world.memory(["blame", "src/größe \"x\".txt"]).ok();
    assert!(!text.contains("(in "), "{text}");
    assert!(
        text.ends_with("    note: A note.\n    note: Of two paragraphs.\n"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_blamed_is_said() {
    let (world, _) = world();
    for (arguments, said) in [
        (vec!["nowhere.txt"], "no such path"),
        (vec!["src"], "no such path"),
        (vec!["../outside.txt"], "outside"),
        (vec!["src/queue.txt", "-L", "9,12"], "has only 3 lines"),
        (vec!["src/queue.txt", "-L", "x"], "'x' names no lines"),
        (vec!["src/queue.txt", "--rev", "nowhere"], "nowhere"),
    ] {
        let answer = world.memory(["blame"].iter().chain(&arguments));
        assert_eq!(answer.status, 128, "{arguments:?}: {}", answer.err);
        assert!(answer.err.contains(said), "{arguments:?}: {}", answer.err);
    }
    world.write("picture.bin", [0, 1, 2, 3]);
    world.git("add picture.bin").ok();
    let answer = world.memory("blame picture.bin");
    has(&answer.err, "'picture.bin' is a binary file");
    // A path that looks like an option is a path.
    commit(&world, "--porcelain", "x\n", "Odd");
    assert_eq!(hunks(&world, &["--", "--porcelain"]).len(), 1);
}

#[test]
fn ignored_revisions_are_ignored() {
    let (world, _) = world();
    let head = world.git("rev-parse HEAD").ok();
    world.write(".ignored", head);
    world.git("config blame.ignoreRevsFile .ignored").ok();
    let found = hunks(&world, &["src/queue.txt"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["commit"]["subject"], "Begin");
}
