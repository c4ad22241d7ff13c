//! Answers after git, without the driver, has put one record's change into another one.

use crate::common::{World, has};
use crate::records::{Note, commit};

/// Deletes X and makes Y from the same template on `topic`, changes X on `main`, and merges as a
/// clone does that was never made ready.
fn mixed_up() -> World {
    let world = World::with_memory();
    let lines = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let [x, y] = ["note-xxxxxx", "note-yyyyyy"].map(|id| Note::new(id, &lines));
    commit(&world, "memory/notes/x.md", &x.text(), "X");
    world.git("branch topic").ok();
    commit(
        &world,
        "memory/notes/x.md",
        &x.with(6, "for X").text(),
        "Change X",
    );
    world.git("checkout -q topic").ok();
    world.git("rm -q memory/notes/x.md").ok();
    commit(&world, "memory/notes/y.md", &y.text(), "Y for X");
    world.git("checkout -q main").ok();
    world.git("config --remove-section merge.git-memory").ok();
    world
}

const MESSAGE: &str = "neither side has it; it may be the change of note-xxxxxx, which was deleted";

#[test]
fn a_change_that_no_commit_made_is_named() {
    let world = mixed_up();
    let merged = world.git("merge -q --no-edit topic");
    assert!(world.read("memory/notes/y.md").contains("for X"));
    // By the hook, as it happens; by 'check' of the merge; and in the range that brought it.
    for said in [
        merged.err.clone(),
        world.memory("check").ok(),
        world.memory("check --rev HEAD").ok(),
        world.memory("check --rev HEAD^1..HEAD").ok(),
    ] {
        let expected = "memory/notes/y.md:1:1: warning[changed-in-merge]: only the merge ";
        has(&said, expected);
        assert!(said.contains(MESSAGE), "{said}");
    }
    merged.ok();
    let strict = world.memory("check --strict").fails(1);
    has(
        &strict,
        "hint: changed-in-merge: compare it with both sides of the merge",
    );
    // A correction ends the finding.
    let text = world.read("memory/notes/y.md").replace("for X", "g");
    commit(&world, "memory/notes/y.md", &text, "Put right");
    for view in [&["check"][..], &["check", "--rev", "HEAD~2..HEAD"]] {
        assert!(!world.memory(view).ok().contains("changed-in-merge"));
    }
}

#[test]
fn merges_that_people_decided_and_ordinary_ones_are_not_named() {
    let world = World::with_memory();
    let note = Note::new("note-aaaaaa", &["a", "b", "c"]);
    commit(&world, "memory/notes/a.md", &note.text(), "Base");
    world.git("branch topic").ok();
    commit(
        &world,
        "memory/notes/a.md",
        &note.clone().with(0, "A").text(),
        "Ours",
    );
    commit(
        &world,
        "memory/notes/b.md",
        &Note::new("note-bbbbbb", &["b"]).text(),
        "B",
    );
    world.git("checkout -q topic").ok();
    world.git("mv memory/notes/a.md memory/notes/moved.md").ok();
    commit(
        &world,
        "memory/notes/moved.md",
        &note.clone().with(2, "C").text(),
        "Theirs",
    );
    world.git("checkout -q main").ok();
    let merged = world.git("merge -q --no-edit topic");
    assert!(!merged.err.contains("changed-in-merge"), "{}", merged.err);
    merged.ok();
    let check = world.memory("check").ok();
    assert!(!check.contains("changed-in-merge"), "{check}");
    // Both sides changed it: what people make of that is theirs.
    world.git("branch -f topic").ok();
    let both = note.with(0, "A").with(2, "C");
    commit(
        &world,
        "memory/notes/moved.md",
        &both.clone().with(1, "x").text(),
        "X",
    );
    world.git("checkout -q topic").ok();
    commit(
        &world,
        "memory/notes/moved.md",
        &both.clone().with(1, "y").text(),
        "Y",
    );
    world.git("merge -q main").fails(1);
    commit(
        &world,
        "memory/notes/moved.md",
        &both.with(1, "z").text(),
        "Decide",
    );
    let check = world.memory("check").ok();
    assert!(!check.contains("changed-in-merge"), "{check}");
}

#[test]
fn two_records_in_one_file_get_a_file_each() {
    let world = World::with_memory();
    let path = "memory/topics/build.md";
    let [one, other] = ["top-aaaaaa", "top-bbbbbb"].map(|id| Note::new(id, &["text"]).text());
    world.git("branch topic").ok();
    commit(&world, path, &one, "One");
    world.git("checkout -q topic").ok();
    commit(&world, path, &other, "Other");
    world.git("merge -q main").fails(1);
    let said = world.memory("doctor").out;
    has(
        &said,
        &format!("names     failed  {path} holds top-bbbbbb and top-aaaaaa\n"),
    );
    let said = world.memory("doctor --fix").ok();
    assert!(said.contains("names     fixed"), "{said}");
    assert_eq!(world.read(path), other);
    assert_eq!(world.read("memory/topics/build-aaaaaa.md"), one);
    world.git("commit -q --no-edit").ok();
    world.memory("check").ok();
    assert_eq!(world.memory("list").ok().lines().count(), 2);
}
